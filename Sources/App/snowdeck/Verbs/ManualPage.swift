import Workbench

/// A manual page in man macros (man(7)), generated from the same tables as help.
struct ManualPage: Sendable {
    /// The path below the manual folder: `man1/snowdeck-table.1`.
    let path: String
    let text: String

    /// All pages.
    ///
    /// - Parameters:
    ///   - version: the program's version.
    ///   - day: the date on the pages, `2026-01-31`.
    static func all(version: String, day: String) -> [ManualPage] {
        let groups = CommandTable.firstWords.filter { !CommandTable.members(of: $0.word).isEmpty }
        let edition = Edition(version: version, day: day, all: groups.map { "snowdeck-\($0.word)(1)" })
        return [edition.program(groups)] + groups.map(edition.group) + [edition.topics]
    }
}

private struct Edition {
    let version: String
    let day: String
    /// The pages of the groups, for "See also".
    let all: [String]

    func program(_ groups: [FirstWord]) -> ManualPage {
        let own = Set(groups.map(\.word))
        let single = CommandTable.all.filter { !own.contains(String($0.group)) }
        let flags = (GlobalFlags.atStart + GlobalFlags.withCommand + ProgramTable.switches.filter { $0 != .help })
            .map { ($0.synopsis, $0.meaning) }
        return page(
            "snowdeck", 1, "work with ServiceNow instances, recorded and replayed",
            [
                ("Synopsis", [.usage(["snowdeck [FLAGS]", "snowdeck [FLAGS] COMMAND…"])]),
                (
                    "Description",
                    [
                        .prose(
                            """
                            A ServiceNow workbench that records every request and replays it. Without a command it
                            opens the prompt, or runs the commands on standard input.
                            """)
                    ]
                ), ("Options", [.terms(flags)]), ("Commands of the program", ProgramTable.all.flatMap(section)),
                (
                    "Groups of commands",
                    [.terms(groups.map { ($0.word, "\($0.summary). See snowdeck-\($0.word)(1).") })]
                ), ("Other commands", single.flatMap(section)), ("Files", HelpTopics.named("files")?.page() ?? []),
                ("Environment", HelpTopics.named("environment")?.page() ?? []),
                ("Exit status", HelpTopics.named("exit")?.page() ?? []),
            ], seeAlso: all + ["snowdeck-topics(7)"])
    }

    func group(_ group: FirstWord) -> ManualPage {
        let members = CommandTable.all.filter { $0.group == group.word }
        return page(
            "snowdeck-" + group.word, 1, Self.phrase(group.summary),
            [
                ("Synopsis", [.usage(members.map { "snowdeck [FLAGS] " + $0.usage })]),
                ("Commands", members.flatMap(section)),
                ("Flags of every command", [.terms(GlobalFlags.withCommand.map { ($0.synopsis, $0.meaning) })]),
            ], seeAlso: ["snowdeck(1)", "snowdeck-topics(7)"])
    }

    var topics: ManualPage {
        page(
            "snowdeck-topics", 7, "what is true of many Snowdeck commands",
            HelpTopics.all.map { topic in (topic.name, [.prose(topic.summary + ".")] + topic.page()) },
            seeAlso: ["snowdeck(1)"])
    }

    /// A command under its own heading.
    private func section(_ command: Command) -> [HelpPage.Block] {
        [.heading(command.name)] + HelpPage(of: command, headed: false).blocks
    }

    private func page(
        _ name: String, _ section: Int, _ summary: String, _ parts: [(title: String, blocks: [HelpPage.Block])],
        seeAlso: [String]
    ) -> ManualPage {
        var lines = [
            ".\\\" Made by snowdeck man; not edited by hand.",
            ".TH \(Roff.text(name.uppercased())) \(section) \(day) \"Snowdeck \(version)\" \"Snowdeck Manual\"",
            // Left-aligned without hyphenation, because most of it is to be typed.
            ".nh", ".ad l",
            ".SH NAME", "\(Roff.text(name)) \\- \(Roff.text(summary))",
        ]
        for part in parts where !part.blocks.isEmpty {
            lines.append(".SH " + Roff.text(part.title.uppercased()))
            lines += Roff.lines(part.blocks)
        }
        lines += [".SH SEE ALSO"] + Roff.prose(seeAlso.joined(separator: ", "))
        return ManualPage(path: "man\(section)/\(name).\(section)", text: lines.map { $0 + "\n" }.joined())
    }

    /// A summary in the middle of a sentence.
    private static func phrase(_ summary: String) -> String { summary.prefix(1).lowercased() + summary.dropFirst() }
}

private enum Roff {
    static func lines(_ blocks: [HelpPage.Block]) -> [String] {
        var lines: [String] = []
        var isAfterHeading = true
        for block in blocks {
            switch block {
            case .heading(let title): lines.append(".SS " + text(title))
            case .prose(let text): lines += (isAfterHeading ? [] : [".PP"]) + prose(text)
            case .terms(let terms): lines += terms.flatMap(term)
            case .examples(let examples): lines += examples.flatMap { term(($0.line, $0.shows)) }
            case .usage(let usages):
                if !isAfterHeading { lines.append(".PP") }
                lines += usages.map { "\\fB" + text($0) + "\\fR" }.joined(separator: [".br"])
            }
            isAfterHeading = if case .heading = block { true } else { false }
        }
        return lines
    }

    private static func term(_ term: (term: String, meaning: String)) -> [String] {
        let words = term.term.split(whereSeparator: { $0 == " " || $0 == "\n" }).joined(separator: " ")
        let meaning = prose(term.meaning)
        return [".TP", "\\fB" + text(words) + "\\fR"] + (meaning.isEmpty ? ["\\&"] : meaning)
    }

    static func prose(_ prose: String) -> [String] {
        TextWrap.lines(prose, width: 72).map { line in
            let written = text(line)
            return written.hasPrefix(".") ? "\\&" + written : written
        }
    }

    /// Escapes characters that the formatter would interpret or replace.
    static func text(_ text: String) -> String {
        let written: [Unicode.Scalar: String] = [
            "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti", "\"": "\\(dq",
        ]
        return text.unicodeScalars.map { written[$0] ?? String($0) }.joined()
    }
}

extension [String] {
    fileprivate func joined(separator: [String]) -> [String] { Array(map { [$0] }.joined(separator: separator)) }
}
