import Database
import Notation

/// The business rules (`sys_script`) that abort an operation. Scripts are not run: of a rule counts its filter alone.
///
/// A rule looks at the record as it would be; so it is asked inside the transaction of the write, which its refusal
/// undoes.
struct BusinessRules {
    let store: RecordStore
    let context: QueryContext

    /// Refuses the operation when an active rule of the table, or of one above it, aborts it.
    func check(_ operation: AccessRules.Operation, _ sysID: String, in table: Table) throws {
        let switchName =
            switch operation {
            case .insert: "action_insert"
            case .update: "action_update"
            case .delete: "action_delete"
            case .read: "action_query"
            }
        guard let script = store.schema["sys_script"] else { return }
        try store.fill([script.name])
        let names = JSON.array(table.lineage.map(JSON.string)).compact
        let rules = try store.connection.rows(
            """
            SELECT "sys_id", "name", "filter_condition" FROM \(script.storage)
            WHERE "sys_class_name" = 'sys_script' AND "collection" IN (SELECT value FROM json_each(?)) AND "active" = 1 AND "abort_action" = 1
                AND "\(switchName)" = 1 ORDER BY "order", "_row"
            """, [.text(names)]
        ) { (sysID: $0.text(0), name: $0.text(1), filter: $0.text(2)) }
        guard !rules.isEmpty else { return }
        let condition = RecordCondition(store: store, context: context)
        for rule in rules where try condition.holds(rule.filter, for: sysID, in: table) {
            throw Refusal.aborted(table.name, rule: rule.name, sysID: rule.sysID)
        }
    }
}
