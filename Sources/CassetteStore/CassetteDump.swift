import Database
import ExchangeModel

/// The canonical text of a cassette: what `snowdeck dump` prints and `git diff` compares.
///
/// Two cassettes that hold the same dump the same, whatever their history: where bodies are in the file, how output
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

/// A walk over all that a cassette holds, in the order of its dump: a record a step.
struct DumpWalk {
    private let cassette: Cassette
    private var isHeaded = false
    private var session: Int64 = 0, command: Int64 = 0, exchange: Int64 = 0
    /// The exchange that comes next, once it is read; what belongs before it is before it.
    private var coming: ExchangeRecord?
    private var isPastExchanges = false

    init(of cassette: Cassette) { self.cassette = cassette }

    /// Adds the next record, with the sessions that begin before it; false at the end.
    mutating func step(into text: inout DumpText) throws(CassetteError) -> Bool {
        if !isHeaded {
            isHeaded = true
            for line in Self.heading { text.line(line) }
            return true
        }
        if coming == nil, !isPastExchanges {
            coming = try exchangeAfter(exchange)
            isPastExchanges = coming == nil
        }
        // Sessions and commands are before the first exchange that belongs to them or to a later one.
        if try stepCommand(upTo: coming.map { $0.request.command ?? command } ?? .max, into: &text) { return true }
        try dumpSessions(upTo: coming?.request.session ?? .max, into: &text)
        guard let next = coming else { return false }
        exchange = next.id
        coming = nil
        text.dump(next)
        return true
    }

    private static let heading = [
        "# Snowdeck cassette, text form 1",
        "#",
        "# Lines at the margin begin a session, a command or an exchange, in recorded order; their facts are indented.",
        "# \"|\" begins a line of text. JSON is formatted, one member a line; other bytes are in base64.",
        "# Control characters stand as \\n, \\t, \\r or \\u{1B}, a backslash as \\\\ (in JSON as it was). "
            + "Moments are UTC,",
        "# timings microseconds since the exchange began, digests XXH64. \">\" was sent, \"<\" came back.",
    ]

    /// Adds the next command up to that number; false when there is none.
    private mutating func stepCommand(upTo end: Int64, into text: inout DumpText) throws(CassetteError) -> Bool {
        guard command < end else { return false }
        let next = try cassette.read { [command] connection throws(DatabaseError) in
            try connection.row(
                "SELECT \(CommandRecord.columns) FROM command WHERE id>? AND id<=? ORDER BY id LIMIT 1",
                [.integer(command), .integer(end)], read: CommandRecord.init(row:))
        }
        guard let next else {
            command = end
            return false
        }
        command = next.id
        try dumpSessions(upTo: next.session, into: &text)
        text.dump(next)
        for input in try cassette.inputs(of: next.id) {
            text.content(
                "read \(PrintableText.escaped(input.kind)) \(PrintableText.escaped(input.name))", input.content)
        }
        for (stream, name) in [(OutputStream.standardOutput, "output"), (.standardError, "error output")] {
            let bytes = try cassette.output(of: next.id, stream)
            if !bytes.isEmpty { text.content(name, bytes) }
        }
        return true
    }

    private mutating func dumpSessions(upTo end: Int64, into text: inout DumpText) throws(CassetteError) {
        while session < end {
            let next = try cassette.read { [session] connection throws(DatabaseError) in
                try connection.row(
                    "SELECT \(SessionRecord.columns) FROM session WHERE id>? AND id<=? ORDER BY id LIMIT 1",
                    [.integer(session), .integer(end)], read: SessionRecord.init(row:))
            }
            guard let next else { return session = end }
            session = next.id
            text.dump(next)
        }
    }

    /// The first exchange after that number, nil when there is none.
    private func exchangeAfter(_ id: Int64) throws(CassetteError) -> ExchangeRecord? {
        let limit = cassette.bodyLimit
        return try cassette.read { connection throws(DatabaseError) in
            try connection.row(
                ExchangeRow.select(answerBodies: true) + " WHERE e.id>? ORDER BY e.id LIMIT 1", [.integer(id)]
            ) { row throws(DatabaseError) in try ExchangeRow.read(row, bodyLimit: limit) }
        }
    }
}
