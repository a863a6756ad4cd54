import Redactors
import Workbench
import Replaying
import Tapes
import ExchangeModel
import Notation
import TapeDeck

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
