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
            var files = TapeFiles()
            for path in paths {
                guard let (real, file) = files.state(of: path) else { continue }
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

    /// The path of the tape with that number; nil if there is none.
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
        let (old, new) = (Self.place(of: path), Self.place(of: other))
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
                : "INSERT INTO tape(\(columns.joined(separator: ",")),identity,path) VALUES(?,?,?,?,?,?,?,?,?)",
            values)
        return try connection.row("SELECT id FROM tape WHERE path=?", [.text(path)]) { $0.integer(0) } ?? 0
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

    /// The real path of a file, even if it is gone.
    static func place(of path: String) -> String {
        if let real = resolved(path) { return real }
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        guard let folder = resolved(end == path.startIndex ? "." : String(path[..<end])) else { return path }
        return (folder == "/" ? "" : folder) + "/" + path[end...]
    }

    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
