import ExchangeModel
import Notation
import Redactors
import Replaying
import TapeDeck
import Tapes
import Workbench

extension RecipeSurvey {
    /// Commands that cannot be parsed, are not allowed in recipes, or need trust.
    func refusedCommands() -> [RecipeFinding] { commands.flatMap(problems) }

    private func problems(of command: Command) -> [RecipeFinding] {
        let invocation = command.invocation
        var found: [RecipeFinding] = []
        func add(_ rule: RecipeFinding.Rule, _ span: Range<Int>, _ message: String, _ hints: [String] = []) {
            found.append(finding(rule, span, of: command, message, hints))
        }
        let match: CommandMatch
        do throws(Problem) { match = try CommandTable.match(invocation) } catch {
            add(.command, error.source?.span ?? 0..<invocation.text.utf8.count, error.message, error.hints)
            return found
        }
        let words = invocation.words.prefix(match.command.words.count)
        let name = (words.first?.span.lowerBound ?? 0)..<(words.last?.span.upperBound ?? 0)
        if let refusal = RecipeRules.refusal(of: match.command) { add(.refused, name, refusal) }
        if case .pipeline(_, let span)? = invocation.destination {
            add(.refused, span, "A recipe runs other programs only with --trust.")
        }
        for file in LineEffects.of(invocation).files {
            add(.refused, file.span, "A recipe creates files only with --trust.")
            do throws(Problem) { _ = try RecipeFolder(of: recipe.path).newFile(file.text) } catch {
                add(.refused, file.span, error.message)
            }
        }
        // A word with a variable may have any value, so only the others are checked.
        let open = invocation.words.filter { $0.literal == nil }.map(\.span)
        do throws(Problem) {
            let arguments = try match.bind(in: invocation.text, variables: Expansion(names: []) { _ in "1" })
            try arguments.allow(invocation.captures)
        } catch {
            let span = error.source?.span ?? name
            if !open.contains(where: { $0.overlaps(span) }) { add(.command, span, error.message, error.hints) }
        }
        for file in RecipeRules.files(namedBy: match) where RecipeRules.leadsOut(file.path) {
            add(.refused, file.span, "\(ParameterCheck.shown(file.path)) leads out of the recipe's folder.")
        }
        return found
    }

    /// Changes that are not declared, and declared ones that no command makes.
    func undeclaredWrites() -> [RecipeFinding] {
        let declared = recipe.writes.map(\.name)
        var made: Set<String> = []
        var isOpen = recipe.blocks.contains { $0.use != nil }
        var findings: [RecipeFinding] = []
        for command in commands {
            for change in LineEffects.of(command.invocation).changes {
                if let name = change.name {
                    made.insert(name)
                    if declared.contains(name) { continue }
                    findings.append(
                        finding(
                            .writes, change.span, of: command,
                            "This changes \(name), which the recipe does not declare.",
                            ["writes: \((declared + [name]).joined(separator: ", "))"]))
                } else {
                    isOpen = true
                    if !declared.isEmpty { continue }
                    findings.append(
                        finding(
                            .writes, change.span, of: command,
                            "What this changes is only known when it runs, and the recipe declares no change."))
                }
            }
        }
        for write in recipe.writes where !isOpen && !made.contains(write.name) {
            findings.append(
                finding(.writes, write.name, in: write.line, "It declares to change \(write.name), and no step does."))
        }
        return findings
    }

    /// sys_ids and possible secrets in a recipe.
    func literals() -> [RecipeFinding] {
        var findings: [RecipeFinding] = []
        let parameterLines = Set(recipe.parameters.map(\.line))
        for case .fence(let fence) in RecipeLayout(recipe.text).parts
        where ["snowdeck", "params"].contains(fence.language) {
            for line in fence.content.map({ $0 + 1 }) {
                let ids = ValueForm.all(in: text(of: line)).filter { $0.form == .sysID }
                for id in ids where !parameterLines.contains(line) {
                    findings.append(
                        RecipeFinding(
                            .sysID, line: line, span: id.range, "This sys_id is of one instance only.",
                            hints: ["A parameter of the type reference(table.column) finds the record by its name."]))
                }
                findings += TokenScan.tokens(in: Array(text(of: line).utf8)).map {
                    RecipeFinding(
                        .secret, line: line, span: $0, "This looks like a key or a token.",
                        hints: ["In a params block: token   # secret: what it opens"])
                }
            }
        }
        for command in commands {
            for word in command.invocation.words {
                guard let length = word.assignedNameLength else { continue }
                let name = String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self)
                let value = word.dropping(length + 1)
                guard SecretWords.kind(of: name.utf8) != nil, let text = value.literal, !text.isEmpty else { continue }
                findings.append(
                    finding(
                        .secret, value.span, of: command, "The value of \(name) is in the file.",
                        ["In a params block: \(name)   # secret: …"]))
            }
        }
        for parameter in recipe.parameters
        where parameter.kind != .secret && SecretWords.kind(of: parameter.name.utf8) != nil {
            findings.append(
                finding(
                    .secret, parameter.name, in: parameter.line,
                    "\(parameter.name) sounds like a secret, and its type is \(parameter.kind.text).",
                    ["\(parameter.name)   # secret: …"]))
        }
        return findings
    }
}

