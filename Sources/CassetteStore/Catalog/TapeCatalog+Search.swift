import Database
import ExchangeModel
import Notation

/// A place on a tape whose text may contain what is searched.
package struct TapePassage: Sendable, Hashable {
    package struct Place: Sendable, Hashable {
        /// Nil for requests that belong to no command.
        package var command: Int64?
        /// Nil for the line and output of a command.
        package var exchange: Int64?
    }

    package var number: Int64
    /// The tape's number.
    package var tape: Int64
    /// All places with this text, in recorded order.
    package var places: [Place]
}

extension TapeCatalog {
    /// Indexes what the tapes hold beyond what is indexed. Ends early if the task is cancelled; the next call continues.
    ///
    /// - Parameter progress: called with the numbers of indexed and of all exchanges.
    /// - Returns: tapes that could not be read, with the reason.
    package func index(
        _ tapes: [TapeFacts], open: Opener, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(CassetteError) -> [(path: String, reason: String)] {
        try forgetDeleted()
        var failures: [(path: String, reason: String)] = []
        let indexed = try using { connection throws(DatabaseError) in
            Dictionary(
                uniqueKeysWithValues: try connection.rows("SELECT id, stamp_indexed, exchange_indexed FROM tape") {
                    ($0.integer(0), ($0.optionalText(1), Int($0.integer(2))))
                })
        }
        let due = tapes.filter { $0.content != nil && indexed[$0.number]?.0 != $0.stamp }
        let total = due.reduce(0) { $0 + max(($1.content?.exchanges ?? 0) - (indexed[$1.number]?.1 ?? 0), 0) }
        var done = 0
        // Oldest first: what is indexed last is found first.
        for tape in due.sorted(by: { $0.changed < $1.changed }) {
            do throws(CassetteError) {
                let cassette = try open(tape.path)
                defer { try? cassette.close() }
                let lastSession = try cassette.sessions().last?.id ?? 0
                while !Task.isCancelled, let count = try indexBatch(of: cassette, tape, lastSession) {
                    done += count
                    progress(done, max(total, done))
                }
            } catch {
                if error.path == path || error.path.isEmpty { throw error }
                failures.append((tape.path, error.message))
            }
        }
        return failures
    }

    /// Indexes some commands and exchanges, and returns the number of exchanges; nil if nothing is left.
    private func indexBatch(
        of cassette: Cassette, _ tape: TapeFacts, _ lastSession: Int64
    ) throws(CassetteError) -> Int? {
        let from = try using { connection throws(DatabaseError) in
            try connection.row(
                "SELECT command_indexed, exchange_indexed FROM tape WHERE id=?", [.integer(tape.number)]
            ) { (command: $0.integer(0), exchange: $0.integer(1)) }
        }
        guard let from else { return nil }
        var texts: [(text: [UInt8], place: TapePassage.Place)] = []
        var upTo = from
        // What is still running in the last session is indexed once it has ended.
        for command in try cassette.commands(after: from.command, limit: 200) {
            if command.exitStatus == nil, command.session == lastSession { break }
            upTo.command = command.id
            var text = Array(command.line.utf8)
            for stream in [OutputStream.standardOutput, .standardError] {
                text += [0x0A] + (try cassette.output(of: command.id, stream))
            }
            texts.append((text, TapePassage.Place(command: command.id, exchange: nil)))
        }
        var size = 0
        while texts.count < 700, size < 4 << 20, let exchange = try cassette.exchange(after: upTo.exchange) {
            if exchange.outcome == .interrupted, exchange.request.session == lastSession { break }
            upTo.exchange = exchange.id
            let text = SearchableText.of(exchange)
            size += text.count
            texts.append((text, TapePassage.Place(command: exchange.request.command, exchange: exchange.id)))
        }
        let isEnd = texts.isEmpty
        let (batch, end) = (texts, upTo)
        try using { connection throws(DatabaseError) in
            try connection.transaction { () throws(DatabaseError) in
                // Another process may have indexed the same ones meanwhile.
                let isSame = try connection.row(
                    "SELECT 1 FROM tape WHERE id=? AND command_indexed=? AND exchange_indexed=?",
                    [.integer(tape.number), .integer(from.command), .integer(from.exchange)]
                ) { $0.integer(0) }
                guard isSame != nil else { return }
                for (text, place) in batch { try Self.add(text, place, tape.number, connection) }
                try connection.run(
                    "UPDATE tape SET command_indexed=?, exchange_indexed=?, stamp_indexed=? WHERE id=?",
                    [
                        .integer(end.command), .integer(end.exchange), .optional(isEnd ? tape.stamp : nil),
                        .integer(tape.number),
                    ])
            }
        }
        return isEnd ? nil : Int(end.exchange - from.exchange)
    }

    private static func add(
        _ text: [UInt8], _ place: TapePassage.Place, _ tape: Int64, _ connection: Connection
    ) throws(DatabaseError) {
        let hash = SQLValue.integer(StableHash.of(text))
        var passage = try connection.row(
            "SELECT id FROM passage WHERE tape=? AND hash=?", [.integer(tape), hash]
        ) { $0.integer(0) }
        if passage == nil {
            try connection.run("INSERT INTO passage(tape, hash) VALUES(?,?)", [.integer(tape), hash])
            passage = connection.lastInsertedID
            try connection.run(
                "INSERT INTO trigram(rowid, text) VALUES(?,?)",
                [.optional(passage), .text(String(decoding: text, as: UTF8.self))])
        }
        try connection.run(
            "INSERT OR IGNORE INTO place(passage, exchange, command) VALUES(?,?,?)",
            [.optional(passage), .integer(place.exchange ?? 0), .integer(place.command ?? 0)])
    }

    /// Passages that may contain a text, latest indexed first: those with all its trigrams, or all passages for a text
    /// of one or two characters. The caller verifies them.
    ///
    /// - Parameter before: the number of the last passage of the batch before; nil for the first batch.
    package func passages(
        with text: String, before: Int64?, limit: Int
    ) throws(CassetteError) -> [TapePassage] {
        let terms = Self.trigrams(of: text)
        let bound = SQLValue.integer(before ?? .max)
        return try using { connection throws(DatabaseError) in
            let numbers =
                try terms.isEmpty
                ? connection.rows(
                    "SELECT id FROM passage WHERE id<? ORDER BY id DESC LIMIT ?", [bound, .integer(limit)]
                ) { $0.integer(0) }
                : connection.rows(
                    "SELECT rowid FROM trigram WHERE trigram MATCH ? AND rowid<? ORDER BY rowid DESC LIMIT ?",
                    [.text(terms.joined(separator: " AND ")), bound, .integer(limit)]
                ) { $0.integer(0) }
            var passages: [TapePassage] = []
            for number in numbers {
                // The number of a passage of a removed tape has no row.
                let tape = try connection.row("SELECT tape FROM passage WHERE id=?", [.integer(number)]) {
                    $0.integer(0)
                }
                let places = try connection.rows(
                    "SELECT exchange, command FROM place WHERE passage=? ORDER BY exchange, command",
                    [.integer(number)]
                ) { row in
                    TapePassage.Place(
                        command: row.integer(1) == 0 ? nil : row.integer(1),
                        exchange: row.integer(0) == 0 ? nil : row.integer(0))
                }
                passages.append(TapePassage(number: number, tape: tape ?? 0, places: places))
            }
            return passages
        }
    }

    /// At most twelve trigrams of a text, as quoted terms.
    private static func trigrams(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count >= 3 else { return [] }
        let count = scalars.count - 2
        let step = max(1, (count + 11) / 12)
        var seen: Set<String> = []
        return stride(from: 0, to: count, by: step).map { start in
            var term = String.UnicodeScalarView()
            for scalar in scalars[start..<start + 3] {
                if scalar == "\"" { term.append("\"") }
                term.append(scalar)
            }
            return "\"\(String(term))\""
        }.filter { seen.insert($0).inserted }
    }
}
