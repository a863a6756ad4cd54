import Database

/// The instance's properties (`sys_properties`).
extension RecordStore {
    /// The value of a property. Nil if it has no record, or the properties have not been written yet.
    func property(_ name: String) throws -> String? {
        guard isFilled("sys_properties"), let table = schema["sys_properties"] else { return nil }
        let sql = "SELECT \"value\" FROM \(table.storage) WHERE \"name\" = ? AND \"sys_class_name\" = 'sys_properties'"
        return try connection.row(sql, [.text(name)]) { $0.text(0) }
    }

    /// Whether a property is `true`; `shipped` is the default.
    func isTrue(_ name: String, shipped: Bool = false) throws -> Bool {
        try property(name).map { $0 == "true" } ?? shipped
    }

    /// Whether a query with an invalid part finds nothing. Default: that part is ignored.
    var invalidQueryReturnsNoRows: Bool { get throws { try isTrue("glide.invalid_query.returns_no_rows") } }
}
