import ExchangeModel
import NowData

extension ShellSession {
    /// The choices of a column, for completion: none when they cannot be had now.
    func choices(of table: String, column: String) async -> [Named] {
        await knowledge().choices(of: table, column: column)
    }

    /// Values that a column has in some records, the latest first, for completion: none when they cannot be had now.
    func values(of table: String, column: String) async -> [Named] {
        let read = TableRead(
            table, query: "\(column)ISNOTEMPTY^ORDERBYDESCsys_updated_on",
            fields: [column, "name", "short_description"],
            limit: 50, display: .value, skipsCount: true)
        guard let rows = try? await tables().asking(for: .completion).list(read).rows else { return [] }
        var seen: Set<String> = []
        return rows.compactMap { row in
            guard let text = row[column]?.value, !text.isEmpty, seen.insert(text).inserted else { return nil }
            let about = [row["name"]?.value, row["short_description"]?.value].compactMap(\.self)
            return Named(text, about.first { !$0.isEmpty && $0 != text } ?? "")
        }
    }
}
