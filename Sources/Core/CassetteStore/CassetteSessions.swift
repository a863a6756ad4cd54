import Database
import ExchangeModel

/// Sessions and commands.
extension Cassette {
    /// Begins a session and returns its number; the record's own `id` is ignored.
    package func beginSession(_ session: SessionRecord) throws(CassetteError) -> Int64 {
        try insert(
            """
            INSERT INTO session(started_at, instance, user, zone, zone_rules, width, version, policy, settings, seed) \
            VALUES(?,?,?,?,?,?,?,?,?,?)
            """,
            [
                .integer(session.startedAt.microseconds), .text(session.instance), .optional(session.user),
                .text(session.zone), .text(session.zoneRules), .optional(session.width.map(Int64.init)),
                .text(session.version), .text(session.policy), .text(session.settings), .integer(session.seed),
            ])
    }

    /// Begins a command and returns its number; the record's own `id` and exit status are ignored.
    package func beginCommand(_ command: CommandRecord) throws(CassetteError) -> Int64 {
        try insert(
            "INSERT INTO command(session, line, now) VALUES(?,?,?)",
            [.integer(command.session), .text(command.line), .integer(command.now.microseconds)])
    }

    /// Replaces a command's line. Throws if there is no such command.
    ///
    /// - Parameter leavesNoTrace: whether the old line must be erased from the file and its log, free pages included.
    package func rewriteCommand(_ command: Int64, line: String, leavesNoTrace: Bool = false) throws(CassetteError) {
        let found = try write { connection throws(DatabaseError) in
            if leavesNoTrace { try connection.execute("PRAGMA secure_delete=ON") }
            let found = try connection.run("UPDATE command SET line=? WHERE id=?", [.text(line), .integer(command)])
            if leavesNoTrace { try connection.execute("PRAGMA secure_delete=OFF;PRAGMA wal_checkpoint(TRUNCATE)") }
            return found
        }
        guard found == 1 else { throw noCommand(command) }
    }

    package func finishCommand(_ command: Int64, exitStatus: Int) throws(CassetteError) {
        let found = try run("UPDATE command SET exit_status=? WHERE id=?", [.integer(exitStatus), .integer(command)])
        guard found == 1 else { throw noCommand(command) }
    }

    package func sessions() throws(CassetteError) -> [SessionRecord] {
        try rows("SELECT \(SessionRecord.columns) FROM session ORDER BY id", read: SessionRecord.init(row:))
    }

    package func session(after id: Int64) throws(CassetteError) -> SessionRecord? {
        let next = try row(
            "SELECT \(SessionRecord.columns) FROM session WHERE id>? ORDER BY id LIMIT 1", [.integer(id)],
            read: SessionRecord.init(row:))
        try requireAscending(next.map { [$0.id] } ?? [], after: id)
        return next
    }

    package func commands(of session: Int64) throws(CassetteError) -> [CommandRecord] {
        try commands("session=? ORDER BY id", [.integer(session)])
    }

    package func commands(after id: Int64, limit: Int) throws(CassetteError) -> [CommandRecord] {
        let batch = try commands("id>? ORDER BY id LIMIT ?", [.integer(id), .integer(limit)])
        try requireAscending(batch.map(\.id), after: id)
        return batch
    }

    /// Passes on every command in order. Only a part of the tape is in memory.
    package func forEachCommand(_ body: (CommandRecord) throws(CassetteError) -> Void) throws(CassetteError) {
        var last: Int64 = 0
        while case let batch = try commands(after: last, limit: 256), let end = batch.last?.id {
            last = end
            for command in batch { try body(command) }
        }
    }

    package func command(_ id: Int64) throws(CassetteError) -> CommandRecord? {
        try commands("id=?", [.integer(id)]).first
    }

    private func commands(_ condition: String, _ values: [SQLValue]) throws(CassetteError) -> [CommandRecord] {
        try rows(
            "SELECT \(CommandRecord.columns) FROM command WHERE " + condition, values, read: CommandRecord.init(row:))
    }