/// Every text of a recipe that is expanded, in the order of execution, with its position in the file.
struct RecipeSurvey {
    /// A command of a step or of a loop.
    package struct Command {
        let invocation: Invocation
        let line: Int
        let isLoop: Bool
    }

    /// The lines of the file, from 0.
    let lines: [String]
    let recipe: Recipe

    init(_ recipe: Recipe) {
        self.recipe = recipe
        lines = recipe.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// A line of the file, from 1.
    func text(of line: Int) -> String { lines.indices.contains(line - 1) ? lines[line - 1] : "" }

    var commands: [Command] {
        recipe.blocks.flatMap { block -> [Command] in
            let loop = block.loop.flatMap { loop in
                (try? Parser.parse(loop.command)).map { Command(invocation: $0, line: loop.line, isLoop: true) }
            }
            return [loop].compactMap(\.self)
                + block.steps.compactMap { step in
                    (try? Parser.parse(step.command)).map { Command(invocation: $0, line: step.line, isLoop: false) }
                }
        }
    }

    /// The position in the file of a part of a command.
    func place(of span: Range<Int>, in command: String, from line: Int) -> (line: Int, span: Range<Int>) {
        let bytes = Array(command.utf8)
        let before = bytes[..<min(span.lowerBound, bytes.count)]
        let number = before.count { $0 == .lineFeed }
        let start = before.lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
        let end = bytes[start...].firstIndex(of: .lineFeed) ?? bytes.count
        let own = Array(text(of: line + number).utf8)
        // The first line follows `> ` or `for row in `; the others are indented like the fence.
        let shift = max(0, RecipeSurvey.offset(of: Array(bytes[start..<end]), in: own)) - start
        return (line + number, span.lowerBound + shift..<max(span.lowerBound, min(span.upperBound, end)) + shift)
    }

    func place(of text: String, in line: Int) -> Range<Int> {
        let own = Array(self.text(of: line).utf8)
        let start = RecipeSurvey.offset(of: Array(text.utf8), in: own)
        return start < 0 ? 0..<own.count : start..<start + text.utf8.count
    }

    /// The last position of one text in another; -1 if there is none.
    private static func offset(of part: [UInt8], in whole: [UInt8]) -> Int {
        guard part.count <= whole.count else { return -1 }
        // Searched from the end, because a command ends its line except for blanks.
        return (0...(whole.count - part.count)).reversed().first { whole[$0..<$0 + part.count].elementsEqual(part) }
            ?? -1
    }

    /// A finding about a part of a command.
    func finding(
        _ rule: RecipeFinding.Rule, _ span: Range<Int>, of command: Command, _ message: String, _ hints: [String] = []
    ) -> RecipeFinding {
        let place = place(of: span, in: command.invocation.text, from: command.line)
        return RecipeFinding(rule, line: place.line, span: place.span, message, hints: hints)
    }

    /// A finding about a text in a line.
    func finding(
        _ rule: RecipeFinding.Rule, _ text: String, in line: Int, _ message: String, _ hints: [String] = []
    ) -> RecipeFinding {
        RecipeFinding(rule, line: line, span: place(of: text, in: line), message, hints: hints)
    }

    /// The use of a variable.
    struct Use {
        let name: String
        let line: Int
        let span: Range<Int>
    }

    func uses(in command: Invocation, from line: Int) -> [Use] {
        var words = command.words
        if case .file(let word, _, _)? = command.destination { words.append(word) }
        return words.flatMap(\.pieces).compactMap { piece in
            guard case .variable(let name, let span) = piece else { return nil }
            let place = place(of: span, in: command.text, from: line)
            return Use(name: name, line: place.line, span: place.span)
        }
    }

    /// The variables in a text of a line.
    func uses(in text: String, line: Int) -> [Use] {
        RecipeTemplate(text).variables.map { variable in
            Use(name: variable.name, line: line, span: place(of: "{{\(variable.name)}}", in: line))
        }
    }

    /// The variables of the expected value.
    func uses(in test: RecipeTest, line: Int) -> [Use] {
        guard case .compare(_, let value) = test else { return [] }
        return uses(in: value, line: line)
    }

    /// The variables of a step: of its command, and of its expectations and output.
    func uses(in step: RecipeStep) -> (command: [Use], below: [Use]) {
        let command = (try? Parser.parse(step.command)).map { uses(in: $0, from: step.line) } ?? []
        var below = step.expectations.flatMap { uses(in: $0.test, line: $0.line) }
        if let retry = step.retry { below += uses(in: retry.until.test, line: retry.line) }
        below += zip(step.output, step.outputLines).flatMap { uses(in: $0, line: $1) }
        return (command, below)
    }
}
