import Workbench
import Tapes
import Replaying
import CassetteStore
import CommandLanguage
import Notation
import Rendering
import TapeDeck

/// A command as it was typed, and its answer.
struct CommandMarkup {
    private let command: TapedCommand
    private let time: String
    private let day: Substring
    private let isStep: Bool

    private static let outputLimit = 1 << 20

    /// - Parameters:
    ///   - day: the session's date; the command's own is shown if it differs.
    ///   - isStep: whether a recipe ran it.
    init(_ command: TapedCommand, time: String, day: Substring, isStep: Bool) {
        self.command = command
        self.time = time
        self.day = day
        self.isStep = isStep
    }

    /// The beginning of an `<article>`. The command's requests follow in it.
    var text: String {
        let id = command.record.id
        let shown = time.hasPrefix(day) ? String(time.dropFirst(11).prefix(8)) : time
        return """
            <article class="command\(isStep ? " step" : "")" id="command-\(id)">
            <div class="prompt"><span>&gt;</span><code>\(Markup.lines(command.record.line))</code>\
            <a href="#command-\(id)" title="Command \(id), \(Markup.text(time))">\(Markup.text(shown))</a></div>
            <div class="answer">
            \(output)\(errorOutput)\(status)</div>

            """
    }

    private var status: String {
        switch command.record.exitStatus {
        case 0: ""
        case let status?: "<p class=\"status\">exit \(status)</p>\n"
        case nil: "<p class=\"status\">interrupted</p>\n"
        }
    }

    private var output: String {
        if command.output.isEmpty { return "" }
        let (text, note) = Markup.cut(command.output, limit: Self.outputLimit)
        guard let text else { return Markup.note(note) }
        if note == nil, let table = Self.table(text, answering: command.record.line) { return table }
        return Markup.pre(text, "out") + Markup.note(note)
    }

    private var errorOutput: String {
        if command.errorOutput.isEmpty { return "" }
        let (text, note) = Markup.cut(command.errorOutput, limit: Self.outputLimit)
        let lines = Markup.lines(text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(Self.labeled)
        return "<pre class=\"err\">\n\(lines.joined(separator: "\n"))</pre>\n" + Markup.note(note)
    }

    private static let labels = [
        ("error:", "error"), ("internal error:", "error"), ("warning:", "warning"), ("hint", "hint"),
    ]

    /// A line of standard error with its label colored, as on a terminal.
    private static func labeled(_ line: Substring) -> String {
        for (label, kind) in labels where line.hasPrefix(label) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            return "<b class=\"\(kind)\">\(line[...colon])</b>\(line[line.index(after: colon)...])"
        }
        return String(line)
    }

    /// Commands that answer with a table or a text, never with one record: the format `columns` has the same layout for
    /// two columns and for a record's fields.
    private static let listing: Set<String> = [
        "table list", "table count", "table describe", "table names", "attach list", "page links",
    ]

    /// An answer as a table, if it certainly is one.
    private static func table(_ text: String, answering line: String) -> String? {
        guard let invocation = try? Parser.parse(line), let match = try? CommandTable.match(invocation),
            listing.contains(match.command.name), let table = ColumnsReader.read(TerminalText.plain(text))
        else { return nil }
        func row(_ cells: [String], _ tag: String) -> String {
            "<tr>" + cells.map { "<\(tag)>\(Markup.text($0))</\(tag)>" }.joined() + "</tr>\n"
        }
        return """
            <div class="scroll" tabindex="0" role="region" aria-label="Table"><table>
            <thead>\(row(table.names, "th"))</thead>
            <tbody>\(table.rows.map { row($0, "td") }.joined())</tbody>
            </table></div>

            """
    }
}
