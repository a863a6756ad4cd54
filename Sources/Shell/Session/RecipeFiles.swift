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

    /// Throws if a path below the current folder leads through a link: it may come with a cloned project, and lead anywhere.
    func refuseLinks(_ path: String) throws(Problem) {
        guard let home = host.files.realPath("."), let real = host.files.realPath(path) else { return }
        let isBelow = path.utf8.starts(with: (home + "/").utf8)
        let inner = isBelow ? String(decoding: path.utf8.dropFirst(home.utf8.count + 1), as: UTF8.self) : path
        // Not if another folder was named.
        guard let file = try? RecipeFolder(of: "").file(inner), real != home + "/" + file else { return }
        throw Problem(
            .refused, "\(path) is a link or in a linked folder, and was left as it is.",
            hints: ["Name the file itself: \(Quoting.word(real))"])
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

/// The tape that `recipe run --record` or `--extend` makes.
struct RecipeTape: Sendable {
    let draft: TapeDraft
    /// Whether the recipe's steps have begun. If none began, nothing is kept.
    var hasBegun = false

    /// Where the recording is found if the recipe fails.
    var path: String { draft.replaces ? draft.path : draft.target }
}

extension ShellSession {
    /// Inserts the recipe's tape, recorded again or extended, before the command that records to it begins. Returns the
    /// previous slot; nil if the command needs no change or a tape is playing.
    func beginRecipeTape(_ arguments: BoundArguments) throws(Problem) -> DeckSlot? {
        guard arguments.command == .recipeRun, !slot.isPlaying, !options.keepsTape else { return nil }
        let path = host.tapes.path(Recipe.name(ofFile: arguments.string("recipe") ?? ""))
        let before = slot
        let extends = arguments.flag("extend")
        guard extends || arguments.flag("record") else { return nil }
        if slot.path == path { try change(to: .waiting(path: path, replacing: false)) }
        let draft = try TapeDraft(of: path, host) { write($0) }
        if extends {
            try draft.copyTarget(host)
            try extend(draft.path)
        } else {
            try record(onto: draft.path, replacing: false)
        }
        recipeTape = RecipeTape(draft: draft)
        return before
    }

    /// - Parameter status: the exit status of the command that recorded.
    func endRecipeTape(_ before: DeckSlot, status: Int32) throws(Problem) {
        let tape = recipeTape
        recipeTape = nil
        do throws(Problem) {
            switch before {
            case .recording(_, let path): try change(to: .waiting(path: path, replacing: false))
            case .extending(_, let path): try change(to: .waitingToExtend(path: path))
            case .waiting, .waitingToExtend, .playing: try change(to: before)
            }
        } catch {
            if let tape { write("\(tape.draft.target) is as it was; this recording is in \(tape.draft.path).\n") }
            throw error
        }
        if let tape { try finish(tape, status) }
    }

    /// Replaces the recipe's tape after a success. A first recording is kept in any case: `recipe accept` plays it.
    private func finish(_ tape: RecipeTape, _ status: Int32) throws(Problem) {
        let draft = tape.draft
        guard tape.hasBegun else {
            command.answer = AnswerPlace()
            try draft.discard(host)
            if draft.replaces { write("\(draft.target) is as it was.\n") }
            return
        }
        guard status == 0 || !draft.replaces else {
            return write("\(draft.target) is as it was; the recording that failed is in \(draft.path).\n")
        }
        try draft.place(host)
        if command.answer.tape == draft.path { command.answer.tape = draft.target }
    }
}
