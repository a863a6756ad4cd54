import CassetteStore
import CommandLanguage
import ExchangeModel
import Notation
import Redactors
import Replaying
import TapeDeck
import Workbench

/// Pieces of a report's HTML. Text from a tape becomes markup here only.
enum Markup {
    /// Content or an attribute's value, without what a terminal could interpret.
    static func text(_ text: String) -> String { MarkupText.escaped(TerminalText.plain(text)) }

    /// Content whose line ends stay as they are.
    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { Self.text(String($0)) }
            .joined(separator: "\n")
    }

    /// A preformatted text. HTML ignores the first line end.
    static func pre(_ text: String, _ kind: String) -> String { "<pre class=\"\(kind)\">\n\(lines(text))</pre>\n" }

    static func facts(_ facts: [(name: String, value: String)]) -> String {
        "<dl class=\"facts\">\n"
            + facts.map { "<div><dt>\($0.name)</dt><dd>\(text($0.value))</dd></div>\n" }.joined() + "</dl>\n"
    }

    /// Text of at most `limit` bytes, and a note if it was cut or is not text.
    static func cut(_ bytes: [UInt8], limit: Int) -> (text: String?, note: String?) {
        var end = min(bytes.count, limit)
        // Not inside a character.
        while end < bytes.count, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        guard let text = String(validating: bytes[..<end], as: UTF8.self), !text.utf8.contains(0) else {
            return (nil, "\(Phrase.counted(bytes.count, "byte")), not text.")
        }
        if end == bytes.count { return (text, nil) }
        return (text, "Cut: \(bytes.count - end) of \(Phrase.counted(bytes.count, "byte")) are left out.")
    }

    static func note(_ note: String?) -> String { note.map { "<p class=\"cut\">\(text($0))</p>\n" } ?? "" }
}

/// A command as it was typed, and its answer.
struct CommandMarkup {
    let command: TapedCommand
    let time: String
    /// The session's date; the command's own is shown if it differs.
    let day: Substring
    /// Whether a recipe ran it.
    let isStep: Bool

    private static let outputLimit = 1 << 20

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
}

/// An exchange, folded: its request and its response with headers and bodies.
struct ExchangeMarkup {
    let exchange: RedactedTape.Exchange
    /// The session's instance; other hosts are shown in the path.
    let origin: String

    private static let bodyLimit = 64 << 10

    var text: String {
        let request = exchange.record.request
        guard exchange.isReadable else {
            return Markup.note("Request \(exchange.record.id) is damaged, so it is left out.")
        }
        return """
            <details class="exchange"><summary><b>\(Markup.text(request.method))</b>\
            <span class="path">\(Markup.text(path))</span>\(outcome)</summary>
            <h3>Request</h3>
            \(Self.content(request.method + " " + request.url, request.headers, request.body ?? []))\
            \(answer)</details>

            """
    }

    private var path: String {
        let address = exchange.record.request.url
        guard let url = HTTPURL(address) else { return address }
        return PercentCoding.decode(url.origin == origin ? url.target : address)
    }

    private var outcome: String {
        switch exchange.record.outcome {
        case .response(let response):
            let kind = (200..<400).contains(response.status) ? "ok" : "bad"
            return """
                <span class="\(kind)">\(response.status)</span>\
                <span class="ms">\(response.facts.timings.total / 1000) ms</span>
                """
        case .failure(let failure): return "<span class=\"bad\">\(Markup.text(failure.kind.rawValue))</span>"
        case .interrupted: return "<span class=\"bad\">interrupted</span>"
        }
    }

    private var answer: String {
        switch exchange.record.outcome {
        case .response(let response):
            let first = "HTTP/\(response.facts.httpVersion) \(response.status) \(response.reason)"
            return "<h3>Response</h3>\n" + Self.content(first, response.headers, response.body)
        case .failure(let failure): return Markup.note("No answer: \(failure.message)")
        case .interrupted:
            return Markup.note(
                exchange.record.request.command == nil
                    ? "No answer is on the tape." : "No answer: the program ended during the request.")
        }
    }

    private static func content(_ first: String, _ headers: HeaderFields, _ body: [UInt8]) -> String {
        let lines = [first] + headers.map { "\($0.name): \($0.value)" }
        return Markup.pre(lines.joined(separator: "\n"), "headers") + content(of: body)
    }

    /// JSON is indented. Of a large body only the beginning is shown, unchanged.
    private static func content(of body: [UInt8]) -> String {
        if body.isEmpty { return "" }
        if body.count <= bodyLimit, let document = try? JSONDocument(body) {
            return Markup.pre(JSON(document.root).pretty, "body")
        }
        let (text, note) = Markup.cut(body, limit: bodyLimit)
        return (text.map { Markup.pre($0, "body") } ?? "") + Markup.note(note)
    }
}
