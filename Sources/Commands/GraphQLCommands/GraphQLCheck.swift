import Notation
import NowData
import Tables
import Workbench

/// Validates a document before it is sent.
///
/// Only the columns of the tables it uses are requested, once per session. If the instance does not return them, the
/// document is sent unchecked.
enum GraphQLCheck {
    static func check(_ graphQL: GraphQLRun, _ run: isolated Run) async throws {
        _ = try run.connected()
        let (findings, schema) = try await findings(in: graphQL.document, run)
        if let problem = try await problem(findings, schema, graphQL, run) { throw problem }
        try await checkAggregates(graphQL, run)
        try await QueryWarnings(graphQL).note(run)
    }

    private static func findings(
        in document: GraphQL.Document, _ run: isolated Run
    ) async throws -> ([GraphQL.Diagnostic], GraphQL.RecordSchema) {
        var tables = GraphQL.TableShapes(allNames: nil)
        while true {
            let schema = GraphQL.RecordSchema(tables: tables, isWhole: false)
            let seen = GraphQL.Validation(of: document, in: schema)
            let wanted = seen.wantedTables.filter { !tables.isLearned($0) }.prefix(maxTables)
            if wanted.isEmpty { return (seen.findings, schema) }
            for table in wanted { try await run.learn(table, into: &tables) }
        }
    }

    /// Checks aggregates separately, because they name their table and columns in strings that no schema validates. An
    /// instance puts an unknown column into one unnamed group.
    private static func checkAggregates(_ graphQL: GraphQLRun, _ run: isolated Run) async throws {
        var tables = GraphQL.TableShapes(allNames: nil)
        for (query, named) in DocumentQuery.all(in: graphQL).compactMap({ query in query.named.map { (query, $0) } })
            .prefix(maxTables)
        {
            let table = query.table
            if !tables.isLearned(table) { try await run.learn(table, into: &tables) }
            switch tables.shape(of: table) {
            case .notYet: continue
            case .absent:
                let names = try? await run.connected().schema.tableNames().map(\.name)
                throw usageError(
                    "There is no table \(table) on \(run.shortName).", named, graphQL,
                    DidYouMean.hints(for: table, among: names ?? []) + ["table names"])
            case .known(let shape):
                let names = shape.columns.map(\.name)
                for (column, value) in query.columns {
                    // A dot-walked field belongs to another table.
                    let first = column.split(separator: ".", maxSplits: 1).first.map(String.init) ?? column
                    guard !names.contains(first) else { continue }
                    throw usageError(
                        "\(table) has no column \(first).", value, graphQL, DidYouMean.hints(for: first, among: names))
                }
            }
        }
    }

    private static func usageError(
        _ message: String, _ value: GraphQL.Value, _ graphQL: GraphQLRun, _ hints: [String]
    ) -> Problem {
        graphQL.source.usageError(
            message, at: value.place.range, hints: hints + ["--no-validate sends it anyway."])
    }

    /// The number of tables that one check may request; a document may name any number.
    private static let maxTables = 50
    private static let maxShown = 8

    private static func problem(
        _ findings: [GraphQL.Diagnostic], _ schema: GraphQL.RecordSchema, _ graphQL: GraphQLRun, _ run: isolated Run
    ) async throws -> Problem? {
        var tables: [String]?
        if findings.contains(where: { ValidationText.missingTable($0) != nil }) {
            // If table names are not readable, the message has no suggestion.
            tables = try? await run.connected().schema.tableNames().map(\.name)
        }
        let text = ValidationText(document: graphQL.document, schema: schema, tables: tables, instance: run.shortName)
        let all = findings.map { finding in
            Problem(
                .usage, text.message(finding), source: graphQL.source.source(of: finding.place),
                hints: text.hints(finding))
        }
        guard !all.isEmpty else { return nil }
        var problems = Array(all.prefix(maxShown))
        if all.count > problems.count {
            problems[problems.count - 1].notes.append("And \(all.count - problems.count) more.")
        }
        // The last hint applies to all problems.
        problems[problems.count - 1].hints.append("--no-validate sends it anyway.")
        var first = problems.removeFirst()
        first.further = problems
        return first
    }
}

extension GraphQL.TableShapes {
    mutating func learn(_ columns: [ColumnDescription], of table: String) {
        guard !columns.isEmpty else { return learn(table, .notYet) }
        let shapes = columns.map { column in
            GraphQL.ColumnShape(
                column.name, label: column.label, internalType: column.type, reference: column.reference,
                hasChoices: !column.choices.isEmpty)
        }
        learn(GraphQL.TableShape(name: table, columns: shapes))
    }
}

extension Run {
    func learn(_ table: String, into tables: inout GraphQL.TableShapes) async throws {
        do {
            tables.learn(try await columns(of: table), of: table)
        } catch RequestFailure.errorResponse(let errorResponse) where errorResponse.isUnknownTable {
            tables.learn(table, .absent)
        }
    }
}

