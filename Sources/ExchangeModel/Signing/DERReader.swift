/// Reads the values of one level of DER (X.690), one after the other. It goes no deeper by itself, so what it reads
/// decides nothing about the stack.
struct DERReader {
    /// The kinds of value that keys and certificates are made of.
    enum Tag: UInt8 {
        case integer = 0x02
        case bits = 0x03
        case octets = 0x04
        case objectIdentifier = 0x06
        case sequence = 0x30
        /// The first optional part of a structure.
        case firstPart = 0xA0
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Whether nothing is left.
    var isAtEnd: Bool { rest.isEmpty }

    /// The content of the next value when it is of that kind; else nothing is read.
    mutating func next(_ tag: Tag) -> ArraySlice<UInt8>? {
        guard rest.first == tag.rawValue, let (content, after) = value() else { return nil }
        rest = after
        return content
    }

    /// What is left, tags and lengths included, when the next value is of that kind.
    func remainder(startingWith tag: Tag) -> ArraySlice<UInt8>? { rest.first == tag.rawValue ? rest : nil }

    /// A reader of the next value's own values, when it is of that kind.
    mutating func nested(_ tag: Tag) -> DERReader? { next(tag).map { DERReader($0) } }

    /// The next value when it is a number that is not negative: its bytes without the zeros in front.
    mutating func number() -> [UInt8]? {
        let start = rest
        guard let bytes = next(.integer), let first = bytes.first, first & 0x80 == 0 else {
            rest = start
            return nil
        }
        return Array(bytes.drop { $0 == 0 })
    }

    /// The next value when it is a string of whole bytes.
    mutating func wholeBytes() -> ArraySlice<UInt8>? {
        guard let content = next(.bits), content.first == 0 else { return nil }
        return content.dropFirst()
    }

    /// Passes over a value of any kind. False when there is none.
    mutating func skip() -> Bool {
        guard let (_, after) = value() else { return false }
        rest = after
        return true
    }

    /// Content and what follows it. Nil when the length is not DER's or leads past the end.
    private func value() -> (content: ArraySlice<UInt8>, after: ArraySlice<UInt8>)? {
        // Tags of more than one byte stand in no key.
        guard let tag = rest.first, tag & 0x1F != 0x1F, let first = rest.dropFirst().first else { return nil }
        var place = rest.startIndex + 2
        var length = Int(first)
        if first & 0x80 != 0 {
            let width = Int(first & 0x7F)
            guard (1...4).contains(width), rest.endIndex - place >= width, rest[place] != 0 else { return nil }
            length = rest[place..<(place + width)].reduce(0) { $0 << 8 | Int($1) }
            guard length >= 0x80 else { return nil }
            place += width
        }
        guard rest.endIndex - place >= length else { return nil }
        return (rest[place..<(place + length)], rest[(place + length)...])
    }
}