    func noCommand(_ id: Int64) -> CassetteError {
        CassetteError(.io, path: path, "\(file.quoted) has no command \(id).")
    }
}

extension SessionRecord {
    static let columns = "id, started_at, instance, user, zone, zone_rules, width, version, policy, settings, seed"

    init(row: Statement) throws(DatabaseError) {
        self.init(
            startedAt: try row.timestamp(1), instance: row.text(2), user: row.optionalText(3), zone: row.text(4),
            zoneRules: row.text(5), width: try row.optionalInt16(6), version: row.text(7), policy: row.text(8),
            settings: row.text(9), seed: row.integer(10))
        id = try row.ordinal(0)
    }
}

extension CommandRecord {
    static let columns = "id, session, line, now, exit_status"

    init(row: Statement) throws(DatabaseError) {
        self.init(session: try row.ordinal(1), line: row.text(2), now: try row.timestamp(3))
        id = try row.ordinal(0)
        exitStatus = try row.optionalInt16(4)
    }
}

/// Input and output of commands.
extension Cassette {
    package func add(_ input: InputRecord, to command: Int64) throws(CassetteError) {
        try checkSize(input.content, as: "An input")
        try run(
            "INSERT INTO input(command, kind, name, content) VALUES(?,?,?,?)",
            [.integer(command), .text(input.kind), .text(input.name), .blob(input.content)])
    }

    /// Appends rendered output. Text may be split anywhere between two calls.
    package func appendOutput(_ bytes: [UInt8], to stream: OutputStream, of command: Int64) throws(CassetteError) {
        guard !bytes.isEmpty else { return }
        try write { connection throws(DatabaseError) in
            guard bytes.count > Cassette.maxPieceSize else {
                return try Cassette.insertOutput(bytes[...], stream, command, on: connection)
            }
            try connection.transaction { () throws(DatabaseError) in
                try Cassette.insertPieces(bytes, stream, command, on: connection)
            }
        }
    }

