import Database
import ExchangeModel
import Notation

/// `GET …/task`: the active tasks that are assigned to the user, grouped by the name of their class.
struct AssignedTasks {
    let call: Call
    /// The table `task`.
    let table: Table

    private static let columns = ["number", "short_description", "sys_id", "sys_class_name", "sys_created_on"]

    /// Groups come in the order of their names and the tasks of one as they were made; their members stand in the order
    /// of the recorded answer. Tasks that the user may not read are left out.
    func answer() throws -> Answer {
        var out = JSONText()
        out.raw("{\"result\":{")
        for (place, group) in try groups().sorted(by: { $0.key < $1.key }).enumerated() {
            if place > 0 { out.raw(",") }
            out.string(group.key)
            out.raw(":[")
            out.raw(group.value)
            out.raw("]")
        }
        out.raw("}}")
        return .json(out.bytes)
    }

    /// The tasks of each class as JSON, with commas between them.
    private func groups() throws -> [String: [UInt8]] {
        guard call.rules.reading(table) == .allowed else { return [:] }
        let query = "assigned_to=\(call.account.sysID)^active=true^ORDERBYsys_created_on"
        let selection = try call.rows(of: table, query: query)
        let rows = try call.store.selections.window(of: selection, limit: .max, offset: 0, counted: false).rows
        let plan = JoinPlan(table, in: call.schema)
        let access = try call.access(.read, to: table, alias: plan.alias) ?? SQLFragment("1")
        let columns = AssignedTasks.columns.compactMap { table[$0] }.map {
            SQLFragment(RecordFields.sql($0, plan.alias))
        }
        let reader = try RowReader(rows, columns + [access], plan: plan, store: call.store)
        let lookup = DisplayLookup(store: call.store, call.account.format)
        var groups: [String: [UInt8]] = [:]
        while try reader.next() {
            let row = reader.statement
            guard row.integer(columns.count) == 1 else { continue }
            let name = lookup.className(row.text(3))
            if groups[name] != nil { groups[name]?.append(UInt8(ascii: ",")) }
            groups[name, default: []] += task(row, name)
        }
        return groups
    }

    /// One task. The addresses are made of the class's name as people read it, as the application's script makes them:
    /// an instance does not know `Change Request` as a table, nor `Incident` as a page.
    private func task(_ row: Statement, _ className: String) -> [UInt8] {
        let home = call.request.url.origin + "/", sysID = row.text(2)
        var out = JSONText(capacity: 512)
        out.raw("{\"short_desc\":")
        if let short = row.optionalText(1), !short.isEmpty { out.string(short) } else { out.raw("null") }
        out.raw(",\"snowui\":")
        out.string(home + className + ".do?sys_id=" + sysID)
        out.raw(",\"number\":")
        if row.text(0).isEmpty { out.raw("null") } else { out.string(row.text(0)) }
        out.raw(",\"sys_id\":")
        out.string(sysID)
        out.raw(",\"link\":")
        out.string(home + "api/now/v2/table/" + className + "/" + sysID)
        out.raw(",\"created\":")
        out.string(row.text(4))
        out.raw("}")
        return out.bytes
    }
}
