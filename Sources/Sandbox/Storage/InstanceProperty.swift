import Database

/// The instance's properties (`sys_properties`), as they are now.
enum InstanceProperty {
    /// Whether a property is `true`. Nobody has set one as long as the properties have not been made.
    static func isTrue(_ name: String, in store: RecordStore) throws -> Bool {
        guard store.hasMade("sys_properties"), let table = store.schema["sys_properties"] else { return false }
        let sql = "SELECT \"value\" FROM \(table.storage) WHERE \"name\" = ?"
        return try store.connection.row(sql, [.text(name)]) { $0.text(0) == "true" } ?? false
    }
}
