import Database

/// A data policy: columns that must not be empty in records which meet a condition.
struct DataPolicy: Sendable {
    let table: String
    let condition: String
    let mandatory: [String]

    /// The policies of the instance as it ships.
    static let all = [
        DataPolicy(table: "incident", condition: "stateIN6,7", mandatory: ["close_code", "close_notes"])
    ]

    /// Refuses a record, as it would be, that leaves mandatory columns empty.
    static func check(
        _ record: [String: SQLValue], _ sysID: String, in table: Table, store: RecordStore, context: QueryContext
    ) throws {
        let condition = RecordCondition(store: store, context: context)
        for policy in all where table.isKind(of: policy.table) {
            let missing = policy.mandatory.filter { record[$0] ?? .null == .null }
            guard !missing.isEmpty, try condition.holds(policy.condition, for: sysID, in: table) else { continue }
            throw Refusal.mandatory(missing.map { table[$0]?.definition.label ?? $0 })
        }
    }
}
