import CassetteStore

extension ShellSession {
    /// The path of a recipe: a path, or a name with the suffix, stays as it is; a bare name is a file in the project's
    /// `recipes` folder.
    package nonisolated func recipePath(_ name: String) -> String { ShellSession.recipePath(name) }

    package static func recipePath(_ name: String) -> String {
        let isPath = name.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix(Recipe.suffix)
        return isPath ? name : "recipes/\(name)\(Recipe.suffix)"
    }

    package func readRecipe(_ name: String) async throws -> Recipe {
        let path = recipePath(name)
        let text = try await recipeText(path)
        do throws(RecipeError) { return try Recipe.read(text, at: path) } catch { throw error.problem }
    }

    func recipeText(_ path: String) async throws -> String {
        do {
            return try ShellSession.recipeText(try await readFile(path, isRegular: true), path)
        } catch let problem as Problem {
            throw hinted(problem, at: path)
        }
    }

    /// The current text of a recipe's file, for commands that are not recorded.
    func currentRecipeText(_ path: String) throws(Problem) -> String {
        do throws(Problem) {
            return try ShellSession.recipeText(try host.files.readRegular(path), path)
        } catch {
            throw hinted(error, at: path)
        }
    }

    private static func recipeText(_ bytes: [UInt8], _ path: String) throws(Problem) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.usage, "\(path) is not text in UTF-8.")
        }
        return text
    }

    private func hinted(_ problem: Problem, at path: String) -> Problem {
        var problem = problem
        problem.hints += recipeHints(for: path)
        return problem
    }

    /// Hints when there is no such recipe.
    private func recipeHints(for path: String) -> [String] {
        let prefix = "recipes/"
        guard path.hasPrefix(prefix) else { return [] }
        let names = recipeNames(), name = Recipe.name(ofFile: path)
        guard !names.contains(name) else { return [] }
        let near = DidYouMean.hints(for: name, among: names)
        return near.isEmpty ? ["recipe list shows those of this folder."] : near
    }

    func recipeNames() -> [String] { ShellSession.recipeNames(in: host.files.contents("recipes/")) }

    static func recipeNames(in files: [CompletionEnvironment.FileName]) -> [String] {
        files.filter { !$0.isFolder && $0.name.hasSuffix(Recipe.suffix) }.map { Recipe.name(ofFile: $0.name) }.sorted()
    }
}

struct RecipeTape: Sendable {
    let path: String
    let former: String?
    /// Whether the recipe's steps have begun. If none began, the former tape is restored.
    var hasBegun = false
}

extension ShellSession {
    /// Inserts the recipe's tape, started over or extended, before the command that records to it begins. Returns the
    /// previous slot; nil if the command needs no change or a tape is playing.
    func beginRecipeTape(_ arguments: BoundArguments) throws(Problem) -> DeckSlot? {
        guard arguments.command == .recipeRun, !slot.isPlaying else { return nil }
        let path = host.tapes.path(Recipe.name(ofFile: arguments.string("recipe") ?? ""))
        let before = slot
        if arguments.flag("record") {
            recipeTape = slot.path == path ? nil : RecipeTape(path: path, former: moveAside(path))
            do throws(Problem) {
                try record(onto: path, replacing: true)
            } catch {
                restoreRecipeTape()
                throw error
            }
        } else if arguments.flag("extend") {
            try extend(path)
        } else {
            return nil
        }
        return before
    }

    func endRecipeTape(_ before: DeckSlot) throws(Problem) {
        defer { restoreRecipeTape() }
        switch before {
        case .recording(_, let path): try change(to: .waiting(path: path, replacing: false))
        case .extending(_, let path): try change(to: .waitingToExtend(path: path))
        case .waiting, .waitingToExtend, .playing: try change(to: before)
        }
    }

    /// Renames an existing tape that no other process has open. Returns the new name; nil if there is none.
    private func moveAside(_ path: String) -> String? {
        let former = path + ".former"
        guard (try? host.tapes.play(path).close()) != nil, (try? host.tapes.edit(path).close()) != nil,
            (try? host.tapes.move(path, to: former)) != nil
        else { return nil }
        return former
    }

    /// Restores the tape of a recipe that never began, because a parameter was missing or it was rejected.
    private func restoreRecipeTape() {
        guard let tape = recipeTape else { return }
        recipeTape = nil
        if tape.hasBegun {
            if let former = tape.former { try? host.tapes.discard(former) }
            return
        }
        try? host.tapes.discard(tape.path)
        guard let former = tape.former, (try? host.tapes.move(former, to: tape.path)) != nil else { return }
        write("\(tape.path) is as it was.\n")
    }
}
