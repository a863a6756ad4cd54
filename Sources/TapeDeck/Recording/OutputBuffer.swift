/// Output that is not yet on the tape: it is cut at line ends, so that no secret is cut in two and searched for in halves.
struct OutputBuffer {
    private(set) var rest: [UInt8] = []
    /// The place after the last line end in `rest`.
    private var cut = 0

    /// Written in pieces of about this size, in bytes.
    static let piece = 64 << 10
    /// A line longer than this is cut; a tail stays behind, so long that a secret of ordinary length is whole in one piece.
    static let longestLine = 1 << 20
    private static let tail = 16 << 10

    /// Takes bytes, and gives what is now to be written; nil while it is little. `secrets` says where secrets are in a
    /// line that must be cut although it has not ended.
    mutating func take(_ bytes: [UInt8], secrets: ([UInt8]) -> [Range<Int>]) -> [UInt8]? {
        if let end = bytes.lastIndex(of: 10) { cut = rest.count + end + 1 }
        rest += bytes
        guard rest.count >= Self.piece else { return nil }
        if cut == 0 {
            guard rest.count >= Self.longestLine else { return nil }
            cut = Self.place(in: rest, upTo: rest.count - Self.tail, outside: secrets(rest))
        }
        defer {
            rest.removeFirst(cut)
            cut = 0
        }
        return Array(rest[..<cut])
    }

    /// Where to cut a line: behind a comma, so that a name and its value stay together, and in no secret.
    private static func place(in line: [UInt8], upTo end: Int, outside secrets: [Range<Int>]) -> Int {
        let start = max(1, end - tail)
        let near = secrets.filter { $0.lowerBound < end && start < $0.upperBound }
        func cuts(_ place: Int) -> (Range<Int>) -> Bool { { $0.lowerBound < place && place < $0.upperBound } }
        for place in stride(from: end, to: start, by: -1)
        where line[place - 1] == UInt8(ascii: ",") && !near.contains(where: cuts(place)) {
            return place
        }
        let whole = near.filter(cuts(end)).map(\.lowerBound).min() ?? end
        return whole > 0 ? whole : end
    }
}
