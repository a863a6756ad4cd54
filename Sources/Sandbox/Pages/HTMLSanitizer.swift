import Notation

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
