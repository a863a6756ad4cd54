import ExchangeModel
import Notation

/// Makes a page of the instance fit for the relay's address, by splicing: everything that is not changed stays as it came,
/// byte for byte. Nothing is parsed as a tree and nothing is written anew.
struct RelayMarkup {
    /// The instance's own origins, in small letters: with the scheme, and without.
    private let origins: [[UInt8]]
    private let bytes: [UInt8]
    /// What is put where: so many bytes from a place on are replaced.
    private var edits: [(place: Int, count: Int, text: [UInt8])] = []
    private var headEnd: Int?
    private var bodyStart: Int?
    private var bodyInside: Int?
    private var htmlInside: Int?
    private var hasScript = false
    private var hasContent = false

    /// Attributes whose value is an address that is gone to or loaded from. Values of fields are data and stay.
    private static let addresses: Set<String> = [
        "href", "src", "action", "formaction", "data", "poster", "background", "srcset",
    ]
    /// Elements whose content is no markup.
    private static let raw: Set<String> = [
        "script", "style", "textarea", "title", "xmp", "noscript", "noembed", "noframes",
    ]
    private static let content: Set<String> = ["iframe", "frame", "form", "img", "input", "object", "embed", "svg"]

    /// A page with the addresses of its own instance made relative to the root.
    ///
    /// - Parameters:
    ///   - origin: the instance's, without a slash.
    ///   - sheet: the style that is put at the end of its head; nil for a part of a page, which has none of its own.
    ///   - banner: put at the top of a page that shows nothing without its scripts.
    static func adapted(_ bytes: [UInt8], origin: String, sheet: String?, banner: String) -> [UInt8] {
        var page = RelayMarkup(bytes, origin: origin)
        page.scan()
        if let sheet { page.dress(in: sheet, banner) }
        return page.spliced()
    }

