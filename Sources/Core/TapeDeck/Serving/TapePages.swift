import CassetteStore
import ExchangeModel
import Notation

/// A tape server's own pages: the list of pages, and reports of misses.
struct TapePages {
    let site: TapeSite
    let cassette: Cassette

    static let maxListed = 200

    func index() -> HTTPResponse {
        var content = "<p>Recorded with \(TapePageHTML.escaped(site.origin.origin))"
        content += site.user.map { " as \(TapePageHTML.escaped($0))" } ?? ""
        content += ". Everything here comes from the tape; the instance is not contacted.</p>\n"
        if site.pages.isEmpty {
            content += "<p>The tape has no pages. It still answers programs.</p>"
        } else {
            content += "<ol>\n"
            for page in site.pages.prefix(Self.maxListed) {
                let address = ReadableAddress.of(page.target)
                let title = title(of: page)
                content += "<li>" + TapePageHTML.link(page.target, title ?? address)
                content += title == nil ? "</li>\n" : "<br><small>\(TapePageHTML.escaped(address))</small></li>\n"
            }
            content += "</ol>"
            let more = site.pages.count - Self.maxListed
            if more > 0 { content += "\n<p>\(more) more pages are on the tape.</p>" }
        }
        return TapePageHTML.page(200, "Recorded pages", content)
    }

    private func title(of page: TapeSite.Page) -> String? {
        guard let exchange = try? cassette.exchange(page.exchange), case .response(let response) = exchange.outcome
        else { return nil }
        return PageTitle.of(response.body)
    }

    /// The response to a miss: HTML if that is accepted, else JSON.
    func miss(_ error: TapeError, asHTML: Bool) -> HTTPResponse {
        let status = error.miss == nil ? 502 : 404
        guard asHTML else { return ProgramMiss.errorResponse(status, error.kind, error.message, error.details) }
        var content = "<p>\(TapePageHTML.escaped(error.message))</p>\n"
        if let lines = error.miss?.lines, !lines.isEmpty {
            content += "<pre>\(lines.map(TapePageHTML.escaped).joined(separator: "\n"))</pre>\n"
        }
        return TapePageHTML.page(
            status, "Not on the tape", content + "<p>\(TapePageHTML.link("/", "What the tape holds"))</p>")
    }

    /// The response to a request whose recorded outcome is a failure.
    func failure(_ failure: TransportFailure, asHTML: Bool) -> HTTPResponse {
        let message = "This request failed when it was recorded. \(failure.message)"
        guard asHTML else { return ProgramMiss.errorResponse(502, failure.kind.rawValue, message) }
        return TapePageHTML.page(
            502, "Recorded without an answer",
            "<p>\(TapePageHTML.escaped(message))</p>\n<p>\(TapePageHTML.link("/", "What the tape holds"))</p>")
    }

    /// Replaces a redirect to another host: a tape must not send a browser to the network.
    func otherHost(_ address: String) -> HTTPResponse {
        TapePageHTML.page(
            403, "Redirect to another host",
            "<p>This is a recorded redirect to an address that is not on the tape:</p>\n"
                + "<p><code>\(TapePageHTML.escaped(address))</code></p>\n"
                + "<p>\(TapePageHTML.link("/", "What the tape holds"))</p>"
        )
    }
}

enum TapePageHTML {
    static func page(_ status: Int, _ title: String, _ content: String) -> HTTPResponse {
        let text = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\(escaped(title))</title>
            <meta name="viewport" content="width=device-width">
            <style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:50em;margin:2em auto;\
            padding:0 1em}li,dd{overflow-wrap:anywhere}code{font-size:.9em}small{opacity:.75}</style></head>
            <body><h1>\(escaped(title))</h1>
            \(content)
            </body></html>

            """
        return HTTPResponse(
            status: status,
            headers: [
                "Content-Type": "text/html;charset=utf-8", "Cache-Control": "no-store",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
                "X-Content-Type-Options": "nosniff",
            ], body: Array(text.utf8))
    }

    static func link(_ target: String, _ text: String) -> String {
        "<a href=\"\(escaped(HTTPURL.rooted(target)))\">\(escaped(text))</a>"
    }

    static func escaped(_ text: String) -> String { MarkupText.escaped(MissText.plain(text)) }
}
