/// Commands that cannot be read, that no recipe may run, or that want trust.
struct CommandLint {
    private let survey: RecipeSurvey

    init(_ survey: RecipeSurvey) { self.survey = survey }

    func findings(of commands: [RecipeSurvey.Command]) -> [RecipeFinding] { commands.flatMap(findings) }

    private func findings(of command: RecipeSurvey.Command) -> [RecipeFinding] {
        let invocation = command.invocation
        func finding(
            _ rule: RecipeFinding.Rule, _ span: Range<Int>, _ message: String, _ hints: [String] = []
        ) -> RecipeFinding {
            let place = survey.place(of: span, in: invocation.text, from: command.line)
            return RecipeFinding(rule, line: place.line, span: place.span, message, hints: hints)
        }
        var found: [RecipeFinding] = []
        let match: CommandMatch
        do throws(Problem) { match = try CommandTable.match(invocation) } catch {
            return [finding(.command, error.source?.span ?? 0..<invocation.text.utf8.count, error.message, error.hints)]
        }
        let first = invocation.words.prefix(match.command.words.count)
        let name = (first.first?.span.lowerBound ?? 0)..<(first.last?.span.upperBound ?? 0)
        if let refusal = RecipeRules.refusal(of: match.command) {
            found.append(finding(.refused, name, refusal))
        }
        switch invocation.destination {
        case .pipeline(_, let span)?:
            found.append(finding(.refused, span, "A recipe runs other programs only with --trust."))
        case .file(_, _, let span)?:
            found.append(finding(.refused, span, "A recipe writes files by > only with --trust."))
        case nil: break
        }
        // A word with a variable may be anything; a word without is judged as it stands.
        let open = invocation.words.filter { $0.literal == nil }.map(\.span)
        do throws(Problem) {
            let arguments = try match.bind(in: invocation.text, variables: Expansion(names: []) { _ in "1" })
            try arguments.allow(invocation.captures)
        } catch {
            let span = error.source?.span ?? name
            if !open.contains(where: { $0.overlaps(span) }) {
                found.append(finding(.command, span, error.message, error.hints))
            }
        }
        found += RecipeRules.paths(in: match, invocation).filter { RecipeRules.leadsOut($0.path) }.map {
            finding(.refused, $0.span, "\(ParameterCheck.shown($0.path)) leads out of the recipe's folder.")
        }
        return found
    }
}
