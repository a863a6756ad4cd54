/// Finds unused parameters, and variables that may have no value where they are used.
struct VariableLint {
    private let survey: RecipeSurvey

    init(_ survey: RecipeSurvey) { self.survey = survey }

    var findings: [RecipeFinding] {
        var walk = Walk(survey: survey)
        let recipe = survey.recipe
        walk.certain = Set(recipe.parameters.map(\.name))
        walk.parameters = walk.certain
        for block in recipe.blocks where !block.isCleanup { walk.take(block) }
        // A cleanup step is skipped if its variable has no value, because nothing was created.
        walk.certain.formUnion(walk.possible)
        for block in recipe.blocks where block.isCleanup { walk.take(block) }
        let unused = recipe.parameters.filter { !walk.used.contains($0.name) }.map { parameter in
            RecipeFinding(
                .unused, line: parameter.line, span: survey.place(of: parameter.name, in: parameter.line),
                "Nothing uses the parameter \(parameter.name).")
        }
        return unused + walk.findings
    }

    private struct Walk {
        let survey: RecipeSurvey
        var parameters: Set<String> = []
        var certain: Set<String> = []
        var possible: Set<String> = []
        var used: Set<String> = []
        var findings: [RecipeFinding] = []

        mutating func take(_ block: RecipeBlock) {
            let before = certain
            if let loop = block.loop {
                if let command = try? Parser.parse(loop.command) { use(survey.uses(in: command, from: loop.line)) }
                certain.insert(loop.variable)
            }
            if let condition = block.condition { take(condition, isCleanup: block.isCleanup) }
            if let used = block.use {
                for argument in used.arguments { use(survey.uses(in: argument.value, line: used.line)) }
                certain.formUnion(used.captures.map(\.name))
            }
            for step in block.steps {
                let uses = survey.uses(in: step)
                // Skipped if its variable has no value.
                use(uses.command, isOptional: block.isCleanup)
                let command = try? Parser.parse(step.command)
                certain.formUnion(command?.captures.map(\.name) ?? [])
                if case .pipeline(let text, _)? = command?.destination {
                    used.formUnion(parameters.filter { text.contains($0) })
                }
                certain.formUnion(VariableLint.assigned(by: command))
                use(uses.below)
            }
            if let loop = block.loop, !before.contains(loop.variable) { certain.remove(loop.variable) }
            if block.loop != nil || block.condition != nil {
                possible.formUnion(certain.subtracting(before))
                certain = before
            }
        }

        /// Inside `if {{inc}} exists` the variable has a value.
        private mutating func take(_ condition: RecipeBlock.Condition, isCleanup: Bool) {
            let left = survey.uses(in: condition.left, line: condition.line)
            switch condition.test {
            case .exists:
                used.formUnion(left.map(\.name))
                let never = left.filter { !certain.contains($0.name) && !possible.contains($0.name) }
                for use in never where !isCleanup && !certain.contains(base(use.name)) {
                    findings.append(
                        RecipeFinding(
                            .unreachable, line: use.line, span: use.span,
                            "Nothing above gives {{\(use.name)}} a value, so this block never runs."))
                }
                certain.formUnion(left.map(\.name))
            case .absent: used.formUnion(left.map(\.name))
            case .compare, .type:
                use(left)
                use(survey.uses(in: condition.test, line: condition.line))
            }
        }

        private func base(_ name: String) -> String { String(name.prefix { $0 != "." }) }

        private mutating func use(_ uses: [RecipeSurvey.Use], isOptional: Bool = false) {
            for use in uses {
                let base = base(use.name)
                used.insert(base)
                used.insert(use.name)
                if certain.contains(use.name) || certain.contains(base) { continue }
                let message: String
                var hints: [String] = []
                if possible.contains(use.name) || possible.contains(base) {
                    if isOptional { continue }
                    message = "{{\(use.name)}} may have no value here."
                    hints = ["if {{\(use.name)}} exists"]
                } else {
                    message = "There is no variable {{\(use.name)}} here."
                    hints = DidYouMean.hints(for: use.name, among: certain.union(possible).sorted()) { "{{\($0)}}" }
                    if hints.isEmpty { hints = ["In a params block: \(base)   # string: what it is"] }
                }
                findings.append(RecipeFinding(.undefined, line: use.line, span: use.span, message, hints: hints))
            }
        }
    }

    /// The variables that a `set` command assigns.
    private static func assigned(by command: Invocation?) -> [String] {
        guard let command, let match = try? CommandTable.match(command), match.command == .set else {
            return []
        }
        return match.words.compactMap { word in
            Assignment.nameLength(in: word).map { String(decoding: word.barePrefix.utf8.prefix($0), as: UTF8.self) }
        }
    }
}
