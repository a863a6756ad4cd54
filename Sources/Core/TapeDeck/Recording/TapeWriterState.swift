import CassetteStore
import Redactors

extension TapeWriter {
    struct OpenCommand {
        var frame: CommandFrame
        var id: Int64
        package var line: String
        var recorded: String
        /// Whether the line is recorded without its variables, because its document has not been read.
        var isUnread: Bool
        /// What its documents, and those of its requests, reveal about names.
        var known: DocumentSecrets
        var held: [OutputStream: OutputBuffer] = [:]
    }

    struct State {
        var cassette: Cassette?
        var session: Int64 = 0
        var start = EpochCounter()
        /// The last exchange of earlier sessions.
        var before: Int64 = 0
        var commands: [OpenCommand] = []
        var loss: TapeLoss?
        var isLossTaken = false
        var isClosed = false
        /// By exchange without an outcome: what the request's documents reveal about the response.
        var asked: [Int64: DocumentSecrets] = [:]
        var unchecked: [UncheckedPart] = []
    }
}

/// A recorded part that could not be searched for secrets.
package struct UncheckedPart: Sendable, Hashable, CustomStringConvertible {
    /// `exchange 12`.
    package var place: String
    package var reason: String

    package var description: String { "\(place) could not be checked for secrets: \(reason)" }
}

/// Output that is not on the tape yet. It is split at line breaks, so that no secret is split and missed.
struct OutputBuffer {
    struct Piece {
        package var bytes: [UInt8] = []
        /// Whether secrets that it names are masked already.
        var isMasked = true
    }

    private(set) var rest = Piece()
    /// The index after the last line break in `rest`.
    private var cut = 0

    /// Output is written in pieces of about this size, in bytes.
    static let piece = 64 << 10
    /// A longer line is split; `tail` bytes are kept back, so that an ordinary secret is whole in one piece.
    static let longestLine = 1 << 20
    private static let tail = 16 << 10

    /// Appends bytes and returns what is to be written now; nil while that is little. `secrets` finds secrets in a line
    /// that must be split.
    package mutating func take(_ bytes: [UInt8], isMasked: Bool, secrets: ([UInt8]) -> [Range<Int>]) -> Piece? {
        if let end = bytes.lastIndex(of: 10) { cut = rest.bytes.count + end + 1 }
        rest.isMasked = rest.isMasked && isMasked
        rest.bytes += bytes
        guard rest.bytes.count >= Self.piece, !isPacked else { return nil }
        if cut == 0 {
            guard rest.bytes.count >= Self.longestLine else { return nil }
            cut = Self.place(in: rest.bytes, upTo: rest.bytes.count - Self.tail, outside: secrets(rest.bytes))
        }
        defer { cut = 0 }
        guard cut < rest.bytes.count else {
            defer { rest = Piece() }
            return rest
        }
        defer { rest.bytes.removeFirst(cut) }
        return Piece(bytes: Array(rest.bytes[..<cut]), isMasked: rest.isMasked)
    }

    /// Whether it is one file of gzip data or an archive, which can be read only as a whole.
    private var isPacked: Bool {
        rest.bytes.count <= Inspection.largest
            && (rest.bytes.starts(with: [0x1F, 0x8B, 8]) || ZipArchive.begins(rest.bytes))
    }

    /// Where to split a line: after a comma, so that a name and its value stay together, and not inside a secret.
    private static func place(in line: [UInt8], upTo end: Int, outside secrets: [Range<Int>]) -> Int {
        let start = max(1, end - tail)
        let near = secrets.filter { $0.lowerBound < end && start < $0.upperBound }
        func cuts(_ place: Int) -> (Range<Int>) -> Bool { { $0.lowerBound < place && place < $0.upperBound } }
        for place in stride(from: end, to: start, by: -1)
        where line[place - 1] == UInt8(ascii: ",") && !near.contains(where: cuts(place)) { return place }
        let whole = near.filter(cuts(end)).map(\.lowerBound).min() ?? end
        return whole > 0 ? whole : end
    }
}
