import ExchangeModel

/// The canonical text of a cassette: what `snowdeck dump` prints and `git diff` compares. It contains every recorded
/// fact and no storage details, so cassettes with equal content have equal dumps.
extension Cassette {
    /// Passes the text to `receive` in order, in pieces of whole lines.
    package func dump(to receive: (String) -> Void) throws(CassetteError) {
        var dump = CassetteDump(of: self)
        while let piece = try dump.next() { receive(piece) }
    }
}

/// The same text as an iterator of pieces.
package struct CassetteDump {
    private static let pieceSize = 64 << 10

    private let cassette: Cassette
    private var hasHeading = false
    private var session: Int64 = 0, command: Int64 = 0, exchange: Int64 = 0
    /// The next exchange, read ahead: sessions and commands that precede it are dumped first.
    private var ahead: ExchangeRecord?
    private var isPastExchanges = false
    private var names = RequestNames()

    /// Nothing is read before the first call of `next()`.
    package init(of cassette: Cassette) { self.cassette = cassette }

    /// The next lines, about 64 KB or one larger record; nil at the end.
    package mutating func next() throws(CassetteError) -> String? {
        var piece = DumpText()
        while piece.text.utf8.count < Self.pieceSize, try step(into: &piece) {}
        return piece.text.isEmpty ? nil : piece.text
    }

    /// Appends the next record, and the sessions that begin before it; false at the end.
    private mutating func step(into text: inout DumpText) throws(CassetteError) -> Bool {
        if !hasHeading {
            hasHeading = true
            for line in Self.heading { text.line(line) }
            return true
        }
        if ahead == nil, !isPastExchanges {
            ahead = try cassette.exchange(after: exchange)
            isPastExchanges = ahead == nil
        }
        if try stepCommand(upTo: ahead.map { $0.request.command ?? command } ?? .max, into: &text) { return true }
        try dumpSessions(upTo: ahead?.request.session ?? .max, into: &text)
        guard let dumped = ahead else { return false }
        exchange = dumped.id
        ahead = nil
        text.dump(dumped, called: names.next(dumped.id, of: dumped.request.command))
        return true
    }

    private static let heading = [
        "# Snowdeck cassette, text form 2",
        "#",
        "# Lines at the margin begin a session, a command or a request, in recorded order; their facts are indented.",
        "# %:12.3 is the third request of command 12, request 17 the tape's request 17, which no command sent.",
        "# \"|\" begins a line of text. JSON is formatted, one member a line; other bytes are in base64.",
        "# Control characters stand as \\n, \\t, \\r or \\u{1B}, a backslash as \\\\ (in JSON as it was). "
            + "Moments are UTC,",
        "# timings microseconds since the request began, digests XXH64. \">\" was sent, \"<\" came back.",
    ]

    /// Appends the next command up to that number; false if there is none.
    private mutating func stepCommand(upTo end: Int64, into text: inout DumpText) throws(CassetteError) -> Bool {
        guard command < end else { return false }
        guard let next = try cassette.commands(after: command, limit: 1).first, next.id <= end else {
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
            guard let next = try cassette.session(after: session), next.id <= end else { return session = end }
            session = next.id
            text.dump(next)
        }
    }
}
