import Database
import Notation

/// `/<table>.do`: the form of a record, or of a new one.
struct FormPage {
    let visit: RecordVisit
    let table: Table

    static func show(_ table: Table, _ page: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        guard let visit = try RecordVisit(&page, &desk) else { return try page.sendToLogin(at: &desk) }
        return try FormPage(visit: visit, table: table).show()
    }

    private var call: Call { visit.call }

    private func show() throws -> Answer {
        guard call.rules.reading(table) != .refused else { return visit.withheld(table.name) }
        try call.store.fill([table.name])
        let sysID = try wantedRecord()
        guard let sysID else {
            return call.parameters["sys_id"] ?? "-1" == "-1" && !asksForOne
                ? try new() : visit.missing(table.name)
        }
        guard let record = try StoredRecord(sysID, in: table, call.store) else { return visit.missing(table.name) }
        guard try call.may(.read, sysID, in: table) else { return visit.withheld(table.name) }
        let state = FormState(
            table: record.table, visit: visit, record: record, isOpen: try call.may(.update, sysID, in: table))
        return try FormWriter(state: state).answer()
    }

    /// Whether a record is named by a query alone.
    private var asksForOne: Bool { call.parameters["sys_id"] == nil && call.parameters["sysparm_query"] != nil }

    /// The record that the address names: its sys_id, or the first that a query finds. Nil for a new one.
    private func wantedRecord() throws -> String? {
        if let sysID = call.parameters["sys_id"] { return sysID == "-1" || sysID.isEmpty ? nil : sysID }
        guard let query = call.parameters["sysparm_query"] else { return nil }
        let window = try call.store.selections.window(
            of: try call.rows(of: table, query: query), limit: 1, offset: 0, counted: false)
        let plan = JoinPlan(table, in: call.schema)
        let reader = try RowReader(
            window.rows, [SQLFragment(plan.alias + ".\"sys_id\"")], plan: plan, store: call.store)
        return try reader.next() ? reader.statement.text(0) : nil
    }

    private func new() throws -> Answer {
        guard call.rules.may(.insert, in: table) else { return visit.withheld(table.name) }
        return try FormWriter(state: try FormPage.newState(table, visit)).answer()
    }

    /// A new record with the values that the query of the address gives it: `priority=2^category=network`.
    static func newState(_ table: Table, _ visit: RecordVisit) throws -> FormState {
        var state = FormState(table: table, visit: visit, record: nil, isOpen: true)
        let query = EncodedQuery(visit.call.parameters["sysparm_query"] ?? "")
        for condition in query.groups.first?.terms.compactMap(\.conditions.first).prefix(200) ?? [] {
            guard condition.kind == .comparison, condition.operator == .equals,
                let column = table[condition.field], state.takes(column)
            else { continue }
            let isMe = condition.value == "javascript:gs.getUserID()"
            guard isMe || !condition.value.hasPrefix("javascript:") else { continue }
            state.presets[column.name] = isMe ? visit.account.sysID : condition.value
        }
        return state
    }
}
