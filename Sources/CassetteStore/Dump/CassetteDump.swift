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
            var text = DumpText(receive)
            for line in Cassette.dumpHeading { text.line(line) }
            try dumpRecords(into: &text)
            text.flush()
        }
    }

    private static let dumpHeading = [
        "# Snowdeck cassette, text form 1",
        "#",
        "# Lines at the margin begin a session, a command or an exchange, in recorded order; their facts are indented.",
        "# \"|\" begins a line of text. JSON is laid out anew, one member a line; other bytes are in base64.",
        "# Control characters stand as \\n, \\t, \\r or \\u{1B}, a backslash as \\\\ (in JSON as it was). "
            + "Moments are UTC,",
        "# timings microseconds since the exchange began, digests XXH64. \">\" was sent, \"<\" came back.",
    ]

    /// Sessions and commands stand before the first exchange that belongs to them or to a later one.
    private func dumpRecords(into text: inout DumpText) throws(CassetteError) {
        var session: Int64 = 0, command: Int64 = 0, exchange: Int64 = 0
        while let next = try exchangeAfter(exchange) {
            exchange = next.id
            try dumpCommands(after: &command, upTo: next.request.command ?? command, sessions: &session, into: &text)
            try dumpSessions(after: &session, upTo: next.request.session, into: &text)
            text.dump(next)
        }
        try dumpCommands(after: &command, upTo: .max, sessions: &session, into: &text)
        try dumpSessions(after: &session, upTo: .max, into: &text)
    }

    private func dumpSessions(
        after last: inout Int64, upTo end: Int64, into text: inout DumpText
    ) throws(CassetteError) {
        while last < end {
            let next = try read { [last] connection throws(DatabaseError) in
                try connection.row(
                    "SELECT \(SessionRecord.columns) FROM session WHERE id>? AND id<=? ORDER BY id LIMIT 1",
                    [.integer(last), .integer(end)], read: SessionRecord.init(row:))
            }
            guard let next else { return last = end }
            last = next.id
            text.dump(next)
        }
    }

    private func dumpCommands(
        after last: inout Int64, upTo end: Int64, sessions session: inout Int64, into text: inout DumpText
    ) throws(CassetteError) {
        while last < end {
            let next = try read { [last] connection throws(DatabaseError) in
                try connection.row(
                    "SELECT \(CommandRecord.columns) FROM command WHERE id>? AND id<=? ORDER BY id LIMIT 1",
                    [.integer(last), .integer(end)], read: CommandRecord.init(row:))
            }
            guard let next else { return last = end }
            last = next.id
            try dumpSessions(after: &session, upTo: next.session, into: &text)
            text.dump(next)
            for input in try inputs(of: next.id) {
                text.content(
                    "read \(PrintableText.escaped(input.kind)) \(PrintableText.escaped(input.name))", input.content)
            }
            for (stream, name) in [(OutputStream.standardOutput, "output"), (.standardError, "error output")] {
                let bytes = try output(of: next.id, stream)
                if !bytes.isEmpty { text.content(name, bytes) }
            }
        }
    }

    /// The first exchange after that number, nil when there is none.
    func exchangeAfter(_ id: Int64) throws(CassetteError) -> ExchangeRecord? {
        let limit = bodyLimit
        return try read { connection throws(DatabaseError) in
            try connection.row(
                ExchangeRow.select(answerBodies: true) + " WHERE e.id>? ORDER BY e.id LIMIT 1", [.integer(id)]
            ) { row throws(DatabaseError) in try ExchangeRow.read(row, bodyLimit: limit) }
        }
    }
}
