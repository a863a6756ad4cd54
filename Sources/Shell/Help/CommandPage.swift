extension HelpPage {
    init(of command: Command, headed: Bool = true) {
        var blocks: [Block] =
            headed ? [.prose("\(command.name): \(command.summary).")] : [.prose(command.summary + ".")]
        blocks.append(.usage([command.usage]))
        if !command.examples.isEmpty { blocks.append(.examples(command.examples)) }
        blocks += command.details.split(separator: "\n\n").map { .prose(String($0)) }
        if !command.arguments.isEmpty {
            blocks.append(.terms(command.arguments.map { ($0.kind.placeholder, $0.summary) }))
        }
        if !command.flags.isEmpty {
            blocks.append(.terms(command.flags.map { ($0.synopsis, $0.meaning) }))
        }
        self.blocks = blocks
    }

    init(of group: CommandGroup) {
        let members = CommandTable.members(of: group.name)
        blocks = [
            .prose("\(group.name): \(group.summary)."),
            .terms(members.map { ($0.name, $0.summary) }),
            .prose("help \(members[0].name) explains one of them."),
        ]
    }

    static var overview: HelpPage {
        HelpPage(blocks: [
            .prose("Snowdeck: a ServiceNow workbench that records every exchange and replays it."),
            .heading("Commands"),
            .terms(CommandTable.all.map { ($0.name, $0.summary) }),
            .heading("Topics"),
            .terms(HelpTopics.all.map { ($0.name, $0.summary) }),
            .prose("help COMMAND or help TOPIC explains one of them. Every command takes --help."),
        ])
    }

    static var program: HelpPage {
        HelpPage(blocks: [
            .prose("Snowdeck: a ServiceNow workbench that records every exchange and replays it."),
            .usage(
                ["snowdeck [FLAGS]", "snowdeck [FLAGS] COMMAND…"]
                    + ProgramTable.all.map { "snowdeck [FLAGS] \($0.usage)" }),
            .prose("Without a command it opens the prompt, or runs the commands on standard input."),
            .heading("Commands of the program"),
            .terms(ProgramTable.all.map { ($0.name, $0.summary) }),
            .heading("Commands of the prompt"),
            .terms(CommandTable.all.map { ($0.name, $0.summary) }),
            .heading("Flags"),
            .terms(
                (GlobalFlags.atStart + GlobalFlags.withCommand + ProgramTable.switches.filter { $0 != .help })
                    .map { ($0.synopsis, $0.meaning) }),
            .prose(
                "snowdeck help COMMAND explains one of them, snowdeck help TOPIC a topic: "
                    + Phrase.listed(HelpTopics.all.map(\.name), joinedBy: "or") + "."),
        ])
    }
}

extension FlagDefinition {
    /// Its summary and default.
    var meaning: String { summary + (fallback.map { " (default: \($0))" } ?? "") }
}

extension Command {
    /// `table list TABLE [-q QUERY] [-n NUMBER | --all] …`: derived from the grammar.
    package var usage: String {
        var parts = [name]
        var done: Set<String> = []
        for argument in arguments where !done.contains(argument.name) {
            if let alternatives = alternatives(to: argument.name) {
                done.formUnion(alternatives.names)
                parts.append(bracketed(alternatives))
            } else {
                parts.append(written(argument))
            }
        }
        for flag in flags where !done.contains(flag.name) {
            if let alternatives = alternatives(to: flag.name) {
                done.formUnion(alternatives.names)
                parts.append(bracketed(alternatives))
            } else {
                parts.append("[\(written(flag))]" + (flag.mayRepeat ? "…" : ""))
            }
        }
        return parts.joined(separator: " ")
    }

    private func alternatives(to name: String) -> (names: [String], isNeeded: Bool)? {
        for rule in rules {
            switch rule {
            case .exactlyOne(let names) where names.contains(name): return (names, true)
            case .atMostOne(let names) where names.contains(name): return (names, false)
            default: continue
            }
        }
        return nil
    }

    private func bracketed(_ alternatives: (names: [String], isNeeded: Bool)) -> String {
        let written = alternatives.names.map { name in
            if let argument = arguments.first(where: { $0.name == name }) { return argument.kind.placeholder }
            return flags.first { $0.name == name }.map(self.written) ?? name
        }.joined(separator: " | ")
        return alternatives.isNeeded ? "(\(written))" : "[\(written)]"
    }

    private func written(_ argument: ArgumentDefinition) -> String {
        switch argument.presence {
        case .required: argument.kind.placeholder
        case .optional: "[\(argument.kind.placeholder)]"
        case .repeated: "[\(argument.kind.placeholder)]…"
        case .repeatedAtLeastOnce: argument.kind.placeholder + "…"
        }
    }

    private func written(_ flag: FlagDefinition) -> String {
        (flag.short.map { "-\($0)" } ?? flag.spelling) + flag.placeholders
    }
}
