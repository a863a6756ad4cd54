/// Finds exchanges on a tape by their key's digest, by plain calls of SQLite: what playing would cost if nothing but the
/// look-up had to be paid.
final class PlainReader {
    private let library: SQLiteLibrary
    private let connection: OpaquePointer
    private let find: OpaquePointer

    init(_ path: String) throws {
        guard let library = SQLiteLibrary() else { throw BenchFailure("libsqlite3.so.0 cannot be opened.") }
        self.library = library
        connection = try library.opened("file:\(path)?immutable=1", SQLiteLibrary.readOnly | SQLiteLibrary.uri)
        find = try library.prepared(
            """
            SELECT b.bytes FROM exchange e JOIN outcome o ON o.exchange=e.id JOIN body b ON b.id=o.body \
            WHERE e.key_hash=? AND e.epoch=0
            """, connection)
    }

    deinit {
        _ = library.finalize(find)
        _ = library.close(connection)
    }

    /// The body of the exchange with that key.
    func play(_ hash: Int64) throws -> [UInt8] {
        _ = library.bindInteger(find, 1, hash)
        guard library.step(find) == SQLiteLibrary.hasRow else { throw BenchFailure("The exchange is not on the tape.") }
        defer { _ = library.reset(find) }
        return Array(
            UnsafeRawBufferPointer(start: library.columnBlob(find, 0), count: Int(library.columnBytes(find, 0))))
    }
}
