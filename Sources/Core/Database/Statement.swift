import CSQLite

/// One prepared statement. While it is on a row, that row's columns can be read.
package final class Statement {
    private let handle: OpaquePointer
    private let connection: Unmanaged<Connection>
    /// The connection that reuses the statement once it is released; nil if it is finalized then.
    private let reuser: Connection?
    package let sql: String

    /// Prepares one statement. The connection must outlive it, as it does for `Connection.statement`.
    package convenience init(_ sql: String, on connection: Connection) throws(DatabaseError) {
        try self.init(sql, on: connection, isReusable: false)
    }

    init(_ sql: String, on connection: Connection, isReusable: Bool) throws(DatabaseError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK else { throw connection.lastError(code, sql: sql) }
        guard let handle else { throw DatabaseError(code: SQLITE_MISUSE, message: "empty statement", sql: sql) }
        self.handle = handle
        self.connection = .passUnretained(connection)
        reuser = isReusable ? connection : nil
        self.sql = sql
    }

    /// A statement that was prepared before.
    init(_ handle: OpaquePointer, _ sql: String, reusedBy connection: Connection) {
        self.handle = handle
        self.connection = .passUnretained(connection)
        reuser = connection
        self.sql = sql
    }

    deinit {
        guard let reuser else { return _ = sqlite3_finalize(handle) }
        reset()
        reuser.keep(handle, sql)
    }

    /// Binds values to the parameters 1, 2, 3 …
    package func bind(_ values: [SQLValue]) throws(DatabaseError) {
        for (offset, value) in values.enumerated() { try bind(value, at: offset + 1) }
    }

    /// Binds one value; parameters count from 1.
    package func bind(_ value: SQLValue, at index: Int) throws(DatabaseError) {
        let index = Int32(index)
        if value.byteCount > Int(Int32.max) {
            throw DatabaseError(code: SQLITE_TOOBIG, message: "string or blob too big", sql: sql)
        }
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .integer(let number): sqlite3_bind_int64(handle, index, number)
            case .real(let number): sqlite3_bind_double(handle, index, number)
            case .text(var text):
                text.withUTF8 { utf8 in
                    utf8.withMemoryRebound(to: CChar.self) {
                        csqlite_bind_text_copy(handle, index, $0.baseAddress, Int32($0.count))
                    }
                }
            case .blob(let bytes):
                bytes.withUnsafeBytes { csqlite_bind_blob_copy(handle, index, $0.baseAddress, Int32($0.count)) }
            }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    package func step() throws(DatabaseError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let error = failure(code)
            sqlite3_reset(handle)
            throw error
        }
    }

    /// Ends the query and clears all bindings.
    package func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// The size of a text or blob, without reading it; 0 for NULL. Columns count from 0.
    package func byteCount(_ column: Int) -> Int { Int(sqlite3_column_bytes(handle, Int32(column))) }
    package func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }
    /// The column as an integer, with SQLite's conversions; 0 for NULL.
    package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }
    package func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    package func text(_ column: Int) -> String {
        guard let start = sqlite3_column_text(handle, Int32(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// A text as it is in SQLite's memory, valid until the next step or reset.
    package func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8> { bytes(column).assumingMemoryBound(to: UInt8.self) }

    package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    package func blob(_ column: Int) -> [UInt8] { Array(bytes(column)) }

    /// A blob as it is in SQLite's memory, valid until the next step or reset.
    package func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        guard let start = sqlite3_column_blob(handle, Int32(column)) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }

    package func value(_ column: Int) -> SQLValue {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(real(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(blob(column))
        default: .null
        }
    }

    private func failure(_ code: Int32) -> DatabaseError { connection.takeUnretainedValue().lastError(code, sql: sql) }
}

/// A value of a column or parameter.
package enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    package static func optional(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }
    package static func optional(_ number: Int64?) -> SQLValue { number.map(SQLValue.integer) ?? .null }
    /// The size of a text (in UTF-8) or blob; 0 for others.
    var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        default: 0
        }
    }

    package static func integer(_ number: Int) -> SQLValue { .integer(Int64(number)) }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(nilLiteral: ()) { self = .null }
}
