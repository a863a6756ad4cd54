import CassetteStore
import ExchangeModel
import Notation
import NowData
import Rendering
import TapeDeck
package import Workbench

extension Parameter {
    fileprivate static let text = Argument<String>(
        "text", .word("TEXT"), .optional, "Only tables whose name or label contains this")
    fileprivate static let describedField = Argument<String>("field", .column, .optional, "Only this column")
    fileprivate static let graph = Flag<Bool>("graph", "Draw what the table refers to and what refers to it")
    fileprivate static let hops = Flag<Int>(
        "hops", .choice(["1", "2"]), fallback: "1", "Draw this many references away")
    fileprivate static let graphLimit = Flag<Int>(
        "limit", short: "n", .number(1...100_000), fallback: "20; all in data formats",
        "Draw at most this many tables of a kind")
    fileprivate static let swift = Flag<Bool>("swift", "Write a Swift structure for NowData")
    fileprivate static let describedFormat = Flag<String>(
        "format", .choice(GlobalFlags.formats + TableGraph.formats), fallback: "columns",
        "Use this output format; --graph also has \(Phrase.listed(TableGraph.formats, joinedBy: "and"))")
    fileprivate static let explainedQuery = Argument<String>("query", .query, "An encoded query")
}

extension Command {
    static let tableDescribe = Command(
        "table describe", arguments: [.table, .describedField],
        flags: [.graph, .swift, .hops, .graphLimit, .describedFormat],
        rules: [
            .atMostOne([.describedField, .graph, .swift]), .goesWith(.hops, oneOf: [.graph]),
            .goesWith(.graphLimit, oneOf: [.graph]),
        ], traits: Traits(value: .answer)
    ) { run in
        let table = run.arguments.table
        if run.arguments[.graph] { return try await graph(of: table, run) }
        if let format = run.arguments[.describedFormat], TableGraph.formats.contains(format) {
            throw run.arguments.problem(
                .usage, "Only a graph has the format \(format).", at: .describedFormat,
                hints: ["table describe \(Quoting.word(table)) --graph --format \(format)"])
        }
        let schema = try run.connected().schema
        let columns = try await schema.describe(table, for: .command)
        if run.arguments[.swift] {
            let label = try await schema.tableNames(for: .command).first { $0.name == table }?.label
            let text = SwiftModel(table, label: label, columns).text
            return CommandResult(.text(text)) { .string(text) }
        }
        if let name = run.arguments[.describedField] {
            guard let column = columns.first(where: { $0.name == name }) else {
                throw run.arguments.missingColumn(name, of: table, columns, at: .describedField)
            }
            return CommandResult(
                facts: DescribedColumns.facts(column, isForPeople: !run.format(of: run.arguments).isForPrograms))
        }
        let described = DescribedColumns(columns)
        let isForPeople = !run.format(of: run.arguments).isForPrograms
        return CommandResult(.table(isForPeople ? described.forPeople : described.whole)) { described.whole.objects }
    }

    static let tableNames = Command("table names", arguments: [.text], traits: Traits(value: .answer)) { run in
        let part = run.arguments[.text]?.lowercased()
        let names = try await run.tables().tableNames().filter { table in
            guard let part else { return true }
            return table.name.lowercased().contains(part) || table.label.lowercased().contains(part)
        }
        let rows = names.map { [Cell($0.name), Cell($0.label)] }
        return CommandResult(.table(OutputTable(columns: [OutputColumn("name"), OutputColumn("label")], rows: rows))) {
            .array(
                names.map { .object([JSON.Member("name", .string($0.name)), JSON.Member("label", .string($0.label))]) })
        }
    }

    static let tableExplain = Command(
        "table explain", arguments: [.table, .explainedQuery], traits: Traits(value: .answer)
    ) { run in
        let arguments = run.arguments
        let link = try run.connected()
        let table = arguments.table
        let text = arguments[.explainedQuery] ?? ""
        if try await link.schema.columns(of: table).isEmpty {
            run.notes.warn("The instance does not return the columns of \(table); names were not checked.")
        }
        var resolved = ResolvedQuery(text, table, link.schema)
        try await resolved.resolve(nil)
        let resolver = resolved.resolver
        let lines = resolved.query.explanation { resolver.found($0)?.label }
        resolved.translations.forEach(run.notes.add)
        let problems = resolved.problems(now: run.now) { arguments.source(of: $0, in: .explainedQuery) }
        run.warn(problems, in: run.notes)
        return CommandResult(.text(lines.joined(separator: "\n"))) { .array(lines.map(JSON.string)) }
    }
}

private func graph(of table: String, _ run: isolated Run) async throws -> CommandResult {
    let arguments = run.arguments, format = arguments[.describedFormat] ?? ""
    let isDrawn = TableGraph.formats.contains(format)
    let isWhole = !isDrawn && run.format(of: arguments).isForPrograms
    let graph = try await TableGraph.read(
        table, hops: arguments[.hops] ?? 1, limit: arguments[.graphLimit] ?? (isWhole ? nil : 20), run)
    let rows = graph.asTable
    if isWhole { return CommandResult(rows: rows) }
    let text =
        switch format {
        case "mermaid": graph.mermaid
        case "dot": graph.dot
        case "svg": try await svg(of: graph.dot, run)
        default: graph.text(width: run.wrapWidth)
        }
    return CommandResult(.text(text)) { rows.objects }
}

