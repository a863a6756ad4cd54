import Database
package import ExchangeModel
import Synchronization

/// The command history, in one SQLite file shared by all prompts of a user.
///
/// The file is opened at the first read or write, so an idle prompt costs nothing. A history that cannot be written
/// never stops a command; `failure` holds the reason. On a full disk it is still read.
package final class HistoryStore: Sendable {
    private let path: String
    private let makeFolder: @Sendable (String) -> Void
    private let state = Mutex(State())

    private struct State {
        var connection: Connection?
        var failure: String?
        var isClosed = false
    }

    package var failure: String? { state.withLock { $0.failure } }

    /// - Parameter makeFolder: creates the folder of a path, and the file if missing, accessible only by the owner.
    package init(path: String, makeFolder: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.makeFolder = makeFolder
    }

    /// Waits for a write, and ignores all later ones, because a signal ends the program.
    package func close() { state.withLock { ($0.connection, $0.isClosed) = (nil, true) } }

    /// Adds a line and returns its number; nil if it cannot be saved.
    package func add(_ entry: HistoryEntry) -> Int64? {
        attempt(writes: true) { connection throws(DatabaseError) in
            try connection.run(
                "INSERT INTO history(line, at, instance, sitting, tape) VALUES(?, ?, ?, ?, ?)",
                [
                    .text(entry.line), .integer(entry.at.microseconds), .text(entry.instance), .integer(entry.session),
                    .optional(entry.tape),
                ])
            return connection.lastInsertedID
        }
    }

    /// Records the outcome of a line. Pass `line` to replace a text that held a secret: the old text is erased from the
    /// file and its write-ahead log.
    package func finish(
        _ id: Int64, line: String? = nil, exitStatus: Int, duration: Int64, answer: AnswerPlace = AnswerPlace()
    ) {
        _ = attempt(writes: true) { connection throws(DatabaseError) in
            let isChanged = try connection.row(
                "SELECT line IS NOT coalesce(?, line) FROM history WHERE id = ?", [.optional(line), .integer(id)]
            ) { $0.integer(0) != 0 }
            if isChanged == true { try connection.execute("PRAGMA secure_delete=ON") }
            try connection.run(
                """
                UPDATE history SET exit_status = ?, duration = ?, line = coalesce(?, line), rows = ?, \
                tape = coalesce(?, tape), command = ? WHERE id = ?
                """,
                [
                    .integer(exitStatus), .integer(duration), .optional(line), .optional(answer.rows.map(Int64.init)),
                    .optional(answer.tape), .optional(answer.command), .integer(id),
                ])
            if isChanged == true { try connection.execute("PRAGMA secure_delete=OFF;PRAGMA wal_checkpoint(TRUNCATE)") }
        }
    }

    /// Up to `count` lines, newest first, after skipping `skipping`.
    package func newest(_ count: Int, skipping: Int = 0) -> [HistoryEntry] {
        attempt { connection throws(DatabaseError) in
            try connection.rows(
                "SELECT \(HistoryStore.columns) FROM history ORDER BY id DESC LIMIT ? OFFSET ?",
                [.integer(count), .integer(skipping)], read: HistoryStore.entry)
        } ?? []
    }

    /// Up to `count` of the lines that a filter selects, newest first, of those before a number.
    package func newest(_ count: Int, before id: Int64, _ filter: HistoryFilter) -> [HistoryEntry] {
        attempt { connection throws(DatabaseError) in
            try connection.rows(
                """
                SELECT \(HistoryStore.columns) FROM history WHERE id < ?1 AND (?2 IS NULL OR instr(line, ?2) > 0) \
                AND (?3 = 0 OR exit_status <> 0) AND (?4 IS NULL OR instance = ?4) AND (?5 IS NULL OR at >= ?5) \
                ORDER BY id DESC LIMIT ?6
                """,
                [
                    .integer(id), .optional(filter.text), .integer(filter.hasFailed ? 1 : 0),
                    .optional(filter.instance), .optional(filter.since?.microseconds), .integer(count),
                ], read: HistoryStore.entry)
        } ?? []
    }

    package func entry(_ id: Int64) -> HistoryEntry? {
        attempt { connection throws(DatabaseError) in
            try connection.row(
                "SELECT \(HistoryStore.columns) FROM history WHERE id = ?", [.integer(id)], read: HistoryStore.entry)
        } ?? nil
    }

    private static let columns = "id, line, at, instance, sitting, exit_status, duration, tape, rows, command"

    private static func entry(_ row: Statement) -> HistoryEntry {
        var entry = HistoryEntry(
            line: row.text(1), at: Timestamp(microseconds: row.integer(2)), instance: row.text(3),
            session: row.integer(4), exitStatus: row.isNull(5) ? nil : Int(row.integer(5)),
            duration: row.isNull(6) ? nil : row.integer(6), tape: row.optionalText(7))
        entry.id = row.integer(0)
        entry.rows = row.isNull(8) ? nil : Int(row.integer(8))
        entry.command = row.isNull(9) ? nil : row.integer(9)
        return entry
    }

    private func attempt<Result: Sendable>(
        writes: Bool = false, _ body: (Connection) throws(DatabaseError) -> sending Result
    ) -> Result? {
        state.withLock { state -> Result? in
            guard !state.isClosed, !writes || state.failure == nil else { return nil }
            do throws(DatabaseError) {
                if state.connection == nil { state.connection = try HistoryStore.open(path, makeFolder) }
                guard let connection = state.connection else { return nil }
                return try body(connection)
            } catch {
                guard state.failure == nil else { return nil }
                state.failure = "Cannot save the history: \(error.message) (\(path))."
                state.connection = nil
                guard error.isOfFullDisk, let copy = try? Connection.copyInMemory(of: path) else { return nil }
                state.connection = copy
                return writes ? nil : try? body(copy)
            }
        }
    }

    private static func open(
        _ path: String, _ makeFolder: (String) -> Void
    ) throws(DatabaseError) -> sending Connection {
        makeFolder(path)
        let made = try Connection(path: path, mode: .create)
        made.setBusyTimeout(milliseconds: 2000)
        try made.execute(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL;
            CREATE TABLE IF NOT EXISTS history(
                id INTEGER PRIMARY KEY, line TEXT NOT NULL, at INTEGER NOT NULL, instance TEXT NOT NULL,
                sitting INTEGER NOT NULL, exit_status INTEGER, duration INTEGER, tape TEXT
            ) STRICT;
            """)
        try addColumns(to: made)
        return made
    }

    /// Adds the columns that files of earlier versions lack. An earlier version ignores them.
    private static func addColumns(to connection: Connection) throws(DatabaseError) {
        func missing() throws(DatabaseError) -> [String] {
            let known = try connection.rows("PRAGMA table_info(history)") { $0.text(1) }
            return ["rows", "command"].filter { !known.contains($0) }
        }
        guard try !missing().isEmpty else { return }
        try connection.transaction { () throws(DatabaseError) in
            // Another process may have added them since.
            for name in try missing() { try connection.execute("ALTER TABLE history ADD COLUMN \(name) INTEGER") }
        }
    }
}

package struct HistoryEntry: Sendable, Hashable {
    /// The line's number; 0 until it is stored.
    package var id: Int64 = 0
    /// How the user named it; empty in a list.
    package var name = ""
    package var line: String
    package var at: Timestamp
    package var instance: String
    /// Identifies the session that ran the line.
    package var session: Int64
    /// Nil while it runs, or if the program crashed.
    package var exitStatus: Int?
    /// In microseconds.
    package var duration: Int64?
    /// The cassette in the deck; nil if there was none.
    package var tape: String?
    /// How many rows the answer had; nil if it has none.
    package var rows: Int?
    /// The number of its command on the tape; nil if it was not recorded.
    package var command: Int64?

    package init(
        line: String, at: Timestamp, instance: String, session: Int64, exitStatus: Int? = nil, duration: Int64? = nil,
        tape: String? = nil
    ) {
        (self.line, self.at, self.instance, self.session) = (line, at, instance, session)
        (self.exitStatus, self.duration, self.tape) = (exitStatus, duration, tape)
    }
}

/// Where the answer of a line is recorded, and its size.
package struct AnswerPlace: Sendable, Hashable {
    /// The path of the cassette; nil if the line was not recorded.
    package var tape: String?
    /// The number of the command on the tape.
    package var command: Int64?
    /// Nil if the answer has no rows.
    package var rows: Int?

    package init(tape: String? = nil, command: Int64? = nil, rows: Int? = nil) {
        (self.tape, self.command, self.rows) = (tape, command, rows)
    }
}

/// Selects lines of the history.
package struct HistoryFilter: Sendable, Hashable {
    /// Only lines that contain this.
    var text: String?
    /// Only lines with an exit status other than 0.
    var hasFailed = false
    /// Only lines run at this instance.
    var instance: String?
    var since: Timestamp?

    package init(text: String? = nil, hasFailed: Bool = false, instance: String? = nil, since: Timestamp? = nil) {
        (self.text, self.hasFailed, self.instance, self.since) = (text, hasFailed, instance, since)
    }
}
