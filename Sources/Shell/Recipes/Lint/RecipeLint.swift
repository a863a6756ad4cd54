import Notation
import TapeDeck

/// Looks a recipe over for what reads well and is wrong.
package enum RecipeLint {
    /// What there is to say, in the order of the lines. Nothing is asked of an instance, and no other file is read.
    package static func findings(of recipe: Recipe) -> [RecipeFinding] {
        let survey = RecipeSurvey(recipe)
        let commands = survey.commands
        var findings = VariableLint(survey).findings
        findings += CommandLint(survey).findings(of: commands)
        findings += WritesLint(survey).findings(of: commands)
        findings += LiteralLint(survey).findings(of: commands)
        findings += ReachLint(survey).findings
        findings += survey.lines.enumerated().compactMap { index, text in
            TerminalText.isPlain(text)
                ? nil
                : RecipeFinding(
                    .control, line: index + 1, span: 0..<text.utf8.count,
                    "This line holds characters that a terminal obeys and nobody sees.",
                    hints: [#"In double quotes \u{1b} spells such a character out."#])
        }
        findings += recipe.parameters.compactMap { parameter in
            guard let text = parameter.fallback, let wrong = ParameterCheck.mistake(in: text, parameter.kind) else {
                return nil
            }
            return RecipeFinding(
                .fallback, line: parameter.line, span: survey.place(of: parameter.name, in: parameter.line),
                "The default of \(parameter.name) does not fit: it \(wrong.0).", hints: wrong.1)
        }
        var seen: Set<RecipeFinding> = []
        return findings.filter { seen.insert($0).inserted }.sorted {
            ($0.line, $0.span.lowerBound, $0.message) < ($1.line, $1.span.lowerBound, $1.message)
        }
    }
}
