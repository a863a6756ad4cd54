/// A help page, rendered as plain text at the prompt and as Markdown in the reference.
package struct HelpPage {
    package enum Block {
        case prose(String)
        case heading(String)
        /// Terms with their meanings.
        case terms([(term: String, meaning: String)])
        /// Example lines with explanations.
        case examples([Command.Example])
        /// Usage lines.
        case usage([String])
    }

    package var blocks: [Block]

    /// Text for a terminal. Prose and usage lines are wrapped at 80 columns or less; lines to type are never wrapped.
    ///
    /// - Parameter width: the terminal's width in columns; nil if there is none.
    func plain(width: Int? = nil) -> String {
        let width = min(max(width ?? 80, 40), 80)
        var parts: [String] = []
        for block in blocks {
            switch block {
            case .prose(let text): parts.append(TextWrap.lines(text, width: width).joined(separator: "\n"))
            case .heading(let text): parts.append(text + ":")
            case .terms(let terms): parts.append(HelpPage.aligned(terms, width))
            case .examples(let examples):
                parts.append(examples.map { "  \($0.line)\n      \($0.shows)" }.joined(separator: "\n"))
            case .usage(let lines):
                let wrapped = lines.flatMap { UsageWrap.lines($0, width: width - 2) }
                parts.append(wrapped.map { "  " + $0 }.joined(separator: "\n"))
            }
        }
        // No empty line after a heading.
        var text = ""
        for (place, part) in parts.enumerated() {
            text += part + "\n"
            let isHeading = if case .heading = blocks[place] { true } else { false }
            if !isHeading, place < parts.count - 1 { text += "\n" }
        }
        return text
    }

    /// Markdown, with blocks separated by empty lines and a final line break.
    ///
    /// - Parameter level: the level of the page's headings.
    func markdown(level: Int) -> String {
        blocks.map { block in
            switch block {
            case .prose(let text): TextWrap.lines(text, width: 120).joined(separator: "\n") + "\n"
            case .heading(let text): String(repeating: "#", count: level) + " " + text + "\n"
            case .terms(let terms):
                "| | |\n|---|---|\n"
                    + terms.map { "| \(HelpPage.code($0.term)) | \(HelpPage.escaped($0.meaning)) |\n" }.joined()
            case .examples(let examples):
                "```\n" + examples.map { "# \($0.shows)\n\($0.line)\n" }.joined() + "```\n"
            case .usage(let lines): "```\n" + lines.map { $0 + "\n" }.joined() + "```\n"
            }
        }.joined(separator: "\n")
    }

    /// Two columns. A term that is too long for the first is put on its own line.
    private static func aligned(_ terms: [(term: String, meaning: String)], _ width: Int) -> String {
        let column = min(terms.map(\.term.count).max() ?? 0, width / 3)
        return terms.map { term, meaning in
            let lines = TextWrap.lines(meaning, width: width - column - 4)
            let hang = "\n" + String(repeating: " ", count: column + 4)
            let head = "  " + term + String(repeating: " ", count: max(column - term.count, 0))
            let body = lines.joined(separator: hang)
            if body.isEmpty { return "  " + term }
            return term.count > column ? head + hang + body : head + "  " + body
        }.joined(separator: "\n")
    }

    private static func code(_ term: String) -> String { "`" + escaped(term) + "`" }

    /// Text for a table cell, with bars escaped.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}

package enum TextWrap {
    /// Wraps text at `width` characters. Longer words are not split, and line breaks count as blanks.
    package static func lines(_ text: String, width: Int) -> [String] {
        lines(of: text.split { $0 == " " || $0 == "\n" }, width: width)
    }

    /// Wraps parts that stay whole. Every line but the first begins with `hang`.
    fileprivate static func lines(of parts: [some StringProtocol], width: Int, hang: String = "") -> [String] {
        var lines: [String] = []
        var length = 0
        for part in parts {
            let count = part.count
            if lines.isEmpty || length + 1 + count > width {
                lines.append((lines.isEmpty ? "" : hang) + part)
                length = lines.count == 1 ? count : hang.count + count
            } else {
                lines[lines.count - 1] += " " + part
                length += 1 + count
            }
        }
        return lines
    }
}

/// Wraps usage lines for a terminal.
enum UsageWrap {
    /// A usage line wrapped and indented. Bracketed parts are kept together unless they are longer than a line.
    static func lines(_ usage: String, width: Int) -> [String] {
        TextWrap.lines(of: parts(of: usage), width: width, hang: "    ")
    }

    private static func parts(of usage: String) -> [String] {
        var parts: [String] = [""]
        var depth = 0
        for character in usage {
            if "([".contains(character) { depth += 1 } else if ")]".contains(character) { depth -= 1 }
            if character == " ", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts
    }
}

extension HelpPage {
    package init(of command: Command, headed: Bool = true) {
        var blocks: [Block] =
            headed ? [.prose("\(command.name): \(command.summary).")] : [.prose(command.summary + ".")]
        blocks.append(.usage([command.usage]))
        blocks += command.text.blocks.map(Block.init)
        if !command.arguments.isEmpty {
            blocks.append(.terms(command.arguments.map { ($0.kind.placeholder, $0.summary) }))
        }
        if !command.flags.isEmpty {
            blocks.append(.terms(command.flags.map { ($0.synopsis, $0.meaning) }))
        }
        self.blocks = blocks
    }

    package init(of group: CommandGroup) {
        let members = CommandTable.members(of: group.name)
        blocks = [
            .prose("\(group.name): \(group.summary)."), .terms(members.map { ($0.name, $0.summary) }),
            .prose("help \(members[0].name) explains one of them."),
        ]
    }

    private static let title = Block.prose(
        "Snowdeck: a ServiceNow workbench that records every request and replays it.")

    /// The commands that are used most, and a line for each capability: one screen.
    static var overview: HelpPage {
        let capabilities = CommandTable.current.capabilities
        let most = capabilities.flatMap(\.commands).filter {
            ["table list", "table describe", "table update", "undo"].contains($0.name)
        }
        let topics = HelpTopics.all.prefix(6).map(\.name).joined(separator: ", ")
        return HelpPage(blocks: [
            title, .terms(most.map { ($0.name, $0.summary) }),
            .terms(capabilities.map { ($0.name.lowercased(), $0.firstWords) } + [("topics", topics + ", …")]),
            .prose("help NAME or NAME ? explains one, help all lists all. tour shows the essentials."),
        ])
    }

    /// Everything that help explains.
    static var all: HelpPage {
        HelpPage(
            blocks: [title] + CommandTable.current.capabilities.flatMap { [.heading($0.name)] + $0.listed } + topics)
    }

    private static var topics: [Block] {
        [
            .heading("Topics"), .terms(HelpTopics.all.map { ($0.name, $0.summary) }),
            .prose("help COMMAND or help TOPIC explains one of them. Every command takes --help."),
        ]
    }

    /// All that has this name: a command, a group, a topic, a capability; nil if nothing has.
    static func named(_ name: String) -> HelpPage? {
        let capability = CommandTable.current.capabilities.first { $0.name.lowercased() == name.lowercased() }
        let command =
            (CommandTable.all + ProgramTable.all).first { $0.name == name }
            ?? ProgramTable.all.first { $0.words[0] == name }
        let blocks =
            command.map { HelpPage(of: $0).blocks }
            ?? CommandTable.groups.first { $0.name == name }.map { HelpPage(of: $0).blocks }
            ?? HelpTopics.named(name).map { [.prose("\($0.name): \($0.summary).")] + $0.page() }
        switch (name, blocks, capability) {
        case ("all", _, _): return all
        case ("topics", _, _): return HelpPage(blocks: topics)
        case ("snowdeck", _, _): return program
        case (_, nil, nil): return nil
        default: return HelpPage(blocks: (blocks ?? []) + (capability?.listed ?? []))
        }
    }

    fileprivate static var usage: [Block] {
        [
            .usage(
                ["snowdeck [FLAGS]", "snowdeck [FLAGS] COMMAND…"]
                    + ProgramTable.all.map { "snowdeck [FLAGS] \($0.usage)" }),
            .prose("Without a command it opens the prompt, or runs the commands on standard input."),
        ]
    }

    static var program: HelpPage {
        HelpPage(blocks: [
            title, usage[0], usage[1], .heading("Commands of the program"),
            .terms(ProgramTable.all.map { ($0.name, $0.summary) }),
            .heading("Commands of the prompt"),
            .terms(CommandTable.all.map { ($0.name, $0.summary) }),
            .heading("Flags"),
            .terms(
                (GlobalFlags.atStart + GlobalFlags.withCommand.filter { $0 != .asUser }
                    + ProgramTable.switches.filter { $0 != .help }).map { ($0.synopsis, $0.meaning) }),
            .prose(
                "snowdeck help COMMAND explains one of them, snowdeck help TOPIC a topic: "
                    + Phrase.listed(HelpTopics.all.map(\.name), joinedBy: "or") + "."),
        ])
    }
}

extension Capability {
    /// Its commands and verbs, with what they do.
    fileprivate var listed: [HelpPage.Block] { [.terms((commands + verbs).map { ($0.name, $0.summary) })] }

    /// The first words of its commands, else of its verbs.
    fileprivate var firstWords: String {
        var seen: Set<Substring> = []
        return (commands.isEmpty ? verbs : commands).map { $0.words[0] }.filter { seen.insert($0).inserted }.joined(
            separator: ", ")
    }
}

extension FlagDefinition {
    /// Its summary and default.
    package var meaning: String { summary + (fallback.map { " (default: \($0))" } ?? "") }
}

extension Command {
    /// `table list TABLE [-q QUERY] [-n NUMBER | --all] …`: derived from the grammar.
    package var usage: String {
        var parts = [name]
        var done: Set<String> = []
        for argument in arguments where !done.contains(argument.name) {
            parts.append(alternatives(to: argument.name, &done) ?? written(argument))
        }
        for flag in flags where !done.contains(flag.name) {
            parts.append(alternatives(to: flag.name, &done) ?? "[\(written(flag))]" + (flag.mayRepeat ? "…" : ""))
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

/// Help, generated from the tables of commands, flags, settings and topics.
package enum Help {
    /// The help for a command, a group or a topic; an overview without words.
    ///
    /// - Parameter width: the terminal's width in columns; nil if there is none.
    /// - Throws: a usage problem with suggestions.
    package static func text(about words: [String], width: Int? = nil) throws(Problem) -> String {
        let name = words.joined(separator: " ")
        if let page = name.isEmpty ? HelpPage.overview : HelpPage.named(name) { return page.plain(width: width) }
        let known =
            CommandTable.all.map(\.name) + CommandTable.groups.map(\.name) + HelpTopics.all.map(\.name)
            + ProgramTable.all.map(\.name)
        // `help update` means the command with that last word.
        let meant = CommandSuggestion.line(for: "help \(name)").map { [$0] }
        let hints = meant ?? DidYouMean.hints(for: name, among: known) { "help \($0)" }
        throw Problem(.usage, "There is no command or topic \(name).", hints: hints.isEmpty ? ["help"] : hints)
    }

    static func text(of command: Command, width: Int? = nil) -> String { HelpPage(of: command).plain(width: width) }

    package static func program(width: Int? = nil) -> String { HelpPage.program.plain(width: width) }
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
            HelpPage(
                blocks: HelpPage.usage + [
                    .terms((GlobalFlags.atStart + ProgramTable.switches).map { ($0.plainSynopsis, $0.meaning) })
                ]
            ).markdown(level: 3))
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
