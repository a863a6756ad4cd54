/// A JSON text parsed into a flat tape of offsets into its bytes; values are created on access.
public struct JSONDocument: Sendable {
    /// The root value.
    public let root: JSONNode

    /// Parses a JSON text (RFC 8259). The order of keys, repeated keys, the text of numbers and all bytes of strings
    /// are preserved.
    ///
    /// The limits are 4 GiB for a text and 256 MiB for a string or number. A byte order mark is not white space, so a
    /// text that begins with one is rejected (RFC 8259, 8.1).
    public init(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        do throws(JSONOffsetError) {
            root = JSONNode(tape: try JSONParser.parse(bytes, limits: limits), index: 0)
        } catch {
            throw JSONError(error, in: bytes)
        }
    }

    /// Parses a JSON text from a string.
    public init(_ text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(Array(text.utf8), limits: limits)
    }
}

/// A value in a document: a lightweight view that keeps the document's bytes alive.
public struct JSONNode: Sendable {
    let tape: JSONTape
    let index: Int

    /// The kind of value.
    public var kind: JSONKind {
        switch tape.word(index).tag {
        case .null: .null
        case .yes, .no: .bool
        case .number: .number
        case .plainString, .escapedString: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The value exactly as written. The indexes are those of the parsed bytes.
    public var source: ArraySlice<UInt8> { tape.bytes[tape.range(index)] }

    package func hasSource(of other: JSONNode) -> Bool { source == other.source }

    /// A string without escapes (a lone surrogate becomes U+FFFD); nil for other kinds.
    public var string: String? { kind == .string ? tape.string(index) : nil }

    /// The text of a number; nil for other kinds.
    public var number: String? { kind == .number ? String(decoding: source, as: UTF8.self) : nil }

    /// A Boolean; nil for other kinds.
    public var bool: Bool? {
        switch tape.word(index).tag {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// A scalar as plain text: a string's text, a number's digits, `true`, `false`, empty for null; nil for arrays and
    /// objects.
    public var scalarText: String? {
        switch kind {
        case .null: ""
        case .bool, .number: String(decoding: source, as: UTF8.self)
        case .string: tape.string(index)
        case .array, .object: nil
        }
    }

    /// The number of elements or members; 0 for scalars.
    public var count: Int {
        let word = tape.word(index)
        return word.tag.isContainer ? word.size : 0
    }

    /// The elements of an array; empty for other kinds.
    public var elements: JSONElements { JSONElements(node: self) }

    /// The members of an object in order, repetitions included; empty for other kinds.
    public var members: JSONMembers { JSONMembers(node: self) }

    /// The first member with that name, compared by decoded bytes; nil for other kinds than objects.
    public subscript(name: String) -> JSONNode? {
        var name = name
        return name.withUTF8 { tape.member($0, of: index) }.map { JSONNode(tape: tape, index: $0) }
    }

    /// The members with those names, as by `subscript`; of members with equal names those in the order of `names`. It
    /// takes linear time if the names are the first members' in their order.
    package func values(of names: [String]) -> [JSONNode?] {
        guard tape.word(index).tag == .object else { return names.map { _ in nil } }
        let end = tape.next(after: index)
        // The next member, as long as the names are in order.
        var next: Int? = index + 2
        return names.map { name in
            guard let place = next, place < end else { return self[name] }
            var text = name
            guard text.withUTF8({ tape.string(place, equals: $0) }) else {
                next = nil
                return self[name]
            }
            next = tape.next(after: place + 1)
            return JSONNode(tape: tape, index: place + 1)
        }
    }

    /// The element at an index; nil if out of range or not an array. It takes linear time, so iterate over `elements`
    /// instead.
    public subscript(index: Int) -> JSONNode? {
        guard tape.word(self.index).tag == .array, index >= 0, index < count else { return nil }
        var place = self.index + 2
        for _ in 0..<index { place = tape.next(after: place) }
        return JSONNode(tape: tape, index: place)
    }

    /// A copy of the value.
    public var value: JSON { JSON(self) }
}

/// The kinds of JSON value.
public enum JSONKind: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number of any size or precision.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
}

/// The elements of an array.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
    private let tape: JSONTape
    private var place: Int
    private let end: Int

    init(node: JSONNode) {
        tape = node.tape
        place = node.index + 2
        end = node.kind == .array ? node.tape.next(after: node.index) : place
    }

    /// The next element; nil after the last.
    public mutating func next() -> JSONNode? {
        guard place < end else { return nil }
        defer { place = tape.next(after: place) }
        return JSONNode(tape: tape, index: place)
    }
}

/// The members of an object in order, repetitions included.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    private let tape: JSONTape
    private var place: Int
    private let end: Int

    init(node: JSONNode) {
        tape = node.tape
        place = node.index + 2
        end = node.kind == .object ? node.tape.next(after: node.index) : place
    }

    /// The next member; nil after the last.
    public mutating func next() -> (name: String, value: JSONNode)? {
        guard place < end else { return nil }
        defer { place = tape.next(after: place + 1) }
        return (tape.string(place), JSONNode(tape: tape, index: place + 1))
    }
}

/// The limits of a document.
public struct JSONLimits: Sendable {
    /// The maximum nesting of arrays and objects. Parsing needs no stack, but copying, comparing and writing recurse,
    /// so more than 2048 levels are never accepted.
    public var depth: Int

    /// Creates limits (default depth: 512).
    public init(depth: Int = 512) { self.depth = depth }

    /// The limits for responses of instances.
    public static let standard = JSONLimits()

    var effectiveDepth: Int { min(depth, 2048) }
}

/// Why a text is not valid JSON.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One lower-case phrase without position: `expected ',' or '}'`.
    public let message: String
    /// The byte offset, 0-based.
    public let offset: Int
    /// The line, 1-based; lines end with a line feed.
    public let line: Int
    /// The column, 1-based, in Unicode scalar values.
    public let column: Int

    /// The message and the position.
    public var description: String { "\(message) at line \(line), column \(column)" }

    init(_ fault: JSONOffsetError, in bytes: [UInt8]) {
        (message, offset) = (fault.message.description, fault.offset)
        var (line, column) = (1, 1)
        for byte in bytes[..<fault.offset] {
            if byte == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                // A byte 10xxxxxx continues a character.
                column += 1
            }
        }
        (self.line, self.column) = (line, column)
    }
}

struct JSONOffsetError: Error {
    let message: StaticString
    let offset: Int
}
