package import Notation
package import Rendering

/// What a command gives back: what is shown, and what `=> name = .path` reads.
package struct CommandResult: Sendable {
    package var output: Output
    /// The raw values as JSON, made only when a capture asks; nil when there is nothing to capture.
    package var value: (@Sendable () -> JSON)?
    /// Problems that are reported after the result. The first decides the exit status.
    package var problems: [Problem] = []
    /// The exit status when no problem decides it.
    package var exitStatus: Int32 = 0
    /// The table that its rows are records of.
    var table: String?
    /// Whether `last` shows it again.
    var isAnswer = true

    package init(_ output: Output, value: (@Sendable () -> JSON)? = nil) {
        self.output = output
        self.value = value
    }

    /// The same, with rows that are records of a table.
    func of(_ table: String) -> CommandResult {
        var result = self
        result.table = table
        return result
    }

    /// A table, of which captures read the stored values.
    init(rows table: Table) { self.init(.table(table)) { table.objects } }

    init(facts: [(String, String)]) {
        self.init(.record(columns: facts.map { Column($0.0) }, cells: facts.map { Cell($0.1) })) {
            .object(facts.map { JSON.Member($0.0, .string($0.1)) })
        }
    }
}

extension Table {
    init(_ names: [String], _ rows: [[Cell]]) { self.init(columns: names.map(Column.init), rows: rows) }

    /// The stored values, an object for each row.
    var objects: JSON {
        .array(rows.map { row in .object(zip(columns, row).map { JSON.Member($0.name, .string($1.value)) }) })
    }
}
