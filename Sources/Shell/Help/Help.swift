/// Help, derived from the tables of commands, flags, settings and topics.
package enum Help {
    /// What `help` shows for some words: a command's, a group's, a topic's; everything for none.
    ///
    /// - Parameter width: the screen's columns; nil where there is none.
    /// - Throws: a usage problem with what was probably meant.
    package static func text(about words: [String], width: Int? = nil) throws(Problem) -> String {
        guard let first = words.first else { return HelpPage.overview.plain(width: width) }
        let name = words.joined(separator: " ")
        if let command = (CommandTable.all + ProgramTable.all).first(where: { $0.name == name }) {
            return text(of: command, width: width)
        }
        if let group = CommandTable.groups.first(where: { $0.name == name }) {
            return HelpPage(of: group).plain(width: width)
        }
        if words.count == 1 {
            if let topic = HelpTopics.named(first) { return page(of: topic).plain(width: width) }
            if first == "snowdeck" { return program(width: width) }
            if let command = ProgramTable.all.first(where: { $0.words[0] == first }) {
                return text(of: command, width: width)
            }
        }
        let known =
            CommandTable.all.map(\.name) + CommandTable.groups.map(\.name) + HelpTopics.all.map(\.name)
            + ProgramTable.all.map(\.name)
        let hints = DidYouMean.hints(for: name, among: known) { "help \($0)" }
        throw Problem(.usage, "There is no command or topic \(name).", hints: hints.isEmpty ? ["help"] : hints)
    }

    /// A command's own page: what `--help` shows.
    package static func text(of command: Command, width: Int? = nil) -> String {
        HelpPage(of: command).plain(width: width)
    }

    /// What `snowdeck --help` shows.
    package static func program(width: Int? = nil) -> String { HelpPage.program.plain(width: width) }

    private static func page(of topic: HelpTopic) -> HelpPage {
        HelpPage(blocks: [.prose("\(topic.name): \(topic.summary).")] + topic.page())
    }
}
