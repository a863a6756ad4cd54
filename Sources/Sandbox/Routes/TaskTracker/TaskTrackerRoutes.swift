import ExchangeModel
import Notation

/// The Task Tracker API: a scripted REST API that an application brought, and not the platform.
///
/// It follows the two scripts of the application (its update set, version 2.0.0), what they get wrong included.
struct TaskTrackerRoutes {
    let call: Call

    /// The answer of a resource.
    func answer(to path: TaskTrackerPath) throws -> Answer {
        let tasks = try call.table("task")
        switch path {
        case .tasks: return try AssignedTasks(call: call, table: tasks).answer()
        case .comment(let task): return try comment(on: task, in: tasks)
        }
    }

    /// Writes a work note, though everybody calls it a comment.
    private func comment(on task: String, in table: Table) throws -> Answer {
        let comment = try text()
        guard !comment.isEmpty else { throw Refusal.noComment }
        guard try call.may(.read, task, in: table) else { throw Refusal.noTask }
        // Records write only what the user may, and say nothing of the rest: a note that went nowhere is no success.
        guard let notes = table["work_notes"], call.rules.mayWrite(notes) else { throw Refusal.commentRefused }
        do {
            try RecordWriting(call: call, table: table).update(task) { [("work_notes", comment)] }
        } catch is Refusal {
            throw Refusal.commentRefused
        }
        return Answer(
            status: 201, body: Array("{\"data\":\"Successfully inserted\"}".utf8), contentType: "application/json",
            isWrittenByScript: true)
    }

    /// The comment of the body; empty when it is missing, or nothing to a script (null, false, 0).
    private func text() throws -> String {
        if try MediaTypes.checkBody(of: call.request) == .xml {
            guard let body = call.request.body, !body.isEmpty else { throw Refusal.scriptFailed }
            return try RequestBody.record(of: call.request).first { $0.name == "comment" }?.value ?? ""
        }
        guard let body = call.request.body, !body.isEmpty else { throw Refusal.scriptFailed }
        let root = try RequestBody.document(of: call.request).root
        // The script looks for the comment before it checks anything.
        if root.kind == .null { throw Refusal.scriptFailed }
        guard root.kind == .object, let comment = root["comment"] else { return "" }
        switch comment.kind {
        case .null: return ""
        case .bool: return comment.scalarText == "true" ? "true" : ""
        case .number:
            let text = comment.scalarText ?? ""
            return Double(text) == 0 ? "" : text
        case .string: return comment.scalarText ?? ""
        // What JavaScript makes of an object where text is wanted.
        case .object: return "[object Object]"
        case .array: return comment.elements.map { $0.scalarText ?? "[object Object]" }.joined(separator: ",")
        }
    }
}
