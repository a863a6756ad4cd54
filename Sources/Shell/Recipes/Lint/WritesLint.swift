/// Changes that are not declared, and declared ones that nothing makes.
struct WritesLint {
    private let survey: RecipeSurvey

    init(_ survey: RecipeSurvey) { self.survey = survey }

    func findings(of commands: [RecipeSurvey.Command]) -> [RecipeFinding] {
        let recipe = survey.recipe
        let declared = recipe.writes.map(\.name)
        var made: Set<String> = [], isOpen = recipe.blocks.contains { $0.use != nil }
        var findings: [RecipeFinding] = []
        for command in commands {
            for change in RecipeEffects.of(command.invocation).changes {
                let place = survey.place(of: change.span, in: command.invocation.text, from: command.line)
                guard let name = change.name else {
                    isOpen = true
                    if declared.isEmpty {
                        findings.append(
                            RecipeFinding(
                                .writes, line: place.line, span: place.span,
                                "What this changes is only known when it runs, and the recipe declares no change."))
                    }
                    continue
                }
                made.insert(name)
                if declared.contains(name) { continue }
                let all = declared + [name]
                findings.append(
                    RecipeFinding(
                        .writes, line: place.line, span: place.span,
                        "This changes \(name), which the recipe does not declare.",
                        hints: ["writes: \(all.joined(separator: ", "))"]))
            }
        }
        guard !isOpen else { return findings }
        return findings
            + recipe.writes.filter { !made.contains($0.name) }.map {
                RecipeFinding(
                    .writes, line: $0.line, span: survey.place(of: $0.name, in: $0.line),
                    "It declares to change \($0.name), and no step does.")
            }
    }
}
