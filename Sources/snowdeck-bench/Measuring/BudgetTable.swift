import Rendering

/// The rows as a table for people, and a last line that says what is over.
enum BudgetTable {
    static func show(_ rows: [BudgetRow]) async {
        let columns = ["row", "ours", "peer or limit", "ratio", "budget", ""].map(Column.init)
        var last = ""
        let cells = rows.map { row in
            defer { last = row.name }
            return [row.name == last ? "" : row.name, row.ours, row.other, row.ratio, row.budget, row.verdict.rawValue]
                .map { Cell($0) }
        }
        do {
            _ = try await Renderer(.columns).render(.table(Table(columns: columns, rows: cells))) { Streams.show($0) }
        } catch {
            Streams.remark("The table cannot be shown: \(error)")
        }
        let over = rows.filter { $0.verdict == .over }.map(\.name),
            judged = rows.filter { [.ok, .over].contains($0.verdict) }
        let unknown = rows.filter { $0.verdict == .unknown }.map(\.name)
        let list = over.isEmpty ? "." : ": \(over.joined(separator: "; "))."
        Streams.show(Array("\n\(judged.count) budgets judged, \(over.count) over\(list)\n".utf8))
        if !unknown.isEmpty { Streams.show(Array("Not judged: \(unknown.joined(separator: "; ")).\n".utf8)) }
    }
}
