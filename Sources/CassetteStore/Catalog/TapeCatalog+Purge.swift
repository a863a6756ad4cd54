import Database
import Glibc

/// Deleting what the index knows of tapes that are gone or were changed.
///
/// FTS5 deletes a text only if it is given the text, and the text of a removed tape is gone. So its trigrams stay until
/// the index of texts is made again, which takes a second for 4400 exchanges (measured). That is due at once if the index
/// is small and the user removes a tape, else when a tenth of it is of no tape.
extension TapeCatalog {
    /// Removes a tape from the catalog.
    package func forget(_ path: String) throws(CassetteError) {
        try using(changes: true) { connection throws(DatabaseError) in
            try connection.transaction { () throws(DatabaseError) in
                try Self.forget(Self.place(of: path), connection)
            }
            try Self.purge(connection, limit: Self.fewPassages)
        }
    }

    /// Has a tape indexed again, because its answers or its output were replaced. It keeps its number.
    package func textsChanged(on path: String) throws(CassetteError) {
        guard access(self.path, F_OK) == 0 else { return }
        try using(changes: true) { connection throws(DatabaseError) in
            try connection.transaction { () throws(DatabaseError) in
                guard let number = try Self.number(of: Self.place(of: path), connection) else { return }
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
                let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
                return access(path, F_OK) != 0 && errno == ENOENT && access(folder, F_OK) == 0
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
