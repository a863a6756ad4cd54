import ExchangeModel
import Notation
import NowData
import Redactors
import Rendering
import Tables
import TapeDeck
package import Workbench

extension Parameter {
    package static let document = Argument<String>("document", .document, "The document, or @FILE")
    static let variable = Flag<[String]>("var", .variable, mayRepeat: true, "Set a variable of the document")
    static let vars = Flag<String>(
        "vars", .word("JSON"), hides: .object, "Set variables from a JSON object; @FILE reads a file")
    static let operation = Flag<String>(
        "operation", .operation, fallback: "all of them", "Run only this operation of the document")
    fileprivate static let all = Flag<Bool>("all", "Fetch every record, page by page")
    static let noValidate = Flag<Bool>("no-validate", "Send the document without validating it")
}

extension Command {
    static let graphql = Command(
        "graphql", arguments: [.document],
        flags: [.variable, .vars, .operation, .all, .strictQuery, .noValidate, .plan],
        rules: [.atMostOne([.strictQuery, .noValidate])],
        traits: Traits(value: .answerUnless(.all), changes: .byDocument)
    ) { run in
        let arguments = run.arguments
        let graphQL = try await GraphQLRun.read(run, arguments)
        if !arguments[.noValidate] { try await GraphQLCheck.check(graphQL, run) }
        let isPlan = arguments[.plan]
        if arguments[.all], !isPlan { return try await GraphQLPaging.everything(graphQL, run) }
        let writing = try await GraphQLWriter.read(graphQL, run)
        guard !writing.records.changes.isEmpty else {
            if isPlan {
                run.notes.add("This would change nothing on \(run.shortName). Nothing was sent.")
                return CommandResult(.none)
            }
            return GraphQLResult(
                graphQL, try await GraphQLSender.send(graphQL, run), format: run.format(of: arguments)
            )
            .result(run.notes)
        }
        if !arguments[.noValidate] { try writing.checkValues() }
        let plan = GraphQLPlan(writing.records).plan
        if isPlan {
            run.notes.add(plan.text(on: run.shortName))
            run.notes.add("Nothing was sent.")
            return CommandResult(.none)
        }
        try await run.authorize(plan)
        let answers = try await writing.send(run)
        return GraphQLResult(graphQL, answers, format: run.format(of: arguments)).result(run.notes)
    }
}

enum GraphQLSender {
    /// Sends all operations in one request. A mutation invalidates what the session knows of records, whatever its
    /// outcome.
    static func send(_ graphQL: GraphQLRun, _ run: isolated Run) async throws -> [GraphQLResponse] {
        let link = try run.connected()
        let tables = GraphQLChange.all(in: graphQL).map { $0.record?.table }
        defer {
            // What a scripted mutation writes to is unknown.
            if graphQL.writes { run.recordsHaveChanged(in: tables.contains(nil) ? nil : tables.compactMap(\.self)) }
        }
        return try await GraphQLClient(instance: run.instance, transport: link.transport).run(graphQL.requests)
    }
}

