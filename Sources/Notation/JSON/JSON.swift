/// A JSON value that is built and written: members keep their order, numbers their text.
public indirect enum JSON: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// The digits as they are to be written.
    case number(String)
    /// Text, escapes decoded.
    case string(String)
    /// Elements in their order.
    case array([JSON])
    /// Members in their order; a name may be repeated.
    case object([Member])

    /// One name and its value.
    public struct Member: Sendable, Hashable {
        /// The name, escapes decoded.
        public var name: String
        /// What it names.
        public var value: JSON

        /// A member of that name.
        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// An owned copy of a value in a document.
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

    /// The first member of that name of an object, compared byte by byte; nil for other kinds.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The element of an array at that place; nil outside and for other kinds.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Scalars as plain text: a string's text, a number's digits, `true`, `false`, empty for null; nil for arrays and objects.
    public var scalarText: String? {
        switch self {
        case .null: ""
        case .bool(let flag): flag ? "true" : "false"
        case .number(let digits): digits
        case .string(let text): text
        case .array, .object: nil
        }
    }

    /// Compact text: no white space, only what must be escaped is escaped.
    public var compact: String { String(decoding: compactBytes, as: UTF8.self) }

    /// The compact text as bytes, as a request body carries it.
    public var compactBytes: [UInt8] { JSONWriter.write(self, .compact) }

    /// Adds a text as a JSON string, its quotes included, for whoever writes JSON piece by piece.
    package static func append(_ text: String, to bytes: inout [UInt8]) { JSONWriter.quote(text, into: &bytes) }

    /// Two spaces an indent level, members in their order.
    public var pretty: String { String(decoding: JSONWriter.write(self, .pretty), as: UTF8.self) }

    /// Compact, members sorted by name (by UTF-8 bytes; those of one name stay in order), for comparing. Numbers are
    /// compared by their text: `1.0` and `1` are two numbers.
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
    /// An object, members in the order they are written.
    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { Member($0.0, $0.1) }) }
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
}
