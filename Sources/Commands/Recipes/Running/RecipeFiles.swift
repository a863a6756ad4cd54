import RecipeDocument
import Workbench

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
