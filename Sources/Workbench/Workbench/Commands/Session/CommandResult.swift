package import Notation
package import Rendering

/// The result of a command: what is shown, and what `=> name = .path` captures.
package struct CommandResult: Sendable {
    package var output: Output
    /// The raw values as JSON, computed only for a capture; nil if there is nothing to capture.
    package var value: (@Sendable () -> JSON)?
    /// Problems reported after the result. The first one decides the exit status.
    package var problems: [Problem] = []
    /// The exit status if there is no problem.
    package var exitStatus: Int32 = 0
    /// What ended the output early, once it is shown; nil if nothing did. Decides the exit status.
    package var ending: (@Sendable () async -> (any Error)?)?
    /// The table that the rows are records of.
    var table: String?
    /// Whether `last` shows it again.
    var isAnswer = true

    package init(_ output: Output, value: (@Sendable () -> JSON)? = nil) {
        self.output = output
        self.value = value
    }

    /// The same result, with its rows marked as records of a table.
    package func of(_ table: String) -> CommandResult {
        var result = self
        result.table = table
        return result
    }

    /// A table whose stored values can be captured.
    package init(rows table: OutputTable) { self.init(.table(table)) { table.objects } }

    package init(facts: [(String, String)]) {
        self.init(.record(columns: facts.map { OutputColumn($0.0) }, cells: facts.map { Cell($0.1) })) {
            .object(facts.map { JSON.Member($0.0, .string($0.1)) })
        }
    }
}

extension OutputTable {
    package init(_ names: [String], _ rows: [[Cell]]) { self.init(columns: names.map(OutputColumn.init), rows: rows) }

    /// The stored values, one object per row.
    package var objects: JSON {
        .array(rows.map { row in .object(zip(columns, row).map { JSON.Member($0.name, .string($1.value)) }) })
    }
}
