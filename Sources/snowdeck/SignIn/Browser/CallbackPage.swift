import ExchangeModel
import NowSDK

/// What a browser finds on this machine when the instance sends it back: takes the one answer that belongs to the
/// request, and shows a page that says how to go on. Everything else passes by, or any page could end the wait.
struct CallbackPage: ImmediateTransport {
    /// The path that browsers are sent back to.
    static let path = "/callback"

    let isAnswered: @Sendable (_ target: String) -> Bool
    let answer: BrowserAnswer

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        guard request.url.path == Self.path else {
            return Self.page(404, "Nothing is here", "Snowdeck waits at another address.")
        }
        guard request.method == .get else {
            var refusal = Self.page(405, "This is not how it works", "Snowdeck waits for a browser to come back.")
            refusal.headers.append("Allow", "GET")
            return refusal
        }
        guard isAnswered(request.url.target) else {
            return Self.page(
                400, "This belongs to something else", "Snowdeck did not ask for this answer, and goes on waiting.")
        }
        answer.take(.redirect(request.url.target))
        return Self.page(200, "Back to Snowdeck", "This tab can be closed: Snowdeck goes on in its terminal.")
    }

    /// A page that loads nothing, tells nobody where it came from and is not kept.
    private static func page(_ status: Int, _ title: String, _ text: String) -> HTTPResponse {
        let markup = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title></head>
            <body style="font: 16px sans-serif; margin: 20vh auto; max-width: 32em"><h1>\(title)</h1><p>\(text)</p></body></html>

            """
        return HTTPResponse(
            status: status,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
                "Referrer-Policy": "no-referrer",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
            ], body: Array(markup.utf8))
    }
}
