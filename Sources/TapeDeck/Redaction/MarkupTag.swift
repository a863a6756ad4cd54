import Notation

/// One tag of a page or an XML text: its name and where the values of its attributes stand. Lenient, as pages are.
struct MarkupTag {
    /// In lower case, without the `/` of a closing tag.
    private(set) var name: String
    private(set) var isClosing: Bool
    /// The values' places by attribute name in lower case; the first of a name counts.
    private(set) var attributes: [String: Range<Int>] = [:]
    /// The place after the `>`.
    private(set) var end: Int

    /// A tag longer than this is no tag; the bound keeps the pass over a page linear.
    private static let longest = 4096

    /// Reads the tag whose `<` stands at `start`; nil when none does.
    init?(in bytes: [UInt8], at start: Int) {
        let limit = min(bytes.count, start + Self.longest)
        var place = start + 1
        isClosing = place < limit && bytes[place] == UInt8(ascii: "/")
        if isClosing { place += 1 }
        let nameStart = place
        while place < limit, ASCII.isName(bytes[place]) { place += 1 }
        guard place > nameStart else { return nil }
        name = ASCII.lowercased(String(decoding: bytes[nameStart..<place], as: UTF8.self))
        end = place
        // Only the tags that matter are read to their end.
        guard name == "input" || name == "textarea" || SecretNames.label(of: name) != nil else { return nil }
        while place < limit {
            while place < limit, ASCII.isSpace(bytes[place]) || bytes[place] == UInt8(ascii: "/") { place += 1 }
            guard place < limit else { return nil }
            if bytes[place] == UInt8(ascii: ">") {
                end = place + 1
                return
            }
            let start = place
            while place < limit, !Self.endsAttributeName(bytes[place]) { place += 1 }
            let attribute = ASCII.lowercased(String(decoding: bytes[start..<place], as: UTF8.self))
            while place < limit, ASCII.isSpace(bytes[place]) { place += 1 }
            guard place < limit, bytes[place] == UInt8(ascii: "=") else {
                if place == start { place += 1 }
                continue
            }
            place += 1
            while place < limit, ASCII.isSpace(bytes[place]) { place += 1 }
            guard place < limit else { return nil }
            let quote = bytes[place]
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            if isQuoted { place += 1 }
            let valueStart = place
            while place < limit,
                isQuoted ? bytes[place] != quote : !ASCII.isSpace(bytes[place]) && bytes[place] != UInt8(ascii: ">")
            {
                place += 1
            }
            if attributes[attribute] == nil { attributes[attribute] = valueStart..<place }
            if isQuoted { place += 1 }
        }
        return nil
    }

    private static func endsAttributeName(_ byte: UInt8) -> Bool {
        ASCII.isSpace(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }
}
