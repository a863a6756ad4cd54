import Database
import ExchangeModel

/// The business rules of tasks that clients rely on: who opened and closed a task and when, priority from impact and
/// urgency, `active` and `incident_state` from the state.
struct TaskRules {
    let table: Table
    let account: Account
    let now: Timestamp

    /// Completes a new record.
    func complete(_ record: inout [String: SQLValue], given: [String: SQLValue]) {
        record["sys_class_name"] = .text(table.name)
        record["task_effective_number"] = record["number"]
        for (name, value) in [("opened_at", now.glideText), ("opened_by", account.sysID)] where given[name] == nil {
            record[name] = .text(value)
        }
        follow(&record, from: [:], given: given)
    }

    /// Draws the consequences of a change.
    func follow(_ record: inout [String: SQLValue], from old: [String: SQLValue], given: [String: SQLValue]) {
        if given["number"] != nil { record["task_effective_number"] = record["number"] }
        if given["priority"] == nil, record["impact"] != old["impact"] || record["urgency"] != old["urgency"],
            case .integer(let impact)? = record["impact"], case .integer(let urgency)? = record["urgency"],
            (1...3).contains(impact), (1...3).contains(urgency)
        {
            record["priority"] = .integer(TaskRules.priorities[Int(impact) - 1][Int(urgency) - 1])
        }
        if table.name == "incident" {
            if given["state"] != nil {
                record["incident_state"] = record["state"]
            } else if let state = given["incident_state"] {
                record["state"] = state
            }
        }
        if table.name == "problem" {
            if given["state"] != nil {
                record["problem_state"] = record["state"]
            } else if let state = given["problem_state"] {
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

    /// The states in which a record counts as resolved and as closed.
    private var endings: (resolved: Set<Int64>, closed: Set<Int64>) {
        switch table.name {
        case "incident": ([6, 7], [7, 8])
        case "problem": ([106, 107], [107])
        case "change_request": ([], [3, 4])
        default: ([], [3, 4, 7])
        }
    }

    /// By impact, then urgency: the platform's own look-up table.
    private static let priorities: [[Int64]] = [[1, 2, 3], [2, 3, 4], [3, 4, 5]]
}
