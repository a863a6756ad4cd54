import Database

extension Cassette {
    /// The version of SQLite, which reads and writes cassettes.
    package static var libraryVersion: String { Connection.libraryVersion }
}
