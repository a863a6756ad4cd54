import Notation

/// A help topic that applies to many commands. Its text is in `Sources/C/CTexts/help.txt`.
package struct HelpTopic: Sendable {
    package let name: String
    private let parts: @Sendable () -> [String: HelpPage.Block]

    /// - Parameter parts: what the program itself knows, by its name in braces in the text: a block, or prose within
    ///   one.
    package init(_ name: String, inserting parts: @escaping @Sendable () -> [String: HelpPage.Block] = { [:] }) {
        self.name = name
        self.parts = parts
    }

    package var summary: String { HelpText.topics[name]?.summary ?? "" }

    package func page() -> [HelpPage.Block] {
        let parts = parts()
        return (HelpText.topics[name]?.blocks ?? []).map { text in
            parts.first { text == "{\($0.key)}" }?.value
                ?? HelpPage.Block(
                    parts.reduce(text) { text, part in
                        guard case .prose(let value) = part.value else { return text }
                        return text.replacing("{\(part.key)}", with: value)
                    })
        }
    }
}

/// The text of a topic or a command: `=== name: summary`, and the blocks below it.
struct HelpText {
    var summary = ""
    var blocks: [String] = []

    static let topics = read(ProgramText.help)
    static let commands = read(ProgramText.commands)

    /// Line by line: completion needs the summaries when Tab is pressed first.
    private static func read(_ text: String) -> [String: HelpText] {
        var texts: [String: HelpText] = [:], name = "", block: [Substring.UTF8View] = []
        for line in text.utf8.split(separator: 10, omittingEmptySubsequences: false) {
            let isHead = line.starts(with: "=== ".utf8)
            if isHead || line.isEmpty, let first = block.first, let last = block.last {
                texts[name]?.blocks.append(String(text[first.startIndex..<last.endIndex]))
                block = []
            }
            if isHead, let mark = line.firstIndex(of: UInt8(ascii: ":")) {
                name = String(text[line.index(line.startIndex, offsetBy: 4)..<mark])
                texts[name] = HelpText(summary: String(text[line.index(mark, offsetBy: 2)..<line.endIndex]))
            } else if !line.isEmpty {
                block.append(line)
            }
        }
        return texts
    }
}

extension Command {
    var text: HelpText { HelpText.commands[name] ?? HelpText() }
    /// An imperative phrase without a full stop.
    package var summary: String { text.summary }
    package var examples: [Example] {
        text.blocks.flatMap { if case .examples(let examples) = HelpPage.Block($0) { examples } else { [Example]() } }
    }
}

extension HelpPage.Block {
    /// A block of a text. The first line says what it is: `# heading`, `* term` and `> example`, whose meanings
    /// are indented below them, `| usage`; anything else is prose.
    init(_ text: String) {
        let lines = text.split(separator: "\n").map(String.init)
        var pairs: [(String, String)] {
            lines.reduce(into: []) { pairs, line in
                if line.hasPrefix("  ") {
                    let last = pairs.count - 1
                    pairs[last].1 += (pairs[last].1.isEmpty ? "" : " ") + line.dropFirst(2)
                } else {
                    pairs.append((String(line.dropFirst(2)), ""))
                }
            }
        }
        switch lines[0].prefix(2) {
        case "# ": self = .heading(String(text.dropFirst(2)))
        case "* ": self = .terms(pairs.map { ($0, $1) })
        case "> ": self = .examples(pairs.map { Command.Example($0, $1) })
        case "| ": self = .usage(lines.map { String($0.dropFirst(2)) })
        default: self = .prose(text)
        }
    }
}

/// All topics, in the order of help.
package enum HelpTopics {
    package static var all: [HelpTopic] { CommandTable.current.topics }

    package static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }
}
