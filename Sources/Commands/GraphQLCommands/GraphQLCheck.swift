import Workbench
import Tables
import ExchangeModel
import Notation
import NowData

/// Validates a document before it is sent.
///
/// Only the columns of the tables it uses are requested, once per session. If the instance does not return them, the
/// document is sent unchecked.
enum GraphQLCheck {
    /// Throws the problem that stops a command, or adds warnings. Not called with `--no-validate`.
    static func check(
        _ graphQL: GraphQLRun, _ run: isolated Run
    ) async throws {
        _ = try run.connected()
        let (findings, schema) = try await findings(in: graphQL.document, run)
        guard findings.isEmpty else { throw try await problem(findings, schema, graphQL, run) }
        try await checkAggregates(graphQL, run)
        try await QueryWarnings(graphQL).note(run)
    }

    /// Validates a document until it needs no further table.
    private static func findings(
        in document: GraphQL.Document, _ run: isolated Run
    ) async throws -> ([GraphQL.Diagnostic], GraphQL.RecordSchema) {
        var tables = KnownTables()
        while true {
            let schema = GraphQL.RecordSchema(tables: tables, isWhole: false)
            let seen = GraphQL.Validation(of: document, in: schema)
            let wanted = seen.wantedTables.filter { !tables.isAsked($0) }.prefix(maxTables)
            if wanted.isEmpty { return (seen.findings, schema) }
            for table in wanted { try await run.learn(table, into: &tables) }
        }
    }

    /// Checks aggregates separately, because they name their table and columns in strings that no schema validates. An
    /// instance puts an unknown column into one unnamed group.
    private static func checkAggregates(_ graphQL: GraphQLRun, _ run: isolated Run) async throws {
        let entries = graphQL.entries
        let asked = DocumentAggregate.all(in: graphQL.document) { name in
            entries.lazy.compactMap { $0.value(of: name) }.first
        }
        var tables = KnownTables()
        for aggregate in asked.prefix(maxTables) {
            let table = aggregate.table.name
            if !tables.isAsked(table) { try await run.learn(table, into: &tables) }
            switch tables.shape(of: table) {
            case .notYet: continue
            case .absent:
                let names = try? await run.connected().schema.tableNames().map(\.name)
                throw usageError(
                    "There is no table \(table) on \(run.shortName).", aggregate.table, graphQL,
                    DidYouMean.hints(for: table, among: names ?? []) + ["table names"])
            case .known(let shape):
                let names = shape.columns.map(\.name)
                for column in aggregate.columns {
                    // A dot-walked field belongs to another table.
                    let first = column.name.split(separator: ".", maxSplits: 1).first.map(String.init) ?? column.name
                    guard !names.contains(first) else { continue }
                    throw usageError(
                        "\(table) has no column \(first).", column, graphQL, DidYouMean.hints(for: first, among: names))
                }
            }
        }
    }

    private static func usageError(
        _ message: String, _ given: DocumentAggregate.Given, _ graphQL: GraphQLRun, _ hints: [String]
    ) -> Problem {
        graphQL.source.usageError(
            message, at: given.value.place.range, hints: hints + ["--no-validate sends it anyway."])
    }

    /// The number of tables that one check may request; a document may name any number.
    private static let maxTables = 50
    private static let maxShown = 8

    private static func problem(
        _ findings: [GraphQL.Diagnostic], _ schema: GraphQL.RecordSchema, _ graphQL: GraphQLRun,
        _ run: isolated Run
    ) async throws -> Problem {
        var tables: [String]?
        if findings.contains(where: { ValidationText.missingTable($0) != nil }) {
            // If table names are not readable, the message has no suggestion.
            tables = try? await run.connected().schema.tableNames().map(\.name)
        }
        let text = ValidationText(document: graphQL.document, schema: schema, tables: tables, instance: run.shortName)
        var problems = findings.prefix(maxShown).map { finding in
            let source = finding.place.range.isEmpty ? nil : graphQL.source.source(of: finding.place)
            return Problem(.usage, text.message(finding), source: source, hints: text.hints(finding))
        }
        if findings.count > problems.count, let last = problems.indices.last {
            problems[last].notes.append("And \(findings.count - problems.count) more.")
        }
        // The last hint applies to all problems.
        problems[problems.count - 1].hints.append("--no-validate sends it anyway.")
        var first = problems.removeFirst()
        first.further = problems
        return first
    }
}

