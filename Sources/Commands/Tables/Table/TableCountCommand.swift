import CassetteStore
import Notation
package import NowData
import Rendering
import TapeDeck
package import Workbench

extension Parameter {
    fileprivate static let by = Flag<ColumnNames>(
        "by", .fields, "Count each combination of these fields' values separately")
    fileprivate static let average = Flag<ColumnNames>("avg", .fields, "Show the averages of these fields")
    fileprivate static let least = Flag<ColumnNames>("min", .fields, "Show the lowest values of these fields")
    fileprivate static let greatest = Flag<ColumnNames>("max", .fields, "Show the highest values of these fields")
    fileprivate static let sum = Flag<ColumnNames>("sum", .fields, "Show the sums of these fields")
    fileprivate static let having = Flag<String>(
        "having", .word("CONDITIONS"), "Show only the groups that meet this condition: \"count > 3\"")
    fileprivate static let order = Flag<FieldOrder>("order", .groupOrdering, "Order by these columns; -COLUMN descends")
    fileprivate static let chart = Flag<Bool>("chart", "Show each group's share, and a bar")
}

extension Command {
    package static let tableCount = Command(
        "table count", arguments: [.table],
        flags: [
            .query, .strictQuery, .rawQuery, .by, .average, .least, .greatest, .sum, .having, .order, .chart, .display,
        ], rules: [.atMostOne([.strictQuery, .rawQuery])], traits: Traits(value: .answer)
    ) { run in
        let arguments = run.arguments
        let asked = try CountRequest(arguments)
        let check = try await QueryCheck(flags: [.by] + Aggregation.Function.allCases.map(\.flag), run)
        let request = asked.asking(check.sent)
        let link = try run.connected()
        let counts: [TableCount]
        do throws(RequestFailure) {
            counts = try await link.tables.count(request.aggregation)
        } catch {
            guard case .errorResponse(let errorResponse) = error, errorResponse.kind == .forbidden else { throw error }
            throw countingDenied(errorResponse, request, arguments)
        }
        let foundNothing = counts.isEmpty && request.aggregation.bounds.isEmpty || counts.first?.count == 0
        try await check.note(rows: nil, foundNothing: foundNothing, run)
        if request.isPlain, !run.format(of: arguments).isForPrograms {
            return CommandResult(.text(String(counts.first?.count ?? 0))) { request.json(counts) }
        }
        if counts.isEmpty {
            run.notes.add(request.aggregation.bounds.isEmpty ? "No record found." : "No group matches.")
        }
        var output = request.output(counts)
        if arguments[.chart], case .table(let table) = output {
            let chart = try await CountChart(run, arguments)
            output = .table(chart.charted(table, count: request.aggregation.groups.count))
        }
        return CommandResult(output) { request.json(counts) }
    }
}

extension Aggregation.Function {
    fileprivate var flag: Flag<ColumnNames> {
        switch self {
        case .average: .average
        case .minimum: .least
        case .maximum: .greatest
        case .sum: .sum
        }
    }
}

/// An instance counts only for users who may read every record; a list still reports its total.
private func countingDenied(
    _ errorResponse: ErrorResponse, _ request: CountRequest, _ arguments: BoundArguments
) -> Problem {
    let asked = request.aggregation
    let query = asked.query.map { " -q " + Quoting.word($0) } ?? ""
    return arguments.problem(
        .refused, errorResponse.description + ".", at: .table,
        notes: ["An instance counts and groups only for those who may read every record of the table."],
        hints: ["table list \(Quoting.word(asked.table))\(query) -n 1" + " says how many there are."])
}

