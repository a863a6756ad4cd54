import NowData
import Synchronization

/// What this session's own answers have told of the columns of the present instance, for remarks beside a list.
///
/// It lives as long as the way to the instance: with another instance or another tape it begins anew, since what a command
/// says may depend on nothing but its own exchanges and earlier ones of its session.
final class ColumnMemory: Sendable {
    private struct State {
        var proven: [String: Set<String>] = [:]
        var described: [String: [ColumnDescription]] = [:]
    }

    private let state = Mutex(State())

    /// Notes columns that an answer of the table held.
    func prove(_ columns: some Sequence<String>, of table: String) {
        state.withLock { $0.proven[table, default: []].formUnion(columns) }
    }

    /// Those of the columns that no answer held yet.
    func unproven(_ columns: [String], of table: String) -> [String] {
        let proven = state.withLock { $0.proven[table] ?? [] }
        return columns.filter { !proven.contains($0) }
    }

    /// The columns of a table as they were described; none when they may not be read, nil when nobody asked.
    subscript(table: String) -> [ColumnDescription]? {
        get { state.withLock { $0.described[table] } }
        set { state.withLock { $0.described[table] = newValue } }
    }

    /// Forgets everything: records were written, and columns are records too.
    func forget() { state.withLock { $0 = State() } }
}
