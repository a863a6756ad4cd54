import ExchangeModel
import NowData
import Notation

/// Says which parts of a question the instance passes over. It does so without a word: a condition by a column that is
/// not there is dropped, and the answer has more records than were asked for.
///
/// Whether columns are there is seen in the answer itself, which is why a list asks for those that its query goes by. Only
/// when the answer does not hold one, or holds no record, is the instance asked: for one record with these columns, and
/// then for the columns of the table.
struct DroppedTerms {
    private let arguments: BoundArguments
    private let table: String
    private let query: EncodedQuery
    /// Where else columns are named, by flag.
    private let lists: [(flag: String, names: [(name: String, span: Range<Int>)])]

    /// - Parameter flags: those whose value is a list of columns, beside `--query`.
    init(_ arguments: BoundArguments, flags: [String]) {
        self.arguments = arguments
        table = arguments.string("table") ?? ""
        query = EncodedQuery(arguments.string("query") ?? "")
        lists = flags.map { flag in
            let text = arguments.string(flag) ?? ""
            let names = FieldList.names(in: text).map { name, span in
                name.utf8.first == .dash
                    ? (String(name.dropFirst()), span.lowerBound + 1..<span.upperBound) : (name, span)
            }
            return (flag, names)
        }
    }

    /// Columns that decide which records come and in what order, each once.
    private var deciding: [String] { unique(query.columnsAsked + names(of: { $0 != "fields" })) }

    private func names(of isMeant: (String) -> Bool) -> [String] {
        lists.filter { isMeant($0.flag) }.flatMap(\.names).map(\.name)
    }

    private func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// The fields to ask for, so that the answer shows which columns there are. A list without fields holds them all.
    func proving(_ fields: [String]) -> [String] {
        fields.isEmpty ? [] : fields + deciding.filter { !fields.contains($0) }
    }

    /// Says what is passed over, given some records of the answer; nil when it is not made of records.
    func note(
        rows found: [TableRow]?, _ link: InstanceLink, _ context: CommandContext, _ session: isolated ShellSession
    ) async throws {
        let memory = link.columns
        let rows = found ?? []
        if let first = rows.first { memory.prove(first.columns, of: table) }
        // Without a record that was to be found by its columns, nothing looks wrong.
        let asked = rows.isEmpty ? deciding : unique(deciding + names(of: { $0 == "fields" }))
        var walk = ColumnWalk(link.tables, memory: memory)
        let suspects = try await suspects(among: asked, rows, link)
        for column in suspects { try await walk.follow(column, of: table) }
        for problem in problems(walk, memory, foundNothing: found?.isEmpty ?? false) {
            context.notes.add(
                ProblemText.remark(problem.withoutSecrets(session.redaction), width: session.settings.width))
        }
        for column in names(of: { $0 == "fields" }) where suspects.contains(column) && walk.known[column] != false {
            context.notes.add(
                walk.known[column] == true
                    ? "\(table).\(column) may not be read." : "\(table) has no field \(column), or it may not be read.")
        }
    }

    /// The columns that no answer has held so far.
    private func suspects(among asked: [String], _ rows: [TableRow], _ link: InstanceLink) async throws -> [String] {
        let unproven = link.columns.unproven(asked, of: table)
        guard rows.isEmpty, !unproven.isEmpty, link.columns[table] == nil else { return unproven }
        let probe = TableRead(table, fields: unproven, limit: 1, display: .value, skipsCount: true)
        let client = link.tables.asking(for: .schema)
        let answer = try await ColumnWalk.asRemark { () async throws(RequestFailure) in try await client.list(probe) }
        if let row = answer?.rows.first { link.columns.prove(row.columns, of: table) }
        return link.columns.unproven(unproven, of: table)
    }

    private func problems(_ walk: ColumnWalk, _ memory: ColumnMemory, foundNothing: Bool) -> [Problem] {
        let dropped = query.problems { walk.known[$0] ?? (memory.unproven([$0], of: table).isEmpty ? true : nil) }
        let text = arguments.string("query") ?? ""
        var problems = dropped.map { part in
            let words = DroppedPart(part, of: query, in: text, table)
            return problem(
                words.message(walk), arguments.value("query")?.span(of: part.span), hints: words.hints(walk))
        }
        for (flag, names) in lists {
            for (name, span) in names where walk.known[name] == false {
                problems.append(
                    problem(
                        walk.lack(of: name, in: table) + (Self.effects[flag] ?? "."),
                        arguments.value(flag)?.span(of: span), hints: walk.hints(for: name)))
            }
        }
        let spans = Set(dropped.map(\.span))
        let conditions = query.groups.lazy.flatMap(\.terms).flatMap(\.conditions)
        if !spans.isEmpty, !foundNothing, conditions.allSatisfy({ spans.contains($0.span) }), !hasOnlyOrderings(spans) {
            problems.append(Problem(.refused, "Nothing is left of the query: it holds for every record of \(table)."))
        }
        return problems
    }

    private static let effects = ["order": "; nothing is ordered by it.", "by": "; nothing is grouped by it."]

    private func hasOnlyOrderings(_ spans: Set<Range<Int>>) -> Bool {
        spans.allSatisfy { span in query.orderings.contains { $0.span == span } }
    }

    private func problem(_ message: String, _ span: Range<Int>?, hints: [String]) -> Problem {
        Problem(.refused, message, source: span.map { Problem.Source(text: arguments.line, span: $0) }, hints: hints)
    }
}