enum GraphQLPaging {
    static func everything(_ graphQL: GraphQLRun, _ run: isolated Run) async throws -> CommandResult {
        let paged = try paged(graphQL, run.arguments)
        let link = try run.connected()
        let batches = GraphQLBatches(paged, GraphQLClient(instance: run.instance, transport: link.readingAhead))
        let faults = GraphQLDiagnostics(graphQL)
        // The first batch with records determines the columns; earlier ones contain no readable record.
        let first: GraphQLBatches.Batch?
        do {
            first = try await batches.first()
        } catch let refused as GraphQLBatches.Refused {
            throw problem(refused.errors, faults)
        }
        guard let columns = GraphQLColumns(paged.fields, GraphQL.Fragments(graphQL.document), rows: first?.rows ?? [])
        else {
            throw run.arguments.problem(
                .usage, "--all prints a table, and these records have too many columns.", at: .all)
        }
        let notes = run.notes, progress = run.progress, deck = run.slot.deck
        let stream = RowBatches.reading {
            let batch: GraphQLBatches.Batch?
            do {
                batch = try await batches.next()
            } catch {
                throw await endedEarly(error, batches, faults)
            }
            let sum = await batches.sum
            guard let batch else {
                progress("")
                if sum.rows == 0, sum.withheld == 0 { notes.add("No record found.") }
                if sum.withheld > 0 { notes.add(RowCounts.withheldText(shown: sum.rows, withheld: sum.withheld)) }
                let errors = await batches.errors
                if !errors.isEmpty { throw problem(errors, faults) }
                return nil
            }
            return RowBatch {
                await deck?.settle()
                run.count(sum.rows, of: batch.total, "records")
                return batch.rows.map(columns.cells)
            }
        }
        return CommandResult(.stream(columns: columns.columns, batches: stream))
    }

    private static func paged(_ graphQL: GraphQLRun, _ arguments: BoundArguments) throws -> PagedDocument {
        guard let entry = graphQL.entries.first, graphQL.entries.count == 1 else {
            throw arguments.problem(
                .usage, "--all requires a single operation, and the document has several.", at: .all,
                hints: ["Choose one with --operation NAME."])
        }
        do throws(PagingError) {
            return try PagedDocument(graphQL.document, entry.operation, given: entry.variables)
        } catch {
            let place = error.place
            throw Problem(
                .usage, error.message, source: place.range.isEmpty ? nil : graphQL.source.source(of: place),
                hints: ["To send the document once, unchanged, omit --all."])
        }
    }

    private static func endedEarly(
        _ error: any Error, _ batches: GraphQLBatches, _ faults: GraphQLDiagnostics
    ) async -> any Error {
        var cause: any Error = (error as? GraphQLBatches.Refused).map { problem($0.errors, faults) } ?? error
        if case RequestFailure.stalled = error {
            cause = Problem(.refused, "\(error)", hints: ["To send the document once, unchanged, omit --all."])
        }
        let rows = await batches.sum.rows
        guard rows > 0 else { return cause }
        let total = await batches.total
        return IncompleteError(
            cause, notes: ["Only the first \(rows)" + (total.map { " of \($0)" } ?? "") + " records are shown."])
    }

    private static func problem(_ errors: [GraphQLError], _ faults: GraphQLDiagnostics) -> Problem {
        var problems = errors.prefix(maxShown).map { faults.problem($0, of: 0, isRewritten: true) }
        guard !problems.isEmpty else {
            return Problem(.refused, "The instance returned neither records nor an error.", hints: ["tape show"])
        }
        var first = problems.removeFirst()
        first.further = problems
        return first
    }

    private static let maxShown = 8
}

