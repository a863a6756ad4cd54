import Database

/// The instance's properties (`sys_properties`), as they are now.
extension RecordStore {
    /// The text of a property. Nil when it is not set: it has no record, or the properties have not been made.
    func property(_ name: String) throws -> String? {
        guard hasMade("sys_properties"), let table = schema["sys_properties"] else { return nil }
        let sql = "SELECT \"value\" FROM \(table.storage) WHERE \"name\" = ? AND \"sys_class_name\" = 'sys_properties'"
        return try connection.row(sql, [.text(name)]) { $0.text(0) }
    }

    /// Whether a property is `true`; the default when it is not set.
    func isTrue(_ name: String, shipped: Bool = false) throws -> Bool {
        try property(name).map { $0 == "true" } ?? shipped
    }

    /// Whether a query with an invalid part finds nothing. Without this property that part is dropped.
    var invalidQueryReturnsNoRows: Bool { get throws { try isTrue("glide.invalid_query.returns_no_rows") } }
}
