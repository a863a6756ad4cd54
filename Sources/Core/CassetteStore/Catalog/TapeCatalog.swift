import Database
package import ExchangeModel
import Glibc
import Synchronization

/// What a tape's file holds, and its number.
package struct TapeFacts: Sendable, Hashable {
    package struct Content: Sendable, Hashable {
        package var started: Timestamp
        /// The origins of its sessions' instances, each once, in order.
        package var instances: [String]
        /// The users of its sessions, each once, in order.
        package var users: [String]
        package var sessions: Int
        package var commands: Int
        package var exchanges: Int
        /// Differs if another tape has taken the file's place.
        var identity: String
    }

    /// The tape's as long as the catalog exists; never given to another. See `isNumbered`.
    package var number: Int64
    package var path: String
    /// In bytes, with its log.
    package var size: Int
    package var changed: Timestamp
    /// Nil if the file cannot be read as a cassette.
    package var content: Content?
    /// The state of the file that the facts describe.
    var stamp: String

    /// Whether the number is stored. While the catalog cannot be written, new tapes have others.
    package var isNumbered: Bool { number < TapeCatalog.unstored }
}

/// The numbers of tapes, what each holds, and an index of their texts: one SQLite file of a user, which can be deleted;
/// it is made again. Thread-safe, and shared by processes.
///
/// The index has trigrams of the texts and no text, so it is small, and nothing of a command or an answer can be read in it.
package final class TapeCatalog: Sendable {
    package typealias Opener = @Sendable (_ path: String) throws(CassetteError) -> Cassette

    package let path: String
    let makeFile: @Sendable (String) -> Void
    let state = Mutex(State())

    struct State {
        var connection: Connection?
        /// Why the file cannot be written; the connection is to a copy in memory.
        var failure: String?
    }

    /// Why nothing can be stored, as on a full disk: the catalog is a copy in memory until the program ends. Nil normally.
    package var failure: String? { state.withLock { $0.failure } }

    /// The first of the numbers that are not stored.
    static let unstored: Int64 = 1 << 40

    static let version: Int64 = 3

    /// - Parameter makeFile: creates a file and its folder if missing, accessible only by the owner.
    package init(path: String, makeFile: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.makeFile = makeFile
    }

    /// The facts of those files that exist, in the same order. Only changed files are opened. Tapes whose files were
    /// deleted are forgotten.
    package func facts(of paths: [String], open: Opener) throws(CassetteError) -> [TapeFacts] {
        let found = try stored(paths, open: open)
        try forgetDeleted(besides: Set(found.map(\.number)))
        return found
    }

    private func stored(_ paths: [String], open: Opener) throws(CassetteError) -> [TapeFacts] {
        try using { connection throws(DatabaseError) in
            let known = try Self.rows(connection)
            var found: [TapeFacts] = []
            var changed: [(real: String, facts: TapeFacts)] = []
            for path in paths {
                guard let real = CassetteFile.resolved(path), let file = FileState(of: real) else { continue }
                var facts = TapeFacts(
                    number: 0, path: path, size: file.size, changed: file.changed, content: nil, stamp: file.stamp)
                if let row = known[real], row.stamp == file.stamp {
                    (facts.number, facts.content) = (row.number, row.content)
                } else {
                    facts.content = try? Self.content(of: open(path))
                    changed.append((real, facts))
                }
                found.append(facts)
            }
            guard !changed.isEmpty else { return found }
            var numbers: [String: Int64] = [:]
            try connection.transaction { () throws(DatabaseError) in
                for entry in changed { numbers[entry.facts.path] = try Self.store(entry.facts, entry.real, connection) }
            }
            let isReplaced = changed.contains { entry in
                known[entry.real].map { $0.number != numbers[entry.facts.path] } ?? false
            }
            if isReplaced { try Self.purge(connection) }
            for place in found.indices { found[place].number = numbers[found[place].path] ?? found[place].number }
            return found
        }
    }

    package func path(numbered number: Int64) throws(CassetteError) -> String? {
        try using { connection throws(DatabaseError) in
            try connection.row("SELECT path FROM tape WHERE id=?", [.integer(number)]) { $0.text(0) }
        }
    }

    /// The paths of all tapes that were listed or searched, also those of other projects, if they still exist.
    package func paths() throws(CassetteError) -> [String] {
        let paths = try using { connection throws(DatabaseError) in
            try connection.rows("SELECT path FROM tape ORDER BY id") { $0.text(0) }
        }
        return paths.filter { access($0, R_OK) == 0 }
    }

    /// Keeps the number of a tape that was renamed.
    package func renamed(_ path: String, to other: String) throws(CassetteError) {
        let (old, new) = (CassetteFile.place(of: path), CassetteFile.place(of: other))
        try using(changes: true) { connection throws(DatabaseError) in
            try connection.transaction { () throws(DatabaseError) in
                try Self.forget(new, connection)
                try connection.run("UPDATE tape SET path=? WHERE path=?", [.text(new), .text(old)])
            }
        }
    }

    // MARK: The database

    static let schema = """
        CREATE TABLE tape(
            id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL,
            identity TEXT NOT NULL, started INTEGER, instances TEXT, users TEXT, sessions INTEGER, commands INTEGER,
            exchanges INTEGER, command_indexed INTEGER NOT NULL DEFAULT 0,
            exchange_indexed INTEGER NOT NULL DEFAULT 0, stamp_indexed TEXT
        ) STRICT;
        PRAGMA user_version=\(version);
        """

    static let textTables = ["passage", "place", "trigram"]

    /// A passage is a distinct text of a tape; its places are where the text is.
    static let textSchema = """
        CREATE TABLE passage(id INTEGER PRIMARY KEY AUTOINCREMENT, tape INTEGER NOT NULL, hash INTEGER NOT NULL) STRICT;
        CREATE INDEX passage_of_tape ON passage(tape, hash);
        CREATE TABLE place(
            passage INTEGER NOT NULL, exchange INTEGER NOT NULL, command INTEGER NOT NULL,
            PRIMARY KEY(passage, exchange, command)
        ) STRICT, WITHOUT ROWID;
        CREATE VIRTUAL TABLE trigram USING fts5(text, content='', detail=none, columnsize=0, tokenize='trigram');
        INSERT INTO trigram(trigram, rank) VALUES('automerge', 8);
        """

    private struct Row {
        var number: Int64
        var stamp: String
        var content: TapeFacts.Content?
    }

    private static func rows(_ connection: Connection) throws(DatabaseError) -> [String: Row] {
        let rows = try connection.rows(
            """
            SELECT path, id, stamp, started, instances, users, sessions, commands, exchanges, identity FROM tape
            """
        ) { row in
            (
                row.text(0),
                Row(
                    number: row.integer(1), stamp: row.text(2),
                    content: row.isNull(3)
                        ? nil
                        : TapeFacts.Content(
                            started: Timestamp(microseconds: row.integer(3)), instances: lines(row.text(4)),
                            users: lines(row.text(5)), sessions: Int(row.integer(6)), commands: Int(row.integer(7)),
                            exchanges: Int(row.integer(8)), identity: row.text(9)))
            )
        }
        return Dictionary(rows) { first, _ in first }
    }

    private static func lines(_ text: String) -> [String] {
        text.utf8.contains(0x0A) || text.isEmpty ? text.split(separator: "\n").map(String.init) : [text]
    }

    private static func store(
        _ facts: TapeFacts, _ path: String, _ connection: Connection
    ) throws(DatabaseError) -> Int64 {
        let content = facts.content
        let identity = content?.identity ?? ""
        let before = try connection.row("SELECT identity FROM tape WHERE path=?", [.text(path)]) { $0.text(0) }
        // Another tape has taken its place.
        if let before, before != identity { try forget(path, connection) }
        let columns = ["stamp", "started", "instances", "users", "sessions", "commands", "exchanges"]
        let values: [SQLValue] = [
            .text(facts.stamp), .optional(content?.started.microseconds),
            .optional(content?.instances.joined(separator: "\n")),
            .optional(content?.users.joined(separator: "\n")), .optional(content.map { Int64($0.sessions) }),
            .optional(content.map { Int64($0.commands) }), .optional(content.map { Int64($0.exchanges) }),
            .text(identity), .text(path),
        ]
        try connection.run(
            before == identity
                ? "UPDATE tape SET \(columns.map { "\($0)=?" }.joined(separator: ",")), identity=? WHERE path=?"
                : "INSERT INTO tape(\(columns.joined(separator: ",")),identity,path) VALUES(?,?,?,?,?,?,?,?,?)", values)
        return try number(of: path, connection) ?? 0
    }

    private static func content(of cassette: Cassette) throws(CassetteError) -> TapeFacts.Content {
        defer { try? cassette.close() }
        let sessions = try cassette.sessions()
        var seen: Set<String> = []
        let first = sessions.first
        return TapeFacts.Content(
            started: first?.startedAt ?? Timestamp(seconds: 0),
            instances: sessions.map(\.instance).filter { seen.insert("i" + $0).inserted },
            users: sessions.compactMap(\.user).filter { seen.insert("u" + $0).inserted }, sessions: sessions.count,
            commands: try cassette.commandCount(), exchanges: Int(try cassette.lastExchange()),
            identity: first.map { "\($0.startedAt.microseconds) \($0.seed)" } ?? "empty")
    }
}

