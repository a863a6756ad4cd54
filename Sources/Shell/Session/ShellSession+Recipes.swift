extension ShellSession {
    /// The file that a recipe's name means: a path, or a name with the suffix, is itself; a bare name is a file of the
    /// project's `recipes` folder.
    package nonisolated func recipePath(_ name: String) -> String { ShellSession.recipePath(name) }

    /// The same without a session.
    package static func recipePath(_ name: String) -> String {
        let isPath = name.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix(Recipe.suffix)
        return isPath ? name : "recipes/\(name)\(Recipe.suffix)"
    }

    /// A recipe, by name or path. Its text is an input of the command that runs, so a replay needs no file.
    ///
    /// - Throws: `Problem` with every mistake of the file, or when there is no such file.
    package func readRecipe(_ name: String) async throws -> Recipe {
        let path = recipePath(name)
        let text = try await recipeText(path)
        do throws(RecipeError) { return try Recipe.read(text, at: path) } catch { throw error.problem }
    }

    /// The text of a recipe's file; played, that of the tape.
    func recipeText(_ path: String) async throws -> String {
        do {
            return try ShellSession.recipeText(try await readFile(path, isRegular: true), path)
        } catch let problem as Problem {
            throw hinted(problem, at: path)
        }
    }

    /// The text of a recipe's file as it stands now, for commands that no tape keeps.
    func presentRecipeText(_ path: String) throws(Problem) -> String {
        do throws(Problem) {
            return try ShellSession.recipeText(try workbench.readRegularFile(path), path)
        } catch {
            throw hinted(error, at: path)
        }
    }

    private static func recipeText(_ bytes: [UInt8], _ path: String) throws(Problem) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.usage, "\(path) is no text in UTF-8.")
        }
        return text
    }

    /// A file that cannot be read may be called otherwise.
    private func hinted(_ problem: Problem, at path: String) -> Problem {
        var problem = problem
        problem.hints += recipeHints(for: path)
        return problem
    }

    /// What to type where there is no recipe of that name.
    private func recipeHints(for path: String) -> [String] {
        let prefix = "recipes/"
        guard path.hasPrefix(prefix) else { return [] }
        let names = recipeNames(), name = Recipe.name(ofFile: path)
        guard !names.contains(name) else { return [] }
        let near = DidYouMean.hints(for: name, among: names)
        return near.isEmpty ? ["recipe list shows those of this folder."] : near
    }

    /// The recipes of the project's folder by name, in order.
    func recipeNames() -> [String] { ShellSession.recipeNames(in: workbench.folderContents("recipes/")) }

    /// The recipes among the files of a folder by name, in order.
    static func recipeNames(in files: [Surroundings.FileName]) -> [String] {
        files.filter { !$0.isFolder && $0.name.hasSuffix(Recipe.suffix) }.map { Recipe.name(ofFile: $0.name) }.sorted()
    }
}
