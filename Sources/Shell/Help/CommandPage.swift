extension HelpPage {
    /// A command's own page.
    init(of command: Command, headed: Bool = true) {
        var blocks: [Block] =
            headed ? [.prose("\(command.name): \(command.summary).")] : [.prose(command.summary + ".")]
        blocks.append(.usage([command.usage]))
        if !command.details.isEmpty { blocks.append(.prose(command.details)) }
        if !command.arguments.isEmpty {
            blocks.append(.terms(command.arguments.map { ($0.kind.placeholder, $0.summary) }))
        }
        if !command.flags.isEmpty {
            blocks.append(.terms(command.flags.map { ($0.synopsis, $0.meaning) }))
        }
        if !command.examples.isEmpty { blocks += [.examples(command.examples)] }
        self.blocks = blocks
    }

    /// The page of a word that several commands share.
    init(of group: CommandGroup) {
        let members = CommandTable.members(of: group.name)
        blocks = [
            .prose("\(group.name): \(group.summary)."),
            .terms(members.map { ($0.name, $0.summary) }),
            .prose("help \(members[0].name) explains one of them."),
        ]
    }

    /// All commands and topics: what `help` shows.
    static var overview: HelpPage {
        HelpPage(blocks: [
            .prose("Snowdeck: a ServiceNow workbench. What is asked and answered is recorded, and can be replayed."),
            .heading("Commands"),
            .terms(CommandTable.all.map { ($0.name, $0.summary) }),
            .heading("Topics"),
            .terms(HelpTopics.all.map { ($0.name, $0.summary) }),
            .prose("help COMMAND or help TOPIC explains one of them. Every command takes --help."),
        ])
    }

    /// The program's own command line: what `snowdeck --help` shows.
    static var program: HelpPage {
        HelpPage(blocks: [
            .prose("Snowdeck: a ServiceNow workbench. What is asked and answered is recorded, and can be replayed."),
            .usage(
                ["snowdeck [FLAGS]", "snowdeck [FLAGS] COMMAND…"]
                    + ProgramTable.all.map { "snowdeck [FLAGS] \($0.usage)" }),
            .prose("Alone it is the prompt, or runs what stands on standard input. Commands are those of the prompt."),
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
    /// Its summary and what holds without it.
    var meaning: String { summary + (fallback.map { " (otherwise: \($0))" } ?? "") }
}
