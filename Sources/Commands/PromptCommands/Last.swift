import Notation
import Rendering
import Workbench

extension Parameter {
    fileprivate static let answerNumber = Argument<Int>(
        "number", .number(1...AnswerHistory.most), .optional, "Which answer: 1 is the last")
    fileprivate static let lastFields = Flag<ColumnNames>(
        "fields", short: "f", .fields, fallback: "all of the answer's", "Show these columns")
    fileprivate static let order = Flag<FieldOrder>("order", .ordering, "Order by these columns; -COLUMN descends")
    fileprivate static let limit = Flag<Int>(
        "limit", short: "n", .number(0...1_000_000_000), "Show at most this many rows")
}

extension Command {
    static let last = Command(
        "last",
        arguments: [.answerNumber],
        flags: [.lastFields, .order, .limit] + Parameter.shown,
        traits: Traits(value: .answer, inRecipes: .unsaved("shows an earlier answer again"))
    ) { run in
        let arguments = run.arguments
        let number = arguments[.answerNumber] ?? 1
        let answers = run.answers.answers
        guard let answer = number <= answers.count ? answers[answers.count - number] : nil else {
            let count = answers.count
            let kept = count == 1 ? "Only the last answer is kept." : "Only the last \(count) answers are kept."
            throw arguments.problem(
                .usage, count == 0 ? "There is no earlier answer on this tape." : kept,
                at: number == 1 ? .assigned("") : .answerNumber, hints: count == 0 ? [] : ["last \(count)"])
        }
        guard let output = answer.output else {
            throw Problem(
                .usage, "This answer of \(answer.command) is larger than 4 MB and was not kept.",
                hints: ["Run it again with > FILE to keep it."])
        }
        run.requests.know(answer.asked)
        run.documentSecrets = answer.document
        var result = try ChosenRows(arguments: arguments, command: answer.command).result(from: output, run.notes)
        (result.isAnswer, result.table) = (false, answer.table)
        return result
    }
}

/// An answer's rows and columns after `-f`, `--order` and `-n`.
private struct ChosenRows {
    let arguments: BoundArguments
    let command: String

    func result(from output: Output, _ notes: CommandNotes) throws(Problem) -> CommandResult {
        switch output {
        case .table(let table):
            return CommandResult(rows: try chosen(table, notes))
        case .record(let columns, let cells):
            try refuse([.order, .limit], "is one record")
            let table = try chosen(OutputTable(columns: columns, rows: [cells]), notes)
            return CommandResult(.record(columns: table.columns, cells: table.rows[0])) {
                table.objects[0] ?? .object([])
            }
        case .json(let json):
            try refuse([.lastFields, .order, .limit], "is JSON")
            return CommandResult(output) { json }
        case .page, .text, .longText, .bytes, .sections, .stream, .none:
            try refuse([.lastFields, .order, .limit], "has no rows")
            return CommandResult(output)
        }
    }

    private func refuse(_ flags: [FlagDefinition], _ reason: String) throws(Problem) {
        guard let flag = flags.first(where: arguments.has) else { return }
        throw arguments.problem(
            .usage, "The answer of \(command) \(reason); \(flag.spelling) is for rows.", at: flag,
            hints: ["last --format FORMAT"])
    }

    private func chosen(_ table: OutputTable, _ notes: CommandNotes) throws(Problem) -> OutputTable {
        let names = table.columns.map(\.name)
        var places = Array(names.indices)
        if let typed = arguments.value(.lastFields) {
            places = []
            for (name, span) in FieldList.names(in: typed.text) {
                let place = try place(name, span, typed, names)
                if !places.contains(place) { places.append(place) }
            }
        }
        if let typed = arguments.value(.order) {
            for (text, span) in FieldList.names(in: typed.text) {
                let start = span.lowerBound + (text.utf8.first == .dash ? 1 : 0)
                let name = text.utf8.first == .dash ? String(text.dropFirst()) : text
                _ = try place(name, start..<span.upperBound, typed, names)
            }
        }
        var rows = RowOrder(arguments[.order] ?? [], of: names).sorted(table.rows) { $0 }
        if let limit = arguments[.limit], limit < rows.count {
            notes.add("\(limit) of \(rows.count) shown.")
            rows.removeLast(rows.count - limit)
        }
        guard places != Array(names.indices) else { return OutputTable(columns: table.columns, rows: rows) }
        return OutputTable(
            columns: places.map { table.columns[$0] },
            rows: rows.map { row in places.map { $0 < row.count ? row[$0] : Cell("") } })
    }

    private func place(
        _ name: String, _ span: Range<Int>, _ typed: BoundValue, _ names: [String]
    ) throws(Problem) -> Int {
        if let place = names.firstIndex(of: name) { return place }
        let near = DidYouMean.nearest(to: name, among: names)
        var problem = Problem(
            .usage, "The answer has no column \(name).",
            source: Problem.Source(text: arguments.line, span: typed.span(of: span)),
            notes: ["It has " + Phrase.listed(names, joinedBy: "and") + "."],
            hints: near.isEmpty ? [] : ["Did you mean " + Phrase.listed(near, joinedBy: "or") + "?"])
        if near.count == 1 { problem.replacement = near[0] }
        throw problem
    }
}
