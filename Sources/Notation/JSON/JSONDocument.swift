/// A JSON text read into a flat tape of offsets over its own bytes; nothing is materialised before it is looked at.
public struct JSONDocument: Sendable {
    /// The outermost value.
    public let root: JSONNode

    /// Reads one JSON text (RFC 8259). Key order, repeated keys, the text of numbers and every byte of strings survive.
    ///
    /// A text may have at most 4 GiB and one string or number at most 256 MiB. A byte order mark is no white space, so
    /// a text that begins with one is refused (RFC 8259, 8.1).
    public init(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        do throws(JSONOffsetError) {
            root = JSONNode(tape: try JSONParser.parse(bytes, limits: limits), index: 0)
        } catch {
            throw JSONError(error, in: bytes)
        }
    }

    /// Reads one JSON text that is already text.
    public init(_ text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(Array(text.utf8), limits: limits)
    }
}

/// A value inside a document: a view, as cheap as an index. It keeps the document's bytes alive.
public struct JSONNode: Sendable {
    let tape: JSONTape
    let index: Int

    /// Which of the six sorts of value it is.
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

    /// The value exactly as it was written. The indices are those of the bytes the document was read from.
    public var source: ArraySlice<UInt8> { tape.bytes[tape.range(index)] }

    /// The text of a string with its escapes decoded (a lone surrogate becomes U+FFFD); nil for other kinds.
    public var string: String? { kind == .string ? tape.string(index) : nil }

    /// The digits of a number as they were written; nil for other kinds.
    public var number: String? { kind == .number ? String(decoding: source, as: UTF8.self) : nil }

    /// Whether it is `true` or `false`; nil for other kinds.
    public var bool: Bool? {
        switch tape.word(index).tag {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// Scalars as plain text: a string's text, a number's digits, `true`, `false`, empty for null; nil for arrays and objects.
    public var scalarText: String? {
        switch kind {
        case .null: ""
        case .bool, .number: String(decoding: source, as: UTF8.self)
        case .string: tape.string(index)
        case .array, .object: nil
        }
    }

    /// How many elements or members; 0 for scalars.
    public var count: Int {
        let word = tape.word(index)
        return word.tag.isContainer ? word.size : 0
    }

    /// The elements of an array in order; empty for other kinds.
    public var elements: JSONElements { JSONElements(node: self) }

    /// The members of an object in order, repeats kept; empty for other kinds.
    public var members: JSONMembers { JSONMembers(node: self) }

    /// The first member of that name, compared byte by byte after decoding; nil for other kinds than objects.
    public subscript(name: String) -> JSONNode? {
        guard tape.word(index).tag == .object else { return nil }
        var name = name
        return name.withUTF8 { name in
            var place = index + 2
            let end = tape.next(after: index)
            while place < end {
                if tape.string(place, equals: name) { return JSONNode(tape: tape, index: place + 1) }
                place = tape.next(after: place + 1)
            }
            return nil
        }
    }

    /// The element at that place, nil outside and for other kinds than arrays. It walks there from the first, so a loop
    /// goes over `elements` instead.
    public subscript(index: Int) -> JSONNode? {
        guard tape.word(self.index).tag == .array, index >= 0, index < count else { return nil }
        var place = self.index + 2
        for _ in 0..<index { place = tape.next(after: place) }
        return JSONNode(tape: tape, index: place)
    }

    /// The value as an owned tree.
    public var value: JSON { JSON(self) }
}

/// The six sorts of JSON value.
public enum JSONKind: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number, whatever its size or precision.
    case number
    /// Text in quotes.
    case string
    /// Elements in an order.
    case array
    /// Named members in an order.
    case object
}

/// The elements of an array, in order.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
    private let tape: JSONTape
    private var place: Int
    private let end: Int

    init(node: JSONNode) {
        tape = node.tape
        place = node.index + 2
        end = node.kind == .array ? node.tape.next(after: node.index) : place
    }

    /// The next element, nil after the last.
    public mutating func next() -> JSONNode? {
        guard place < end else { return nil }
        defer { place = tape.next(after: place) }
        return JSONNode(tape: tape, index: place)
    }
}

/// The members of an object in order, repeats kept.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    private let tape: JSONTape
    private var place: Int
    private let end: Int

    init(node: JSONNode) {
        tape = node.tape
        place = node.index + 2
        end = node.kind == .object ? node.tape.next(after: node.index) : place
    }

    /// The next member, nil after the last.
    public mutating func next() -> (name: String, value: JSONNode)? {
        guard place < end else { return nil }
        defer { place = tape.next(after: place + 1) }
        return (tape.string(place), JSONNode(tape: tape, index: place + 1))
    }
}

/// What a document may at most be.
public struct JSONLimits: Sendable {
    /// How deep arrays and objects may be nested. Reading needs no stack, but owned trees are built, compared and
    /// written level by level, so no more than 2048 levels are ever accepted.
    public var depth: Int

    /// Limits with that depth; 512 unless said otherwise.
    public init(depth: Int = 512) { self.depth = depth }

    /// What an answer from an instance is read with.
    public static let standard = JSONLimits()

    /// The depth that counts.
    var effectiveDepth: Int { min(depth, 2048) }
}

/// Why a text is not JSON.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One lower-case phrase without position: `expected ',' or '}'`.
    public let message: String
    /// Counted in bytes from 0.
    public let offset: Int
    /// Counted from 1; a line ends with a line feed.
    public let line: Int
    /// Counted from 1, in characters (Unicode scalar values).
    public let column: Int

    /// The message and the position.
    public var description: String { "\(message) at line \(line), column \(column)" }

    /// The position is worked out here, after the fact, so that reading never counts lines.
    init(_ fault: JSONOffsetError, in bytes: [UInt8]) {
        message = fault.message.description
        offset = fault.offset
        let before = bytes[..<fault.offset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        // A byte 10xxxxxx continues a character that an earlier byte began.
        column = before[lineStart...].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }
}

/// What the parser and the scanner throw: cheap to make, without a line or a column yet.
struct JSONOffsetError: Error {
    let message: StaticString
    /// In bytes from the start of the text.
    let offset: Int
}
