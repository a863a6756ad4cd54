import ExchangeModel
import Notation
import Redactors
import Tapes
package import Workbench

/// Finds what is valid but probably wrong in a recipe.
package enum RecipeLint {
    /// The findings in order of lines. Sends no requests and reads no other files.
    package static func findings(of recipe: Recipe) -> [RecipeFinding] {
        var linter = RecipeLinter(recipe)
        linter.checkVariables()
        linter.checkCommands()
        linter.checkWrites()
        linter.checkText()
        linter.checkParameters()
        linter.checkBlocks()
        var seen: Set<RecipeFinding> = []
        return linter.findings.filter { seen.insert($0).inserted }.sorted {
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
        /// Columns and blanks that `recipe check --fix` changes.
        case layout
    }

    package var rule: Rule
    /// The line of the file, from 1.
    package var line: Int
    /// The part of the line, in UTF-8 bytes.
    package var span: Range<Int>
    package var message: String
    /// Suggested replacements.
    package var hints: [String]
}

private struct RecipeLinter {
    private let recipe: Recipe
    private let layout: RecipeLayout
    private let commands: [(invocation: Invocation, line: Int)]
    private(set) var findings: [RecipeFinding] = []

    init(_ recipe: Recipe) {
        self.recipe = recipe
        layout = RecipeLayout(recipe.text)
        commands = recipe.commands.compactMap { text, line in (try? Parser.parse(text)).map { ($0, line) } }
    }

    /// A line of the file, from 1.
    private func text(of line: Int) -> String { layout.lines.indices.contains(line - 1) ? layout.lines[line - 1] : "" }

    /// Adds a finding about a range of a line.
    private mutating func add(
        _ rule: RecipeFinding.Rule, _ place: (line: Int, span: Range<Int>), _ message: String, _ hints: [String] = []
    ) {
        findings.append(
            RecipeFinding(rule: rule, line: place.line, span: place.span, message: message, hints: hints))
    }

    /// The place of a text in a line; of the whole line if it does not contain the text.
    private func place(of part: String? = nil, in line: Int) -> (line: Int, span: Range<Int>) {
        let whole = Array(text(of: line).utf8)
        return (line, part.flatMap { whole.firstRange(of: Array($0.utf8)) } ?? 0..<whole.count)
    }

    private func place(of span: Range<Int>, in command: (invocation: Invocation, line: Int)) -> (Int, Range<Int>) {
        layout.place(of: span, in: command.invocation.text, at: command.line)
    }

    // MARK: Commands

    /// Commands that cannot be parsed, are not allowed in recipes, or need trust.
    mutating func checkCommands() {
        for command in commands {
            let invocation = command.invocation
            let match: CommandMatch
            do throws(Problem) { match = try CommandTable.match(invocation) } catch {
                let span = error.source?.span ?? 0..<invocation.text.utf8.count
                add(.command, place(of: span, in: command), error.message, error.hints)
                continue
            }
            for violation in RecipeViolation.all(of: invocation, match, in: recipe) {
                add(.refused, place(of: violation.span, in: command), violation.problem.message)
            }
            // A word with a variable may have any value, so only the others are checked.
            let open = invocation.words.filter { $0.literal == nil }.map(\.span)
            do throws(Problem) {
                let arguments = try match.bind(in: invocation.text, variables: Expansion(names: []) { _ in "1" })
                try arguments.allow(invocation.captures)
            } catch {
                let span = error.source?.span ?? match.nameSpan(in: invocation)
                if !open.contains(where: { $0.overlaps(span) }) {
                    add(.command, place(of: span, in: command), error.message, error.hints)
                }
            }
        }
    }

    /// Changes that are not declared, and declared ones that no command makes.
    mutating func checkWrites() {
        let declared = recipe.writes.map(\.name)
        var made: Set<String> = []
        var isOpen = recipe.blocks.contains { $0.use != nil }
        for command in commands {
            for change in LineEffects.of(command.invocation).changes {
                let place = place(of: change.span, in: command)
                guard let name = change.name else {
                    isOpen = true
                    if declared.isEmpty {
                        add(
                            .writes, place,
                            "What this changes is only known when it runs, and the recipe declares no change.")
                    }
                    continue
                }
                made.insert(name)
                if !declared.contains(name) {
                    add(
                        .writes, place, "This changes \(name), which the recipe does not declare.",
                        ["writes: \((declared + [name]).joined(separator: ", "))"])
                }
            }
        }
        for write in recipe.writes where !isOpen && !made.contains(write.name) {
            add(
                .writes, place(of: write.name, in: write.line),
                "It declares to change \(write.name), and no step does.")
        }
    }

    // MARK: Text

    /// Control characters, and sys_ids and possible secrets in commands and parameters.
    mutating func checkText() {
        for (index, text) in layout.lines.enumerated() where !TerminalText.isPlain(text) {
            add(
                .control, place(in: index + 1), "This line contains invisible control characters.",
                [#"In double quotes \u{1b} spells such a character out."#])
        }
        let parameterLines = Set(recipe.parameters.map(\.line))
        for case .fence(let fence) in layout.parts where ["snowdeck", "params"].contains(fence.language) {
            for line in fence.content.map({ $0 + 1 }) {
                for id in ValueForm.all(in: text(of: line)) where id.form == .sysID && !parameterLines.contains(line) {
                    add(
                        .sysID, (line, id.range), "This sys_id is of one instance only.",
                        ["A parameter of the type reference(table.column) finds the record by its name."])
                }
                for span in TokenScan.tokens(in: Array(text(of: line).utf8)) {
                    add(
                        .secret, (line, span), "This looks like a key or a token.",
                        ["In a params block: token   # secret: what it opens"])
                }
            }
        }
        for command in commands {
            for word in command.invocation.words {
                guard let length = word.assignedNameLength else { continue }
                let name = String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self)
                let value = word.dropping(length + 1)
                guard SecretWords.kind(of: name.utf8) != nil, let text = value.literal, !text.isEmpty else { continue }
                add(
                    .secret, place(of: value.span, in: command), "The value of \(name) is in the file.",
                    ["In a params block: \(name)   # secret: …"])
            }
        }
    }

    /// Parameters that sound like secrets, and defaults that do not fit.
    mutating func checkParameters() {
        for parameter in recipe.parameters {
            let place = place(of: parameter.name, in: parameter.line)
            if parameter.kind != .secret, SecretWords.kind(of: parameter.name.utf8) != nil {
                add(
                    .secret, place, "\(parameter.name) sounds like a secret, and its type is \(parameter.kind.text).",
                    ["\(parameter.name)   # secret: …"])
            }
            if let text = parameter.fallback, let wrong = ParameterCheck.validationError(in: text, parameter.kind) {
                add(.fallback, place, "The default of \(parameter.name) does not fit: it \(wrong.0).", wrong.1)
            }
        }
    }

    // MARK: Blocks

    /// Blocks that never run, and lines that were probably meant as something else.
    mutating func checkBlocks() {
        for block in recipe.blocks {
            if let condition = block.condition, let holds = Self.outcome(of: condition) {
                add(
                    .unreachable, place(in: condition.line),
                    holds ? "This condition is always met." : "This condition is never met, so the block never runs.")
            }
            for line in block.steps.flatMap(\.outputLines) {
                let text = text(of: line), sign = text.prefix(1)
                guard [">", "?"].contains(sign), !text.hasPrefix(">>"), text.count > 1 else { continue }
                add(
                    .unreachable, place(in: line), "This is expected output: a blank is missing after \(sign).",
                    ["\(sign) \(text.dropFirst())", "\\\(text)   (output that begins so)"])
            }
        }
    }

    /// Whether a condition without variables is true; nil if it has variables.
    private static func outcome(of condition: RecipeBlock.Condition) -> Bool? {
        guard case .compare(let comparison, let value) = condition.test, comparison != .like,
            RecipeTemplate(condition.left).variables.isEmpty, RecipeTemplate(value).variables.isEmpty
        else { return nil }
        return condition.test.holds(of: .string(condition.left))
    }

    // MARK: Variables

    /// The use of a variable.
    private typealias Use = (name: String, place: (line: Int, span: Range<Int>))

    private func uses(in command: Invocation, _ line: Int) -> [Use] {
        var words = command.words
        if case .file(let word, _, _)? = command.destination { words.append(word) }
        return words.flatMap(\.pieces).compactMap { piece in
            guard case .variable(let name, let span) = piece else { return nil }
            return (name, place(of: span, in: (command, line)))
        }
    }

    /// The variables in a text of a line.
    private func uses(in text: String, _ line: Int) -> [Use] {
        RecipeTemplate(text).variables.map { ($0.name, place(of: "{{\($0.name)}}", in: line)) }
    }

    /// The variables of an expected value.
    private func uses(in test: RecipeTest, _ line: Int) -> [Use] {
        if case .compare(_, let value) = test { uses(in: value, line) } else { [] }
    }

    /// The variables that have a value at a place.
    private struct Known {
        /// Those that have one, and those that do unless a block was skipped.
        var certain: Set<String>
        var possible: Set<String> = []
        var used: Set<String> = []
    }

    /// Unused parameters, and variables that may have no value where they are used.
    mutating func checkVariables() {
        var known = Known(certain: Set(recipe.parameters.map(\.name)))
        for block in recipe.blocks where !block.isCleanup { check(block, &known) }
        // A cleanup step is skipped if its variable has no value, because nothing was created.
        known.certain.formUnion(known.possible)
        for block in recipe.blocks where block.isCleanup { check(block, &known) }
        for parameter in recipe.parameters where !known.used.contains(parameter.name) {
            add(.unused, place(of: parameter.name, in: parameter.line), "Nothing uses the parameter \(parameter.name).")
        }
    }

    private mutating func check(_ block: RecipeBlock, _ known: inout Known) {
        let before = known.certain
        if let loop = block.loop {
            if let command = try? Parser.parse(loop.command) { check(uses(in: command, loop.line), &known) }
            known.certain.insert(loop.variable)
        }
        if let condition = block.condition { check(condition, isCleanup: block.isCleanup, &known) }
        if let use = block.use {
            for argument in use.arguments { check(uses(in: argument.value, use.line), &known) }
            known.certain.formUnion(use.captures.map(\.name))
        }
        for step in block.steps {
            if let command = try? Parser.parse(step.command) {
                // Skipped if its variable has no value.
                check(uses(in: command, step.line), isOptional: block.isCleanup, &known)
                known.certain.formUnion(command.captures.map(\.name) + Self.assigned(by: command))
                if case .pipeline(let text, _)? = command.destination {
                    known.used.formUnion(recipe.parameters.map(\.name).filter { text.contains($0) })
                }
            }
            for expectation in step.expectations { check(uses(in: expectation.test, expectation.line), &known) }
            if let retry = step.retry { check(uses(in: retry.until.test, retry.line), &known) }
            for (text, line) in zip(step.output, step.outputLines) { check(uses(in: text, line), &known) }
        }
        if let loop = block.loop, !before.contains(loop.variable) { known.certain.remove(loop.variable) }
        if block.loop != nil || block.condition != nil {
            known.possible.formUnion(known.certain.subtracting(before))
            known.certain = before
        }
    }

    /// Inside `if {{inc}} exists` the variable has a value.
    private mutating func check(_ condition: RecipeBlock.Condition, isCleanup: Bool, _ known: inout Known) {
        let left = uses(in: condition.left, condition.line)
        guard [.exists, .absent].contains(condition.test) else {
            return check(left + uses(in: condition.test, condition.line), &known)
        }
        known.used.formUnion(left.map(\.name))
        guard condition.test == .exists else { return }
        let named = known.certain.union(known.possible)
        for use in left where !isCleanup && named.isDisjoint(with: [use.name, Self.base(use.name)]) {
            add(.unreachable, use.place, "Nothing above gives {{\(use.name)}} a value, so this block never runs.")
        }
        known.certain.formUnion(left.map(\.name))
    }

    private static func base(_ name: String) -> String { String(name.prefix { $0 != "." }) }

    private mutating func check(_ uses: [Use], isOptional: Bool = false, _ known: inout Known) {
        for (name, place) in uses {
            let names: Set = [name, Self.base(name)]
            known.used.formUnion(names)
            if !known.certain.isDisjoint(with: names) { continue }
            if !known.possible.isDisjoint(with: names) {
                if isOptional { continue }
                add(.undefined, place, "{{\(name)}} may have no value here.", ["if {{\(name)}} exists"])
            } else {
                let near = DidYouMean.hints(for: name, among: known.certain.union(known.possible).sorted()) {
                    "{{\($0)}}"
                }
                add(
                    .undefined, place, "There is no variable {{\(name)}} here.",
                    near.isEmpty ? ["In a params block: \(Self.base(name))   # string: what it is"] : near)
            }
        }
    }

    /// The variables that a `set` command assigns.
    private static func assigned(by command: Invocation) -> [String] {
        guard let match = try? CommandTable.match(command), match.command == .set else { return [] }
        return match.words.compactMap { word in
            Assignment.nameLength(in: word).map { String(decoding: word.barePrefix.utf8.prefix($0), as: UTF8.self) }
        }
    }
}
