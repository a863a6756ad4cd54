import MyWork
import Synchronization

/// The tasks that this session's last list of them held, so that a work note on one of them needs no look at it first.
///
/// It lives as long as the way to the instance, like `SchemaCache` and for the same reason.
final class TaskMemory: Sendable {
    private let state = Mutex<[String: String]>([:])

    /// Notes a list; what an earlier one held is forgotten.
    func note(_ groups: [TaskGroup]) {
        let numbers = groups.flatMap { $0.tasks.map { ($0.sysID, $0.number) } }
        state.withLock { $0 = Dictionary(numbers, uniquingKeysWith: { first, _ in first }) }
    }

    /// The task of that sys_id; nil when the list did not hold it.
    subscript(sysID: String) -> TaskName? {
        state.withLock { $0[sysID] }.map { TaskName(sysID: sysID, number: $0) }
    }

    /// Forgets the list: records were written, and a task that is gone must not be written to.
    func forget() { state.withLock { $0 = [:] } }
}
