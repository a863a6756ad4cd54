internal import CSQLite

/// What SQLite said no to. Bound values never stand in it: they may be somebody's data.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// SQLite's primary result codes (https://sqlite.org/rescode.html) as far as callers tell them apart.
    package struct Code: RawRepresentable, Sendable, Hashable {
        /// SQLite's number.
        package let rawValue: Int32
        /// The code of that number.
        package init(rawValue: Int32) { self.rawValue = rawValue }
        /// Anything that has no code of its own.
        package static let error = Code(rawValue: SQLITE_ERROR)
        /// The system does not allow it.
        package static let permission = Code(rawValue: SQLITE_PERM)
        /// A table is locked by this very connection.
        package static let locked = Code(rawValue: SQLITE_LOCKED)
        /// Another connection holds the file.
        package static let busy = Code(rawValue: SQLITE_BUSY)
        /// A log's locks do not change hands as they should.
        package static let lockProtocol = Code(rawValue: SQLITE_PROTOCOL)
        /// The file may not be written.
        package static let readOnly = Code(rawValue: SQLITE_READONLY)
        /// It was called off.
        package static let interrupted = Code(rawValue: SQLITE_INTERRUPT)
        /// The disk failed.
        package static let io = Code(rawValue: SQLITE_IOERR)
        /// The file is damaged.
        package static let corrupt = Code(rawValue: SQLITE_CORRUPT)
        /// The disk is full.
        package static let full = Code(rawValue: SQLITE_FULL)
        /// The file cannot be opened.
        package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
        /// A value is larger than allowed.
        package static let tooBig = Code(rawValue: SQLITE_TOOBIG)
        /// A rule of the schema forbids it.
        package static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
        /// The file is no database.
        package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
    }

    /// The primary code.
    package let code: Code
    /// The extended code, which holds the primary one in its low eight bits.
    package let extendedCode: Int32
    /// SQLite's own sentence.
    package let message: String
    /// The statement's text, when one was being run.
    package let sql: String?

    /// An error of that primary or extended code.
    package init(code: Int32, message: String, sql: String? = nil) {
        self.code = Code(rawValue: code & 0xFF)
        extendedCode = code
        self.message = message
        self.sql = sql
    }

    /// The sentence, the code and the statement.
    package var description: String {
        "SQLite: \(message) (code \(extendedCode))" + (sql.map { ", while running: \($0)" } ?? "")
    }
}
