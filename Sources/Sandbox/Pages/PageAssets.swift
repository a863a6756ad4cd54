import ExchangeModel
import Notation

/// The embedded style sheets, scripts and images of pages. They need no sign-in.
///
/// Versioned URLs have the instance's build (`v=`), so their content never changes and can be cached. Unversioned ones
/// must be revalidated, and are answered with 304 if unchanged.
struct PageAssets {
    let build: String
    let now: Timestamp

    private static let recordStyles = "/5f1c7f3fdb1010107c5f2f3b139619aa.cssdbx"
    /// The logo in the bar of every page. It is unversioned.
    static let logo = "/images/sandbox_logo.svg"
    static let diagram = "/3a9c3f41c0a8016400c7a1e2f5b0d611.iix"
    static let badge = "/7b2d5e52c0a8016400d8b2f3a6c1e722.iix"

    /// The embedded file at each path. Colors are custom properties with the names that instances use.
    private static let files = [
        "/styles/css_includes_doctype.cssx": "page.css", recordStyles: "records.css",
        "/scripts/doctype/js_includes_doctype.jsx": "page.js", "/ConditionalFocus.jsdbx": "focus.js",
        logo: "logo.svg", "/favicon.ico": "logo.svg", diagram: "diagram.png", badge: "badge.png",
    ]
    private static let types = [
        "css": "text/css;charset=UTF-8", "js": "application/javascript;charset=UTF-8", "svg": "image/svg+xml",
        "png": "image/png",
    ]

    static func links(build: String) -> String {
        let version = HTML.escaped(PercentCoding.encode(build))
        return """
            <link rel="stylesheet" href="/styles/css_includes_doctype.cssx?v=\(version)&amp;\
            c=20a1d7d3c0a8016500f5ba3f8e2a7c14&amp;theme=system">
            <link rel="stylesheet" href="\(recordStyles)?v=\(version)">
            """
    }

    /// The scripts of a page, which also works without them.
    static func scripts(build: String) -> String {
        let version = HTML.escaped(PercentCoding.encode(build))
        let day = HTML.escaped(PercentCoding.encode(PageAssets.written(build).civil.dateText))
        return """
            <script src="/scripts/doctype/js_includes_doctype.jsx?v=\(version)&amp;lp=\(day)&amp;c=32_814" defer></script>
            <script src="/ConditionalFocus.jsdbx?v=\(version)&amp;c=32_814" defer></script>
            """
    }

    /// The asset at a path; nil if there is none.
    func answer(_ request: HTTPRequest, path: String) -> Answer? {
        guard let name = PageAssets.files[path], let file = TableFile.all(name).first else { return nil }
        guard [.get, .head].contains(request.effectiveMethod) else {
            return .empty(405, fields: [HeaderField("Allow", "GET, HEAD")])
        }
        let body = Array(file.bytes)
        let tag = "\"" + String(UInt64(bitPattern: StableHash.of(body)), radix: 16) + "\""
        let written = PageAssets.written(build)
        let fields =
            caching(isVersioned: request.url.queryFields.contains { $0.name == "v" } || path.hasSuffix(".iix"))
            + [HeaderField("ETag", tag), HeaderField("Last-Modified", written.httpText)]
        let isKnown =
            request.headers["If-None-Match"].map { PageAssets.names($0, tag) }
            ?? (request.headers["If-Modified-Since"] == written.httpText)
        if isKnown { return .empty(304, fields: fields) }
        let type = name.split(separator: ".").last.flatMap { PageAssets.types[String($0)] } ?? ""
        return Answer(status: 200, body: body, contentType: type, fields: fields)
    }

    private func caching(isVersioned: Bool) -> [HeaderField] {
        guard isVersioned else { return [HeaderField("Cache-Control", "max-age=0, must-revalidate")] }
        return [
            HeaderField("Cache-Control", "private"),
            HeaderField("Expires", now.advanced(bySeconds: 369 * 86_400).httpText),
        ]
    }

    /// The modification date of a build's assets: a build begins with its date (`08-07-2025_0908`).
    private static func written(_ build: String) -> Timestamp {
        let parts = build.split { $0 == "-" || $0 == "_" }.compactMap { Int($0) }
        guard parts.count == 4, (1...12).contains(parts[0]), (1...31).contains(parts[1]),
            (1990...2200).contains(parts[2]), (0...2359).contains(parts[3])
        else { return SandboxOptions.defaultStart }
        let time = CivilTime(
            year: parts[2], month: parts[0], day: parts[1], hour: parts[3] / 100, minute: min(parts[3] % 100, 59))
        return Timestamp(seconds: time.secondsSince1970)
    }

