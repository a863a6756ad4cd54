import Database

/// The property that makes a query with an invalid part find nothing. Without it that part is dropped.
enum InvalidQueryProperty {
    static let name = "glide.invalid_query.returns_no_rows"

    /// Whether it stands in the instance's properties and is true. Nobody has set it as long as the properties have not
    /// been made.
    static func isSet(in store: RecordStore) throws -> Bool {
        guard store.hasMade("sys_properties"), let table = store.schema["sys_properties"] else { return false }
        let sql = "SELECT \"value\" FROM \(table.storage) WHERE \"name\" = ?"
        return try store.connection.row(sql, [.text(name)]) { $0.text(0) == "true" } ?? false
    }
}
