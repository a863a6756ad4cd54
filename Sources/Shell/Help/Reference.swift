/// The reference: everything that can be typed, as Markdown. `REFERENCE.md` is this text, and a test compares them.
package enum Reference {
    /// The whole text, ended by a line break.
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
                    "Alone it is the prompt, or runs what stands on standard input. Commands are those of the prompt."),
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
