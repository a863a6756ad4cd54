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
