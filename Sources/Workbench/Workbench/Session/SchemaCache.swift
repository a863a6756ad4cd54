package import ExchangeModel
import Notation
package import NowData
import Synchronization

/// The tables and columns of the instance, each requested once. Queries, writes, GraphQL and completion use it.
///
/// It belongs to the connection: what a command prints may depend only on exchanges of its own session, so another
/// instance or tape starts with an empty cache.
package final class SchemaCache: Sendable {
    private enum Entry {
        /// The columns; empty if the instance denied access to them.
        case described([ColumnDescription])
        case absent(ErrorResponse)
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var seen: [String: Set<String>] = [:]
        var names: [TableName]?
        var filterOptions: [String: Bool] = [:]
    }

    private let tables: TableClient
    private let state = Mutex(State())

    init(_ tables: TableClient) { self.tables = tables }

    /// The columns of a table; empty if the instance does not describe them. Throws if the table does not exist or the
    /// request fails.
    package func columns(
        of table: String, for purpose: RequestPurpose = .schema
    ) async throws(RequestFailure) -> [ColumnDescription] {
        switch state.withLock({ $0.entries[table] }) {
        case .described(let columns): return columns
        case .absent(let errorResponse): throw .errorResponse(errorResponse)
        case nil: break
        }
        do {
            return try await describe(table, for: purpose)
        } catch {
            switch error {
            case .errorResponse(let errorResponse) where errorResponse.isUnknownTable:
                state.withLock { $0.entries[table] = .absent(errorResponse) }
                throw error
            case .errorResponse:
                if error.mayTryAnotherSource { state.withLock { $0.entries[table] = .described([]) } }
                return []
            default:
                // An older tape does not have this request.
                guard ProblemMapper.tapeError(in: error) != nil else { throw error }
                state.withLock { $0.entries[table] = .described([]) }
                return []
            }
        }
    }

    /// The columns for a warning: empty after any error but a cancellation.
    package func columnsIfDescribed(of table: String) async throws(RequestFailure) -> [ColumnDescription] {
        do {
            return try await columns(of: table)
        } catch {
            if case .transport(let failure) = error, failure.kind == .cancelled { throw error }
            return []
        }
    }

    package func describe(_ table: String, for purpose: RequestPurpose) async throws(RequestFailure)
        -> [ColumnDescription]
    {
        let columns = try await tables.asking(for: purpose).describe(table)
        state.withLock { $0.entries[table] = .described(columns) }
        return columns
    }

    package func tableNames(for purpose: RequestPurpose = .schema) async throws(RequestFailure) -> [TableName] {
        if let names = state.withLock({ $0.names }) { return names }
        var names: [TableName] = []
        do {
            names = try await tables.asking(for: purpose).tableNames()
        } catch {
            guard error.mayTryAnotherSource else { throw error }
        }
        state.withLock { $0.names = names }
        return names
    }

    /// Every table that was requested and exists; no columns if the instance did not describe them.
    package var described: [String: [ColumnDescription]] {
        state.withLock { state in
            state.entries.compactMapValues { if case .described(let columns) = $0 { columns } else { nil } }
        }
    }

    /// The columns of a table if they are cached; sends no request.
    func known(_ table: String) -> [ColumnDescription]? {
        state.withLock { if case .described(let columns) = $0.entries[table] { columns } else { nil } }
    }

    /// The names of tables; nil before they were requested.
    var knownNames: [TableName]? { state.withLock { $0.names } }

    /// Whether the instance evaluates a dynamic filter option; nil if it does not tell.
    package func evaluates(filterOption sysID: String) async throws(RequestFailure) -> Bool? {
        if DynamicFilterOption.known[sysID] != nil { return true }
        if let known = state.withLock({ $0.filterOptions[sysID] }) { return known }
        guard SysIDForm.isWritten(sysID) else { return false }
        let read = TableRead(
            DynamicFilterOption.table, query: "sys_id=\(sysID)^active=true", fields: ["sys_id", "script"], limit: 1,
            display: .value, skipsCount: true)
        do throws(RequestFailure) {
            let response = try await tables.asking(for: .schema).list(read)
            let row = response.rows.first { $0.sysID == sysID }
            // Without its row, the user may just not be allowed to read it.
            guard row != nil || isSandbox else { return nil }
            let script = row?["script"]?.value ?? ""
            let evaluates = row != nil && (!isSandbox || QueryScript(filter: script) != nil)
            state.withLock { $0.filterOptions[sysID] = evaluates }
            return evaluates
        } catch {
            if case .transport(let failure) = error, failure.kind == .cancelled { throw error }
            return nil
        }
    }

    /// Whether the instance is the embedded sandbox, whose scripts are all known.
    package var isSandbox: Bool { tables.instance.isSandbox }

    package func see(_ columns: some Sequence<String>, of table: String) {
        state.withLock { $0.seen[table, default: []].formUnion(columns) }
    }

    package func unseen(_ columns: [String], of table: String) -> [String] {
        let seen = state.withLock { $0.seen[table] ?? [] }
        return columns.filter { !seen.contains($0) }
    }

    /// Empties the cache if records that describe tables may have changed.
    ///
    /// - Parameter tables: the tables that were written to; nil if unknown.
    func recordsHaveChanged(in tables: [String]?) {
        guard tables?.contains(where: Self.ownTables.contains) ?? true else { return }
        state.withLock { $0 = State() }
    }

    private static let ownTables: Set<String> = [
        "sys_choice", "sys_db_object", "sys_dictionary", "sys_documentation", DynamicFilterOption.table,
    ]
}

/// The part of the instance's schema that is known without a request. It is read at every key press, on the prompt's
/// thread.
package final class CachedSchema: Sendable {
    private let cache = Mutex<SchemaCache?>(nil)

    func use(_ schema: SchemaCache?) { cache.withLock { $0 = schema } }

    /// The names of all tables, or of the used ones.
    var tables: [String] {
        guard let cache = cache.withLock({ $0 }) else { return [] }
        return cache.knownNames?.map(\.name) ?? Array(cache.described.keys)
    }

    /// The columns of a table; nil if unknown.
    func columns(of table: String) -> [ColumnDescription]? {
        guard let columns = cache.withLock({ $0 })?.known(table), !columns.isEmpty else { return nil }
        return columns
    }

    /// Whether a table has a column, dot-walks included; nil if unknown.
    func has(_ column: String, in table: String) -> Bool? {
        var table = table
        for step in column.split(separator: ".", omittingEmptySubsequences: false) {
            guard !Self.isInOtherTable(String(step)), let columns = columns(of: table) else { return nil }
            guard let found = columns.first(where: { $0.name == step }) else { return false }
            guard let next = found.reference, !next.isEmpty else {
                return step.endIndex == column.endIndex ? true : nil
            }
            table = next
        }
        return true
    }

    /// The columns with a prefix, dot-walks included; nil if unknown.
    func columns(beginning typed: String, in table: String) -> [String]? {
        var table = table
        let steps = typed.split(separator: ".", omittingEmptySubsequences: false)
        for step in steps.dropLast() {
            guard let next = columns(of: table)?.first(where: { $0.name == step })?.reference else { return nil }
            table = next
        }
        let last = steps.last ?? "", before = typed.dropLast(last.count)
        return columns(of: table)?.map(\.name).filter { $0.hasPrefix(last) }.map { before + $0 }
    }

    /// Columns that belong to another table: a child table, a catalog item, tags.
    package static func isInOtherTable(_ column: String) -> Bool {
        column.hasPrefix("ref_") || column == "variables" || column == "sys_tags"
    }
}
