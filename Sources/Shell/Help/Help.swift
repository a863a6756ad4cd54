/// Help, derived from the tables of commands, flags, settings and topics.
package enum Help {
    /// What `help` shows for some words: a command's, a group's, a topic's; everything for none.
    ///
    /// - Throws: a usage problem with what was probably meant.
    package static func text(about words: [String]) throws(Problem) -> String {
        guard let first = words.first else { return HelpPage.overview.plain }
        let name = words.joined(separator: " ")
        if let command = (CommandTable.all + ProgramTable.all).first(where: { $0.name == name }) {
            return text(of: command)
        }
        if words.count == 1 {
            if let group = CommandTable.groups.first(where: { $0.name == first }) { return HelpPage(of: group).plain }
            if let topic = HelpTopics.named(first) { return page(of: topic).plain }
            if first == "snowdeck" { return program }
        }
        let known =
            CommandTable.all.map(\.name) + CommandTable.groups.map(\.name) + HelpTopics.all.map(\.name)
            + ProgramTable.all.map(\.name)
        let hints = DidYouMean.hints(for: name, among: known) { "help \($0)" }
        throw Problem(.usage, "There is no command or topic \(name).", hints: hints.isEmpty ? ["help"] : hints)
    }

    /// A command's own page: what `--help` shows.
    package static func text(of command: CommandDefinition) -> String { HelpPage(of: command).plain }

    /// What `snowdeck --help` shows.
    package static var program: String { HelpPage.program.plain }

    private static func page(of topic: HelpTopic) -> HelpPage {
        HelpPage(blocks: [.prose("\(topic.name): \(topic.summary).")] + topic.page())
    }
}
