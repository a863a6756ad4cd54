import ExchangeModel
import Notation
package import NowData
package import Workbench

/// Checks a command's query against the schema.
///
/// Before the request, labels and names in the query become stored values; the schema is requested only if the query
/// may contain some. After it, the user is warned about conditions that the instance ignored and about values that
/// match nothing.
///
/// The response itself shows which columns exist, which is why a list requests the columns of its query. Only if a
/// column is missing from it, or it is empty, is the instance asked for one record with these columns, and then for the
/// table's columns.
package struct QueryCheck {
    private let arguments: BoundArguments
    private let table: String
    private let text: String
    /// Other places with column names, by flag.
    private let lists: [(flag: FlagDefinition, names: [(name: String, span: Range<Int>)])]
    private var resolved: ResolvedQuery
    private let isRaw: Bool
    package private(set) var sent: String?

    /// Translates the query. With `--strict-query`, throws instead of warning.
    ///
    /// - Parameter flags: flags besides `--query` whose value is a list of columns.
    package init(flags: [FlagDefinition], _ run: isolated Run) async throws {
        let link = try run.connected()
        arguments = run.arguments
        table = arguments.table
        text = arguments[.query] ?? ""
        sent = arguments[.query]
        isRaw = arguments[.rawQuery]
        resolved = ResolvedQuery(text, table, link.schema)
        lists = flags.map { [arguments] flag in
            let text = arguments.value(flag)?.text ?? ""
            let names = FieldList.names(in: text).map { name, span in
                name.utf8.first == .dash
                    ? (String(name.dropFirst()), span.lowerBound + 1..<span.upperBound) : (name, span)
            }
            return (flag, names)
        }
        let isStrict = arguments[.strictQuery]
        guard !text.isEmpty, !isRaw, isStrict || EncodedQuery.mayContainNames(text) else { return }
        try await resolved.resolve(link.tables)
        sent = resolved.sent
        resolved.translations.forEach(run.notes.add)
        guard isStrict else { return }
        if !resolved.query.columnNames.isEmpty, link.schema.described[table]?.isEmpty ?? true {
            run.notes.warn("The instance does not describe \(table); the query was not checked.")
        }
        var all = resolved.problems(.usage, now: run.now, source: source)
        guard !all.isEmpty else { return }
        var first = all.removeFirst()
        first.further = all
        throw first
    }

    /// The distinct columns that decide which records match, and their order.
    private var queryColumns: [String] { unique(EncodedQuery(text).columnNames + names(of: { $0 != .fields })) }

    private func names(of isMeant: (FlagDefinition) -> Bool) -> [String] {
        lists.filter { isMeant($0.flag) }.flatMap(\.names).map(\.name)
    }

    private func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// The fields to request so that the response shows which columns exist. Without fields, it contains all of them.
    func requestedFields(_ fields: [String]) -> [String] {
        fields.isEmpty ? [] : fields + queryColumns.filter { !fields.contains($0) }
    }

    /// Warns about what the instance ignored and what matches nothing.
    ///
    /// - Parameters:
    ///   - found: some records of the response; nil if it does not consist of records.
    ///   - foundNothing: whether the response is empty.
    package func note(rows found: [TableRow]?, foundNothing: Bool, _ run: isolated Run) async throws {
        let link = try run.connected()
        let rows = found ?? []
        var resolved = resolved
        if foundNothing, !isRaw, !resolved.isResolved, EncodedQuery.mayBeExplained(text) {
            try await resolved.resolve(nil)
        }
        if let first = rows.first { link.schema.see(first.columns, of: table) }
        // Without records, missing fields do not show.
        let asked = rows.isEmpty ? queryColumns : unique(queryColumns + names(of: { $0 == .fields }))
        let suspects = try await suspects(among: asked, rows, link)
        try await resolved.follow(suspects)
        run.warn(ignored(resolved, link.schema, foundNothing: foundNothing), in: run.notes)
        if !isRaw {
            let wrong = resolved.valueProblems(
                now: run.now,
                where: { finding in
                    finding.isCertain || foundNothing
                        || found != nil && !rows.contains { $0[finding.condition.field]?.value == finding.value }
                }, source: source)
            run.warn(wrong, in: run.notes)
        }
        // An empty response has no fields.
        guard !rows.isEmpty else { return }
        let resolver = resolved.resolver
        for column in names(of: { $0 == .fields }) where suspects.contains(column) && resolver.known[column] != false {
            run.notes.warn(
                resolver.known[column] == true
                    ? "\(table).\(column) may not be read." : "\(table) has no field \(column), or you may not read it."
            )
        }
    }

    private func source(_ span: Range<Int>) -> Problem.Source? { arguments.source(of: span, in: .query) }

    /// The columns that no response has contained so far.
    private func suspects(among asked: [String], _ rows: [TableRow], _ link: InstanceLink) async throws -> [String] {
        let schema = link.schema
        let unseen = schema.unseen(asked, of: table)
        guard rows.isEmpty, !unseen.isEmpty, schema.described[table] == nil else { return unseen }
        let probe = TableRead(table, fields: unseen, limit: 1, display: .value, skipsCount: true)
        do throws(RequestFailure) {
            let row = try await link.tables.asking(for: .schema).list(probe).rows.first
            if let row { schema.see(row.columns, of: table) }
        } catch {
            // The command already has its answer; only a cancellation ends it.
            if case .transport(let failure) = error, failure.kind == .cancelled { throw error }
        }
        return schema.unseen(unseen, of: table)
    }

    private func ignored(_ resolved: ResolvedQuery, _ schema: SchemaCache, foundNothing: Bool) -> [Problem] {
        let query = resolved.query, resolver = resolved.resolver
        let ignored = resolved.ignored { schema.unseen([$0], of: table).isEmpty ? true : nil }
        var problems = ignored.map {
            IgnoredCondition($0, of: query, in: text, table).problem(.refused, resolver, source)
        }
        for (flag, names) in lists {
            for (name, span) in names where resolver.known[name] == false {
                problems.append(
                    Problem(
                        .refused, resolver.missingColumn(of: name, in: table) + (Self.effects[flag.name] ?? "."),
                        source: arguments.source(of: span, in: flag), hints: resolver.hints(for: name)))
            }
        }
        let spans = Set(ignored.filter(resolver.isCertain).map(\.span))
        let ordersOnly = spans.allSatisfy { span in query.orderings.contains { $0.span == span } }
        if !spans.isEmpty, !foundNothing, !ordersOnly, query.conditions.allSatisfy({ spans.contains($0.span) }) {
            problems.append(Problem(.refused, "No condition is left; the query matches every record of \(table)."))
        }
        return problems
    }

    private static let effects = [
        Parameter.recordOrder.name: "; nothing is ordered by it.", "by": "; nothing is grouped by it.",
    ]
}

/// The encoded query of a command: its conditions, followed by `--order`.
package struct ListQuery {
    /// Nil if there are neither.
    package let text: String?

    package init(_ conditions: String?, _ arguments: BoundArguments) {
        let orderings = arguments[.recordOrder] ?? []
        let query = EncodedQuery.text(
            of: conditions ?? "",
            orderedBy: orderings.map { EncodedQuery.Ordering($0.field, descending: $0.descending) })
        text = query.isEmpty ? nil : query
    }
}
