/// Follows `caller_id.department.na` from table to table.
struct DotWalk {
    let knowledge: any SchemaKnowledge

    /// The columns that a half-typed walk may go on with, and the part of it that is walked already, its last dot
    /// included.
    func columns(at typed: String, of table: String) async -> (walked: String, columns: [ColumnKnowledge]) {
        let steps = typed.split(separator: ".", omittingEmptySubsequences: false)
        var table = table
        for step in steps.dropLast() {
            guard let next = await knowledge.columns(of: table).first(where: { $0.name == step })?.reference else {
                return (typed, [])
            }
            table = next
        }
        let last = steps.last.map(String.init) ?? ""
        let walked = String(typed.dropLast(last.count))
        return (walked, NameFilter.pick(await knowledge.columns(of: table), typed: last, \.name, label: \.label))
    }

    /// The column a whole walk ends at, and the table it belongs to.
    func column(at walk: String, of table: String) async -> (table: String, column: ColumnKnowledge)? {
        var table = table
        let steps = walk.split(separator: ".", omittingEmptySubsequences: false)
        for (place, step) in steps.enumerated() {
            guard let column = await knowledge.columns(of: table).first(where: { $0.name == step }) else { return nil }
            if place == steps.count - 1 { return (table, column) }
            guard let next = column.reference else { return nil }
            table = next
        }
        return nil
    }
}

extension ColumnKnowledge {
    /// What the menu says of it: `Caller → sys_user`.
    var menuText: String {
        guard let reference, !reference.isEmpty else { return label }
        return label.isEmpty ? "→ \(reference)" : "\(label) → \(reference)"
    }
}
