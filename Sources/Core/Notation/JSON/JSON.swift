/// A JSON value that keeps the order of members and the text of numbers.
public indirect enum JSON: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as its text.
    case number(String)
    /// A string, without escapes.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object: members in order; names may repeat.
    case object([Member])

    /// A member of an object.
    public struct Member: Sendable, Hashable {
        /// The name, without escapes.
        public var name: String
        /// The value.
        public var value: JSON

        /// Creates a member.
        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// An object with the members whose values are not nil.
    package static func object(present members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(members.compactMap { member in member.value.map { Member(member.key, $0) } })
    }

    /// Copies a value of a document.
    public init(_ node: JSONNode) {
        switch node.kind {
        case .null: self = .null
        case .bool: self = .bool(node.bool == true)
        case .number: self = .number(node.scalarText ?? "")
        case .string: self = .string(node.scalarText ?? "")
        case .array: self = .array(node.elements.map { JSON($0) })
        case .object: self = .object(node.members.map { Member($0.name, JSON($0.value)) })
        }
    }

    /// The first member with that name, compared by bytes; nil for other kinds than objects.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The element at an index; nil if out of range or not an array.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The elements of an array; empty for other kinds.
    package var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }

    /// A scalar as plain text: a string's text, a number's digits, `true`, `false`, empty for null; nil for arrays and
    /// objects.
    public var scalarText: String? {
        switch self {
        case .null: ""
        case .bool(let flag): flag ? "true" : "false"
        case .number(let digits): digits
        case .string(let text): text
        case .array, .object: nil
        }
    }

    /// JSON text without white space, with required escapes only.
    public var compact: String { String(decoding: compactBytes, as: UTF8.self) }

    /// The compact text as bytes, as in a request body.
    public var compactBytes: [UInt8] { JSONWriter.write(self, .compact) }

    package static func append(_ text: String, to bytes: inout [UInt8]) { JSONWriter.quote(text, into: &bytes) }

    /// JSON text indented by two spaces, members in order.
    public var pretty: String { String(decoding: JSONWriter.write(self, .pretty), as: UTF8.self) }

    /// Compact text with members sorted by name (UTF-8 bytes; stable for equal names), for comparison. Numbers are
    /// compared as text: `1.0` and `1` differ.
    public var canonical: String { String(decoding: JSONWriter.write(self, .canonical), as: UTF8.self) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(String(value)) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// An object with members in the given order.
    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { Member($0.0, $0.1) }) }
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
}

struct JSONWriter {
    enum Style { case compact, pretty, canonical }

    private let style: Style
    private var out: [UInt8] = []

    static func write(_ value: JSON, _ style: Style) -> [UInt8] {
        var writer = JSONWriter(style: style)
        writer.add(value, indent: 0)
        return writer.out
    }

    private init(style: Style) { self.style = style }

    private mutating func add(_ value: JSON, indent: Int) {
        switch value {
        case .null: out += "null".utf8
        case .bool(let flag): out += (flag ? "true" : "false").utf8
        case .number(let digits): out += digits.utf8
        case .string(let text): JSONWriter.quote(text, into: &out)
        case .array(let elements):
            out.append(UInt8(ascii: "["))
            for (position, element) in elements.enumerated() {
                separate(position, indent: indent + 1)
                add(element, indent: indent + 1)
            }
            close(UInt8(ascii: "]"), isEmpty: elements.isEmpty, indent: indent)
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            for (position, member) in (style == .canonical ? members.sorted(byName: \.name) : members).enumerated() {
                separate(position, indent: indent + 1)
                JSONWriter.quote(member.name, into: &out)
                out.append(UInt8(ascii: ":"))
                if style == .pretty { out.append(UInt8(ascii: " ")) }
                add(member.value, indent: indent + 1)
            }
            close(UInt8(ascii: "}"), isEmpty: members.isEmpty, indent: indent)
        }
    }

    private mutating func separate(_ position: Int, indent: Int) {
        if position > 0 { out.append(UInt8(ascii: ",")) }
        if style == .pretty { breakLine(indent) }
    }

    private mutating func close(_ bracket: UInt8, isEmpty: Bool, indent: Int) {
        if style == .pretty, !isEmpty { breakLine(indent) }
        out.append(bracket)
    }

    private mutating func breakLine(_ indent: Int) {
        out.append(UInt8(ascii: "\n"))
        out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * 2))
    }

    /// Appends a quoted string with the escapes that RFC 8259, 7 requires: quote, backslash and control characters
    /// below U+0020, in short form if there is one.
    static func quote(_ text: String, into out: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            out.append(UInt8(ascii: "\""))
            var place = 0, written = 0
            while place < bytes.count {
                if place + 8 <= bytes.count, let start = UnsafeRawPointer(bytes.baseAddress),
                    ByteWord(at: start + place).controls(or: UInt8(ascii: "\""), UInt8(ascii: "\\")) == 0
                {
                    place += 8
                    continue
                }
                let end = min(place + 8, bytes.count)
                while place < end {
                    let byte = bytes[place]
                    if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                        out.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[written..<place]))
                        escape(byte, into: &out)
                        written = place + 1
                    }
                    place += 1
                }
            }
            out.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[written...]))
            out.append(UInt8(ascii: "\""))
        }
    }

    private static func escape(_ byte: UInt8, into out: inout [UInt8]) {
        let letter: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
        case 0x08: letter = UInt8(ascii: "b")
        case 0x09: letter = UInt8(ascii: "t")
        case 0x0A: letter = UInt8(ascii: "n")
        case 0x0C: letter = UInt8(ascii: "f")
        case 0x0D: letter = UInt8(ascii: "r")
        default:
            let low = byte & 15
            out += "\\u00".utf8
            out.append(UInt8(ascii: "0") + byte >> 4)
            out.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
            return
        }
        out.append(UInt8(ascii: "\\"))
        out.append(letter)
    }
}
