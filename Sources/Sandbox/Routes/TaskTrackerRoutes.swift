import Database
import ExchangeModel
import Notation

/// The Task Tracker API: a scripted REST API of an application, not of the platform.
/// It follows the application's two scripts (its update set, version 2.0.0), including their bugs.
struct TaskTrackerRoutes {
    let call: Call

    /// The application's scope, the first segment of its API paths.
    static let scope = "x_snc_my_work"

    /// v1 is the only version and not the default: a path without it is unknown.
    static let resources = [
        RESTResource(
            scope + "/v1/tracker/task", [.get: { try AssignedTasks(call: $0, table: $0.table("task")).answer() }]),
        RESTResource(
            scope + "/v1/tracker/task/{task}/comment",
            [.post: { try TaskTrackerRoutes(call: $0).comment(on: $0.path["task"], in: $0.table("task")) }]),
    ]

    func comment(on task: String, in table: Table) throws -> Answer {
        let comment = try text()
        guard !comment.isEmpty else { throw APIError.noComment }
        guard try call.may(.read, task, in: table) else { throw APIError.noTask }
        // Writing a record silently ignores columns that the user may not write, so that is checked first.
        guard let notes = table["work_notes"], call.rules.mayWrite(notes) else { throw APIError.commentRefused }
        do {
            try RecordWriting(call: call, table: table).update(task) { [("work_notes", comment)] }
        } catch is APIError {
            throw APIError.commentRefused
        }
        return Answer(
            status: 201, body: Array("{\"data\":\"Successfully inserted\"}".utf8), contentType: "application/json",
            isWrittenByScript: true)
    }

    /// The comment in the body; empty if it is missing or falsy in JavaScript (null, false, 0).
    private func text() throws -> String {
        try ContentNegotiation.checkBody(of: call.request)
        guard let body = call.request.body, !body.isEmpty else { throw APIError.scriptFailed }
        let root = try RequestBody.document(of: call.request).root
        // The script reads the comment before it checks anything.
        if root.kind == .null { throw APIError.scriptFailed }
        guard root.kind == .object, let comment = root["comment"] else { return "" }
        switch comment.kind {
        case .null: return ""
        case .bool: return comment.scalarText == "true" ? "true" : ""
        case .number:
            let text = comment.scalarText ?? ""
            return Double(text) == 0 ? "" : text
        case .string: return comment.scalarText ?? ""
        // An object converted to a string in JavaScript.
        case .object: return "[object Object]"
        case .array: return comment.elements.map { $0.scalarText ?? "[object Object]" }.joined(separator: ",")
        }
    }
}

/// `GET …/task`: the active tasks assigned to the user, grouped by class name.
struct AssignedTasks {
    let call: Call
    let table: Table

    private static let columns = ["number", "short_description", "sys_id", "sys_class_name", "sys_created_on"]

    /// Groups are ordered by name and tasks by creation; members are in the order of the recorded response. Tasks that
    /// the user may not read are left out.
    func answer() throws -> Answer {
        let groups = try groups().sorted { $0.key < $1.key }
        return .result(.object(groups.map { .init($0.key, .array($0.value)) }))
    }

    private func groups() throws -> [String: [JSON]] {
        let query = "assigned_to=\(call.account.sysID)^active=true^ORDERBYsys_created_on"
        let rows = try call.window(of: table, query: query, limit: .max, counted: false).rows
        let plan = JoinPlan(table, in: call.schema), lookup = DisplayLookup(store: call.store, call.account.format)
        let columns = AssignedTasks.columns.compactMap { table[$0] }.map {
            SQLFragment(RecordFields.sql($0, plan.alias))
        }
        var groups: [String: [JSON]] = [:]
        try call.forEach(rows, of: plan, columns) { row in
            groups[lookup.className(row.text(3)), default: []].append(task(row, row.text(3)))
        }
        return groups
    }

    /// One task. The application's script builds the addresses of the class's label, so that some lead nowhere
    /// (`Change Request.do`); these are built of the table's name, as the application's documentation shows them.
    private func task(_ row: Statement, _ table: String) -> JSON {
        let home = call.request.url.origin + "/", sysID = row.text(2)
        func text(_ column: Int) -> JSON { row.text(column).isEmpty ? nil : .string(row.text(column)) }
        return [
            "short_desc": text(1), "snowui": .string(home + table + ".do?sys_id=" + sysID), "number": text(0),
            "sys_id": .string(sysID), "link": .string(home + "api/now/v2/table/" + table + "/" + sysID),
            "created": .string(row.text(4)),
        ]
    }
}
