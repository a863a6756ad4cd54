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
        HelpPage(
            blocks: [
                .prose("Snowdeck: a ServiceNow workbench that records every exchange and replays it.")
            ]
                + CommandTable.current.capabilities.filter { !$0.commands.isEmpty }.flatMap { capability in
                    [.heading(capability.name), .terms(capability.commands.map { ($0.name, $0.summary) })]
                } + [
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
    var usage: String {
        var parts = [name]
        var done: Set<String> = []
        for argument in arguments where !done.contains(argument.name) {
            parts.append(alternatives(to: argument.name, &done) ?? written(argument))
        }
        for flag in flags where !done.contains(flag.name) {
            parts.append(
                alternatives(to: flag.name, &done) ?? "[\(written(flag))]" + (flag.mayRepeat ? "…" : ""))
        }
        return parts.joined(separator: " ")
    }

    /// An argument or flag with those that exclude it and are not done yet; nil if it is optional and alone. A flag of
    /// several rules is written with the first.
    private func alternatives(to name: String, _ done: inout Set<String>) -> String? {
        for rule in rules {
            let those: [Parameter], isNeeded: Bool
            switch rule {
            case .exactlyOne(let these): (those, isNeeded) = (these, true)
            case .atMostOne(let these): (those, isNeeded) = (these, false)
            case .goesWith: continue
            }
            let names = those.map(\.name)
            guard names.contains(name) else { continue }
            let left = names.filter { done.insert($0).inserted }
            guard left.count == 1 else {
                let list = left.map(written).joined(separator: " | ")
                return isNeeded ? "(\(list))" : "[\(list)]"
            }
            guard isNeeded else { return nil }
            return written(name) + (flags.contains { $0.name == name && $0.mayRepeat } ? "…" : "")
        }
        return nil
    }

    private func written(_ name: String) -> String {
        if let argument = arguments.first(where: { $0.name == name }) {
            return argument.kind.placeholder + (argument.isRepeated ? "…" : "")
        }
        return flags.first { $0.name == name }.map(written) ?? name
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