    /// Whether `If-None-Match` contains a tag.
    private static func names(_ line: String, _ tag: String) -> Bool {
        line.split(separator: ",").contains { entry in
            var entry = entry.drop { $0 == " " }
            while entry.last == " " { entry.removeLast() }
            if entry.hasPrefix("W/") { entry = entry.dropFirst(2) }
            return entry == tag || entry == "*"
        }
    }
}

/// Sanitizes HTML in records: keeps a list of elements and attributes that articles use, and nothing that runs, loads
/// from elsewhere or affects the page around it. Every element is closed, and headings are one level lower than the
/// page's.
struct HTMLSanitizer {
    /// The maximum nesting; deeper elements are removed, their text is kept.
    private static let deepest = 100

    private var page: HTMLScanner
    private var out: [UInt8] = []
    private var open: [String] = []

    static func text(_ html: String) -> String {
        var cleaner = HTMLSanitizer(page: HTMLScanner(Array(html.utf8)))
        return cleaner.clean()
    }

    private mutating func clean() -> String {
        out.reserveCapacity(page.bytes.count + 64)
        while let token = page.next() {
            switch token {
            case .text(let range): put(page.bytes[range])
            case .comment, .declaration: break
            case .endTag(let tag): close(tag.name)
            case .startTag(let tag):
                if HTMLSanitizer.dropped.contains(tag.name) {
                    _ = page.rawText(of: tag.name)
                } else {
                    begin(tag.name, attributes())
                }
            }
        }
        while let name = open.popLast() { out += Array("</\(name)>".utf8) }
        return String(decoding: out, as: UTF8.self)
    }

    private mutating func put(_ text: ArraySlice<UInt8>) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "<"): out += Array("&lt;".utf8)
            case UInt8(ascii: ">"): out += Array("&gt;".utf8)
            case 0x09, 0x0A, 0x20...0x7E, 0x80...: out.append(byte)
            case 0x0D: break
            default: out += Array("\u{FFFD}".utf8)
            }
        }
    }

    private mutating func begin(_ name: String, _ attributes: [(name: String, value: String)]) {
        guard let allowed = HTMLSanitizer.allowed[name], open.count < HTMLSanitizer.deepest else { return }
        if HTMLSanitizer.blocks.contains(name), open.last == "p" { close("p") }
        if name == "li", open.last == "li" { close("li") }
        let shown = HTMLSanitizer.lower[name] ?? name
        var text = "<" + shown
        for attribute in attributes where allowed.contains(attribute.name) {
            let isAddress = attribute.name == "href" || attribute.name == "src"
            if isAddress, !HTMLSanitizer.isSafe(attribute.value) { continue }
            text += " " + attribute.name + "=\"" + HTMLSanitizer.quoted(attribute.value) + "\""
        }
        out += Array((text + ">").utf8)
        if !HTMLSanitizer.void.contains(name) { open.append(shown) }
    }

    private mutating func close(_ name: String) {
        let shown = HTMLSanitizer.lower[name] ?? name
        guard let place = open.lastIndex(of: shown) else { return }
        while open.count > place, let name = open.popLast() { out += Array("</\(name)>".utf8) }
    }

    private mutating func attributes() -> [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        while let attribute = page.attribute() {
            guard found.count < 50 else { continue }
            let value = String(decoding: page.bytes[attribute.value ?? 0..<0], as: UTF8.self)
            found.append((page.lowercased(attribute.name), value))
        }
        return found
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

    /// A quoted attribute value. Character references are kept.
    private static func quoted(_ value: String) -> String {
        let bytes = value.utf8.lazy.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
        let texts = [UInt8(ascii: "\""): "&#34;", UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;"]
        return String(decoding: bytes.replacing(texts), as: UTF8.self)
    }

    private static let void: Set<String> = ["br", "hr", "img"]
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
        var all = Dictionary(uniqueKeysWithValues: plain.split(separator: " ").map { (String($0), Set<String>()) })
        all["a"] = ["href", "title"]
        all["img"] = ["src", "alt", "width", "height"]
        all["th"] = ["colspan", "rowspan", "scope"]
        all["td"] = ["colspan", "rowspan"]
        return all
    }()
}
