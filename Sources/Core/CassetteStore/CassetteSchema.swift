import Database
import Notation

/// The numbers in the SQLite header that identify a cassette.
package enum CassetteFormat {
    /// `application_id`, "SnDk" in ASCII: distinguishes a cassette from other SQLite databases.
    package static let applicationID: Int64 = 0x536E_446B
    /// `user_version`: the version of the schema and its encodings. Files with a larger one are rejected.
    package static let version: Int64 = 1
    /// Writes both numbers, also into a restored dump, which has neither.
    static let marks = "PRAGMA application_id=\(applicationID);PRAGMA user_version=\(version);"
}

/// The tables of a cassette (`cassette.sql`), and the check that a file has them. `exchange` is written before the request
/// is sent, `outcome` after the response: an exchange without one was interrupted. Bodies are stored once.
enum CassetteSchema {
    struct Object: Hashable {
        let type: String
        let name: String
        let table: String
        let sql: String
    }

    static let objects: [Object] = ProgramText.cassette.split(separator: "\n\n").map { statement in
        let words = statement.split { $0 == " " || $0 == "\n" }
        let name = words[2].prefix { $0 != "(" }
        let isIndex = words[1] == "INDEX"
        return Object(
            type: isIndex ? "index" : "table", name: String(name),
            table: String(isIndex ? words[4].prefix { $0 != "(" } : name), sql: words.joined(separator: " "))
    }

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
}
