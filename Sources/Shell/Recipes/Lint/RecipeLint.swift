import Notation
import TapeDeck

/// Finds what is valid but probably wrong in a recipe.
package enum RecipeLint {
    /// The findings in order of lines. Sends no requests and reads no other files.
    package static func findings(of recipe: Recipe) -> [RecipeFinding] {
        let survey = RecipeSurvey(recipe)
        var findings = VariableLint(survey).findings
        findings += survey.refusedCommands() + survey.undeclaredWrites() + survey.literals() + survey.unreachable()
        for (index, text) in survey.lines.enumerated() where !TerminalText.isPlain(text) {
            findings.append(
                RecipeFinding(
                    .control, line: index + 1, span: 0..<text.utf8.count,
                    "This line contains invisible control characters.",
                    hints: [#"In double quotes \u{1b} spells such a character out."#]))
        }
        for parameter in recipe.parameters {
            guard let text = parameter.fallback, let wrong = ParameterCheck.validationError(in: text, parameter.kind)
            else {
                continue
            }
            findings.append(
                survey.finding(
                    .fallback, parameter.name, in: parameter.line,
                    "The default of \(parameter.name) does not fit: it \(wrong.0).", wrong.1))
        }
        var seen: Set<RecipeFinding> = []
        return findings.filter { seen.insert($0).inserted }.sorted {
            ($0.line, $0.span.lowerBound, $0.message) < ($1.line, $1.span.lowerBound, $1.message)
        }
    }
}

/// Something valid but probably wrong, or unsuitable for a shared file.
package struct RecipeFinding: Sendable, Hashable {
    /// The rule; its raw value is used in output for programs.
    package enum Rule: String, Sendable, Hashable, CaseIterable {
        case unused = "unused-parameter"
        /// A variable that may have no value.
        case undefined = "undefined-variable"
        /// A change that `writes:` does not declare, or a declared one that no command makes.
        case writes
        case sysID = "hard-coded-sys-id"
        /// A text that looks like a secret.
        case secret
        /// Steps that never run, or lines that were probably meant as something else.
        case unreachable
        /// A command that is not allowed in recipes, or only in trusted ones.
        case refused
        /// A command that cannot be parsed.
        case command
        /// A default that is not valid for its type.
        case fallback = "default"
        case control = "control-character"
    }

    package var rule: Rule
    /// The line of the file, from 1.
    package var line: Int
    /// The part of the line, in UTF-8 bytes.
    package var span: Range<Int>
    package var message: String
    /// Suggested replacements.
    package var hints: [String]

    package init(_ rule: Rule, line: Int, span: Range<Int>, _ message: String, hints: [String] = []) {
        self.rule = rule
        self.line = line
        self.span = span
        self.message = message
        self.hints = hints
    }
}

extension RecipeSurvey {
    /// Steps that never run, expectations that exclude each other, and lines that were probably meant as something
    /// else.
    func unreachable() -> [RecipeFinding] { recipe.blocks.flatMap(findings) }

    private func findings(of block: RecipeBlock) -> [RecipeFinding] {
        var found: [RecipeFinding] = []
        if let condition = block.condition, let holds = RecipeSurvey.outcome(of: condition) {
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
        let text = text(of: line)
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
        return [finding(line, "This is expected output: \(word) belongs in a block's first lines.")]
    }

    private func finding(_ line: Int, _ message: String, hints: [String] = []) -> RecipeFinding {
        let text = text(of: line)
        return RecipeFinding(.unreachable, line: line, span: 0..<text.utf8.count, message, hints: hints)
    }

    /// Whether a condition without variables is true; nil if it has variables.
    private static func outcome(of condition: RecipeBlock.Condition) -> Bool? {
        guard case .compare(let comparison, let value) = condition.test, comparison != .like,
            RecipeTemplate(condition.left).variables.isEmpty, RecipeTemplate(value).variables.isEmpty
        else { return nil }
        return condition.test.holds(of: .string(condition.left))
    }
}
