import Database
package import ExchangeModel
package import Notation

extension TapeCatalog {
    /// Indexes what the tapes hold beyond what is indexed. Ends early if the task is cancelled; the next call continues.
    ///
    /// - Parameter progress: called with the numbers of indexed and of all exchanges.
    /// - Returns: tapes that could not be read, with the reason.
    package func index(
        _ tapes: [TapeFacts], open: Opener, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(CassetteError) -> [(path: String, reason: String)] {
        try forgetDeleted(besides: Set(tapes.map(\.number)))
        var failures: [(path: String, reason: String)] = []
        let indexed = try using { connection throws(DatabaseError) in
            Dictionary(
                uniqueKeysWithValues: try connection.rows(
                    "SELECT id, stamp_indexed, command_indexed, exchange_indexed FROM tape"
                ) { ($0.integer(0), ($0.optionalText(1), IndexedPart.Position($0.integer(2), $0.integer(3)))) })
        }
        let due = tapes.filter { $0.content != nil && indexed[$0.number]?.0 != $0.stamp }
        let total = due.reduce(0) { sum, tape in
            sum + max((tape.content?.exchanges ?? 0) - Int(indexed[tape.number]?.1.exchange ?? 0), 0)
        }
        var done = 0
        // Of several tapes: FTS5 merges its index after each transaction, so small ones take twice the time.
        var batch: [IndexedPart] = []
        func store() throws(CassetteError) {
            try add(batch)
            done += batch.reduce(0) { $0 + Int($1.end.exchange - $1.start.exchange) }
            batch = []
            progress(done, max(total, done))
        }
        // Oldest first: what is indexed last is found first.
        for tape in due.sorted(by: { $0.changed < $1.changed }) {
            guard !Task.isCancelled, var position = indexed[tape.number]?.1 else { continue }
            do throws(CassetteError) {
                let cassette = try open(tape.path)
                defer { try? cassette.close() }
                let lastSession = try cassette.sessions().last?.id ?? 0
                while !Task.isCancelled {
                    let part = try IndexedPart(
                        of: cassette, tape, after: position, lastSession, room: IndexedPart.Room(besides: batch))
                    batch.append(part)
                    if part.isEnd { break }
                    position = part.end
                    try store()
                }
            } catch {
                if error.path == path || error.path.isEmpty { throw error }
                failures.append((tape.path, error.message))
            }
        }
        if !batch.isEmpty { try store() }
        return failures
    }

    private func add(_ batch: [IndexedPart]) throws(CassetteError) {
        try using { connection throws(DatabaseError) in
            try connection.transaction { () throws(DatabaseError) in
                for part in batch {
                    let number = SQLValue.integer(part.tape.number)
                    // Another process may have indexed the same meanwhile.
                    let isSame = try connection.row(
                        "SELECT 1 FROM tape WHERE id=? AND command_indexed=? AND exchange_indexed=?",
                        [number, .integer(part.start.command), .integer(part.start.exchange)]
                    ) { $0.integer(0) }
                    guard isSame != nil else { continue }
                    for (text, place) in part.texts { try Self.add(text, place, number, connection) }
                    try connection.run(
                        "UPDATE tape SET command_indexed=?, exchange_indexed=?, stamp_indexed=? WHERE id=?",
                        [
                            .integer(part.end.command), .integer(part.end.exchange),
                            .optional(part.isEnd ? part.tape.stamp : nil), number,
                        ])
                }
            }
        }
    }

    private static func add(
        _ text: [UInt8], _ place: TapePassage.Place, _ tape: SQLValue, _ connection: Connection
    ) throws(DatabaseError) {
        let hash = SQLValue.integer(StableHash.of(text))
        var passage = try connection.row("SELECT id FROM passage WHERE tape=? AND hash=?", [tape, hash]) {
            $0.integer(0)
        }
        if passage == nil {
            try connection.run("INSERT INTO passage(tape, hash) VALUES(?,?)", [tape, hash])
            passage = connection.lastInsertedID
            var indexed = String(decoding: text, as: UTF8.self)
            let numbers = DigitPairs.texts(of: text).joined()
            if !numbers.isEmpty { indexed.unicodeScalars.append(contentsOf: ["\n"] + numbers) }
            try connection.run("INSERT INTO trigram(rowid, text) VALUES(?,?)", [.optional(passage), .text(indexed)])
        }
        try connection.run(
            "INSERT OR IGNORE INTO place(passage, exchange, command) VALUES(?,?,?)",
            [.optional(passage), .integer(place.exchange ?? 0), .integer(place.command ?? 0)])
    }
}

/// Texts of a tape that follow what is indexed.
private struct IndexedPart {
    struct Position {
        var command: Int64
        var exchange: Int64

        init(_ command: Int64, _ exchange: Int64) { (self.command, self.exchange) = (command, exchange) }
    }

    /// How much a transaction may still hold.
    struct Room {
        var texts = 5000
        var bytes = 16 << 20

        init(besides batch: [IndexedPart]) {
            texts -= batch.reduce(0) { $0 + $1.texts.count }
            bytes -= batch.reduce(0) { $0 + $1.size }
        }

        var isEmpty: Bool { texts <= 0 || bytes <= 0 }
    }

    let tape: TapeFacts
    let start: Position
    private(set) var end: Position
    private(set) var texts: [(text: [UInt8], place: TapePassage.Place)] = []
    private(set) var size = 0
    /// Whether nothing of the tape is left.
    private(set) var isEnd = false

