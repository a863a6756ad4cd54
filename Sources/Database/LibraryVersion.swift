internal import CSQLite

extension Connection {
    /// The version of SQLite that is linked.
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
