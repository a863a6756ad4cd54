import Notation

/// One HTML or XML tag, with the ranges of its attributes' values. Parsed leniently, as browsers do.
struct MarkupTag {
    struct Attribute {
        var name: String
        var value: Range<Int>
    }

    private(set) var name: String
    private(set) var isClosing = false
    private(set) var isEmpty = false
    private(set) var attributes: [Attribute] = []
    private(set) var end: Int

    /// In bytes. Longer tags are not read, which keeps the pass over a page linear.
    private static let longest = 64 << 10

    init?(in bytes: [UInt8], at start: Int) {
        let limit = min(bytes.count, start + Self.longest)
        var place = start + 1
        if place < limit, bytes[place] == UInt8(ascii: "/") {
            isClosing = true
            place += 1
        }
        let nameStart = place
        guard place < limit, ASCII.isLetter(bytes[place]) || bytes[place] == UInt8(ascii: "_") else { return nil }
        while place < limit, Self.isName(bytes[place]) { place += 1 }
        name = Self.local(bytes[nameStart..<place])
        end = place
        while place < limit {
            while place < limit, ASCII.isSpace(bytes[place]) || bytes[place] == UInt8(ascii: "/") { place += 1 }
            guard place < limit else { return nil }
            if bytes[place] == UInt8(ascii: ">") {
                isEmpty = bytes[place - 1] == UInt8(ascii: "/")
                end = place + 1
                return
            }
            let start = place
            while place < limit, !Self.endsAttributeName(bytes[place]) { place += 1 }
            let attribute = bytes[start..<place]
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
            attributes.append(Attribute(name: Self.local(attribute), value: valueStart..<place))
            if isQuoted { place += 1 }
        }
        return nil
    }

    subscript(name: String) -> Range<Int>? { attributes.first { $0.name == name }?.value }

    private static func local(_ name: ArraySlice<UInt8>) -> String {
        let colon = name.lastIndex(of: UInt8(ascii: ":"))
        return String(decoding: name[(colon.map { $0 + 1 } ?? name.startIndex)...].map(ASCII.lowercased), as: UTF8.self)
    }

    private static func isName(_ byte: UInt8) -> Bool { ASCII.isName(byte) || byte == UInt8(ascii: ":") }

    private static func endsAttributeName(_ byte: UInt8) -> Bool {
        ASCII.isSpace(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }
}
