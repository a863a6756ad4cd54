import Database
import ExchangeModel
import Notation

/// Inserts and updates records as an instance does: sys_* columns, numbers, defaults, journals, task rules
/// (`TaskRules`), data policies and business rules. It runs inside a transaction: an error rolls it back.
struct RecordEditor {
    let store: RecordStore
    let table: Table
    let account: Account
    let takesDisplayValues: Bool
    /// Whether the client sets the sys_* columns (`sysparm_suppress_auto_sys_field`).
    let keepsSystemColumns: Bool

    private var rules: AccessRules { AccessRules(account: account) }

    /// Inserts a record and returns its sys_id. Of several values for a column the first counts.
    func insert(_ input: [(name: String, value: String)]) throws -> String {
        let given = Dictionary(input.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let table =
            store.schema[given["sys_class_name"] ?? ""].flatMap { $0.isKind(of: self.table.name) ? $0 : nil }
            ?? self.table
        let sysID = try given["sys_id"].flatMap { SysIDForm.isWritten($0) ? $0 : nil } ?? store.nextIdentifier()
        guard try store.record(sysID, in: store.schema[table.root] ?? table) == nil else {
            throw APIError.forbidden(.insert)
        }
        let now = try store.tick()
        var record: [String: SQLValue] = [:]
        for column in table.columns where !column.isJournal {
            if let raw = column.defaultValue { record[column.name] = column.stored(raw) }
        }
        let changes = try values(given, in: table, sysID: sysID)
        record.merge(changes) { $1 }
        record["sys_id"] = .text(sysID)
        if record["number"] ?? .null == .null, let number = try store.nextNumber(of: table.definition) {
            record["number"] = .text(number)
        }
        for (name, value) in [
            ("sys_created_on", now.glideText), ("sys_created_by", account.userName), ("sys_updated_on", now.glideText),
            ("sys_updated_by", account.userName),
        ] where !(keepsSystemColumns && given[name] != nil) {
            record[name] = .text(value)
        }
        if table.root == "task" {
            TaskRules(table: table, account: account, now: now).complete(&record, given: changes)
        }
        if table.root == "sys_user" { RecordEditor.nameUser(&record, given: changes) }
        try store.insert(columns(record, of: table), into: table)
        try writeJournals(given, of: table, sysID: sysID, at: now)
        try check(record, from: [:], sysID, in: table, .insert)
        try refreshRoles(record, from: [:], in: table)
        return sysID
    }

    /// Updates a record. If every value is unchanged, nothing is written or counted as an update.
    func update(_ record: [String: SQLValue], _ input: [(name: String, value: String)]) throws {
        guard case .text(let sysID)? = record["sys_id"] else { throw APIError.noRecord }
        let given = Dictionary(input.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let table = ownTable(of: record)
        let changes = try values(given, in: table, sysID: sysID).filter {
            !RecordEditor.isSame(record[$0.key], $0.value)
        }
        guard !changes.isEmpty || !journals(given, of: table).isEmpty else { return }
        let now = try store.tick()
        var changed = record.merging(changes) { $1 }
        if table.root == "task" {
            TaskRules(table: table, account: account, now: now).follow(&changed, from: record, given: changes)
        }
        if table.root == "sys_user" { RecordEditor.nameUser(&changed, given: changes) }
        if !keepsSystemColumns {
            changed["sys_updated_on"] = .text(now.glideText)
            changed["sys_updated_by"] = .text(account.userName)
            if case .integer(let count)? = record["sys_mod_count"] { changed["sys_mod_count"] = .integer(count + 1) }
        }
        try store.update(
            sysID, columns(changed.filter { !RecordEditor.isSame(record[$0.key], $0.value) }, of: table), in: table)
        try writeJournals(given, of: table, sysID: sysID, at: now)
        try check(changed, from: record, sysID, in: table, .update)
        try refreshRoles(changed, from: record, in: table)
    }

    func delete(_ record: [String: SQLValue]) throws {
        guard case .text(let sysID)? = record["sys_id"] else { throw APIError.noRecord }
        let table = ownTable(of: record)
        try BusinessRules(store: store, context: try context).check(.delete, sysID, in: table)
        _ = try store.tick()
        try store.delete(sysID, from: table)
        try store.fill(["sys_journal_field"])
        try store.connection.run("DELETE FROM \"sys_journal_field\" WHERE \"element_id\" = ?", [.text(sysID)])
        try refreshRoles(record, from: record, in: table)
    }

    private func check(
        _ record: [String: SQLValue], from old: [String: SQLValue], _ sysID: String, in table: Table,
        _ operation: AccessRules.Operation
    ) throws {
        let context = try context
        try UniqueIndexes(store: store).check(record, from: old, sysID, in: table, operation)
        try DataPolicy.check(record, sysID, in: table, store: store, context: context)
        try BusinessRules(store: store, context: context).check(operation, sysID, in: table)
        try StateModels(store: store, context: context).check(record, from: old, sysID, in: table)
    }

    /// Updates the inherited roles of the users that a written record is about.
    private func refreshRoles(_ record: [String: SQLValue], from old: [String: SQLValue], in table: Table) throws {
        guard RoleInheritance.sources.contains(table.name) else { return }
        try store.fill(["sys_user_has_role"])
        let users = [record.text("user"), old.text("user")].filter { !$0.isEmpty }
        try RoleInheritance(store: store).refresh(table["user"] == nil ? nil : users, now: try store.now)
    }

    private var context: QueryContext { get throws { QueryContext(account, now: try store.now) } }

    private func ownTable(of record: [String: SQLValue]) -> Table {
        if case .text(let name)? = record["sys_class_name"], let own = store.schema[name] { own } else { table }
    }

    private func values(_ given: [String: String], in table: Table, sysID: String) throws -> [String: SQLValue] {
        var values: [String: SQLValue] = [:]
        for (name, raw) in given {
            guard let column = table[name], !column.isJournal, name != "sys_id", column.type != .className,
                !column.definition.isReadOnly || keepsSystemColumns, rules.mayWrite(column)
            else { continue }
            values[name] =
                switch column.type {
                case .password: raw.isEmpty ? .null : .text(AccountStore.digest(of: raw, for: sysID))
                case .password2: raw.isEmpty ? .null : .text(ObfuscatedText.hidden(raw))
                default: column.stored(takesDisplayValues ? try fromDisplay(raw, column) : raw)
                }
        }
        return values
    }

    private func fromDisplay(_ text: String, _ column: Column) throws -> String {
        if let value = column.choiceValues(labelled: text).first { return value }
        if column.type == .dateTime { return account.format.moment(of: text)?.glideText ?? text }
        if column.type == .date { return account.format.day(of: text)?.dateText ?? text }
        guard column.type == .reference else { return text }
        return try DisplayLookup(store: store, account.format).key(of: text, in: column) ?? text
    }

    private func columns(_ record: [String: SQLValue], of table: Table) -> [(column: Column, value: SQLValue)] {
        table.columns.compactMap { column in record[column.name].map { (column, $0) } }
    }

    private func journals(_ given: [String: String], of table: Table) -> [(name: String, text: String)] {
        table.columns.compactMap { column in
            guard column.type == .journalInput, let text = given[column.name], !text.isEmpty, rules.mayWrite(column)
            else { return nil }
            return (column.name, text)
        }
    }

    private func writeJournals(_ given: [String: String], of table: Table, sysID: String, at now: Timestamp) throws {
        guard let entries = store.schema["sys_journal_field"] else { return }
        let notes = journals(given, of: table)
        guard !notes.isEmpty else { return }
        try store.fill([entries.name])
        for (name, text) in notes {
            try store.insert(
                [
                    "sys_id": try store.nextIdentifier(), "sys_created_on": now.glideText, "name": table.name,
                    "element_id": sysID, "value": text, "sys_created_by": account.userName, "element": name,
                ], into: entries)
        }
    }

    /// A user's name is computed from first and last name, unless it is given.
    private static func nameUser(_ record: inout [String: SQLValue], given: [String: SQLValue]) {
        guard given["name"] == nil, given["first_name"] != nil || given["last_name"] != nil else { return }
        let parts = ["first_name", "last_name"].map { record.text($0) }.filter { !$0.isEmpty }
        record["name"] = .text(parts.joined(separator: " "))
    }

    /// By bytes: canonically equivalent strings differ.
    private static func isSame(_ old: SQLValue?, _ new: SQLValue) -> Bool {
        if case .text(let old)? = old, case .text(let new) = new { return old.utf8.elementsEqual(new.utf8) }
        return old == new
    }
}

/// The business rules of tasks that clients rely on: who opened and closed a task and when, priority from impact and
/// urgency, `active` and `incident_state` from the state.
struct TaskRules {
    let table: Table
    let account: Account
    let now: Timestamp

    func complete(_ record: inout [String: SQLValue], given: [String: SQLValue]) {
        record["sys_class_name"] = .text(table.name)
        record["task_effective_number"] = record["number"]
        for (name, value) in [("opened_at", now.glideText), ("opened_by", account.sysID)] where given[name] == nil {
            record[name] = .text(value)
        }
        follow(&record, from: [:], given: given)
    }

    func follow(_ record: inout [String: SQLValue], from old: [String: SQLValue], given: [String: SQLValue]) {
        if given["number"] != nil { record["task_effective_number"] = record["number"] }
        if given["priority"] == nil, record["impact"] != old["impact"] || record["urgency"] != old["urgency"],
            case .integer(let impact)? = record["impact"], case .integer(let urgency)? = record["urgency"],
            (1...3).contains(impact), (1...3).contains(urgency)
        {
            record["priority"] = .integer(TaskRules.priorities[Int(impact) - 1][Int(urgency) - 1])
        }
        if let twin = ["incident": "incident_state", "problem": "problem_state"][table.name] {
            if given["state"] != nil {
                record[twin] = record["state"]
            } else if let state = given[twin] {
                record["state"] = state
            }
        }
        guard record["state"] != old["state"], case .integer(let state)? = record["state"] else { return }
        let (resolved, closed) = endings
        if resolved.contains(state), record["resolved_at"] ?? .null == .null { stamp("resolved", in: &record) }
        if given["active"] == nil { record["active"] = .integer(closed.contains(state) ? 0 : 1) }
        if closed.contains(state), record["closed_at"] ?? .null == .null { stamp("closed", in: &record) }
    }

    private func stamp(_ event: String, in record: inout [String: SQLValue]) {
        if table[event + "_at"] != nil { record[event + "_at"] = .text(now.glideText) }
        if table[event + "_by"] != nil { record[event + "_by"] = .text(account.sysID) }
    }

    private var endings: (resolved: Set<Int64>, closed: Set<Int64>) {
        switch table.name {
        case "incident": ([6, 7], [7, 8])
        case "problem": ([106, 107], [107])
        case "change_request": ([], [3, 4])
        default: ([], [3, 4, 7])
        }
    }

    /// By impact, then urgency: the platform's look-up table.
    private static let priorities: [[Int64]] = [[1, 2, 3], [2, 3, 4], [3, 4, 5]]
}

struct RecordCondition {
    let store: RecordStore
    let context: QueryContext

    func holds(_ query: String, for sysID: String, in table: Table) throws -> Bool {
        let plan = JoinPlan(table, in: store.schema)
        let condition = try QueryCompiler(plan: plan, context: context).condition(of: EncodedQuery(query))
        try store.fill(plan.tables)
        return try store.holds(condition?.enclosed, for: sysID, in: plan)
    }
}

/// The business rules (`sys_script`) that abort an operation. Scripts are not run: only a rule's filter counts.
/// The filter is evaluated on the written record inside the transaction, which an error rolls back.
struct BusinessRules {
    let store: RecordStore
    let context: QueryContext

    func check(_ operation: AccessRules.Operation, _ sysID: String, in table: Table) throws {
        guard let script = store.schema["sys_script"] else { return }
        try store.fill([script.name])
        let names = JSON.array(table.lineage.map(JSON.string)).compact
        let rules = try store.connection.rows(
            """
            SELECT "sys_id", "name", "filter_condition" FROM \(script.storage)
            WHERE "sys_class_name" = 'sys_script' AND "collection" IN (SELECT value FROM json_each(?)) AND "active" = 1 AND "abort_action" = 1
                AND "action_\(operation.rawValue.lowercased())" = 1 ORDER BY "order", "_row"
            """, [.text(names)]
        ) { (sysID: $0.text(0), name: $0.text(1), filter: $0.text(2)) }
        guard !rules.isEmpty else { return }
        let condition = RecordCondition(store: store, context: context)
        for rule in rules where try condition.holds(rule.filter, for: sysID, in: table) {
            throw APIError.aborted(table.name, rule: rule.name, sysID: rule.sysID)
        }
    }
}

enum DataPolicy {
    private static let mandatory = ["close_code", "close_notes"]

    static func check(
        _ record: [String: SQLValue], _ sysID: String, in table: Table, store: RecordStore, context: QueryContext
    ) throws {
        let missing = mandatory.filter { record[$0] ?? .null == .null }
        guard table.isKind(of: "incident"), !missing.isEmpty,
            try RecordCondition(store: store, context: context).holds("stateIN6,7", for: sysID, in: table)
        else { return }
        throw APIError.mandatory(missing.map { table[$0]?.definition.label ?? $0 })
    }
}

/// Unique indexes: sets of columns whose values must be unique together. Empty values are ignored.
struct UniqueIndexes {
    let store: RecordStore

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

    func check(_ record: [String: SQLValue], from old: [String: SQLValue], _ sysID: String, in table: Table) throws {
        guard let name = StateModels.rules[table.name], record["state"] != old["state"],
            let state = record["state"], state != .null
        else { return }
        try store.fill(StateModels.tables)
        // The record's own model, that of its type, or the table's only one, with its first state.
        let found = try store.connection.row(
            """
            SELECT r."sys_id", m."sys_id", CAST(s."state_value" AS INTEGER) FROM "sys_metadata" AS r
            JOIN "sys_metadata" AS m ON m."sys_class_name" IN ('sttrm_model', 'chg_model')
                AND m."table_name" = r."collection" AND m."active" = 1
            LEFT JOIN "sys_metadata" AS s ON s."sys_class_name" = 'sttrm_state' AND s."sttrm_model" = m."sys_id"
                AND s."initial_state" = 1
            WHERE r."sys_class_name" = 'sys_script' AND r."collection" = ?1 AND r."name" = ?2 AND r."active" = 1
            ORDER BY m."sys_id" = ?3 DESC, m."name" = ?4 DESC, m."default_change_model" DESC, m."_row"
            """, [.text(table.name), .text(name), record["chg_model"] ?? .null, record["type"] ?? .null]
        ) { (rule: $0.text(0), model: $0.text(1), first: $0.value(2)) }
        guard let found, case let former = old["state"] ?? found.first, former != .null, former != state else { return }
        let conditions = try store.connection.rows(
            """
            SELECT t."sys_id", c."condition" FROM "sys_metadata" AS t
            JOIN "sys_metadata" AS a ON a."sys_id" = t."from_state"
            JOIN "sys_metadata" AS b ON b."sys_id" = t."to_state"
            LEFT JOIN "sys_metadata" AS c ON c."sys_class_name" = 'sttrm_transition_condition'
                AND c."sttrm_state_transition" = t."sys_id" AND c."active" = 1
            WHERE t."sys_class_name" = 'sttrm_state_transition' AND t."active" = 1 AND a."sttrm_model" = ?1
                AND b."sttrm_model" = ?1 AND CAST(a."state_value" AS INTEGER) = ?2
                AND CAST(b."state_value" AS INTEGER) = ?3
            """, [.text(found.model), former, state]
        ) { (transition: $0.text(0), condition: $0.text(1)) }
        let condition = RecordCondition(store: store, context: context)
        let isAllowed = try Dictionary(grouping: conditions, by: \.transition).values.contains { transition in
            try transition.allSatisfy { try condition.holds($0.condition, for: sysID, in: table) }
        }
        if !isAllowed { throw APIError.aborted(table.name, rule: name, sysID: found.rule) }
    }
}

extension SQLValue {
    var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .null, .blob: ""
        }
    }
}

extension [String: SQLValue] {
    /// A text column; empty if it is null or of another type.
    func text(_ name: String) -> String { if case .text(let text)? = self[name] { text } else { "" } }
}
