/// Output that is not yet on the tape: it is cut at line ends, so that no secret is cut in two and searched for in halves.
struct OutputHold {
    /// Not yet handed out.
    private(set) var rest: [UInt8] = []
    /// The place after the last line end in `rest`.
    private var cut = 0

    /// Written in pieces of about this size, in bytes.
    static let piece = 64 << 10
    /// A line longer than this is cut; a tail stays behind, so long that a secret of ordinary length is whole in one piece.
    static let longestLine = 1 << 20
    private static let tail = 16 << 10

    /// Takes bytes, and gives what is now to be written; nil while it is little.
    mutating func take(_ bytes: [UInt8]) -> [UInt8]? {
        if let end = bytes.lastIndex(of: 10) { cut = rest.count + end + 1 }
        rest += bytes
        guard rest.count >= Self.piece else { return nil }
        if cut == 0 {
            guard rest.count >= Self.longestLine else { return nil }
            cut = rest.count - Self.tail
        }
        defer {
            rest.removeFirst(cut)
            cut = 0
        }
        return Array(rest[..<cut])
    }
}
