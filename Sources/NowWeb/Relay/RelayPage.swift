import ExchangeModel
import Notation

/// Pages that the relay shows by itself: why there is nothing else to be seen.
enum RelayPage {
    /// A page of a title and paragraphs of plain text; it loads nothing, runs nothing and is not kept.
    static func answer(_ status: Int, _ title: String, _ paragraphs: [String], link: Link? = nil) -> HTTPResponse {
        let texts = paragraphs.map { "<p>\(MarkupText.escaped($0))</p>" }.joined()
        let go = link.map { link in
            "<p><a href=\"\(MarkupText.escaped(link.target))\">\(MarkupText.escaped(link.text))</a></p>"
        }
        let markup = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">\
            <title>\(MarkupText.escaped(title))</title></head>
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

    static func refusal(_ why: RelayDoor.Refusal) -> HTTPResponse {
        let text =
            switch why {
            case .host: "Snowdeck answers under the address that it gave, and under no other name."
            case .origin: "A page of another site asked for this, so it is not answered."
            case .stranger:
                "Only the browser that Snowdeck opened is let in. Open the address that page browse gives in its terminal."
            case .used: "This address opens once. page browse gives a new one in its terminal."
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
        answer(403, "This leads to another host", ["It is not followed from here:", address])
    }

    static func failure(_ message: String) -> HTTPResponse { answer(502, "No answer", [message]) }

    /// A page of Next Experience: a shell that wants the whole platform around it.
    static func shell(classic target: String?) -> HTTPResponse {
        let text =
            "This page is drawn by the whole platform in a browser that is signed in by itself. Classic pages are shown here."
        let home = "/home.do"
        return answer(
            200, "A page of Next Experience", [text],
            link: Link(target: target ?? home, text: "Open \(target ?? home) instead"))
    }

    /// Put at the top of a page that has nothing to show without its scripts.
    static let banner = """
        <div style="font: 14px sans-serif; padding: 8px; border: 1px solid">This page is drawn by its scripts and may stay \
        empty here. Classic pages, <a href="/home.do">/home.do</a> for one, are whole.</div>
        """
}

/// Pages of Next Experience: frames drawn by the whole platform around what people want to see.
enum RelayShell {
    /// What is shown in such a page's place; nil for every other.
    static func page(for url: HTTPURL) -> HTTPResponse? {
        guard url.path == "/now" || url.path.hasPrefix("/now/") else { return nil }
        return RelayPage.shell(classic: classic(url.path))
    }

    /// Whether a path is that of the page that signs out, however it is written.
    static func endsSession(_ path: String) -> Bool {
        let path = PercentCoding.decode(path).utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        let page = path.split(separator: UInt8(ascii: "/")).last?.prefix { $0 != UInt8(ascii: ";") } ?? []
        return page.map(ASCII.lowercased).elementsEqual("logout.do".utf8)
    }

    /// The classic page that a frame's address names: `/now/nav/ui/classic/params/target/incident.do%3Fsys_id%3D…`.
    private static func classic(_ path: String) -> String? {
        let start = "/now/nav/ui/classic/params/target/"
        guard path.hasPrefix(start) else { return nil }
        let target = "/" + PercentCoding.decode(path.dropFirst(start.count))
        guard HTTPURL.rooted(target) == target, HTTPURL("http://x" + target) != nil else { return nil }
        return target
    }
}
