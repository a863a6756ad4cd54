import Database

/// The state models of changes and problems (`sttrm_model` and what belongs to it): which state may follow which, and
/// what a record must meet for that. A new record begins in its model's first state.
struct StateModels {
    let store: RecordStore
    let context: QueryContext

    /// The business rules that ask, by table. An instance runs their scripts; who makes them inactive is not asked.
    private static let rules = [
        "change_request": "Change Model: Check State Transition", "problem": "Problem Model: Check State Transition",
    ]
    private static let tables: Set<String> = [
        "sys_script", "sttrm_model", "sttrm_state", "sttrm_state_transition", "sttrm_transition_condition",
    ]

    /// Refuses a record, as it would be, whose state may not follow the one it had.
    func check(_ record: [String: SQLValue], from old: [String: SQLValue], _ sysID: String, in table: Table) throws {
        guard let name = StateModels.rules[table.name], record["state"] != old["state"],
            let state = record["state"], state != .null
        else { return }
        try store.fill(StateModels.tables)
        let rule = try text(
            """
            SELECT "sys_id" FROM "sys_metadata" WHERE "sys_class_name" = 'sys_script' AND "collection" = ?
            AND "name" = ? AND "active" = 1
            """, [.text(table.name), .text(name)])
        guard let rule, let model = try model(of: record, in: table) else { return }
        guard let former = try old["state"] ?? firstState(of: model), former != state else { return }
        guard try transitions(in: model, from: former, to: state).contains(where: { try isOpen($0, sysID, table) })
        else { throw Refusal.aborted(table.name, rule: name, sysID: rule) }
    }

    /// The record's own model, that of its type, or the table's only one.
    private func model(of record: [String: SQLValue], in table: Table) throws -> String? {
        try text(
            """
            SELECT "sys_id" FROM "sys_metadata" WHERE "sys_class_name" IN ('sttrm_model', 'chg_model')
            AND "table_name" = ?1 AND "active" = 1
            ORDER BY "sys_id" = ?2 DESC, "name" = ?3 DESC, "default_change_model" DESC, "_row"
            """, [.text(table.name), record["chg_model"] ?? .null, record["type"] ?? .null])
    }

    private func firstState(of model: String) throws -> SQLValue? {
        try store.connection.row(
            """
            SELECT CAST("state_value" AS INTEGER) FROM "sys_metadata" WHERE "sys_class_name" = 'sttrm_state'
            AND "sttrm_model" = ? AND "initial_state" = 1
            """, [.text(model)]
        ) { $0.value(0) }
    }

    private func transitions(in model: String, from old: SQLValue, to new: SQLValue) throws -> [String] {
        try store.connection.rows(
            """
            SELECT t."sys_id" FROM "sys_metadata" AS t JOIN "sys_metadata" AS a ON a."sys_id" = t."from_state"
            JOIN "sys_metadata" AS b ON b."sys_id" = t."to_state"
            WHERE t."sys_class_name" = 'sttrm_state_transition' AND t."active" = 1 AND a."sttrm_model" = ?1
            AND b."sttrm_model" = ?1 AND CAST(a."state_value" AS INTEGER) = ?2
            AND CAST(b."state_value" AS INTEGER) = ?3
            """, [.text(model), old, new]
        ) { $0.text(0) }
    }

    /// Whether the record meets every condition of a transition.
    private func isOpen(_ transition: String, _ sysID: String, _ table: Table) throws -> Bool {
        let conditions = try store.connection.rows(
            """
            SELECT "condition" FROM "sys_metadata" WHERE "sys_class_name" = 'sttrm_transition_condition'
            AND "sttrm_state_transition" = ? AND "active" = 1
            """, [.text(transition)]
        ) { $0.text(0) }
        let condition = RecordCondition(store: store, context: context)
        return try conditions.allSatisfy { try condition.holds($0, for: sysID, in: table) }
    }

    private func text(_ sql: String, _ values: [SQLValue]) throws -> String? {
        try store.connection.row(sql, values) { $0.text(0) }
    }
}
