import ExchangeModel
import Notation

/// The relay's own pages, which explain why there is no page of the instance.
enum RelayPage {
    /// A page with a title and plain-text paragraphs. It loads nothing, runs nothing and is not cached.
    ///
    /// - Parameter isFollowed: whether the browser follows the link at once.
    static func answer(
        _ status: Int, _ title: String, _ paragraphs: [String], link: Link? = nil, isFollowed: Bool = false
    ) -> HTTPResponse {
        let texts = paragraphs.map { "<p>\(MarkupText.escaped($0))</p>" }.joined()
        let go = link.map { link in
            "<p><a href=\"\(MarkupText.escaped(link.target))\">\(MarkupText.escaped(link.text))</a></p>"
        }
        let follow = (isFollowed ? link : nil).map { link in
            "<meta http-equiv=\"refresh\" content=\"0;url=\(MarkupText.escaped(link.target))\">"
        }
        let markup = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">\
            \(follow ?? "")<title>\(MarkupText.escaped(title))</title></head>
            <body style="font: 16px sans-serif; margin: 20vh auto; max-width: 36em; overflow-wrap: anywhere">\
            <h1>\(MarkupText.escaped(title))</h1>\(texts)\(go ?? "")</body></html>

            """
        return HTTPResponse(
            status: status,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
                "Referrer-Policy": "no-referrer",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
            ], body: Array(markup.utf8))
    }

    struct Link {
        let target: String
        let text: String
    }

    static func rejection(_ why: RelayAccess.Rejection) -> HTTPResponse {
        let text =
            switch why {
            case .host: "Snowdeck answers under the address that it gave, and under no other name."
            case .origin: "The request came from a page of another site and was rejected."
            case .unknownClient:
                "Only the browser that Snowdeck opened has access. Open the address that page browse prints."
            case .used: "This address works once. page browse prints a new one."
            case .unsupported: "Snowdeck cannot do this."
            }
        return answer(403, "Not permitted", [text])
    }

    static func readOnly(_ instance: String) -> HTTPResponse {
        answer(
            403, "Read only",
            [
                "Nothing was sent: this page may be read, not changed. Start with --allow-writes \(instance) to change it."
            ])
    }

    static func signingOut() -> HTTPResponse {
        answer(403, "Still signed in", ["Snowdeck is signed in, not the browser. The command logout signs out."])
    }

    static func elsewhere(_ address: String) -> HTTPResponse {
        answer(403, "Redirect to another host", ["It is not followed from here:", address])
    }

    static func failure(_ message: String) -> HTTPResponse { answer(502, "No answer", [message]) }

    /// The response for a Next Experience page, which needs the whole platform.
    static func shell(classic target: String?) -> HTTPResponse {
        let text =
            "This page needs a browser that is signed in itself. Only classic pages can be shown here."
        let home = "/home.do"
        return answer(
            200, "A page of Next Experience", [text],
            link: Link(target: target ?? home, text: "Open \(target ?? home) instead"))
    }

    /// The banner for pages that show nothing without scripts.
    static let banner = """
        <div style="font: 14px sans-serif; padding: 8px; border: 1px solid">This page is drawn by its scripts and may stay \
        empty here. Classic pages, <a href="/home.do">/home.do</a> for one, are whole.</div>
        """
}

/// Next Experience pages, which are frames rendered by the whole platform.
enum RelayShell {
    /// The replacement for such a page; nil for other URLs.
    static func page(for url: HTTPURL) -> HTTPResponse? {
        guard url.path == "/now" || url.path.hasPrefix("/now/") else { return nil }
        return RelayPage.shell(classic: classic(url.path))
    }

    /// Whether a path is the logout page, in any spelling.
    static func endsSession(_ path: String) -> Bool {
        let path = PercentCoding.decode(path).utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        let page = path.split(separator: UInt8(ascii: "/")).last?.prefix { $0 != UInt8(ascii: ";") } ?? []
        return page.map(ASCII.lowercased).elementsEqual("logout.do".utf8)
    }

    /// The classic page that a frame's URL contains: `/now/nav/ui/classic/params/target/incident.do%3Fsys_id%3D…`.
    private static func classic(_ path: String) -> String? {
        let start = "/now/nav/ui/classic/params/target/"
        guard path.hasPrefix(start) else { return nil }
        let target = "/" + PercentCoding.decode(path.dropFirst(start.count))
        guard HTTPURL.rooted(target) == target, HTTPURL("http://x" + target) != nil else { return nil }
        return target
    }
}
