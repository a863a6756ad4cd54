import Database

/// The numbers in the SQLite header that identify a cassette.
package enum CassetteFormat {
    /// `application_id`, "SnDk" in ASCII: distinguishes a cassette from other SQLite databases.
    package static let applicationID: Int64 = 0x536E_446B
    /// `user_version`: the version of the schema and its encodings. Files with a larger one are rejected.
    package static let version: Int64 = 1
    /// Writes both numbers, also into a restored dump, which has neither.
    static let marks = "PRAGMA application_id=\(applicationID);PRAGMA user_version=\(version);"
}

/// The tables of a cassette, and the check that a file has them. `exchange` is written before the request is
/// sent, `outcome` after the response: an exchange without one was interrupted. Bodies are stored once.
enum CassetteSchema {
    struct Object: Hashable {
        let type: String
        let name: String
        let table: String
        let sql: String
    }

    static let objects: [Object] = [
        table(
            "session",
            """
            id INTEGER PRIMARY KEY, started_at INTEGER NOT NULL, instance TEXT NOT NULL, user TEXT, \
            zone TEXT NOT NULL, zone_rules TEXT NOT NULL, width INTEGER, version TEXT NOT NULL, policy TEXT NOT NULL, \
            settings TEXT NOT NULL, seed INTEGER NOT NULL
            """),
        table(
            "command",
            """
            id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session, line TEXT NOT NULL, \
            now INTEGER NOT NULL, exit_status INTEGER
            """),
        table(
            "input",
            """
            id INTEGER PRIMARY KEY, command INTEGER NOT NULL REFERENCES command, kind TEXT NOT NULL, \
            name TEXT NOT NULL, content BLOB NOT NULL
            """),
        table(
            "output",
            """
            id INTEGER PRIMARY KEY, command INTEGER NOT NULL REFERENCES command, stream INTEGER NOT NULL, \
            bytes BLOB NOT NULL
            """),
        table("body", "id INTEGER PRIMARY KEY, digest INTEGER NOT NULL, bytes BLOB NOT NULL"),
        table(
            "exchange",
            """
            id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session, command INTEGER REFERENCES command, \
            epoch INTEGER, purpose TEXT NOT NULL, started_at INTEGER NOT NULL, key_hash INTEGER NOT NULL, \
            key TEXT NOT NULL, principal TEXT, method TEXT NOT NULL, url TEXT NOT NULL, headers BLOB NOT NULL, \
            body INTEGER REFERENCES body
            """),
        table(
            "outcome",
            """
            exchange INTEGER PRIMARY KEY REFERENCES exchange, failure TEXT, status INTEGER, reason TEXT NOT NULL, \
            headers BLOB, body INTEGER REFERENCES body, http_version TEXT, content_coding TEXT, resolved INTEGER, \
            connected INTEGER, secured INTEGER, first_byte INTEGER, total INTEGER
            """),
        index("command_of_session", on: "command", "session"),
        index("input_of_command", on: "input", "command"),
        index("output_of_command", on: "output", "command, stream"),
        index("body_by_digest", on: "body", "digest"),
        index("exchange_by_key", on: "exchange", "key_hash, epoch"),
    ]

    /// The bytes of a new cassette: the empty schema, marked as WAL so that recording starts without rewriting the
    /// header.
    static func image() throws(DatabaseError) -> [UInt8] {
        let connection = try Connection(path: "", mode: .memory)
        try connection.execute("BEGIN;" + CassetteFormat.marks + objects.map { $0.sql + ";" }.joined() + "COMMIT")
        var bytes = connection.serialized()
        // The write and read version (SQLite file format, 1.3.3): 2 is WAL.
        for offset in [18, 19] where bytes.indices.contains(offset) { bytes[offset] = 2 }
        return bytes
    }

    static let tables = objects.filter { $0.type == "table" }.map(\.name)

    /// Whether the file has these tables with these indexes and no triggers on them. Other objects are ignored: statements
    /// name only these tables, and triggers never run (`Connection.distrust`).
    static func matches(_ connection: Connection) throws(DatabaseError) -> Bool {
        let names = objects.map { "'" + $0.name + "'" }.joined(separator: ",")
        let found = try connection.rows(
            """
            SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE lower(name) IN (\(names)) \
            OR lower(tbl_name) IN (\(names)) LIMIT \(objects.count + 1)
            """
        ) { Object(type: $0.text(0), name: $0.text(1), table: $0.text(2), sql: $0.text(3)) }
        guard found.count == objects.count, Set(found) == Set(objects) else { return false }
        guard try hasOtherObjects(connection) else { return true }
        guard try !hasOtherObjects(connection, more: otherLimit) else { return false }
        // A row may name another table than its SQL does, and SQLite believes the SQL.
        for table in tables {
            let indexes = Set(try connection.rows("PRAGMA index_list(\(table))") { $0.text(1) })
            guard indexes == Set(objects.filter { $0.type == "index" && $0.table == table }.map(\.name)) else {
                return false
            }
        }
        return true
    }

    /// How many objects may be added: more take long to read.
    private static let otherLimit = 200

    /// Whether something was added to the file: statistics, views, other tables.
    static func hasOtherObjects(_ connection: Connection, more limit: Int = 0) throws(DatabaseError) -> Bool {
        let last = objects.count + limit
        return try connection.row("SELECT 1 FROM sqlite_schema LIMIT 1 OFFSET \(last)") { _ in true } ?? false
    }

    private static func table(_ name: String, _ columns: String) -> Object {
        Object(type: "table", name: name, table: name, sql: "CREATE TABLE \(name)(\(columns)) STRICT")
    }

    private static func index(_ name: String, on table: String, _ columns: String) -> Object {
        Object(type: "index", name: name, table: table, sql: "CREATE INDEX \(name) ON \(table)(\(columns))")
    }
}
