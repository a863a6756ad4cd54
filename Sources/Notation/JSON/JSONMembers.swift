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
