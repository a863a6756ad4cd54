/// Escapes text in generated HTML.
package enum MarkupText {
    /// A text for content and quoted attributes. Line ends are written as references, so they survive in attributes;
    /// other control characters, which HTML does not allow, become U+FFFD.
    package static func escaped(_ text: String) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): out += Array("&amp;".utf8)
            case UInt8(ascii: "<"): out += Array("&lt;".utf8)
            case UInt8(ascii: ">"): out += Array("&gt;".utf8)
            case UInt8(ascii: "\""): out += Array("&#34;".utf8)
            case UInt8(ascii: "'"): out += Array("&#39;".utf8)
            case 0x09, 0x0A, 0x0D: out += Array("&#\(byte);".utf8)
            case 0..<0x20, 0x7F: out += Array("\u{FFFD}".utf8)
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// An element `a`.
    package static func link(_ target: String, _ text: String) -> String {
        "<a href=\"\(escaped(target))\">\(escaped(text))</a>"
    }
}

extension HTTPResponse {
    /// A page of this program's own for a browser: a title, paragraphs, other markup and a link. It loads nothing, runs
    /// nothing and is not stored.
    ///
    /// - Parameter isFollowed: whether the browser follows the link at once.
    package static func page(
        _ status: Int, _ title: String, _ paragraphs: [String], markup: String = "",
        link: (target: String, text: String)? = nil, isFollowed: Bool = false
    ) -> HTTPResponse {
        let title = MarkupText.escaped(title), target = MarkupText.escaped(link?.target ?? "")
        let follow = isFollowed ? "<meta http-equiv=\"refresh\" content=\"0;url=\(target)\">" : ""
        let texts = paragraphs.map { "<p>\(MarkupText.escaped($0))</p>\n" }.joined() + markup
        let next = link.map { "<p>\(MarkupText.link($0.target, $0.text))</p>" } ?? ""
        let page = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
            <meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">\(follow)
            <style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:50em;margin:2em auto;\
            padding:0 1em;overflow-wrap:anywhere}code{font-size:.9em}small{opacity:.75}</style></head>
            <body><h1>\(title)</h1>
            \(texts)\(next)
            </body></html>

            """
        return HTTPResponse(
            status: status,
            headers: [
                "Content-Type": "text/html;charset=utf-8", "Cache-Control": "no-store",
                "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
            ], body: Array(page.utf8))
    }
}
