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
