import ExchangeModel
import NowData

extension ShellSession {
    /// The choices of a column, for completion: none when they cannot be had now.
    func choices(of table: String, column: String) async -> [Candidate] {
        await knowledge().choices(of: table, column: column)
    }

    /// Values of a column that begin with what was typed, those of the latest records first, for completion: none when they
    /// cannot be had now.
    func values(of table: String, column: String, beginning typed: String) async -> RecordNames {
        // A caret would end the condition.
        let condition =
            typed.isEmpty || typed.utf8.contains(where: { $0 == UInt8(ascii: "^") || $0 < 0x20 })
            ? "ISNOTEMPTY" : "STARTSWITH" + typed
        let read = TableRead(
            table, query: column + condition + "^ORDERBYDESCsys_updated_on",
            fields: [column, "name", "short_description"],
            limit: Self.mostValues, display: .value, skipsCount: true)
        guard let rows = try? await tables().asking(for: .completion).list(read).rows else { return RecordNames([]) }
        var seen: Set<String> = []
        let names = rows.compactMap { row -> Candidate? in
            guard let text = row[column]?.value, !text.isEmpty, seen.insert(text).inserted else { return nil }
            let about = [row["name"]?.value, row["short_description"]?.value].compactMap(\.self)
            return Candidate(text, about.first { !$0.isEmpty && $0 != text } ?? "")
        }
        return RecordNames(names, isWhole: rows.count < Self.mostValues)
    }

    private static let mostValues = 50
}
