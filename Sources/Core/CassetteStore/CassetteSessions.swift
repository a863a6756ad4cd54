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
        let found = try write(makesCheckpoint: leavesNoTrace) { connection throws(DatabaseError) in
            if leavesNoTrace { try connection.execute("PRAGMA secure_delete=ON") }
            let found = try connection.run(
                "UPDATE command SET line=? WHERE id=?", [.text(line), .integer(command)])
            if leavesNoTrace { try connection.execute("PRAGMA secure_delete=OFF;PRAGMA wal_checkpoint(TRUNCATE)") }
            return found
        }
        guard found == 1 else { throw noCommand(command) }
    }

    package func finishCommand(_ command: Int64, exitStatus: Int) throws(CassetteError) {
        let found = try run(
            "UPDATE command SET exit_status=? WHERE id=?", [.integer(exitStatus), .integer(command)])
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

    /// At most `limit` commands of all sessions after the number `id`, in recorded order.
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
        CassetteError(.io, path: path, "\(file.quoted) holds no command \(id).")
    }
}

extension SessionRecord {
    static let columns =
        "id, started_at, instance, user, zone, zone_rules, width, version, policy, settings, seed"

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