/// The catalog's file, and a copy of it in memory while it cannot be written.
extension TapeCatalog {
    /// - Parameter changes: whether `body` is useless in a copy, because it keeps the catalog up to date.
    func using<Result>(
        changes: Bool = false, _ body: (Connection) throws(DatabaseError) -> sending Result
    ) throws(CassetteError) -> sending Result {
        try state.withLock { state throws(CassetteError) in
            do throws(DatabaseError) {
                if changes, let failure = state.failure {
                    throw DatabaseError(code: DatabaseError.Code.full.rawValue, message: failure)
                }
                do throws(DatabaseError) {
                    if state.connection == nil { state.connection = try opened() }
                    guard let connection = state.connection else { throw DatabaseError(code: 1, message: "closed") }
                    return try body(connection)
                } catch {
                    guard !changes, state.failure == nil, error.isOfFullDisk || error.code == .cannotOpen else {
                        throw error
                    }
                    state = State(connection: nil, failure: error.message)
                    let copy = try copyInMemory()
                    state.connection = copy
                    return try body(copy)
                }
            } catch {
                throw CassetteError(
                    error.code == .full ? .full : .io, path: path,
                    "The index of tapes cannot be used: \(error.message) (\(path)). It can be deleted.")
            }
        }
    }

    /// Opens the file; one that is damaged or of another version is made again.
    private func opened() throws(DatabaseError) -> sending Connection {
        do throws(DatabaseError) {
            return try open()
        } catch {
            guard [.corrupt, .notADatabase].contains(error.code) else { throw error }
            for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
            return try open()
        }
    }

