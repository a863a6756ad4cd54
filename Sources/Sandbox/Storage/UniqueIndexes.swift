import Database

/// The unique indexes of tables: columns whose values, taken together, no two records share. Empty values are no values.
struct UniqueIndexes {
    let store: RecordStore

    /// Refuses a record, as it would be, that comes to have the values of another.
    func check(
        _ record: [String: SQLValue], from old: [String: SQLValue], _ sysID: String, in table: Table,
        _ operation: AccessRules.Operation
    ) throws {
        for index in table.chain.flatMap(\.unique) where index.contains(where: { record[$0] != old[$0] }) {
            let values = index.compactMap { record[$0] }.filter { $0 != .null }
            guard values.count == index.count else { continue }
            let condition = index.map { "\"\($0)\" = ?" }.joined(separator: " AND ")
            let twin = try store.connection.row(
                "SELECT 1 FROM \(table.storage) WHERE \(condition) AND \"sys_id\" <> ?", values + [.text(sysID)]
            ) { _ in true }
            guard twin == nil else {
                var name = ""
                if case .text(let text)? = record[table.displayColumn?.name ?? "sys_created_on"] { name = text }
                throw Refusal.database(table.name, name, operation)
            }
        }
    }
}

extension Refusal {
    /// The database refused a record; instances say no more to clients.
    static func database(_ table: String, _ name: String, _ operation: AccessRules.Operation) -> Refusal {
        Refusal(
            status: 403, message: "Operation Failed",
            detail: "Error during \(operation.rawValue.lowercased()) of \(table) (\(name))")
    }
}
