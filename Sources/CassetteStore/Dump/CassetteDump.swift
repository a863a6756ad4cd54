import Database
import ExchangeModel

/// The canonical text of a cassette: what `snowdeck dump` prints and `git diff` compares.
///
/// Two cassettes that hold the same dump the same, whatever their history: where bodies stand in the file, how output
/// was cut into pieces and what else is a matter of storage is not in it. Every fact that is recorded is, so two that
/// differ dump differently. The text explains itself in its first lines.
extension Cassette {
    /// Hands the text to `receive` in order, in pieces of whole lines.
    package func dump(to receive: (String) -> Void) throws(CassetteError) {
        try withoutActuallyEscaping(receive) { receive throws(CassetteError) in
            var walk = DumpWalk(of: self)
            var text = DumpText(receive)
            while try walk.step(into: &text) {}
            text.flush()
        }
    }
}

/// The same text, taken piece by piece by whoever has use for the next one.
package struct CassetteDump {
    private var walk: DumpWalk
    private var isOver = false
    private static let pieceSize = 64 << 10

    /// A dump that begins. Nothing is read before the first piece is asked for.
    package init(of cassette: Cassette) { walk = DumpWalk(of: cassette) }

    /// The next lines, about 64 KB of them or one large record; nil at the end.
    package mutating func next() throws(CassetteError) -> String? {
        var piece = ""
        while !isOver, piece.utf8.count < Self.pieceSize {
            var lines = ""
            isOver = try withoutActuallyEscaping({ lines += $0 }) { receive throws(CassetteError) in
                var text = DumpText(receive)
                defer { text.flush() }
                return try !walk.step(into: &text)
            }
            piece += lines
        }
        return piece.isEmpty ? nil : piece
    }
}
