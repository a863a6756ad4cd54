import ExchangeModel
import Notation

/// Adapts a page to the relay's origin by splicing bytes. Everything else is unchanged; the page is not parsed into a
/// tree.
struct RelayMarkup {
    /// The instance's origins in lower case, with and without the scheme.
    private let origins: [[UInt8]]
    private var page: HTMLScanner
    private var bytes: [UInt8] { page.bytes }
    private var edits: [(range: Range<Int>, text: String)] = []
    private var headEnd: Int?
    private var bodyStart: Int?
    private var htmlInside: Int?

    /// Attributes with URLs that are navigated to or loaded. Field values are data and unchanged.
    private static let addresses: Set<String> = [
        "href", "src", "action", "formaction", "data", "poster", "background", "srcset",
    ]
    /// Elements whose content is not markup.
    private static let raw: Set<String> = [
        "script", "style", "textarea", "title", "xmp", "noscript", "noembed", "noframes",
    ]

    /// A page with URLs of the instance made root-relative (nil: none), and with a style sheet at the end of its head
    /// (nil: the page is a fragment).
    static func adapted(_ bytes: [UInt8], origin: String?, sheet: String?) -> [UInt8] {
        var page = RelayMarkup(bytes, origin: origin)
        page.scan()
        if let sheet { page.addTheme(in: sheet) }
        var out: [UInt8] = [], place = 0
        out.reserveCapacity(bytes.count + 4096)
        for edit in page.edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            out += bytes[place..<edit.range.lowerBound] + Array(edit.text.utf8)
            place = edit.range.upperBound
        }
        return out + bytes[place...]
    }

    /// Whether a response is HTML in an ASCII-compatible character set.
    static func isMarkup(_ response: HTTPResponse) -> Bool {
        let type = (response.headers["Content-Type"] ?? "").lowercased()
        guard type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml"), !type.contains("utf-16") else {
            return false
        }
        return !response.body.starts(with: [0xFE, 0xFF]) && !response.body.starts(with: [0xFF, 0xFE])
    }

    private init(_ bytes: [UInt8], origin: String?) {
        page = HTMLScanner(bytes)
        guard let origin else {
            origins = []
            return
        }
        origins = ([origin, String(origin.drop { $0 != "/" })] + [RelayMarkup.httpOrigin(origin)].compactMap { $0 })
            .map { Array($0.utf8) }
    }

    /// The http origin of an instance that now uses https, as in old articles; nil if it has its own port.
    private static func httpOrigin(_ origin: String) -> String? {
        guard origin.hasPrefix("https://"), !origin.dropFirst(8).utf8.contains(UInt8(ascii: ":")) else { return nil }
        return "http" + origin.dropFirst(5)
    }

    private mutating func addTheme(in sheet: String) {
        // The sheet must not end its `style` element.
        let style = sheet.isEmpty ? "" : "<style>\(sheet.replacing("</", with: "<\\/"))</style>"
        let place = headEnd ?? bodyStart ?? htmlInside ?? 0
        edits.append((place..<place, style))
    }

    private mutating func scan() {
        while let token = page.next() {
            switch token {
            case .text, .comment: break
            case .declaration: if htmlInside == nil { htmlInside = page.place }
            case .startTag(let tag): begin(tag)
            case .endTag(let tag): if tag.name == "head", headEnd == nil { headEnd = tag.start }
            }
        }
    }

    private mutating func begin(_ tag: HTMLScanner.Tag) {
        let name = tag.name
        if name == "body" || name == "frameset", bodyStart == nil { bodyStart = tag.start }
        while let attribute = page.attribute() {
            guard let value = attribute.value, attribute.name.count <= 12 else { continue }
            let called = page.lowercased(attribute.name)
            if Self.addresses.contains(called) {
                makeRelative(value)
            } else if name == "meta", called == "content" {
                preventRedirect(value)
            }
        }
        if name == "html" { htmlInside = page.place }
        if Self.raw.contains(name) { _ = page.rawText(of: name) }
    }

    /// Prevents `<meta http-equiv=refresh>` from leaving the origin; no policy would.
    private mutating func preventRedirect(_ value: Range<Int>) {
        if origins.isEmpty { return }
        let text = bytes[value].map(ASCII.lowercased)
        guard let mark = text.indices.first(where: { text[$0...].starts(with: "url=".utf8) }) else { return }
        let start = text[(mark + 4)...].firstIndex { !ASCII.isSpace($0) && !"'\"".utf8.contains($0) } ?? text.count
        let address = text[start...]
        if let origin = origins.first(where: address.starts(with:)),
            address.dropFirst(origin.count).first.map({ "/?#".utf8.contains($0) }) ?? true
        {
            makeRelative((value.lowerBound + start)..<value.upperBound)
            return
        }
        let isRooted = address.first == UInt8(ascii: "/")
        let first = address.dropFirst(isRooted ? 1 : 0).prefix { !"/?#".utf8.contains($0) }
        // Before the first slash there must be no scheme, host or escaped character.
        let isPlain = first.allSatisfy { ASCII.isName($0) || "$-.~%'\"".utf8.contains($0) }
        let isHost = isRooted && first.isEmpty && address.dropFirst().first == UInt8(ascii: "/")
        if !isPlain || isHost { edits.append((value, "")) }
    }

    private mutating func makeRelative(_ value: Range<Int>) {
        let address = bytes[value].drop(while: ASCII.isSpace)
        for origin in origins where address.count >= origin.count {
            let start = address.prefix(origin.count)
            guard zip(start, origin).allSatisfy({ ASCII.lowercased($0) == $1 }) else { continue }
            let rest = address.dropFirst(origin.count)
            switch rest.first {
            case UInt8(ascii: "/"):
                // `//` would begin a host, and so would a slash followed by a backslash.
                let second = rest.dropFirst().first
                let isPlain = second.map { ASCII.isName($0) || "$-.~%?#\"'".utf8.contains($0) } ?? true
                edits.append((start.startIndex..<start.endIndex, isPlain ? "" : "/."))
            case UInt8(ascii: "?"), UInt8(ascii: "#"), nil:
                edits.append((start.startIndex..<start.endIndex, "/"))
            default: continue
            }
            return
        }
    }
}
