import ExchangeModel
import Notation

/// The embedded style sheets, scripts and images of pages. They need no sign-in.
///
/// Versioned URLs have the instance's build (`v=`), so their content never changes and can be cached. Unversioned ones
/// must be revalidated, and are answered with 304 if unchanged.
struct PageAssets {
    let now: Timestamp

    /// The embedded file at each path, with its type. Colors are custom properties with the names that instances use.
    private static let files = [
        "/styles/css_includes_doctype.cssx": ("page.css", "text/css;charset=UTF-8"),
        "/5f1c7f3fdb1010107c5f2f3b139619aa.cssdbx": ("records.css", "text/css;charset=UTF-8"),
        "/scripts/doctype/js_includes_doctype.jsx": ("page.js", "application/javascript;charset=UTF-8"),
        "/ConditionalFocus.jsdbx": ("focus.js", "application/javascript;charset=UTF-8"),
        "/images/sandbox_logo.svg": ("logo.svg", "image/svg+xml"), "/favicon.ico": ("logo.svg", "image/svg+xml"),
        "/3a9c3f41c0a8016400c7a1e2f5b0d611.iix": ("diagram.png", "image/png"),
        "/7b2d5e52c0a8016400d8b2f3a6c1e722.iix": ("badge.png", "image/png"),
    ]

    func answer(_ request: HTTPRequest, path: String) -> Answer? {
        guard let (name, type) = PageAssets.files[path], let file = TableFile.all(name).first else { return nil }
        guard [.get, .head].contains(request.effectiveMethod) else {
            return .empty(405, fields: [HeaderField("Allow", "GET, HEAD")])
        }
        let body = Array(file.bytes)
        let tag = "\"" + String(UInt64(bitPattern: StableHash.of(body)), radix: 16) + "\""
        let written = SandboxOptions.defaultStart.httpText
        let isVersioned = request.url.queryFields.contains { $0.name == "v" } || path.hasSuffix(".iix")
        let caching =
            isVersioned
            ? [
                HeaderField("Cache-Control", "private"),
                HeaderField("Expires", now.advanced(bySeconds: 369 * 86_400).httpText),
            ] : [HeaderField("Cache-Control", "max-age=0, must-revalidate")]
        let fields = caching + [HeaderField("ETag", tag), HeaderField("Last-Modified", written)]
        let isKnown =
            request.headers["If-None-Match"].map { $0 == "*" || $0.contains(tag) }
            ?? (request.headers["If-Modified-Since"] == written)
        return isKnown
            ? .empty(304, fields: fields) : Answer(status: 200, body: body, contentType: type, fields: fields)
    }
}

/// Sanitizes HTML in records: keeps a list of elements and attributes that articles use, and nothing that runs, loads
/// from elsewhere or affects the page around it. Every element is closed, and headings are one level lower than the
/// page's.
struct HTMLSanitizer {
    private static let deepest = 100

    private var page: HTMLScanner
    private var out: [UInt8] = []
    private var open: [String] = []

    static func text(_ html: String) -> String {
        var cleaner = HTMLSanitizer(page: HTMLScanner(Array(html.utf8)))
        return cleaner.clean()
    }

    private mutating func clean() -> String {
        while let token = page.next() {
            switch token {
            case .text(let range): out += HTMLSanitizer.plain(page.bytes[range])
            case .comment, .declaration: break
            case .endTag(let tag): close(HTMLSanitizer.lower[tag.name] ?? tag.name)
            case .startTag(let tag):
                if HTMLSanitizer.dropped.contains(tag.name) {
                    _ = page.rawText(of: tag.name)
                } else {
                    begin(tag.name)
                }
            }
        }
        while let name = open.popLast() { out += Array("</\(name)>".utf8) }
        return String(decoding: out, as: UTF8.self)
    }

    private mutating func begin(_ name: String) {
        var attributes = ""
        var allowed = HTMLSanitizer.allowed[name] ?? []
        while let attribute = page.attribute() {
            // Of two with one name the first counts.
            guard allowed.remove(page.lowercased(attribute.name)) != nil else { continue }
            let value = page.bytes[attribute.value ?? 0..<0], key = page.lowercased(attribute.name)
            if key == "href" || key == "src", !HTMLSanitizer.isSafe(String(decoding: value, as: UTF8.self)) { continue }
            let quoted = HTMLSanitizer.plain(value).replacing([UInt8(ascii: "\""): "&#34;"])
            attributes += " " + key + "=\"" + String(decoding: quoted, as: UTF8.self) + "\""
        }
        guard HTMLSanitizer.allowed[name] != nil, open.count < HTMLSanitizer.deepest else { return }
        if HTMLSanitizer.blocks.contains(name), open.last == "p" { close("p") }
        if name == "li", open.last == "li" { close("li") }
        let shown = HTMLSanitizer.lower[name] ?? name
        out += Array(("<" + shown + attributes + ">").utf8)
        if !["br", "hr", "img"].contains(name) { open.append(shown) }
    }

    private mutating func close(_ name: String) {
        guard let place = open.lastIndex(of: name) else { return }
        while open.count > place, let name = open.popLast() { out += Array("</\(name)>".utf8) }
    }

    /// Text without tags and control characters. Character references are kept.
    private static func plain(_ text: some Sequence<UInt8>) -> [UInt8] {
        let bytes = text.map { byte -> UInt8 in byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte) ? 0x7F : byte }
        return bytes.replacing([UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;", 0x0D: "", 0x7F: "\u{FFFD}"])
    }

    /// Whether a URL is on this instance or is http(s). Character references can hide schemes, so a text with any
    /// before its path is rejected.
    private static func isSafe(_ address: String) -> Bool {
        let lower = ASCII.lowercased(address)
        guard address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else { return false }
        if ["http://", "https://", "mailto:", "#"].contains(where: lower.hasPrefix) { return true }
        // By bytes: in a `String`, a colon followed by a combining mark is another character.
        if lower.utf8.starts(with: "//".utf8) { return false }
        return !lower.utf8.prefix { !"/?#".utf8.contains($0) }.contains { ":&".utf8.contains($0) }
    }

    private static let dropped: Set<String> = [
        "script", "style", "iframe", "object", "embed", "template", "title", "noscript", "textarea", "select", "svg",
        "math", "xmp", "noembed", "noframes",
    ]
    private static let blocks: Set<String> = [
        "h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "dl", "table", "pre", "blockquote", "figure", "div", "hr",
    ]
    private static let lower = ["h1": "h2", "h2": "h3", "h3": "h4", "h4": "h5", "h5": "h6"]
    private static let allowed: [String: Set<String>] = {
        let plain = """
            h1 h2 h3 h4 h5 h6 p br hr ul ol li dl dt dd table caption thead tbody tfoot tr pre code em strong b i u s \
            kbd samp var sub sup small mark blockquote figure figcaption div span
            """
        let all = Dictionary(uniqueKeysWithValues: plain.split(separator: " ").map { (String($0), Set<String>()) })
        return all.merging([
            "a": ["href", "title"], "img": ["src", "alt", "width", "height"], "th": ["colspan", "rowspan", "scope"],
            "td": ["colspan", "rowspan"],
        ]) { $1 }
    }()
}