    /// What is still running in the last session is left for when it has ended.
    init(
        of cassette: Cassette, _ tape: TapeFacts, after start: Position, _ lastSession: Int64, room: Room
    ) throws(CassetteError) {
        (self.tape, self.start, end) = (tape, start, start)
        var room = room
        func add(_ text: [UInt8], _ command: Int64?, _ exchange: Int64?) {
            texts.append((text, TapePassage.Place(command: command, exchange: exchange)))
            size += text.count
            room.texts -= 1
            room.bytes -= text.count
        }
        commands: while !room.isEmpty {
            let commands = try cassette.commands(after: end.command, limit: 200)
            for command in commands {
                if command.exitStatus == nil, command.session == lastSession { break commands }
                end.command = command.id
                var text = Array(command.line.utf8)
                for stream in [OutputStream.standardOutput, .standardError] {
                    text += [0x0A] + (try cassette.output(of: command.id, stream))
                }
                add(text, command.id, nil)
            }
            if commands.count < 200 { break }
        }
        while !room.isEmpty {
            let exchange = try cassette.exchange(after: end.exchange)
            guard let exchange, exchange.outcome != .interrupted || exchange.request.session != lastSession else {
                isEnd = true
                return
            }
            end.exchange = exchange.id
            add(SearchableText.of(exchange), exchange.request.command, exchange.id)
        }
    }
}

/// Digits of numbers as pairs, so that a trigram is six digits: the trigrams of `INC0010148` are in most texts with
/// numbers and sys_ids, its runs of six digits in few.
enum DigitPairs {
    /// The pairs at even and at odd places of each run of six digits or more; a pair is a private-use character.
    static func texts(of text: [UInt8]) -> [[Unicode.Scalar]] {
        var texts: [[Unicode.Scalar]] = []
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count, text[end] &- 0x30 < 10 { end += 1 }
            if end - start >= 6 {
                for first in [start, start + 1] where end - first >= 6 {
                    texts.append(
                        stride(from: first, to: end - 1, by: 2).compactMap { place in
                            let value = UInt32(text[place] - 0x30) * 10 + UInt32(text[place + 1] - 0x30)
                            return Unicode.Scalar(0xE000 + value)
                        })
                }
            }
            start = end + 1
        }
        return texts
    }
}

/// A place on a tape whose text may contain what is searched.
package struct TapePassage: Sendable, Hashable {
    package struct Place: Sendable, Hashable {
        /// Nil for requests that belong to no command.
        package var command: Int64?
        /// Nil for the line and output of a command.
        package var exchange: Int64?
    }

    package var number: Int64
    package var tape: Int64
    /// All places with this text, in recorded order.
    package var places: [Place]
}

extension TapeCatalog {
    /// Passages that may contain a text, latest indexed first: those with all its trigrams, or all passages for a text
    /// of one or two characters. The caller verifies them.
    ///
    /// - Parameter before: the number of the last passage of the batch before; nil for the first batch.
    package func passages(with text: String, before: Int64?, limit: Int) throws(CassetteError) -> [TapePassage] {
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

    /// At most twelve trigrams of a text and of its digits, as quoted terms.
    private static func trigrams(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count >= 3 else { return [] }
        let count = scalars.count - 2
        let step = max(1, (count + 11) / 12)
        let numbers = DigitPairs.texts(of: Array(text.utf8)).flatMap { pairs in
            pairs.indices.dropLast(2).map { pairs[$0..<$0 + 3] }
        }
        // FTS5 reads the whole list of each term, and those of common trigrams are long. Few texts have the digits.
        let isRare = numbers.contains { Set($0).count > 1 }
        let terms =
            numbers.prefix(12) + (isRare ? [] : stride(from: 0, to: count, by: step).map { scalars[$0..<$0 + 3] })
        var seen: Set<String> = []
        return terms.map { scalars in
            var term = String.UnicodeScalarView()
            for scalar in scalars {
                if scalar == "\"" { term.append("\"") }
                term.append(scalar)
            }
            return "\"\(String(term))\""
        }.filter { seen.insert($0).inserted }
    }
}

/// The texts of an exchange that can be found: the decoded address, and of bodies the strings and numbers of JSON,
/// decoded forms, and other text as it is.
package enum SearchableText {
    /// The texts one after another, for the index.
    static func of(_ exchange: ExchangeRecord) -> [UInt8] {
        var text = Array(address(exchange.request).utf8)
        func add(_ body: [UInt8]?, _ headers: HeaderFields) {
            guard let body, !body.isEmpty else { return }
            if let document = json(body) {
                append(document.root, to: &text)
            } else if let other = plain(body, headers) {
                text.append(0x0A)
                text += Array(other.utf8)
            }
        }
        add(exchange.request.body, exchange.request.headers)
        if case .response(let response) = exchange.outcome { add(response.body, response.headers) }
        return text
    }

    /// Method and decoded URL.
    package static func address(_ request: RequestRecord) -> String {
        request.method + " " + PercentCoding.decodeForm(request.url)
    }

    package static func json(_ body: [UInt8]) -> JSONDocument? {
        guard let first = body.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        return try? JSONDocument(body)
    }

    /// The text of a body that is not JSON; nil if it is no text.
    package static func plain(_ body: [UInt8], _ headers: HeaderFields) -> String? {
        guard let text = String(validating: body, as: UTF8.self), !body.contains(0) else { return nil }
        let isForm = headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
        return isForm ? PercentCoding.decodeForm(text) : text
    }

    private static func append(_ node: JSONNode, to text: inout [UInt8]) {
        switch node.kind {
        case .string, .number:
            text.append(0x0A)
            text += Array((node.scalarText ?? "").utf8)
        case .array: for element in node.elements { append(element, to: &text) }
        case .object: for member in node.members { append(member.value, to: &text) }
        case .null, .bool: break
        }
    }
}
