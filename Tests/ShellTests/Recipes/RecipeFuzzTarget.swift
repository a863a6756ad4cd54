import TestSupport

@testable import Shell

/// Fuzzing of recipes: parser, formatter and linter.
struct RecipeFuzzTarget: FuzzTarget {
    let name = "recipes"
    let words = [
        "# Goal\n", "writes: ", "incident", ",", "\n", "\n\n", "```", "~~~", "```params\n", "```snowdeck\n", "```\n",
        "> ", "? ",
        "\\> ", "# ", "retry 3 every 1s until .a == 1\n", "for row in table list incident\n", "if {{a}} exists\n",
        "cleanup\n",
        "use x.recipe.md a=1 => b\n", "timeout 3s\n", "{{a}}", "{{a.b}}", "{{", "\"", "'", "=> x = .a", "a = 1",
        "# int: x",
        "reference(a.b)", "==", "exists", ".a", "exit 0", "rows >= 1", "\r", "\u{FEFF}", "\u{1B}[2J",
        "table list incident",
        "graphql {", "}", "|", " ", "   ", "é",
    ]

    func text(_ random: inout SeededGenerator) -> [UInt8] {
        var text = "# Goal\n\nwhy\n\nwrites: incident\n\n```params\na = 1   # int: x\nb\n```\n\n"
        for _ in 0...random.below(3) {
            text += "```snowdeck\n"
            for _ in 0...random.below(4) {
                text += ["> table list incident -n {{a}} => x = .[0]\n", "> task {{b}}\n"][random.below(2)]
                for _ in 0..<random.below(4) {
                    text += ["? rows >= 1\n", "out [N]\n", "\n", "?   .a exists\n", "\\> x\n"][random.below(5)]
                }
            }
            text += "```\n\n"
        }
        return Array(text.utf8)
    }

    func tokens(of text: [UInt8]) -> [Range<Int>] {
        text.indices.split { text[$0] == UInt8(ascii: "\n") || text[$0] == UInt8(ascii: " ") }.compactMap { part in
            part.first.flatMap { first in part.last.map { first..<$0 + 1 } }
        }
    }

    func judge(_ bytes: [UInt8], _ random: inout SeededGenerator) -> FuzzOutcome {
        let text = String(decoding: bytes, as: UTF8.self)
        let recipe: Recipe
        do throws(RecipeError) { recipe = try Recipe.read(text, at: "r") } catch {
            let lines = RecipeLayout(text).lines
            for mistake in error.diagnostics {
                let length = lines.indices.contains(mistake.line - 1) ? lines[mistake.line - 1].utf8.count : 0
                if mistake.line < 1 || mistake.line > max(lines.count, 1) || mistake.span.upperBound > length + 1 {
                    return .broken("a mistake outside the text: \(mistake)")
                }
            }
            return error.diagnostics.isEmpty ? .broken("refused without a mistake") : .rejected
        }
        do throws(RecipeError) {
            let tidy = try RecipeFormat.formatted(text)
            guard try RecipeFormat.formatted(tidy) == tidy else { return .broken("formatting again changes it") }
            guard meaning(of: try Recipe.read(tidy, at: "r")) == meaning(of: recipe) else {
                return .broken("the formatted text says something else")
            }
        } catch {
            return .broken("the formatted text is no recipe: \(error.diagnostics)")
        }
        let count = RecipeLayout(text).lines.count
        for finding in RecipeLint.findings(of: recipe) where finding.line < 1 || finding.line > count {
            return .broken("a finding outside the text: \(finding)")
        }
        return .accepted
    }

    /// Everything except positions.
    private func meaning(of recipe: Recipe) -> [String] {
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