/// The request of `table count`, and how its response is shown.
package struct CountRequest {
    package private(set) var aggregation: Aggregation
    private let order: [(field: String, descending: Bool)]

    package init(_ arguments: BoundArguments) throws(Problem) {
        var values: [Aggregation.Value] = []
        for function in Aggregation.Function.allCases {
            values += (arguments[function.flag] ?? []).map { Aggregation.Value(function, $0) }
        }
        let groups = arguments[.by] ?? []
        for flag in [.having, .order, .chart] as [FlagDefinition] where groups.isEmpty && arguments.has(flag) {
            throw arguments.problem(
                .usage, "\(flag.spelling) is about groups.", at: flag, hints: ["--by FIELDS makes groups."])
        }
        order = arguments[.order] ?? []
        let names = groups + ["count"] + values.map(\.name)
        for (name, span) in FieldList.names(in: arguments.value(.order)?.text ?? "") {
            let column = name.utf8.first == .dash ? String(name.dropFirst()) : name
            guard !names.contains(column) else { continue }
            throw Problem(
                .usage, "There is no column \(column) here to order by.",
                source: arguments.value(.order).map { Problem.Source(text: arguments.line, span: $0.span(of: span)) },
                hints: ["There are: " + Phrase.listed(names, joinedBy: "and") + "."])
        }
        aggregation = Aggregation(
            arguments.table, query: arguments[.query], groups: groups, values: values,
            bounds: try Self.bounds(arguments, values))
    }

    /// Parses `count > 3, avg_priority <= 2`.
    private static func bounds(
        _ arguments: BoundArguments, _ values: [Aggregation.Value]
    ) throws(Problem) -> [Aggregation.Bound] {
        guard let typed = arguments.value(.having) else { return [] }
        var bounds: [Aggregation.Bound] = []
        for (text, span) in FieldList.names(in: typed.text) {
            func usageError(_ message: String, _ hints: [String]) -> Problem {
                Problem(
                    .usage, message, source: Problem.Source(text: arguments.line, span: typed.span(of: span)),
                    hints: hints)
            }
            let parts = text.split(omittingEmptySubsequences: false) { "<>=!".contains($0) }
            let name = parts.first.map(trimmed) ?? "", number = parts.last.map(trimmed) ?? ""
            let comparison = String(text.filter { "<>=!".contains($0) })
            guard parts.count == comparison.count + 1, comparisons.contains(comparison),
                parts.dropFirst().dropLast().allSatisfy(\.isEmpty), isNumber(number)
            else {
                throw usageError("Invalid --having condition.", [#"--having "count > 3""#])
            }
            let value = values.first { $0.name == name }
            guard value != nil || name == "count" else {
                let names = ["count"] + values.map(\.name)
                throw usageError(
                    "There is no column \(name) here to compare.",
                    ["There are: " + Phrase.listed(names, joinedBy: "and") + "."])
            }
            bounds.append(Aggregation.Bound(value, comparison, number))
        }
        return bounds
    }

    func asking(_ query: String?) -> CountRequest {
        var other = self
        other.aggregation.query = query
        return other
    }

    private static let comparisons = ["=", "!=", "<", "<=", ">", ">="]

    private static func isNumber(_ text: String) -> Bool {
        Double(text) != nil && text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == .dash || $0 == UInt8(ascii: ".") }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    var isPlain: Bool { aggregation.groups.isEmpty && aggregation.values.isEmpty }

    private var columns: [String] { aggregation.groups + ["count"] + aggregation.values.map(\.name) }

    func output(_ counts: [TableCount]) -> Output {
        let columns = columns.map(OutputColumn.init)
        let rows = ordered(counts).map(cells)
        return aggregation.groups.isEmpty
            ? .record(columns: columns, cells: rows.first ?? []) : .table(OutputTable(columns: columns, rows: rows))
    }

    func json(_ counts: [TableCount]) -> JSON {
        let rows = ordered(counts).map { count in
            JSON.object(zip(columns, cells(count)).map { JSON.Member($0, .string($1.value)) })
        }
        return aggregation.groups.isEmpty ? rows.first ?? .object([]) : .array(rows)
    }

    private func cells(_ count: TableCount) -> [Cell] {
        let groups = aggregation.groups.map { column in
            count.groups.first { $0.field == column }.map { Cell($0.cell.value, display: $0.cell.display) } ?? Cell("")
        }
        return groups + [Cell(String(count.count))] + aggregation.values.map { Cell(count.values[$0] ?? "") }
    }

    /// In the requested order, or as received: empty values first, then numbers, then text. Sorted here, because one
    /// response has all groups and instances differ in the orders they support.
    private func ordered(_ counts: [TableCount]) -> [TableCount] {
        RowOrder(order, of: columns).sorted(counts, by: cells)
    }
}

/// `table count --by … --chart`: the share of each group and, for people, a bar.
struct CountChart {
    /// The terminal's width in columns; nil draws no bars.
    let width: Int?
    /// Whether the terminal shows block characters.
    let hasBlocks: Bool
    let side: CellSide?

    private static let least = 10
    private static let gap = 2

    package init(_ run: isolated Run, _ arguments: BoundArguments) async throws {
        side = CellSide(rawValue: arguments[.display] ?? run.settings["display"])
        guard !run.format(of: arguments).isForPrograms else {
            (width, hasBlocks) = (nil, false)
            return
        }
        width = run.settings.width ?? 80
        hasBlocks =
            try await run.input(.setting, "characters") { [host = run.host] in
                let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(host.variable).first ?? ""
                return locale.lowercased().filter { $0 != "-" }.hasSuffix("utf8") ? "utf-8" : "ascii"
            } == "utf-8"
    }

    /// - Parameter place: the index of the column of counts.
    func charted(_ table: OutputTable, count place: Int) -> OutputTable {
        var table = table
        let counts = table.rows.map { Int($0[place].value) ?? 0 }
        let total = max(counts.reduce(0, +), 1), most = max(counts.max() ?? 0, 1)
        table.columns.append(OutputColumn("share"))
        for (row, count) in counts.enumerated() {
            let tenths = (count * 1000 + total / 2) / total
            let share = "\(tenths / 10).\(tenths % 10)"
            table.rows[row].append(Cell(share, display: share + "%"))
        }
        guard let width else { return table }
        let room = max(width - taken(by: table), Self.least)
        table.columns.append(OutputColumn("chart"))
        for (row, count) in counts.enumerated() { table.rows[row].append(Cell(bar(count, of: most, room))) }
        return table
    }

    private func taken(by table: OutputTable) -> Int {
        table.columns.indices.reduce(0) { sum, column in
            let cells = table.rows.map { DisplayWidth.of(text(of: $0[column])) }
            return sum + max(cells.max() ?? 0, DisplayWidth.of(table.columns[column].name)) + Self.gap
        }
    }

    private func text(of cell: Cell) -> String {
        switch side {
        case .value: cell.value
        case .both: "\(cell.shown) (\(cell.value))"
        case .display, nil: cell.shown
        }
    }

    /// A bar in eighths of a cell, or in whole cells. A non-empty group always has a bar.
    private func bar(_ count: Int, of most: Int, _ room: Int) -> String {
        guard hasBlocks else {
            let cells = (count * room + most / 2) / most
            return String(repeating: "#", count: count > 0 ? max(cells, 1) : 0)
        }
        let eighths = max((count * room * 8 + most / 2) / most, count > 0 ? 1 : 0)
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }
}
