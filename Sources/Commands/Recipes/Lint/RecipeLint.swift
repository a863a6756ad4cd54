import Notation
import Replaying
import TapeDeck
import Tapes
package import Workbench

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
