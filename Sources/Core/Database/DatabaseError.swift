internal import CSQLite

/// A SQLite error. It never contains bound values, which may be personal data.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The primary result codes (https://sqlite.org/rescode.html) that callers distinguish.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: Int32
        package init(rawValue: Int32) { self.rawValue = rawValue }
        package static let error = Code(rawValue: SQLITE_ERROR)
        package static let permission = Code(rawValue: SQLITE_PERM)
        /// Locked by this connection itself.
        package static let locked = Code(rawValue: SQLITE_LOCKED)
        package static let busy = Code(rawValue: SQLITE_BUSY)
        /// Locking of the write-ahead log failed.
        package static let lockProtocol = Code(rawValue: SQLITE_PROTOCOL)
        package static let readOnly = Code(rawValue: SQLITE_READONLY)
        package static let interrupted = Code(rawValue: SQLITE_INTERRUPT)
        package static let io = Code(rawValue: SQLITE_IOERR)
        package static let corrupt = Code(rawValue: SQLITE_CORRUPT)
        package static let full = Code(rawValue: SQLITE_FULL)
        package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
        package static let tooBig = Code(rawValue: SQLITE_TOOBIG)
        package static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
        package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
    }

    package let code: Code
    /// The extended code; the low eight bits are the primary one.
    package let extendedCode: Int32
    package let message: String
    package let sql: String?

    package init(code: Int32, message: String, sql: String? = nil) {
        self.code = Code(rawValue: code & 0xFF)
        extendedCode = code
        self.message = message
        self.sql = sql
    }

    /// Whether the disk is full or a quota reached, which SQLite may also report as a failed write, sync, truncation or
    /// index of the log: SQLITE_IOERR_WRITE, _FSYNC, _TRUNCATE and _SHMSIZE
    /// (https://sqlite.org/rescode.html#extended_result_code_list).
    package var isOfFullDisk: Bool { code == .full || code == .io && [3, 4, 6, 19].contains(extendedCode >> 8) }

    /// A rollback journal that names another file: SQLite deletes that file after a rollback, because a transaction over
    /// several databases is recorded there. This program makes none, so someone else has put the journal there.
    static let foreignJournal = SQLITE_CANTOPEN | 200 << 8
    package var isOfForeignJournal: Bool { extendedCode == Self.foreignJournal }

    package var description: String {
        "SQLite: \(message) (code \(extendedCode))" + (sql.map { ", while running: \($0)" } ?? "")
    }
}

internal import CSQLite

extension Connection {
    /// The version of the linked SQLite.
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