/// Graphviz's drawing, which is an input on the tape: a replay starts no program.
private func svg(of dot: String, _ run: isolated Run) async throws -> String {
    let draw = run.host.draw
    do {
        return try await run.input(.file, "dot -Tsvg") { try await draw(dot) }
    } catch TapeError.noInput {
        return try await draw(dot)
    } catch let failure as InputFailure {
        throw Problem(.refused, failure.message, hints: ["Install the Debian package graphviz, or use --format dot."])
    }
}

/// A table's columns, as `table describe` shows them.
struct DescribedColumns: Sendable {
    private let columns: [ColumnDescription]

    init(_ columns: [ColumnDescription]) { self.columns = columns }

    /// Three columns, so that names are not cut on a terminal of 80: the type includes the referenced table, the length
    /// and whether it is read-only; the choices, which may be long, follow the label.
    var forPeople: OutputTable {
        let rows = columns.map { column in
            let choices = Self.choices(column)
            return [column.name, Self.type(column), choices.isEmpty ? column.label : "\(column.label): \(choices)"]
        }
        return OutputTable(
            columns: ["name", "type", "label"].map(OutputColumn.init), rows: rows.map { $0.map { Cell($0) } })
    }

    /// All facts, one per column.
    var whole: OutputTable {
        OutputTable(Self.names, columns.map { Self.values($0).map { Cell($0) } })
    }

    private static let names = [
        "name", "label", "type", "reference", "mandatory", "read_only", "max_length", "choices",
    ]

    /// Everything about one column; for people only what is set.
    static func facts(_ column: ColumnDescription, isForPeople: Bool) -> [(String, String)] {
        let flags = [("mandatory", column.isMandatory), ("read_only", column.isReadOnly)]
        let facts =
            [
                ("name", column.name), ("label", column.label), ("type", column.type),
                ("max_length", column.maxLength.map(String.init) ?? ""), ("choices", choices(column)),
                ("reference", column.reference ?? ""), ("default", column.defaultValue ?? ""),
            ] + flags.map { ($0.0, isForPeople && !$0.1 ? "" : String($0.1)) }
        return isForPeople ? facts.filter { !$0.1.isEmpty } : facts
    }

    private static func values(_ column: ColumnDescription) -> [String] {
        [
            column.name, column.label, column.type, column.reference ?? "", String(column.isMandatory),
            String(column.isReadOnly), column.maxLength.map(String.init) ?? "", choices(column),
        ]
    }

    /// `reference(sys_user)`, `string(160)`, `integer, read-only`: the length only for free text.
    private static func type(_ column: ColumnDescription) -> String {
        var text = column.type
        if let reference = column.reference {
            text += "(\(reference))"
        } else if column.type == "string", let length = column.maxLength {
            text += "(\(length))"
        }
        return text + (column.isMandatory ? ", mandatory" : "") + (column.isReadOnly ? ", read-only" : "")
    }

    static func choices(_ column: ColumnDescription) -> String {
        column.choices.map { "\($0.value)=\($0.label)" }.joined(separator: ", ")
    }
}

extension Parameter {
    package static let plan = Flag<Bool>("plan", "Show what would change, without changing it")
    static let keepGoing = Flag<Bool>("keep-going", "Continue with the other records if one is rejected")
    static let force = Flag<Bool>("force", "Send values even if the fields cannot hold them")
    package static let strictQuery = Flag<Bool>("strict-query", "Treat warnings about the query as errors")
    static let rawQuery = Flag<Bool>("raw-query", "Send the query as typed")
    package static let input = Flag<String>(
        "input", .choice(["value", "display"]), fallback: "value",
        "Read values as stored values or as display values")
}

extension Command {
    package static let tableGet = Command(
        "table get", arguments: [.table, .record], flags: [.fields] + Parameter.shown, traits: Traits(value: .answer)
    ) { run in
        let arguments = run.arguments
        let table = arguments.table
        let asked = arguments[.fields]
        let link = try run.connected()
        let row = try await link.tables.record(
            named: arguments.record, TableRead(table, fields: asked ?? []))
        try await QueryCheck(flags: [.fields], run).note(
            rows: [row], foundNothing: false, run)
        return record(row, asked, isForPeople: !run.format(of: arguments).isForPrograms, run)
    }
}

/// A record: for people only non-empty fields, unless fields were chosen.
private func record(_ row: TableRow, _ asked: [String]?, isForPeople: Bool, _ run: Run) -> CommandResult {
    var columns = asked ?? row.columns
    if asked == nil, isForPeople {
        let table = run.arguments.table
        let filled = columns.filter {
            !(row[$0].map { ($0.display ?? $0.value).isEmpty && $0.value.isEmpty } ?? true)
        }
        let empty = columns.count - filled.count
        if empty > 0 {
            run.notes.add("\(Phrase.counted(empty, "empty field")) not shown; -f FIELDS or --format json shows them.")
        }
        columns = DefaultColumns.first(of: table, in: filled)
    }
    return CommandResult(.record(columns: columns.map(OutputColumn.init), cells: TableRows.cells(row, columns))) {
        TableRows.json(row)
    }.of(run.arguments.table)
}
