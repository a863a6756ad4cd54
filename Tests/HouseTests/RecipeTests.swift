import Foundation
import GraphQLCommands
import Recipes
import Tables
import Tapes
import TestSupport
import Testing
import Workbench

/// Recipes in the project are examples: each has a tape, no lint findings, and a mention in README.md.
struct RecipeTests {
    private static let suffix = ".recipe.md"

    private static var paths: [String] {
        Project.files(in: "recipes", withExtension: "md").filter { $0.hasSuffix(suffix) }
    }

    private static func name(of path: String) -> String {
        String(path.dropFirst("recipes/".count).dropLast(suffix.count))
    }

    /// `first-look` belongs to the tutorial, which is a script.
    @Test func everyRecipeHasItsTapeAndEveryTapeItsRecipe() {
        let tapes = Project.files(in: "sessions", withExtension: "cassette")
            .map { $0.dropFirst("sessions/".count).dropLast(".cassette".count) }.filter { $0 != "first-look" }
        expectEqual(tapes.map(String.init), Self.paths.map(Self.name), "run: make recipes")
        #expect(tapes.count >= 10)
    }

    @Test(arguments: paths)
    func recipesAreFormattedAndLintFree(_ path: String) throws {
        let text = try Project.text(of: path)
        try expectEqual(RecipeFormat.formatted(text), text, "run: snowdeck recipe check --fix")
        let recipe = try Recipe.read(text, at: path)
        expectEqual(RecipeLint.findings(of: recipe).map { "\($0.line) \($0.message)" }, [])
        // Each runs unattended and declares its changes.
        expectEqual(recipe.parameters.filter { $0.fallback == nil }.map(\.name), [])
        #expect(text.contains("\nwrites: "), "\(path)")
        let page = try Project.text(of: "README.md")
        #expect(page.contains("[\(Self.name(of: path))](\(path))"), "README.md does not name it")
    }

    @Test func readmeExampleIsARecipe() throws {
        let page = try Project.text(of: "README.md")
        let start = try #require(page.range(of: "````markdown\n"))
        let end = try #require(page.range(of: "````\n", range: start.upperBound..<page.endIndex))
        let text = String(page[start.upperBound..<end.lowerBound])
        try expectEqual(RecipeFormat.formatted(text), text)
        let recipe = try Recipe.read(text, at: "README.md")
        expectEqual(recipe.blocks.count, 2)
        expectEqual(RecipeLint.findings(of: recipe).map { "\($0.line) \($0.message)" }, [])
    }
}
