import CassetteStore
import ExchangeModel
import Notation

/// A tape server's own pages: the list of pages, and reports of misses.
struct TapePages {
    let site: TapeSite
    let cassette: Cassette

    static let maxListed = 200

    func index() -> HTTPResponse {
        let user = site.user.map { " as \($0)" } ?? ""
        var texts = [
            "Recorded with \(site.origin.origin)\(user). Everything here comes from the tape; the instance is not contacted."
        ]
        if site.pages.isEmpty { texts.append("The tape has no pages. It still answers programs.") }
        let more = site.pages.count - Self.maxListed
        if more > 0 { texts.append("The first \(Self.maxListed) pages; \(more) more are on the tape.") }
        let items = site.pages.prefix(Self.maxListed).map { page in
            let address = ReadableAddress.of(page.target), title = title(of: page)
            let small = title == nil ? "" : "<br><small>\(MarkupText.escaped(MissText.plain(address)))</small>"
            return
                "<li>\(MarkupText.link(HTTPURL.rooted(page.target), MissText.plain(title ?? address)))\(small)</li>\n"
        }
        return .page(
            200, "Recorded pages", texts.map(MissText.plain),
            markup: items.isEmpty ? "" : "<ol>\n\(items.joined())</ol>")
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
        let lines = (error.miss?.lines ?? []).map { MarkupText.escaped(MissText.plain($0)) }
        return Self.page(
            status, "Not on the tape", [error.message],
            markup: lines.isEmpty ? "" : "<pre>\(lines.joined(separator: "\n"))</pre>\n")
    }

    /// The response to a request whose recorded outcome is a failure.
    func failure(_ failure: TransportFailure, asHTML: Bool) -> HTTPResponse {
        let message = "This request failed when it was recorded. \(failure.message)"
        guard asHTML else { return ProgramMiss.errorResponse(502, failure.kind.rawValue, message) }
        return Self.page(502, "Recorded without an answer", [message])
    }

    /// Replaces a redirect to another host: a tape must not send a browser to the network.
    func otherHost(_ address: String) -> HTTPResponse {
        Self.page(
            403, "Redirect to another host",
            ["This is a recorded redirect to an address that is not on the tape:", address])
    }

    private static func page(_ status: Int, _ title: String, _ texts: [String], markup: String = "") -> HTTPResponse {
        .page(status, title, texts.map(MissText.plain), markup: markup, link: ("/", "The pages of the tape"))
    }
}
