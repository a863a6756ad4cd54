import Database

/// The instance's properties (`sys_properties`), as they are now.
enum InstanceProperty {
    /// The text of a property. Nil when it is not set: it has no record, or the properties have not been made.
    static func value(_ name: String, in store: RecordStore) throws -> String? {
        guard store.hasMade("sys_properties"), let table = store.schema["sys_properties"] else { return nil }
        let sql = "SELECT \"value\" FROM \(table.storage) WHERE \"name\" = ? AND \"sys_class_name\" = 'sys_properties'"
        return try store.connection.row(sql, [.text(name)]) { $0.text(0) }
    }

    /// Whether a property is `true`; the default when it is not set.
    static func isTrue(_ name: String, in store: RecordStore, shipped: Bool = false) throws -> Bool {
        try value(name, in: store).map { $0 == "true" } ?? shipped
    }
}
