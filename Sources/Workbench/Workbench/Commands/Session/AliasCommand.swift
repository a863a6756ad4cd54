import Rendering

extension Parameter {
    static let aliasName = Argument<String>("name", .word("NAME"), .optional, "The alias")
    static let aliasedCommand = Argument<[String]>("command", .command, .repeated, "The command to run, after =")
    fileprivate static let remove = Flag<String>("remove", .alias, "Remove this alias")
}

extension Command {
    package static let alias = Command(
        "alias",
        arguments: [.aliasName, .aliasedCommand],
        flags: [.remove],
        traits: Traits(
            isRecorded: false, isInStartUpFile: true, takesRest: true,
            inRecipes: .never("is about this machine's prompt"))
    ) { run in
        let arguments = run.arguments
        if let name = arguments[.remove] {
            guard arguments.given(.aliasName).isEmpty else {
                throw arguments.problem(.usage, "--remove takes one name and no command.", at: .aliasName)
            }
            guard run.aliases[name] != nil else { throw missing(name, at: Parameter.remove, run, arguments) }
            var file = try run.files.startUpFile()
            file.remove(alias: name)
            try run.files.save(file)
            run.aliases[name] = nil
            run.notes.add("\(name) is no longer an alias.")
            return CommandResult(.none)
        }
        if let alias = Alias(arguments) {
            try run.aliases.check(
                alias, at: arguments.value(.aliasName).map { Problem.Source(text: arguments.line, span: $0.span) })
            guard !alias.holdsSecret(run.redaction) else {
                throw arguments.problem(
                    .usage, "An alias cannot contain a secret: it is a line of the start-up file.", at: .aliasedCommand,
                    hints: ["Put $1 in its place and type the secret with the alias."])
            }
            var file = try run.files.startUpFile()
            file.put(alias)
            try run.files.save(file)
            run.aliases[alias.name] = alias
            run.notes.add("\(alias.name) is an alias for: \(alias.body)")
            return CommandResult(.none)
        }
        if let extra = arguments.value(.aliasedCommand) {
            let name = arguments[.aliasName] ?? "", span = extra.span
            let body = String(decoding: Array(arguments.line.utf8)[span.lowerBound...], as: UTF8.self)
            var problem = Problem(
                .usage, "Put = between an alias and its command.", source: .init(text: arguments.line, span: span))
            let meant = extra.text == "--remove" ? "alias --remove \(name)" : "alias \(name) = \(body)"
            (problem.correction, problem.hints) = (meant, [meant])
            throw problem
        }
        guard let name = arguments[.aliasName] else {
            let all = run.aliases.all
            if all.isEmpty { run.notes.add("There is no alias; alias NAME = COMMAND makes one.") }
            return CommandResult(rows: OutputTable(["name", "command"], all.map { [Cell($0.name), Cell($0.body)] }))
        }
        guard let alias = run.aliases[name] else { throw missing(name, at: .aliasName, run, arguments) }
        return CommandResult(.text(alias.line + "\n"))
    }
}

private func missing(_ name: String, at place: Parameter, _ run: isolated Run, _ arguments: BoundArguments) -> Problem {
    let near = DidYouMean.hints(for: name, among: run.aliases.names.sorted())
    return arguments.problem(
        .usage, "There is no alias \(name).", at: place, hints: near.isEmpty ? ["alias NAME = COMMAND"] : near)
}