    /// Replaces a command's output and exit status atomically. Throws if there is no such command.
    package func rewriteEnding(
        of command: Int64, exitStatus: Int, output: [OutputStream: [UInt8]]
    ) throws(CassetteError) {
        for bytes in output.values { try checkSize(bytes, as: "An output") }
        let found = try write { connection throws(DatabaseError) in
            try connection.transaction { () throws(DatabaseError) in
                try connection.run("DELETE FROM output WHERE command=?", [.integer(command)])
                for (stream, bytes) in output.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    try Cassette.insertPieces(bytes, stream, command, on: connection)
                }
                return try connection.run(
                    "UPDATE command SET exit_status=? WHERE id=?", [.integer(Int64(exitStatus)), .integer(command)])
            }
        }
        guard found == 1 else { throw noCommand(command) }
    }

    package func inputs(of command: Int64) throws(CassetteError) -> [InputRecord] {
        try rows("SELECT kind, name, content FROM input WHERE command=? ORDER BY id", [.integer(command)]) {
            InputRecord(kind: $0.text(0), name: $0.text(1), content: $0.blob(2))
        }
    }

    /// The contents of the settings of that name, in order.
    package func inputs(named name: String) throws(CassetteError) -> [[UInt8]] {
        try rows("SELECT content FROM input WHERE kind='setting' AND name=? ORDER BY id", [.text(name)]) { $0.blob(0) }
    }

    /// The answers that were edited by hand: `12.3` for the third request of command 12.
    package func editedAnswers() throws(CassetteError) -> [String] {
        try rows("SELECT command, name FROM input WHERE kind='edited' ORDER BY id") {
            "\($0.integer(0)).\($0.text(1))"
        }
    }

    /// Whether a request of it may have changed something.
    package func hasChanges() throws(CassetteError) -> Bool {
        try row("SELECT 1 FROM exchange WHERE epoch>0 LIMIT 1") { $0.integer(0) } != nil
    }

    /// The name of the last input of a kind, by command, for the commands in a range.
    package func inputNames(
        ofKind kind: String, commands: ClosedRange<Int64>
    ) throws(CassetteError) -> [Int64: String] {
        let found = try rows(
            "SELECT command, name FROM input WHERE command>=? AND command<=? AND kind=? ORDER BY id",
            [.integer(commands.lowerBound), .integer(commands.upperBound), .text(kind)]
        ) { ($0.integer(0), $0.text(1)) }
        return Dictionary(found) { $1 }
    }

    package func exchangeNumbers(of command: Int64) throws(CassetteError) -> [Int64] {
        try rows("SELECT id FROM exchange WHERE command=? ORDER BY id", [.integer(command)]) { $0.integer(0) }
    }

    /// The numbers of all exchanges in order, by what they belong to. One pass: no index finds a command's exchanges.
    package func exchangeNumbersByOwner() throws(CassetteError) -> [ExchangeOwner: [Int64]] {
        let found: [(Int64, ExchangeOwner)] = try rows("SELECT id, session, command FROM exchange ORDER BY id") {
            row throws(DatabaseError) in
            if let command = try row.optionalOrdinal(2) { return (try row.ordinal(0), .command(command)) }
            return (try row.ordinal(0), .session(try row.ordinal(1)))
        }
        return Dictionary(grouping: found) { $0.1 }.mapValues { $0.map(\.0) }
    }

    /// How many requests with a purpose each command with an exit status made; commands without any are not included.
    package func requestCounts(ofCommandsWith exitStatus: Int, purpose: String) throws(CassetteError) -> [Int64: Int] {
        let found = try rows(
            """
            SELECT command, count(*) FROM exchange WHERE purpose=? \
            AND command IN (SELECT id FROM command WHERE exit_status=?) GROUP BY command
            """, [.text(purpose), .integer(exitStatus)]
        ) { ($0.integer(0), Int($0.integer(1))) }
        return Dictionary(uniqueKeysWithValues: found)
    }

    package func outputSize(of command: Int64, _ stream: OutputStream) throws(CassetteError) -> Int {
        try row(
            "SELECT sum(length(bytes)) FROM output WHERE command=? AND stream=?",
            [.integer(command), .integer(stream.rawValue)]
        ) { Int($0.integer(0)) } ?? 0
    }

    package func output(of command: Int64, _ stream: OutputStream) throws(CassetteError) -> [UInt8] {
        try rows(
            "SELECT bytes FROM output WHERE command=? AND stream=? ORDER BY id",
            [.integer(command), .integer(stream.rawValue)]
        ) { $0.blob(0) }.flatMap(\.self)
    }

    /// The next piece of a command's output after the number `id`; nil at the end. Text may be split anywhere.
    package func outputPiece(
        of command: Int64, _ stream: OutputStream, after id: Int64
    ) throws(CassetteError) -> (id: Int64, bytes: [UInt8])? {
        let next = try row(
            "SELECT id, bytes FROM output WHERE command=? AND stream=? AND id>? ORDER BY id LIMIT 1",
            [.integer(command), .integer(stream.rawValue), .integer(id)]
        ) { (id: $0.integer(0), bytes: $0.blob(1)) }
        try requireAscending(next.map { [$0.id] } ?? [], after: id)
        return next
    }

    /// In bytes. Longer output is split into several rows, so that it is read in small steps.
    private static let maxPieceSize = 256 << 10

    private static func insertPieces(
        _ bytes: [UInt8], _ stream: OutputStream, _ command: Int64, on connection: Connection
    ) throws(DatabaseError) {
        for start in stride(from: 0, to: bytes.count, by: maxPieceSize) {
            try insertOutput(bytes[start..<min(start + maxPieceSize, bytes.count)], stream, command, on: connection)
        }
    }

    private static func insertOutput(
        _ bytes: ArraySlice<UInt8>, _ stream: OutputStream, _ command: Int64, on connection: Connection
    ) throws(DatabaseError) {
        try connection.run(
            "INSERT INTO output(command, stream, bytes) VALUES(?,?,?)",
            [.integer(command), .integer(stream.rawValue), .blob(Array(bytes))])
    }
}
