/// Help, generated from the tables of commands, flags, settings and topics.
package enum Help {
    /// The help for a command, a group or a topic; an overview without words.
    ///
    /// - Parameter width: the terminal's width in columns; nil if there is none.
    /// - Throws: a usage problem with suggestions.
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
        // `help update` means the command with that last word.
        let meant = CommandSuggestion.line(for: "help \(name)").map { [$0] }
        let hints = meant ?? DidYouMean.hints(for: name, among: known) { "help \($0)" }
        throw Problem(.usage, "There is no command or topic \(name).", hints: hints.isEmpty ? ["help"] : hints)
    }

    static func text(of command: Command, width: Int? = nil) -> String {
        HelpPage(of: command).plain(width: width)
    }

    package static func program(width: Int? = nil) -> String { HelpPage.program.plain(width: width) }

    private static func page(of topic: HelpTopic) -> HelpPage {
        HelpPage(blocks: [.prose("\(topic.name): \(topic.summary).")] + topic.page())
    }
}

/// The complete reference as Markdown. A test compares `REFERENCE.md` with it.
package enum Reference {
    package static var markdown: String {
        var parts = [
            """
            # Reference

            Made by `snowdeck help --reference` from the tables that the program itself reads; not edited by hand.

            """
        ]
        parts.append("## The program\n")
        parts.append(
            HelpPage(blocks: [
                .usage(
                    ["snowdeck [FLAGS]", "snowdeck [FLAGS] COMMAND…"]
                        + ProgramTable.all.map { "snowdeck [FLAGS] \($0.usage)" }),
                .prose(
                    "Without a command it opens the prompt, or runs the commands on standard input."),
                .terms((GlobalFlags.atStart + ProgramTable.switches).map { ($0.plainSynopsis, $0.meaning) }),
            ]).markdown(level: 3))
        parts += ProgramTable.all.map(section)
        parts.append("## Commands\n")
        parts.append(
            HelpPage(blocks: [
                .prose("Every command takes these flags as well:"),
                .terms(GlobalFlags.withCommand.map { ($0.plainSynopsis, $0.meaning) }),
            ]).markdown(level: 3))
        parts += CommandTable.all.map(section)
        parts.append("## Topics\n")
        parts += HelpTopics.all.filter { $0.name != "flags" }.map { topic in
            "### \(topic.name)\n\n\(topic.summary).\n\n" + HelpPage(blocks: topic.page()).markdown(level: 4)
        }
        return parts.joined(separator: "\n")
    }

    private static func section(_ command: Command) -> String {
        var page = HelpPage(of: command, headed: false)
        page.blocks = page.blocks.map { block in
            guard case .terms(let terms) = block else { return block }
            return .terms(terms.map { (trimmed($0.term), $0.meaning) })
        }
        return "### \(command.name)\n\n" + page.markdown(level: 4)
    }

    /// A term without the blanks that align it at the prompt.
    fileprivate static func trimmed(_ term: String) -> String { String(term.drop { $0 == " " }) }
}

extension FlagDefinition {
    fileprivate var plainSynopsis: String { Reference.trimmed(synopsis) }
}
