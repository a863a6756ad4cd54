import Workbench
import Tapes
import Replaying
import CassetteStore
import CommandLanguage
import ExchangeModel
import Notation
import TapeDeck

/// An exchange, folded: its request and its response with headers and bodies.
struct ExchangeMarkup {
    private let exchange: RedactedTape.Exchange
    private let origin: String

    private static let bodyLimit = 64 << 10

    /// - Parameter origin: the session's instance; other hosts are shown in the path.
    init(_ exchange: RedactedTape.Exchange, origin: String) {
        self.exchange = exchange
        self.origin = origin
    }

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
