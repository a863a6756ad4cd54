import Notation
import RecipeDocument

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Tapes
@testable import Workbench

/// Recipes: parser, formatter and linter, and expected output with holes.
enum RecipeProperties {
    static func check(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        try checkPattern(text)
        let recipe: Recipe
        do throws(RecipeError) { recipe = try Recipe.read(text, at: "r") } catch { return try check(error, in: text) }
        do {
            let formatted = try RecipeFormat.formatted(text)
            try requireSame(try RecipeFormat.formatted(formatted), formatted, "formatting again changes it")
            let again = meaning(of: try Recipe.read(formatted, at: "r"))
            try require(again == meaning(of: recipe), "the formatted text means something else")
        } catch let error as RecipeError {
            throw Violation("the formatted text is no recipe: \(error.diagnostics)")
        }
        let count = RecipeLayout(text).lines.count
        for finding in RecipeLint.findings(of: recipe) {
            try require((1...max(count, 1)).contains(finding.line), "a finding outside the text: \(finding)")
        }
    }

    private static func check(_ error: RecipeError, in text: String) throws {
        let lines = RecipeLayout(text).lines
        try require(!error.diagnostics.isEmpty, "rejected without a diagnostic")
        for diagnostic in error.diagnostics {
            let length = lines.indices.contains(diagnostic.line - 1) ? lines[diagnostic.line - 1].utf8.count : 0
            try require(
                diagnostic.line >= 1 && diagnostic.line <= max(lines.count, 1)
                    && diagnostic.span.upperBound <= length + 1, "a diagnostic outside the text: \(diagnostic)")
        }
    }

    /// The first line as a pattern for the others. A text without holes and variables matches itself.
    private static func checkPattern(_ text: String) throws {
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
        let actual = lines.dropFirst().joined(separator: "\n")
        let found = ExpectedOutput([lines[0], "..."]).mismatch(with: actual)
        let again = ExpectedOutput([lines[0], "..."]).mismatch(with: actual)
        try require((found == nil) == (again == nil), "an output matches, and does not")
        guard !text.utf8.contains(where: { "[{\\".utf8.contains($0) }), !text.contains("...") else { return }
        try require(ExpectedOutput(lines).mismatch(with: text) == nil, "an output does not match itself")
    }

    /// Everything except positions.
    private static func meaning(of recipe: Recipe) -> [String] {
        [recipe.goal, recipe.explanation] + recipe.writes.map(\.name)
            + recipe.parameters.map { "\($0.name) \($0.kind) \($0.fallback ?? "-") \($0.description)" }
            + recipe.blocks.flatMap { block -> [String] in
                [
                    "\(block.loop?.variable ?? "") \(block.loop?.command ?? "") \(block.condition?.left ?? "")",
                    "\(String(describing: block.condition?.test)) \(block.isCleanup) \(String(describing: block.timeout))",
                    "\(block.use?.path ?? "") \(block.use?.arguments ?? []) \(block.use?.captures ?? [])",
                ]
                    + block.steps.flatMap { step in
                        [step.command, "\(step.retry?.limit ?? 0) \(step.retry?.until.text ?? "")"]
                            + step.expectations.map(\.text) + step.output
                    }
            }
    }
}