/// The tables of an instance that the session has fetched, for the record schema.
struct KnownTables: GraphQL.TableSource {
    /// Every table; nil if not fetched.
    private(set) var tableNames: [String]?
    private var known: [String: GraphQL.Knowledge<GraphQL.TableShape>] = [:]

    init(names: [String]? = nil) { tableNames = names }

    func shape(of table: String) -> GraphQL.Knowledge<GraphQL.TableShape> { known[table] ?? .notYet }

    /// Whether a table was requested, successfully or not.
    func isAsked(_ table: String) -> Bool { known[table] != nil }

    /// Adds a table's columns; an empty list means that the instance does not return them, so any column may exist.
    mutating func learn(_ columns: [ColumnDescription], of table: String) {
        known[table] = columns.isEmpty ? .notYet : .known(Self.shape(of: table, columns))
    }

    mutating func learn(_ shape: GraphQL.TableShape) { known[shape.name] = .known(shape) }

    mutating func lacks(_ table: String) { known[table] = .absent }

    static func shape(of table: String, _ columns: [ColumnDescription]) -> GraphQL.TableShape {
        GraphQL.TableShape(
            name: table,
            columns: columns.map { column in
                GraphQL.ColumnShape(
                    column.name, label: column.label, internalType: column.type, reference: column.reference,
                    hasChoices: !column.choices.isEmpty, isMandatory: column.isMandatory,
                    isReadOnly: column.isReadOnly)
            })
    }
}

extension Run {
    /// Requests the columns of a table unless this session has them, and notes if the table does not exist.
    func learn(_ table: String, into tables: inout KnownTables) async throws {
        do {
            tables.learn(try await columns(of: table), of: table)
        } catch RequestFailure.errorResponse(let errorResponse) where errorResponse.isUnknownTable {
            tables.lacks(table)
        }
    }
}

/// An encoded query in a document, with its table.
struct DocumentQuery {
    let table: String
    let query: String
    package let value: GraphQL.Value

    /// All encoded queries of a document, including those in variables: `queryConditions` of tables and of aggregates.
    /// Duplicates under the same name count once. Each selection is visited once, a fragment at its definition and by
    /// its type condition.
    ///
    /// - Parameter values: the variables of the operations.
    static func all(in document: GraphQL.Document, _ values: (String) -> JSON?) -> [DocumentQuery] {
        var found: [DocumentQuery] = []
        var seen: Set<[String]> = []
        var ahead: [(selection: GraphQL.Selection, isTable: Bool)] = []
        for fragment in document.fragments.reversed() {
            let isTable = fragment.typeCondition.text == GraphQL.RecordNames.recordQueryType
            ahead += fragment.selections.reversed().map { ($0, isTable) }
        }
        for operation in document.operations.reversed() {
            ahead += operation.selections.reversed().map { ($0, false) }
        }
        while let next = ahead.popLast() {
            switch next.selection {
            case .spread: continue
            case .inline(let inline): ahead += inline.selections.reversed().map { ($0, next.isTable) }
            case .field(let field):
                let isAboveTables = field.name.text == GraphQL.RecordNames.recordQuery
                ahead += (field.selections ?? []).reversed().map { ($0, isAboveTables) }
                guard let table = table(field, isTable: next.isTable, values),
                    let asked = query(of: table, field.arguments, values),
                    seen.insert([field.responseName, table, asked.query]).inserted
                else { continue }
                found.append(asked)
            }
        }
        return found
    }

    /// The table that a field queries; nil if it queries none.
    private static func table(_ field: GraphQL.Field, isTable: Bool, _ values: (String) -> JSON?) -> String? {
        if isTable { return field.name.text }
        guard field.name.text == GraphQL.RecordNames.aggregateQuery,
            let name = field.arguments.first(where: { $0.name.text == "tableName" }),
            case .string(let table)? = name.value.json(values)
        else { return nil }
        return table
    }