/// Fetches the records of a document in batches and counts them.
actor GraphQLBatches {
    struct Batch: Sendable {
        let rows: [JSONNode]
        /// The number of records; nil if the instance does not count.
        let total: Int?
    }

    struct Refused: Error {
        let errors: [GraphQLError]
    }

    private let paged: PagedDocument
    private let client: GraphQLClient
    private let read: TableRead
    private let size: Int
    private var window: PageWindow
    private var held: [Batch] = []
    private(set) var sum: (rows: Int, withheld: Int) = (0, 0)
    private(set) var total: Int?
    private var seen = SeenRecords()
    private(set) var errors: [GraphQLError] = []

    init(_ paged: PagedDocument, _ client: GraphQLClient) {
        self.paged = paged
        self.client = client
        size = paged.limit ?? RecordPager.defaultBatchSize
        read = TableRead(paged.table, query: paged.query, offset: paged.offset > 0 ? paged.offset : nil)
        window = PageWindow(read)
    }

    /// Fetches batches up to the first with a record, and returns that one; nil if there is none. `next()` returns all.
    func first() async throws -> Batch? {
        var found: [Batch] = []
        while found.last?.rows.isEmpty ?? true, let batch = try await fetch() { found.append(batch) }
        held = found
        return found.last
    }

    func next() async throws -> Batch? {
        let batch: Batch?
        if held.isEmpty {
            batch = try await fetch()
        } else {
            batch = held.removeFirst()
        }
        sum.rows += batch?.rows.count ?? 0
        return batch
    }

    private func fetch() async throws -> Batch? {
        guard let asked = window.next(atMost: size, read) else { return nil }
        let limit = asked.limit ?? size
        let document = paged.batch(query: asked.query, limit: limit, offset: asked.offset ?? 0)
        let answer = try await client.run(GraphQLRequest(query: document.text, variables: paged.variables))
        let node = paged.path.reduce(answer.data) { $0?[$1] }
        guard let list = node?[paged.results], list.kind == .array else { throw Refused(errors: answer.errors) }
        let rows = Array(list.elements.prefix(limit))
        let keys = rows.map { row in paged.key.reduce(Optional(row)) { $0?[$1] }?.scalarText }
        if !window.isInOrder(keys), window.switchToOffset() { return try await fetch() }
        let counted = paged.count.flatMap { node?[$0]?.number }.flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
        let taken = window.take(count: rows.count, last: keys.last ?? nil, total: counted, of: asked)
        if !window.isAtEnd {
            try seen.take(zip(keys, rows).map { $0 ?? JSON($1).compact }, isByKey: window.isByKey)
        }
        total = taken.total
        sum.withheld += taken.withheld ?? 0
        errors += answer.errors
        return Batch(rows: rows, total: taken.total)
    }
}

/// A document that queries one table, rewritten to fetch batches: conditions and pagination are replaced in each batch,
/// and everything outside the path to the records is dropped.
struct PagedDocument {
    let table: String
    /// The document's own conditions, variables replaced; `limit` is the size of a batch.
    let query: String?
    let limit: Int?
    package let offset: Int
    /// The response names of the table's field and its records.
    let path: [String]
    let results: String
    package let fields: [GraphQL.Selection]
    /// The path to a record's sys_id, and whether it was added here.
    let key: [String]
    let addsKey: Bool
    let count: String?
    let variables: [JSON.Member]
    private let root: GraphQL.Field
    private let field: GraphQL.Field
    private let operation: GraphQL.Operation
    private let fragments: [GraphQL.Fragment]