    private func open() throws(DatabaseError) -> sending Connection {
        makeFile(path)
        let made = try Connection(path: path, mode: .create)
        made.setBusyTimeout(milliseconds: 10_000)
        try made.execute(
            """
            PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA cache_size=-65536;PRAGMA secure_delete=ON
            """)
        try Self.makeTables(in: made)
        return made
    }

    private func copyInMemory() throws(DatabaseError) -> sending Connection {
        let copy = try Connection.copyInMemory(of: path)
        try Self.makeTables(in: copy)
        try copy.execute(
            """
            DELETE FROM sqlite_sequence WHERE name='tape';
            INSERT INTO sqlite_sequence(name, seq) VALUES('tape', \(Self.unstored));
            """)
        return copy
    }

    private static func version(of connection: Connection) throws(DatabaseError) -> Int64 {
        try connection.row("PRAGMA user_version") { $0.integer(0) } ?? 0
    }

    /// Makes the tables of this version, and nothing of another version stays.
    private static func makeTables(in connection: Connection) throws(DatabaseError) {
        if try version(of: connection) == version { return }
        let isOld = try connection.transaction { () throws(DatabaseError) -> Bool in
            let before = try version(of: connection)
            if before == version { return false }
            for table in ["tape"] + textTables { try connection.execute("DROP TABLE IF EXISTS \(table)") }
            try connection.execute(schema + textSchema)
            return before != 0
        }
        if isOld { try eraseFreePages(connection) }
    }

    /// Makes the file again, without its former content, and empties the log.
    static func eraseFreePages(_ connection: Connection) throws(DatabaseError) {
        try connection.execute("VACUUM;PRAGMA wal_checkpoint(TRUNCATE)")
    }
}

/// Deleting what the index knows of tapes that are gone or were changed.
///
/// FTS5 deletes a text only if it is given the text, and the text of a removed tape is gone. So its trigrams stay until
/// the index of texts is made again, which takes a second for 4400 exchanges (measured). That is due at once if the index
/// is small and the user removes a tape, else when a tenth of it is of no tape.
extension TapeCatalog {
    package func forget(_ path: String) throws(CassetteError) {
        try using(changes: true) { connection throws(DatabaseError) in
            try connection.transaction { () throws(DatabaseError) in
                try Self.forget(CassetteFile.place(of: path), connection)
            }
            try Self.purge(connection, limit: Self.fewPassages)
        }
    }

