import RecipeDocument
package import Workbench

/// The folder of a recipe. Files outside it are neither read nor written.
package struct RecipeFolder: Sendable {
    /// As given; empty for the working directory.
    package let path: String

    package init(of recipe: String) {
        path = recipe.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        isRoot = recipe.hasPrefix("/") && path.isEmpty
    }

    private let isRoot: Bool

    /// The file that a relative path refers to.
    ///
    /// - Parameter from: the recipe that contains the path, itself in the folder; nil for the folder itself.
    /// - Throws: `.guardRefused` if the text of the path leads out of the folder.
    package func file(_ name: String, from recipe: String? = nil) throws(Problem) -> String {
        guard !name.hasPrefix("/"), !name.hasPrefix("~"), !name.utf8.contains(0) else { throw outside(name) }
        var parts: [Substring] = []
        if let recipe {
            let own = recipe.split(separator: "/").dropLast()
            parts = Array(own.dropFirst(path.split(separator: "/").count))
        }
        for part in name.split(separator: "/") where part != "." {
            if part == ".." {
                guard !parts.isEmpty else { throw outside(name) }
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        guard !parts.isEmpty else { throw outside(name) }
        return (path.isEmpty ? (isRoot ? "/" : "") : path + "/") + parts.joined(separator: "/")
    }

    /// The file that a recipe may create at a relative path. Hidden files and folders configure other programs.
    func newFile(_ name: String) throws(Problem) -> String {
        let file = try file(name)
        let parts = name.split(separator: "/").filter { $0 != "." && $0 != ".." }
        guard !parts.contains(where: { $0.hasPrefix(".") }) else {
            throw Problem(.guardRefused, "\(name) is hidden, and a recipe creates no hidden files.")
        }
        return file
    }

    /// Throws if symbolic links lead out of the folder. The text of the path was checked before.
    func refuseLinks(_ file: String, _ name: String, among files: any FileAccess) throws(Problem) {
        let home = files.realPath(path.isEmpty ? (isRoot ? "/" : ".") : path)
        guard let home, let real = RecipeFolder.real(file, among: files) else { return }
        guard real == home || real.hasPrefix(home.hasSuffix("/") ? home : home + "/") else { throw outside(name) }
    }

    /// The real path of a file; of its folder if the file does not exist yet.
    private static func real(_ file: String, among files: any FileAccess) -> String? {
        if let real = files.realPath(file) { return real }
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return files.realPath(folder.isEmpty ? "." : folder)
    }

    private func outside(_ name: String) -> Problem {
        var problem = Problem(
            .guardRefused, "\(name) is outside the recipe's folder.",
            notes: ["A recipe reads and writes files of its own folder only."])
        problem.cause = .outsideFolder
        return problem
    }
}

extension Run {
    /// Throws if a path below the current folder leads through a link: it may come with a cloned project, and lead anywhere.
    func refuseLinks(_ path: String) throws(Problem) {
        guard let home = files.realPath("."), let real = files.realPath(path) else { return }
        let isBelow = path.utf8.starts(with: (home + "/").utf8)
        let inner = isBelow ? String(decoding: path.utf8.dropFirst(home.utf8.count + 1), as: UTF8.self) : path
        // Not if another folder was named.
        guard let file = try? RecipeFolder(of: "").file(inner), real != home + "/" + file else { return }
        throw Problem(
            .refused, "\(path) is a link or in a linked folder, and was left as it is.",
            hints: ["Name the file itself: \(Quoting.word(real))"])
    }
}

/// Static rules for the commands of a recipe.
package enum RecipeRules {
    /// Why a command is not allowed in a recipe; nil if it is.
    package static func refusal(of command: Command, in place: String = "a recipe") -> String? {
        guard case .never(let reason) = command.traits.inRecipes else { return nil }
        return "\(command.name) cannot be in \(place): it \(reason)."
    }

    /// A file that a command reads: `@FILE`, or a value or an argument that is a file.
    struct NamedFile {
        /// May contain variables.
        let path: String
        let span: Range<Int>
        let isKnown: Bool
    }

    static func files(namedBy match: CommandMatch) -> [NamedFile] {
        var files: [NamedFile] = []
        func take(_ word: Word, isFile: Bool) {
            let bare = Array(word.barePrefix.utf8)
            var path = RecipeTemplate.text(of: word)
            if bare.first == .at {
                path.removeFirst()
            } else if let equals = bare.firstIndex(of: .equals), equals + 1 < bare.count, bare[equals + 1] == .at {
                path = RecipeTemplate.text(of: word.dropping(equals + 2))
            } else if !isFile {
                return
            }
            files.append(NamedFile(path: path, span: word.span, isKnown: word.literal != nil))
        }
        var iterator = ArgumentIterator(match.words, of: match.command)
        var place = 0
        let arguments = match.command.arguments
        while let part = iterator.next() {
            switch part {
            case .argument(let word):
                let definition = place < arguments.count ? arguments[place] : arguments.last
                if definition?.kind != .newFile { take(word, isFile: definition?.kind == .file) }
                if definition?.isRepeated == false { place += 1 }
            case .flag(let flag, _, let values, _, _):
                for (word, kind) in zip(values, flag.values) where kind != .newFile {
                    take(word, isFile: kind == .file)
                }
            case .unknownFlag, .end: break
            }
        }
        return files
    }

    /// Whether a path is absolute or leads out of its folder.
    package static func leadsOut(_ path: String) -> Bool {
        path.hasPrefix("/") || path.hasPrefix("~")
            || path.split(separator: "/", omittingEmptySubsequences: false).contains("..")
    }
}

/// Recipes that a command names, read through the deck or as they are now.
extension Run {
    nonisolated func recipePath(_ name: String) -> String { ShellSession.recipePath(name) }

    nonisolated func recipeNames() -> [String] { ShellSession.recipeNames(in: files.contents("recipes/")) }

    func readRecipe(_ name: String) async throws -> Recipe {
        let path = recipePath(name)
        let text = try await recipeText(path)
        do throws(RecipeError) { return try Recipe.read(text, at: path) } catch { throw error.problem }
    }

    func recipeText(_ path: String) async throws -> String {
        do {
            return try text(of: try await readFile(path, isRegular: true), path)
        } catch let problem as Problem {
            throw hinted(problem, at: path)
        }
    }

    /// The current text of a recipe's file, for commands that are not recorded.
    func currentRecipeText(_ path: String) throws(Problem) -> String {
        do throws(Problem) {
            return try text(of: try files.readRegular(path), path)
        } catch {
            throw hinted(error, at: path)
        }
    }

    private func text(of bytes: [UInt8], _ path: String) throws(Problem) -> String {
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
}
