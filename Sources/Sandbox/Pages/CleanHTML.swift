import Notation

/// Lets through of HTML that a record holds what articles are made of, and nothing that runs, loads from elsewhere or
/// reaches beyond its place: elements and attributes by a list, every element closed, headings a step lower than the
/// page's own.
struct CleanHTML {
    /// How deep elements may nest; further ones are left out, their text is not.
    private static let deepest = 100

    private let bytes: [UInt8]
    private var at = 0
    private var out: [UInt8] = []
    private var open: [String] = []

    static func text(_ html: String) -> String {
        var cleaner = CleanHTML(html)
        return cleaner.clean()
    }

    private init(_ html: String) {
        bytes = Array(html.utf8)
        out.reserveCapacity(bytes.count + 64)
    }

    private mutating func clean() -> String {
        while at < bytes.count {
            let byte = bytes[at]
            switch byte {
            case UInt8(ascii: "<"): tag()
            case UInt8(ascii: ">"): put("&gt;")
            case 0x09, 0x0A, 0x20...0x7E, 0x80...: put(byte)
            case 0x0D: at += 1
            default: put("\u{FFFD}")
            }
        }
        while let name = open.popLast() { out += Array("</\(name)>".utf8) }
        return String(decoding: out, as: UTF8.self)
    }

    private mutating func put(_ byte: UInt8) {
        out.append(byte)
        at += 1
    }

    private mutating func put(_ text: String) {
        out += Array(text.utf8)
        at += 1
    }

    /// What begins with `<`.
    private mutating func tag() {
        if matches("<!--", at) { return skip(past: "-->") }
        let isEnd = at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "/")
        var position = at + (isEnd ? 2 : 1)
        let start = position
        while position < bytes.count, ASCII.isLetter(bytes[position]) || ASCII.isDigit(bytes[position]) {
            position += 1
        }
        guard position > start, ASCII.isLetter(bytes[start]) else {
            let isMarkup = start < bytes.count && (bytes[start] == 0x21 || bytes[start] == 0x3F || isEnd)
            if isMarkup { return skip(past: ">") }
            return put("&lt;")
        }
        let name = ASCII.lowercased(String(decoding: bytes[start..<position], as: UTF8.self))
        at = position
        let attributes = attributes()
        if isEnd { return close(name) }
        if CleanHTML.dropped.contains(name) { return skip(past: "</" + name, then: ">") }
        begin(name, attributes)
    }

    private mutating func begin(_ name: String, _ attributes: [(name: String, value: String)]) {
        guard let allowed = CleanHTML.allowed[name], open.count < CleanHTML.deepest else { return }
        if CleanHTML.blocks.contains(name), open.last == "p" { close("p") }
        if name == "li", open.last == "li" { close("li") }
        let shown = CleanHTML.lower[name] ?? name
        var text = "<" + shown
        for attribute in attributes where allowed.contains(attribute.name) {
            let isAddress = attribute.name == "href" || attribute.name == "src"
            if isAddress, !CleanHTML.isSafe(attribute.value) { continue }
            text += " " + attribute.name + "=\"" + CleanHTML.quoted(attribute.value) + "\""
        }
        out += Array((text + ">").utf8)
        if !CleanHTML.void.contains(name) { open.append(shown) }
    }

    private mutating func close(_ name: String) {
        let shown = CleanHTML.lower[name] ?? name
        guard let place = open.lastIndex(of: shown) else { return }
        while open.count > place, let name = open.popLast() { out += Array("</\(name)>".utf8) }
    }

    /// The attributes of a tag, up to and with its `>`.
    private mutating func attributes() -> [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        while at < bytes.count, bytes[at] != UInt8(ascii: ">") {
            let byte = bytes[at]
            guard byte > 0x20, byte != UInt8(ascii: "/") else {
                at += 1
                continue
            }
            let start = at
            while at < bytes.count, bytes[at] > 0x20, !"=>/".utf8.contains(bytes[at]) { at += 1 }
            let name = ASCII.lowercased(String(decoding: bytes[start..<at], as: UTF8.self))
            skipBlanks()
            var value = ""
            if at < bytes.count, bytes[at] == UInt8(ascii: "=") {
                at += 1
                skipBlanks()
                value = self.value()
            }
            if at == start { at += 1 }
            if found.count < 50 { found.append((name, value)) }
        }
        at = min(at + 1, bytes.count)
        return found
    }

    private mutating func value() -> String {
        guard at < bytes.count else { return "" }
        let quote = bytes[at]
        let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        if isQuoted { at += 1 }
        let start = at
        while at < bytes.count, isQuoted ? bytes[at] != quote : bytes[at] > 0x20 && bytes[at] != UInt8(ascii: ">") {
            at += 1
        }
        let value = String(decoding: bytes[start..<at], as: UTF8.self)
        if isQuoted { at = min(at + 1, bytes.count) }
        return value
    }

    private mutating func skipBlanks() { while at < bytes.count, bytes[at] <= 0x20 { at += 1 } }

    /// Goes behind the next place where `mark` stands, and behind the next `end` there; to the end when there is none.
    private mutating func skip(past mark: String, then end: String? = nil) {
        while at < bytes.count, !matches(mark, at) { at += 1 }
        at = min(at + mark.utf8.count, bytes.count)
        if let end { skip(past: end) }
    }

    private func matches(_ mark: String, _ position: Int) -> Bool {
        guard position + mark.utf8.count <= bytes.count else { return false }
        return zip(mark.utf8, bytes[position...]).allSatisfy { expected, byte in
            byte == expected || ((0x41...0x5A).contains(byte) && byte | 0x20 == expected)
        }
    }

    /// Whether an address leads to a place on this instance, or openly to one on the web. Character references hide
    /// schemes, so a text that holds any before its path is none.
    private static func isSafe(_ address: String) -> Bool {
        let lower = ASCII.lowercased(address)
        guard address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else { return false }
        if ["http://", "https://", "mailto:", "#"].contains(where: lower.hasPrefix) { return true }
        // By bytes: to a `String`, a colon with a combining mark behind it is no colon.
        if lower.utf8.starts(with: "//".utf8) { return false }
        return !lower.utf8.prefix { !"/?#".utf8.contains($0) }.contains { ":&".utf8.contains($0) }
    }

    /// A value between quotes. References in it stay what they are.
    private static func quoted(_ value: String) -> String {
        var out: [UInt8] = []
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""): out += Array("&#34;".utf8)
            case UInt8(ascii: "<"): out += Array("&lt;".utf8)
            case UInt8(ascii: ">"): out += Array("&gt;".utf8)
            case 0..<0x20, 0x7F: out.append(0x20)
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
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
