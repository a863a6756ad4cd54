import Notation

/// Steps that never run, expectations that exclude each other, and lines that look like something they are not.
struct ReachLint {
    private let survey: RecipeSurvey

    init(_ survey: RecipeSurvey) { self.survey = survey }

    var findings: [RecipeFinding] { survey.recipe.blocks.flatMap(findings) }

    private func findings(of block: RecipeBlock) -> [RecipeFinding] {
        var found: [RecipeFinding] = []
        if let condition = block.condition, let holds = ReachLint.outcome(of: condition) {
            found.append(
                finding(
                    condition.line,
                    holds ? "This condition always holds." : "This condition never holds, so the block never runs."))
        }
        for step in block.steps {
            let exits = step.expectations.filter { $0.subject == .exit }
            let wanted = Set(
                exits.compactMap { if case .compare(.equal, let value) = $0.test { value } else { nil } })
            if wanted.count > 1, let last = exits.last {
                found.append(
                    finding(last.line, "A step ends with one exit status, and two are expected: it always fails."))
            }
            let seen = step.expectations.enumerated().filter { place, expectation in
                step.expectations[..<place].contains { $0.text == expectation.text }
            }
            found += seen.map { finding($0.element.line, "This is expected above already.") }
            for line in step.outputLines { found += disguise(line) }
        }
        return found
    }

    /// A line of expected output that was probably meant as something else.
    private func disguise(_ line: Int) -> [RecipeFinding] {
        let text = survey.text(of: line)
        let word = text.prefix { !$0.isWhitespace }
        if text.hasPrefix(">") || text.hasPrefix("?"), !text.hasPrefix(">>"), text.count > 1 {
            let sign = text.prefix(1)
            return [
                finding(
                    line, "This is expected output: behind \(sign) a blank is missing.",
                    hints: ["\(sign) \(text.dropFirst())", "\\\(text)   (output that begins so)"])
            ]
        }
        let isControl =
            text == "cleanup" || text.hasPrefix("for ") && text.contains(" in ")
            || word == "timeout" && Timespan(String(ASCII.trimmed(text.dropFirst(word.count)))) != nil
        guard isControl else { return [] }
        return [finding(line, "This is expected output: \(word) stands in a block's first lines.")]
    }

    private func finding(_ line: Int, _ message: String, hints: [String] = []) -> RecipeFinding {
        let text = survey.text(of: line)
        return RecipeFinding(.unreachable, line: line, span: 0..<text.utf8.count, message, hints: hints)
    }

    /// Whether a condition without variables holds; nil when it has some, or when it cannot be told here.
    private static func outcome(of condition: RecipeBlock.Condition) -> Bool? {
        guard case .compare(let comparison, let value) = condition.test,
            RecipeTemplate(condition.left).variables.isEmpty, RecipeTemplate(value).variables.isEmpty
        else { return nil }
        switch comparison {
        case .equal: return condition.left == value
        case .notEqual: return condition.left != value
        case .contains: return condition.left.contains(value)
        case .less, .more, .atMost, .atLeast:
            guard let left = Int(condition.left), let right = Int(value) else { return nil }
            return comparison == .less
                ? left < right
                : comparison == .more ? left > right : comparison == .atMost ? left <= right : left >= right
        case .like: return nil
        }
    }
}
