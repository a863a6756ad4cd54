import Database
import ExchangeModel
import Notation

/// Evaluates the `javascript:` values of encoded queries in the user's time zone at the instance's time.
///
/// An instance runs them as scripts; a condition with a script that is not a `QueryScript` is ignored.
struct ScriptValue {
    let context: QueryContext

    /// The value of an operand: itself, or the result of its script. Nil if the script may not be evaluated, or results
    /// in no record.
    func resolve(_ text: String) -> String? {
        QueryScript.source(of: text) == nil ? text : QueryScript(text).flatMap(evaluate)
    }

    /// The records that a script about the user results in; nil for other values.
    func records(_ text: String) -> [String]? {
        guard case .owner(let owner)? = QueryScript(text) else { return nil }
        return context.owned[owner]
    }

    private func evaluate(_ script: QueryScript) -> String? {
        switch script {
        case .owner(let owner):
            return context.owned[owner].flatMap { $0.isEmpty ? nil : $0.joined(separator: ",") }
        case .localDate: return local.dateText
        case .now: return context.now.glideText
        case .localNow: return local.glideText
        case .generated(let time): return Timestamp(glideText: time).map { text($0.civil) }
        case .duration(let seconds): return Timestamp(seconds: seconds).glideText
        case .moved(let count, let unit, let edge):
            let time = Period.moved(local, by: count, unit)
            return text(edge.map { Period.edge($0, of: unit, around: time) } ?? time)
        }
    }

    private var local: CivilTime { context.zone.civil(at: context.now) }

    private func text(_ time: CivilTime) -> String { context.zone.moment(of: time).glideText }
}

/// What scripts about the user and the rows of `sys_filter_option_dynamic` result in.
struct DynamicFilters {
    let store: RecordStore
    let account: Account

    /// Adds what a query may use to its context; tables are read only if it may.
    func fill(_ context: inout QueryContext, for query: String?) throws {
        guard let query else { return }
        let usesFilters = query.contains(Operator.dynamic.rawValue)
        guard usesFilters || query.contains("javascript:") && query.contains("get") else { return }
        try fill(&context.owned)
        guard usesFilters, let table = store.schema[DynamicFilterOption.table] else { return }
        try store.fill([table.name])
        let rows = try store.connection.rows(
            "SELECT \"sys_id\", \"script\" FROM \(table.storage) WHERE \"sys_class_name\" = ? AND \"active\" = 1",
            [.text(table.name)]
        ) { ($0.text(0), $0.text(1)) }
        for (identifier, script) in rows {
            guard case .owner(let owner)? = QueryScript(filter: script) else { continue }
            context.dynamicValues[identifier] = context.owned[owner]
        }
    }

    private func fill(_ owned: inout [QueryScript.Owner: [String]]) throws {
        for (owner, column) in [
            (QueryScript.Owner.company, "company"), (.department, "department"), (.manager, "manager"),
            (.location, "location"),
        ] {
            owned[owner] = try values("SELECT \"\(column)\" FROM \"sys_user\" WHERE \"sys_id\" = ?", [account.sysID])
        }
        try store.fill(["sys_user_delegate", "sys_user_has_role"])
        let now = try store.now.glideText
        for (owner, column) in [(QueryScript.Owner.assignments, "assignments"), (.approvals, "approvals")] {
            owned[owner] =
                try [account.sysID]
                + values(
                    """
                    SELECT "user" FROM "sys_user_delegate" WHERE "delegate" = ? AND "\(column)" = 1
                        AND ("starts" IS NULL OR "starts" <= ?) AND ("ends" IS NULL OR "ends" >= ?)
                    """, [account.sysID, now, now])
        }
        owned[.usersWithRoles] = try values("SELECT DISTINCT \"user\" FROM \"sys_user_has_role\"", [])
    }

    private func values(_ sql: String, _ values: [String]) throws -> [String] {
        try store.connection.rows(sql, values.map(SQLValue.text)) { $0.text(0) }.filter { !$0.isEmpty }
    }
}
