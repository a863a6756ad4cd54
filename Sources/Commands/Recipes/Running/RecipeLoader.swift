import Workbench
import Replaying
import Tapes

/// Reads a recipe and all recipes that it uses, before anything runs.
struct RecipeLoader {
    /// The deepest nesting of recipes.
    static let deepest = 8

    private(set) var recipes: [String: Recipe] = [:]
    private let main: Recipe

    init(_ main: Recipe) { self.main = main }

    /// The file named by a `use` block.
    static func path(of use: RecipeBlock.Use, from path: String, below main: String) throws(Problem) -> String {
        do throws(Problem) {
            return try RecipeFolder(of: main).file(use.path, from: path)
        } catch {
            throw error.located(in: path, line: use.line, command: "use \(use.path)")
        }
    }

    /// Reads the used recipes, recursively.
    mutating func read(_ run: isolated Run) async throws {
        recipes = [main.path: main]
        try await read(main, [main.path], run)
    }

    private mutating func read(_ recipe: Recipe, _ above: [String], _ run: isolated Run) async throws {
        for block in recipe.blocks {
            guard let use = block.use else { continue }
            let path = try RecipeLoader.path(of: use, from: recipe.path, below: main.path)
            func refused(_ message: String, _ notes: [String] = []) -> Problem {
                Problem(.usage, message, notes: notes)
                    .located(in: recipe.path, line: use.line, command: "use \(use.path)")
            }
            guard path.hasSuffix(Recipe.suffix) else {
                throw refused("use names a file that ends in \(Recipe.suffix).")
            }
            if above.contains(path) {
                throw refused(
                    "The recipe \(use.path) uses itself.",
                    [(above + [path]).map(Recipe.name(ofFile:)).joined(separator: " → ")])
            }
            guard above.count <= RecipeLoader.deepest else {
                throw refused("Recipes use each other \(RecipeLoader.deepest) deep at most.")
            }
            let used: Recipe
            if let known = recipes[path] {
                used = known
            } else {
                if !run.slot.isPlaying {
                    try RecipeFolder(of: main.path).refuseLinks(path, use.path, among: run.files)
                }
                do {
                    used = try await run.readRecipe(path)
                } catch let problem as Problem {
                    throw problem.located(in: recipe.path, line: use.line, command: "use \(use.path)")
                }
                recipes[path] = used
            }
            for argument in use.arguments where !used.parameters.contains(where: { $0.name == argument.name }) {
                throw refused(
                    "\(use.path) has no parameter \(argument.name).",
                    ["It takes \(Phrase.listed(used.parameters.map(\.name), joinedBy: "and"))."])
            }
            for parameter in used.parameters
            where parameter.fallback == nil && !use.arguments.contains(where: { $0.name == parameter.name }) {
                throw refused("\(use.path) needs \(parameter.name).")
            }
            try await read(used, above + [path], run)
        }
    }
}
