import ExchangeModel
import Notation
import Synchronization

/// Tells keys of models that name no column of a table from columns that an answer leaves out, because they were not
/// asked for or access rules withhold them.
///
/// It asks only about keys that no record of an answer has: once for a table's columns, and for a key that is not among
/// those, which may be withheld, once for the records that meet a condition on it which no record can meet. An instance
/// ignores a condition on a column that is not there, and answers with every record.
final class ModelColumns: Sendable {
    private struct State {
        var tables: [String: [ColumnDescription]] = [:]
        /// What was asked about a key, by table and key.
        var unknown: [String: Bool] = [:]
    }

    private let state = Mutex(State())

    /// Those of the keys that name no column. What cannot be found out counts as a column.
    func unknown(_ keys: [String], of table: String, _ client: TableClient) async -> [String] {
        var unknown: [String] = []
        for key in keys {
            if await isDescribed(key, table, client) { continue }
            if await isIgnored(key, table, client) { unknown.append(key) }
        }
        return unknown
    }

    /// Whether the instance describes the column, each step of a dot-walk in the table that the one before leads to.
    private func isDescribed(_ key: String, _ table: String, _ client: TableClient) async -> Bool {
        var table: String? = table
        for step in key.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
            guard let here = table else { return false }
            let columns = await columns(of: here, client)
            guard let name = ModelNames.match(step, in: columns.map(\.name)) else { return false }
            table = columns.first { $0.name == name }?.reference
        }
        return true
    }

    private func columns(of table: String, _ client: TableClient) async -> [ColumnDescription] {
        if let known = state.withLock({ $0.tables[table] }) { return known }
        let columns = (try? await client.interfaceColumns(table)) ?? []
        state.withLock { $0.tables[table] = columns }
        return columns
    }

    /// Whether the instance ignores a condition on the column.
    private func isIgnored(_ key: String, _ table: String, _ client: TableClient) async -> Bool {
        let name = ModelNames.snake(key)
        guard name.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "_.".utf8.contains($0) }) else {
            return true
        }
        if let known = state.withLock({ $0.unknown[table + " " + name] }) { return known }
        let read = TableRead(
            table, query: "\(name)ISEMPTY^\(name)ISNOTEMPTY", fields: ["sys_id"], limit: 1, display: .value)
        let isIgnored: Bool
        do {
            let answer = try await client.list(read)
            isIgnored = (answer.total ?? answer.rows.count) > 0
        } catch {
            // An instance that refuses the condition knows the column.
            guard case .refused = error else { return false }
            isIgnored = false
        }
        state.withLock { $0.unknown[table + " " + name] = isIgnored }
        return isIgnored
    }
}