    private static func query(
        of table: String, _ arguments: [GraphQL.Argument], _ values: (String) -> JSON?
    ) -> DocumentQuery? {
        guard let value = arguments.first(where: { $0.name.text == "queryConditions" })?.value,
            case .string(let text)? = value.json(values), !text.isEmpty,
            // The surrounding record's value replaces it when the query runs.
            !text.contains("$$")
        else { return nil }
        return DocumentQuery(table: table, query: text, value: value)
    }
}

/// An aggregate in a document: a table, and its grouping and aggregated columns.
struct DocumentAggregate {
    struct Given {
        package let name: String
        package let value: GraphQL.Value
    }

    let table: Given
    private(set) var columns: [Given] = []

    /// All aggregates of a document.
    ///
    /// - Parameter values: the variables of the operations.
    static func all(in document: GraphQL.Document, _ values: (String) -> JSON?) -> [DocumentAggregate] {
        var found: [DocumentAggregate] = []
        for field in document.operations.flatMap(\.selections).compactMap(\.asField)
        where field.name.text == GraphQL.RecordNames.aggregateQuery {
            guard let table = given(field, "tableName", values).first else { continue }
            var asked = DocumentAggregate(table: table)
            asked.columns = given(field, "groupBy", values)
            for list in (field.selections ?? []).compactMap(\.asField) where list.name.text == "aggregates" {
                for measure in (list.selections ?? []).compactMap(\.asField) {
                    asked.columns += given(measure, "field", values)
                }
            }
            found.append(asked)
        }
        return found
    }

    private static func given(
        _ field: GraphQL.Field, _ argument: String, _ values: (String) -> JSON?
    ) -> [Given] {
        guard let value = field.arguments.first(where: { $0.name.text == argument })?.value else { return [] }
        if case .list(let elements) = value.kind {
            return elements.compactMap { element in
                element.json(values)?.scalarText.map { Given(name: $0, value: element) }
            }
        }
        if case .string(let text)? = value.json(values) { return [Given(name: text, value: value)] }
        return []
    }
}

extension GraphQL.Selection {
    fileprivate var asField: GraphQL.Field? { if case .field(let field) = self { field } else { nil } }
}

/// Warns about a document's encoded queries as `table list` does about its own. The document is sent unchanged;
/// replacements for labels and names are only suggested.
struct QueryWarnings {
    private let graphQL: GraphQLRun
    private let asked: [DocumentQuery]

    init(_ graphQL: GraphQLRun) {
        self.graphQL = graphQL
        let entries = graphQL.entries
        asked = DocumentQuery.all(in: graphQL.document) { name in entries.lazy.compactMap { $0.value(of: name) }.first }
    }

    /// Adds a note for each finding. Requests the columns of tables that a query dot-walks through.
    package func note(_ run: isolated Run) async throws {
        let link = try run.connected()
        for one in asked {
            var resolved = ResolvedQuery(one.query, one.table, link.schema)
            try await resolved.resolve(link.tables)
            let problems = resolved.problems(now: run.now, isTranslated: false) { source(of: $0, in: one) }
            run.warn(problems, in: run.notes)
        }
    }

    /// The source of a part of a query: in the document's string or in its variable's value, or all of it if the string
    /// contains escapes.
    private func source(of span: Range<Int>, in one: DocumentQuery) -> Problem.Source {
        let place = one.value.place.range
        guard case .variable(let name) = one.value.kind else {
            let text = Array(graphQL.source.text.utf8)[place]
            let quotes = text.starts(with: Array("\"\"\"".utf8)) ? 3 : 1
            let isPlain = text.dropFirst(quotes).dropLast(quotes).elementsEqual(one.query.utf8)
            let start = place.lowerBound + quotes
            return graphQL.source.source(
                of: isPlain ? start + span.lowerBound..<start + span.upperBound : place)
        }
        guard let given = graphQL.given[name]?.valueSource else { return graphQL.source.source(of: place) }
        let text = Array(given.text.utf8)[given.span]
        guard text.elementsEqual(one.query.utf8) else { return given }
        var source = given
        let start = given.span.lowerBound
        source.span = start + span.lowerBound..<start + span.upperBound
        return source
    }
}