/// A table that a document queries, with what it says about it in strings.
struct DocumentQuery {
    let name: String
    let table: String
    private(set) var named: GraphQL.Value?
    /// The encoded query, and the value that contains it; nil without one.
    private(set) var conditions: (text: String, value: GraphQL.Value)?
    private(set) var columns: [(name: String, value: GraphQL.Value)] = []

    /// All queries of tables and all aggregates of a document, with variables replaced. Each selection is visited once,
    /// a fragment at its definition and by its type condition.
    static func all(in graphQL: GraphQLRun) -> [DocumentQuery] {
        func strings(_ field: GraphQL.Field, _ argument: String) -> [(name: String, value: GraphQL.Value)] {
            guard let given = field.arguments.first(where: { $0.name.text == argument })?.value else { return [] }
            func text(_ value: GraphQL.Value) -> String? {
                let json = value.json { name in graphQL.entries.lazy.compactMap { $0.value(of: name) }.first }
                if case .string(let text)? = json { return text }
                return nil
            }
            let values = if case .list(let elements) = given.kind { elements } else { [given] }
            return values.compactMap { value in text(value).map { ($0, value) } }
        }
        func inside(_ field: GraphQL.Field) -> [GraphQL.Field] {
            (field.selections ?? []).compactMap { if case .field(let field) = $0 { field } else { nil } }
        }
        var found: [DocumentQuery] = []
        var ahead: [(selection: GraphQL.Selection, isTable: Bool)] = []
        for fragment in graphQL.document.fragments.reversed() {
            let isTable = fragment.typeCondition.text == GraphQL.RecordNames.recordQueryType
            ahead += fragment.selections.reversed().map { ($0, isTable) }
        }
        for operation in graphQL.document.operations.reversed() {
            ahead += operation.selections.reversed().map { ($0, false) }
        }
        while let next = ahead.popLast() {
            guard case .field(let field) = next.selection else {
                ahead += next.selection.selections.reversed().map { ($0, next.isTable) }
                continue
            }
            let isAboveTables = field.name.text == GraphQL.RecordNames.recordQuery
            ahead += (field.selections ?? []).reversed().map { ($0, isAboveTables) }
            var query = DocumentQuery(name: field.responseName, table: field.name.text)
            if !next.isTable {
                guard field.name.text == GraphQL.RecordNames.aggregateQuery,
                    let (table, value) = strings(field, "tableName").first
                else { continue }
                let measures = inside(field).filter { $0.name.text == "aggregates" }.flatMap(inside)
                query = DocumentQuery(
                    name: field.responseName, table: table, named: value,
                    columns: strings(field, "groupBy") + measures.flatMap { strings($0, "field") })
            }
            // The surrounding record's value replaces `$$parent…$$` when the query runs.
            query.conditions = strings(field, "queryConditions").first.flatMap { text, value in
                text.isEmpty || text.contains("$$") ? nil : (text, value)
            }
            found.append(query)
        }
        return found
    }
}

/// Warns about a document's encoded queries as `table list` does about its own. The document is sent unchanged;
/// replacements for labels and names are only suggested.
struct QueryWarnings {
    private let graphQL: GraphQLRun

    init(_ graphQL: GraphQLRun) { self.graphQL = graphQL }

    /// Adds a note for each finding, once for a query that is repeated under its name. Requests the columns of tables
    /// that a query dot-walks through.
    func note(_ run: isolated Run) async throws {
        let link = try run.connected()
        var seen: Set<[String]> = []
        for query in DocumentQuery.all(in: graphQL) {
            guard let (text, value) = query.conditions, seen.insert([query.name, query.table, text]).inserted
            else { continue }
            var resolved = ResolvedQuery(text, query.table, link.schema)
            try await resolved.resolve(link.tables)
            let isStrict = run.arguments[.strictQuery]
            var problems = resolved.problems(isStrict ? .usage : .refused, now: run.now, isTranslated: false) {
                source(of: $0, text, value)
            }
            if isStrict, !problems.isEmpty {
                var first = problems.removeFirst()
                first.further = problems
                throw first
            }
            run.warn(problems, in: run.notes)
        }
    }

    /// The source of a part of a query: in the document's string or in its variable's value, or all of it if the string
    /// contains escapes.
    private func source(of span: Range<Int>, _ query: String, _ value: GraphQL.Value) -> Problem.Source {
        let place = value.place.range
        guard case .variable(let name) = value.kind else {
            let text = Array(graphQL.source.text.utf8)[place]
            let quotes = text.starts(with: Array("\"\"\"".utf8)) ? 3 : 1
            let isPlain = text.dropFirst(quotes).dropLast(quotes).elementsEqual(query.utf8)
            let start = place.lowerBound + quotes
            return graphQL.source.source(of: isPlain ? start + span.lowerBound..<start + span.upperBound : place)
        }
        guard let given = graphQL.given[name]?.valueSource else { return graphQL.source.source(of: place) }
        let text = Array(given.text.utf8)[given.span]
        guard text.elementsEqual(query.utf8) else { return given }
        var source = given
        let start = given.span.lowerBound
        source.span = start + span.lowerBound..<start + span.upperBound
        return source
    }
}
