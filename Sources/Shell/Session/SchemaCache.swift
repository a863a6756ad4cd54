import ExchangeModel
import NowData
import Synchronization

/// What a session knows of the tables of its instance: queries, writes, GraphQL and completion ask here, and the instance
/// is asked once.
///
/// It belongs to the connection: another instance or another tape starts with an empty one, because what a command prints
/// may depend on its own exchanges and earlier ones of its session only.
final class SchemaCache: Sendable {
    private enum Entry {
        /// The instance described the columns; none when it refused.
        case described([ColumnDescription])
        case absent(InstanceRefusal)
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var seen: [String: Set<String>] = [:]
        var names: [TableName]?
    }

    private let tables: TableClient
    private let state = Mutex(State())

    init(_ tables: TableClient) { self.tables = tables }

    /// The columns of a table; none when the instance does not describe them. Throws when there is no such table, or no
    /// answer.
    func columns(
        of table: String, for purpose: RequestPurpose = .schema
    ) async throws(RequestFailure) -> [ColumnDescription] {
        switch state.withLock({ $0.entries[table] }) {
        case .described(let columns): return columns
        case .absent(let refusal): throw .refused(refusal)
        case nil: break
        }
        do {
            return try await describe(table, for: purpose)
        } catch {
            switch error {
            case .refused(let refusal) where refusal.saysTableIsInvalid:
                state.withLock { $0.entries[table] = .absent(refusal) }
                throw error
            case .refused:
                if error.mayBeAskedElsewhere { state.withLock { $0.entries[table] = .described([]) } }
                return []
            default:
                // A tape recorded before this was asked has no answer.
                guard ProblemMaking.tapeError(in: error) != nil else { throw error }
                state.withLock { $0.entries[table] = .described([]) }
                return []
            }
        }
    }

    /// The same for a warning: none whatever the reason, unless the command is cancelled.
    func columnsIfTold(of table: String) async throws(RequestFailure) -> [ColumnDescription] {
        do {
            return try await columns(of: table)
        } catch {
            if case .transport(let failure) = error, failure.kind == .cancelled { throw error }
            return []
        }
    }

    func describe(_ table: String, for purpose: RequestPurpose) async throws(RequestFailure) -> [ColumnDescription] {
        let columns = try await tables.asking(for: purpose).describe(table)
        state.withLock { $0.entries[table] = .described(columns) }
        return columns
    }

    func tableNames(for purpose: RequestPurpose = .schema) async throws(RequestFailure) -> [TableName] {
        if let names = state.withLock({ $0.names }) { return names }
        var names: [TableName] = []
        do {
            names = try await tables.asking(for: purpose).tableNames()
        } catch {
            guard error.mayBeAskedElsewhere else { throw error }
        }
        state.withLock { $0.names = names }
        return names
    }

    /// Every table that was asked for and exists; no columns when the instance did not describe them.
    var described: [String: [ColumnDescription]] {
        state.withLock { state in
            state.entries.compactMapValues { if case .described(let columns) = $0 { columns } else { nil } }
        }
    }

    /// The columns of a table as far as they are known without a request; nil before they were asked for.
    func known(_ table: String) -> [ColumnDescription]? {
        state.withLock { if case .described(let columns) = $0.entries[table] { columns } else { nil } }
    }

    /// The names of tables; nil before they were asked for.
    var knownNames: [TableName]? { state.withLock { $0.names } }

    func see(_ columns: some Sequence<String>, of table: String) {
        state.withLock { $0.seen[table, default: []].formUnion(columns) }
    }

    func unseen(_ columns: [String], of table: String) -> [String] {
        let seen = state.withLock { $0.seen[table] ?? [] }
        return columns.filter { !seen.contains($0) }
    }

    /// Forgets everything when records that describe tables may have changed.
    ///
    /// - Parameter tables: the tables that were written to; nil when they are not known.
    func recordsHaveChanged(in tables: [String]?) {
        guard tables?.contains(where: Self.ownTables.contains) ?? true else { return }
        state.withLock { $0 = State() }
    }

    private static let ownTables: Set<String> = ["sys_choice", "sys_db_object", "sys_dictionary", "sys_documentation"]
}
