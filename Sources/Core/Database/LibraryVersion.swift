internal import CSQLite

extension Connection {
    /// The version of the linked SQLite.
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
