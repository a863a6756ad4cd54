import Database
import Notation

/// Evaluates an encoded query for a stored record: filters of business rules and data policies.
struct RecordCondition {
    let store: RecordStore
    let context: QueryContext

    /// Whether the record matches the query. An empty query matches every record.
    func holds(_ query: String, for sysID: String, in table: Table) throws -> Bool {
        let plan = JoinPlan(table, in: store.schema)
        let condition = try QueryCompiler(plan: plan, context: context).condition(of: EncodedQuery(query))
        try store.fill(plan.tables)
        let texts = [plan.alias + ".\"sys_id\" = ?", condition.map { "(" + $0.text + ")" }].compactMap { $0 }
        return try store.finds(
            SQLFragment(
                "SELECT 1 FROM \(plan.source) WHERE " + texts.joined(separator: " AND "),
                [.text(sysID)] + (condition?.values ?? [])))
    }
}

/// The business rules (`sys_script`) that abort an operation. Scripts are not run: only a rule's filter counts.
///
/// The filter is evaluated on the written record inside the transaction, which an error rolls back.
struct BusinessRules {
    let store: RecordStore
    let context: QueryContext

    /// Throws if an active rule of the table or an ancestor aborts the operation.
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
            throw APIError.aborted(table.name, rule: rule.name, sysID: rule.sysID)
        }
    }
}

/// A data policy: mandatory columns of records that match a condition.
struct DataPolicy: Sendable {
    let table: String
    let condition: String
    let mandatory: [String]

    static let all = [
        DataPolicy(table: "incident", condition: "stateIN6,7", mandatory: ["close_code", "close_notes"])
    ]

    /// Throws if mandatory columns of a written record are empty.
    static func check(
        _ record: [String: SQLValue], _ sysID: String, in table: Table, store: RecordStore, context: QueryContext
    ) throws {
        let condition = RecordCondition(store: store, context: context)
        for policy in all where table.isKind(of: policy.table) {
            let missing = policy.mandatory.filter { record[$0] ?? .null == .null }
            guard !missing.isEmpty, try condition.holds(policy.condition, for: sysID, in: table) else { continue }
            throw APIError.mandatory(missing.map { table[$0]?.definition.label ?? $0 })
        }
    }
}

/// Unique indexes: sets of columns whose values must be unique together. Empty values are ignored.
struct UniqueIndexes {
    let store: RecordStore

    /// Throws if a written record has the same values as another.
    func check(
        _ record: [String: SQLValue], from old: [String: SQLValue], _ sysID: String, in table: Table,
        _ operation: AccessRules.Operation
    ) throws {
        for index in table.chain.flatMap(\.unique) where index.contains(where: { record[$0] != old[$0] }) {
            let values = index.compactMap { record[$0] }.filter { $0 != .null }
            guard values.count == index.count else { continue }
            let condition = index.map { "\"\($0)\" = ?" }.joined(separator: " AND ")
            let duplicate = try store.connection.row(
                "SELECT 1 FROM \(table.storage) WHERE \(condition) AND \"sys_id\" <> ?", values + [.text(sysID)]
            ) { _ in true }
            guard duplicate == nil else {
                let name = record.text(table.displayColumn?.name ?? "sys_created_on")
                throw APIError.database(table.name, name, operation)
            }
        }
    }
}

/// The state models of changes and problems (`sttrm_model` and related tables): the allowed transitions and their
/// conditions. A new record begins in its model's first state.
struct StateModels {
    let store: RecordStore
    let context: QueryContext

    /// The business rules that enforce state models, by table. An instance runs their scripts; if they are inactive,
    /// nothing is enforced.
    private static let rules = [
        "change_request": "Change Model: Check State Transition", "problem": "Problem Model: Check State Transition",
    ]
    private static let tables: Set<String> = [
        "sys_script", "sttrm_model", "sttrm_state", "sttrm_state_transition", "sttrm_transition_condition",
    ]

    /// Throws if a written record's state may not follow its old one.
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
        else { throw APIError.aborted(table.name, rule: name, sysID: rule) }
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