    /// Whether an answer is HTML in a character set whose letters are ASCII's.
    static func isMarkup(_ response: HTTPResponse) -> Bool {
        let type = (response.headers["Content-Type"] ?? "").lowercased()
        guard type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml"), !type.contains("utf-16") else {
            return false
        }
        return !response.body.starts(with: [0xFE, 0xFF]) && !response.body.starts(with: [0xFF, 0xFE])
    }

    private init(_ bytes: [UInt8], origin: String) {
        self.bytes = bytes
        origins = ([origin, String(origin.drop { $0 != "/" })] + [RelayMarkup.older(origin)].compactMap { $0 })
            .map { Array($0.utf8) }
    }

    /// How old articles name an instance that has moved to https since; nil for one with a port of its own.
    private static func older(_ origin: String) -> String? {
        guard origin.hasPrefix("https://"), !origin.dropFirst(8).utf8.contains(UInt8(ascii: ":")) else { return nil }
        return "http" + origin.dropFirst(5)
    }

    private mutating func dress(in sheet: String, _ banner: String) {
        // Nothing in a sheet may end the element that holds it.
        let style = sheet.isEmpty ? "" : "<style>\(sheet.replacing("</", with: "<\\/"))</style>"
        edits.append((headEnd ?? bodyStart ?? htmlInside ?? 0, 0, Array(style.utf8)))
        if hasScript, !hasContent, let bodyInside { edits.append((bodyInside, 0, Array(banner.utf8))) }
    }

    private func spliced() -> [UInt8] {
        var out: [UInt8] = [], place = 0
        out.reserveCapacity(bytes.count + 4096)
        for edit in edits.sorted(by: { $0.place < $1.place }) {
            out += bytes[place..<edit.place]
            out += edit.text
            place = edit.place + edit.count
        }
        return out + bytes[place...]
    }

    private mutating func scan() {
        var place = 0
        while place < bytes.count {
            guard let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) else {
                noteText(place..<bytes.count)
                return
            }
            noteText(place..<open)
            place = markup(at: open)
        }
    }

    private mutating func noteText(_ range: Range<Int>) {
        if !hasContent, bodyInside != nil, bytes[range].contains(where: { !ASCII.isSpace($0) }) { hasContent = true }
    }

    /// Reads what begins with a `<`, and says where it ends.
    private mutating func markup(at open: Int) -> Int {
        let next = open + 1
        guard next < bytes.count else { return next }
        if bytes[next] == UInt8(ascii: "!") || bytes[next] == UInt8(ascii: "?") {
            guard bytes[next...].starts(with: "!--".utf8) else {
                let end = after(UInt8(ascii: ">"), from: next)
                if htmlInside == nil { htmlInside = end }
                return end
            }
            return commentEnd(from: next + 3)
        }
        let isEnd = bytes[next] == UInt8(ascii: "/")
        let start = isEnd ? next + 1 : next
        guard start < bytes.count, ASCII.isLetter(bytes[start]) else {
            noteText(open..<next)
            return next
        }
        var place = start
        while place < bytes.count, !ASCII.isSpace(bytes[place]), bytes[place] != UInt8(ascii: ">"),
            bytes[place] != UInt8(ascii: "/")
        { place += 1 }
        let name = place - start > 32 ? "" : String(decoding: bytes[start..<place].map(ASCII.lowercased), as: UTF8.self)
        if isEnd, name == "head", headEnd == nil { headEnd = open }
        if !isEnd, name == "body" || name == "frameset", bodyStart == nil { bodyStart = open }
        place = attributes(from: place, of: name)
        guard !isEnd else { return place }
        if name == "html" { htmlInside = place }
        if name == "body", bodyInside == nil { bodyInside = place }
        if name == "script" { hasScript = true }
        if bodyInside != nil, Self.content.contains(name) { hasContent = true }
        return Self.raw.contains(name) ? rawEnd(of: Array(name.utf8), from: place) : place
    }

    /// Reads a tag's attributes, and says where the tag ends.
    private mutating func attributes(from start: Int, of element: String) -> Int {
        var place = start
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: ">") { return place + 1 }
            if ASCII.isSpace(byte) || byte == UInt8(ascii: "/") {
                place += 1
                continue
            }
            let nameStart = place
            place += 1
            while place < bytes.count, !ASCII.isSpace(bytes[place]), !"=>/".utf8.contains(bytes[place]) { place += 1 }
            let name = bytes[nameStart..<place]
            while place < bytes.count, ASCII.isSpace(bytes[place]) { place += 1 }
            guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { continue }
            place += 1
            while place < bytes.count, ASCII.isSpace(bytes[place]) { place += 1 }
            guard place < bytes.count else { break }
            let quote = bytes[place]
            let value: Range<Int>
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                let end = bytes[(place + 1)...].firstIndex(of: quote) ?? bytes.count
                value = (place + 1)..<end
                place = min(end + 1, bytes.count)
            } else {
                let end =
                    bytes[place...].firstIndex { ASCII.isSpace($0) || $0 == UInt8(ascii: ">") } ?? bytes.count
                value = place..<end
                place = end
            }
            if name.count <= 12, Self.addresses.contains(String(decoding: name.map(ASCII.lowercased), as: UTF8.self)) {
                shorten(value)
            } else if element == "meta", name.map(ASCII.lowercased).elementsEqual("content".utf8) {
                keepHere(value)
            }
        }
        return place
    }

    /// Keeps a page from leading elsewhere by itself (`<meta http-equiv=refresh>`): no policy would hold it back.
    private mutating func keepHere(_ value: Range<Int>) {
        let text = bytes[value].map(ASCII.lowercased)
        guard let mark = text.indices.first(where: { text[$0...].starts(with: "url=".utf8) }) else { return }
        let start = text[(mark + 4)...].firstIndex { !ASCII.isSpace($0) && !"'\"".utf8.contains($0) } ?? text.count
        let address = text[start...]
        if let origin = origins.first(where: address.starts(with:)),
            address.dropFirst(origin.count).first.map({ "/?#".utf8.contains($0) }) ?? true
        {
            shorten((value.lowerBound + start)..<value.upperBound)
            return
        }
        let isRooted = address.first == UInt8(ascii: "/")
        let first = address.dropFirst(isRooted ? 1 : 0).prefix { !"/?#".utf8.contains($0) }
        // Nothing in front of the first slash that could be a scheme, a host, or a character written otherwise.
        let isPlain = first.allSatisfy { ASCII.isName($0) || "$-.~%'\"".utf8.contains($0) }
        let isHost = isRooted && first.isEmpty && address.dropFirst().first == UInt8(ascii: "/")
        if !isPlain || isHost { edits.append((value.lowerBound, value.count, [])) }
    }

    /// Takes the instance's origin from the beginning of an address.
    private mutating func shorten(_ value: Range<Int>) {
        let address = bytes[value].drop(while: ASCII.isSpace)
        for origin in origins where address.count >= origin.count {
            let start = address.prefix(origin.count)
            guard zip(start, origin).allSatisfy({ ASCII.lowercased($0) == $1 }) else { continue }
            let rest = address.dropFirst(origin.count)
            switch rest.first {
            case UInt8(ascii: "/"):
                // Two slashes alone would mean a host; so would a slash and what is read as one.
                let second = rest.dropFirst().first
                let isPlain = second.map { ASCII.isName($0) || "$-.~%?#\"'".utf8.contains($0) } ?? true
                edits.append((address.startIndex, origin.count, isPlain ? [] : Array("/.".utf8)))
            case UInt8(ascii: "?"), UInt8(ascii: "#"), nil:
                edits.append((address.startIndex, origin.count, [UInt8(ascii: "/")]))
            default: continue
            }
            return
        }
    }

    private func after(_ byte: UInt8, from place: Int) -> Int {
        bytes[place...].firstIndex(of: byte).map { $0 + 1 } ?? bytes.count
    }

    private func commentEnd(from start: Int) -> Int {
        var place = start
        while let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) {
            // `<!-->` and `<!--->` are whole comments; `<!--!>` has only begun.
            if bytes[(start - 2)..<end].suffix(2).elementsEqual("--".utf8)
                || bytes[start..<end].suffix(3).elementsEqual("--!".utf8)
            {
                return end + 1
            }
            place = end + 1
        }
        return bytes.count
    }

    /// Where an element whose content is no markup ends: at its own end tag, or with the page.
    private func rawEnd(of name: [UInt8], from start: Int) -> Int {
        var place = start
        while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            let tag = bytes[(open + 1)...].prefix(name.count + 2)
            if tag.count > name.count, tag.first == UInt8(ascii: "/"),
                zip(tag.dropFirst(), name).allSatisfy({ ASCII.lowercased($0) == $1 }),
                tag.count == name.count + 1 || ASCII.isSpace(tag[open + 1 + name.count + 1])
                    || "/>".utf8.contains(tag[open + 1 + name.count + 1])
            {
                return open
            }
            place = open + 1
        }
        return bytes.count
    }
}