    /// Has a tape indexed again, because its answers or its output were replaced. It keeps its number.
    package func textsChanged(on path: String) throws(CassetteError) {
        guard access(self.path, F_OK) == 0 else { return }
        try using(changes: true) { connection throws(DatabaseError) in
            try connection.transaction { () throws(DatabaseError) in
                guard let number = try Self.number(of: CassetteFile.place(of: path), connection) else { return }
                try Self.forgetTexts(of: number, connection)
                try connection.run(Self.indexAgain + " WHERE id=?", [.integer(number)])
            }
            try Self.purge(connection)
        }
    }

    /// Removes the tapes whose files were deleted without the catalog. A folder that is missing too may return.
    ///
    /// - Parameter known: the numbers of tapes whose files exist.
    func forgetDeleted(besides known: Set<Int64>) throws(CassetteError) {
        try using { connection throws(DatabaseError) in
            let tapes = try connection.rows("SELECT id, path FROM tape") { ($0.integer(0), $0.text(1)) }
            let deleted = tapes.filter { !known.contains($0.0) }.map(\.1).filter { path in
                access(path, F_OK) != 0 && errno == ENOENT && access(CassetteFile.split(path).folder, F_OK) == 0
            }
            guard !deleted.isEmpty else { return }
            try connection.transaction { () throws(DatabaseError) in
                for path in deleted { try Self.forget(path, connection) }
            }
            try Self.purge(connection)
        }
    }

    static func forget(_ path: String, _ connection: Connection) throws(DatabaseError) {
        guard let number = try number(of: path, connection) else { return }
        try forgetTexts(of: number, connection)
        try connection.run("DELETE FROM tape WHERE id=?", [.integer(number)])
    }

    private static func number(of path: String, _ connection: Connection) throws(DatabaseError) -> Int64? {
        try connection.row("SELECT id FROM tape WHERE path=?", [.text(path)]) { $0.integer(0) }
    }

    private static func forgetTexts(of number: Int64, _ connection: Connection) throws(DatabaseError) {
        try connection.run(
            "DELETE FROM place WHERE passage IN (SELECT id FROM passage WHERE tape=?)", [.integer(number)])
        try connection.run("DELETE FROM passage WHERE tape=?", [.integer(number)])
    }

    private static let indexAgain = "UPDATE tape SET command_indexed=0, exchange_indexed=0, stamp_indexed=NULL"

    /// This many passages are indexed again in about five seconds.
    private static let fewPassages: Int64 = 20_000

    /// Empties the index of texts if a tenth of its trigrams is of no tape. The next search makes it again.
    ///
    /// - Parameter limit: with at most this many passages left, any trigram of no tape is enough.
    static func purge(_ connection: Connection, limit: Int64 = 0) throws(DatabaseError) {
        // Numbers of passages begin at 1 with each new table, so the last one is how many trigram rows there are.
        let made = try connection.row("SELECT seq FROM sqlite_sequence WHERE name='passage'") { $0.integer(0) } ?? 0
        let kept = try connection.row("SELECT count(*) FROM passage") { $0.integer(0) } ?? 0
        let lost = made - kept
        if lost > 0, kept <= limit || lost * 10 > made {
            // The file is made again below, so its pages need not be overwritten.
            try connection.execute("PRAGMA secure_delete=OFF")
            try connection.transaction { () throws(DatabaseError) in
                for table in textTables { try connection.execute("DROP TABLE \(table)") }
                try connection.execute(textSchema)
                try connection.run(indexAgain)
            }
        } else {
            let free = try connection.row("PRAGMA freelist_count") { $0.integer(0) } ?? 0
            let pages = try connection.row("PRAGMA page_count") { $0.integer(0) } ?? 0
            // A process that emptied the index has died before the file was made again.
            guard free * 10 > pages * 9 else {
                // The log still has the rows of the tapes that are gone.
                return try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            }
        }
        try eraseFreePages(connection)
        try connection.execute("PRAGMA secure_delete=ON")
    }
}

struct FileState {
    let size: Int
    let changed: Timestamp
    let stamp: String

    /// The state of a file without symbolic links; nil if there is none, or it is no regular file.
    init?(of real: String) {
        var status = stat(), log = stat()
        guard stat(real, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        if stat(real + "-wal", &log) != 0 { log = stat() }
        size = Int(status.st_size + log.st_size)
        let (own, other) = (status.st_mtim, log.st_mtim)
        let newest = (own.tv_sec, own.tv_nsec) < (other.tv_sec, other.tv_nsec) ? other : own
        changed = Timestamp(microseconds: Int64(newest.tv_sec) * 1_000_000 + Int64(newest.tv_nsec) / 1000)
        stamp = "\(size) \(newest.tv_sec) \(newest.tv_nsec)"
    }
}