    init(_ document: GraphQL.Document, _ operation: GraphQL.Operation, given: [JSON.Member]) throws(PagingError) {
        guard operation.kind == .query else {
            throw PagingError("--all fetches records; a \(operation.kind.rawValue) is sent once.")
        }
        let known = GraphQL.Fragments(document)
        func json(_ value: GraphQL.Value) -> JSON? { value.json { operation.value(of: $0, given: given) } }
        func opened(_ selections: [GraphQL.Selection]) -> [GraphQL.Field] {
            known.fields(of: selections) { $0.includesSelection(json) }
        }
        root = try Self.only(opened(operation.selections))
        guard root.name.text == GraphQL.RecordNames.recordQuery else {
            throw PagingError(
                "--all fetches the records of GlideRecord_Query, not of \(root.name.text).", at: root.name.place)
        }
        let whole = try Self.only(opened(root.selections ?? []))
        table = whole.name.text
        let asked = opened(whole.selections ?? [])
        let lists = asked.filter { $0.name.text == "_results" }
        guard let list = lists.first else {
            throw PagingError("--all fetches records, and \(table) selects no _results.", at: whole.name.place)
        }
        guard lists.allSatisfy({ $0.responseName == list.responseName }) else {
            throw PagingError(
                "--all fetches one list, and _results is selected twice.", at: (list.alias ?? list.name).place)
        }
        results = list.responseName
        fields = lists.flatMap { $0.selections ?? [] }
        path = [root.responseName, whole.responseName]

        let arguments = Dictionary(whole.arguments.map { ($0.name.text, $0.value) }) { first, _ in first }
        query = arguments["queryConditions"].flatMap(json)?.scalarText.flatMap { $0.isEmpty ? nil : $0 }
        let pagination = arguments["pagination"].flatMap(json)
        limit = pagination?["limit"]?.scalarText.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        offset = max(0, pagination?["offset"]?.scalarText.flatMap { Int($0) } ?? 0)

        // The selection may already contain the sys_id; otherwise it is added under an unused name.
        let columns = opened(lists.flatMap { $0.selections ?? [] })
        let held = columns.lazy.filter { $0.name.text == "sys_id" }.compactMap { column in
            opened(column.selections ?? []).first { $0.name.text == "value" }
                .map { [column.responseName, $0.responseName] }
        }.first
        key = held ?? [Self.free("sys_id_of_row", columns.map(\.responseName)), "value"]
        addsKey = held == nil
        let counts = asked.first { $0.name.text == "_rowCount" }
        let omits = arguments["omitCount"].flatMap(json) == .bool(true)
        count = counts?.responseName ?? (omits ? nil : Self.free("count_of_rows", asked.map(\.responseName)))
        let addsCount = counts == nil && !omits

        var selections = whole.selections ?? []
        if addsCount, let count { selections.append(.field(GraphQL.Field(alias: GraphQL.Name(count), "_rowCount"))) }
        if addsKey {
            let id = GraphQL.Field(alias: GraphQL.Name(key[0]), "sys_id", selections: [.field(GraphQL.Field("value"))])
            let alias = list.alias.map { GraphQL.Name($0.text) }
            selections.append(.field(GraphQL.Field(alias: alias, "_results", selections: [.field(id)])))
        }
        var reduced = operation
        let others = whole.arguments.filter { !["queryConditions", "pagination"].contains($0.name.text) }
        let kept = GraphQL.Field(alias: whole.alias, whole.name, arguments: others, selections: selections)
        let uses = GraphQL.Uses(of: [.field(kept)], known)
        fragments = document.fragments.filter { uses.fragments.contains($0.name.text) }
        reduced.variables = operation.variables.filter { uses.variables.contains($0.name.text) }
        reduced.directives = []
        self.operation = reduced
        field = kept
        variables = given.filter { uses.variables.contains($0.name) }
    }

    func batch(query: String?, limit: Int, offset: Int) -> GraphQL.Document {
        var field = field
        if let query, !query.isEmpty { field.arguments.append(.init("queryConditions", .init(.string(query)))) }
        let window = [("limit", limit), ("offset", offset)].filter { $0.0 == "limit" || $0.1 > 0 }
        let pagination = window.map { GraphQL.Argument(GraphQL.Name($0), .init(.int(String($1)))) }
        field.arguments.append(.init("pagination", .init(.object(pagination))))
        let root = GraphQL.Field(alias: root.alias, root.name, selections: [.field(field)])
        var operation = operation
        operation.selections = [.field(root)]
        return GraphQL.Document([.operation(operation)] + fragments.map { .fragment($0) })
    }

    private static func only(_ fields: [GraphQL.Field]) throws(PagingError) -> GraphQL.Field {
        let fields = fields.filter { $0.name.text != "__typename" }
        guard let first = fields.first else {
            throw PagingError("--all fetches the records of one table, and none is selected.")
        }
        if fields.count > 1 {
            throw PagingError(
                "--all fetches the records of one table, and this asks for \(first.name.text) and \(fields[1].name.text).",
                at: fields[1].name.place)
        }
        return first
    }

    private static func free(_ name: String, _ used: [String]) -> String {
        var name = name
        while used.contains(name) { name += "_" }
        return name
    }
}

struct PagingError: Error {
    let message: String
    let place: GraphQL.Place

    init(_ message: String, at place: GraphQL.Place = GraphQL.Place()) {
        self.message = message
        self.place = place
    }
}
