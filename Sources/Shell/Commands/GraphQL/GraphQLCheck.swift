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
        _ run: GraphQLRun, _ session: isolated ShellSession, _ context: CommandContext
    ) async throws {
        _ = try session.connected()
        let (findings, schema) = try await findings(in: run.document, session)
        guard findings.isEmpty else { throw try await problem(findings, schema, run, session) }
        try await checkAggregates(run, session)
        try await QueryWarnings(run).note(session, context)
    }

    /// Validates a document until it needs no further table.
    private static func findings(
        in document: GraphQL.Document, _ session: isolated ShellSession
    ) async throws -> ([GraphQL.Diagnostic], GraphQL.RecordSchema) {
        var tables = KnownTables()
        while true {
            let schema = GraphQL.RecordSchema(tables: tables, isWhole: false)
            let seen = GraphQL.Validation(of: document, in: schema)
            let wanted = seen.wantedTables.filter { !tables.isAsked($0) }.prefix(maxTables)
            if wanted.isEmpty { return (seen.findings, schema) }
            for table in wanted { try await session.learn(table, into: &tables) }
        }
    }

    /// Checks aggregates separately, because they name their table and columns in strings that no schema validates. An
    /// instance puts an unknown column into one unnamed group.
    private static func checkAggregates(_ run: GraphQLRun, _ session: isolated ShellSession) async throws {
        let entries = run.entries
        let asked = DocumentAggregate.all(in: run.document) { name in
            entries.lazy.compactMap { $0.value(of: name) }.first
        }
        var tables = KnownTables()
        for aggregate in asked.prefix(maxTables) {
            let table = aggregate.table.name
            if !tables.isAsked(table) { try await session.learn(table, into: &tables) }
            switch tables.shape(of: table) {
            case .notYet: continue
            case .absent:
                let names = try? await session.connected().schema.tableNames().map(\.name)
                throw usageError(
                    "There is no table \(table) on \(session.shortName).", aggregate.table, run,
                    DidYouMean.hints(for: table, among: names ?? []) + ["table names"])
            case .known(let shape):
                let names = shape.columns.map(\.name)
                for column in aggregate.columns {
                    // A dot-walked field belongs to another table.
                    let first = column.name.split(separator: ".", maxSplits: 1).first.map(String.init) ?? column.name
                    guard !names.contains(first) else { continue }
                    throw usageError(
                        "\(table) has no column \(first).", column, run, DidYouMean.hints(for: first, among: names))
                }
            }
        }
    }

    private static func usageError(
        _ message: String, _ given: DocumentAggregate.Given, _ run: GraphQLRun, _ hints: [String]
    ) -> Problem {
        run.source.usageError(
            message, at: given.value.place.range, hints: hints + ["--no-validate sends it anyway."])
    }

    /// The number of tables that one check may request; a document may name any number.
    private static let maxTables = 50
    private static let maxShown = 8

    private static func problem(
        _ findings: [GraphQL.Diagnostic], _ schema: GraphQL.RecordSchema, _ run: GraphQLRun,
        _ session: isolated ShellSession
    ) async throws -> Problem {
        var tables: [String]?
        if findings.contains(where: { ValidationText.missingTable($0) != nil }) {
            // If table names are not readable, the message has no suggestion.
            tables = try? await session.connected().schema.tableNames().map(\.name)
        }
        let text = ValidationText(document: run.document, schema: schema, tables: tables, instance: session.shortName)
        var problems = findings.prefix(maxShown).map { finding in
            let source = finding.place.range.isEmpty ? nil : run.source.source(of: finding.place)
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

extension ShellSession {
    /// Requests the columns of a table unless this session has them, and notes if the table does not exist.
    func learn(_ table: String, into tables: inout KnownTables) async throws {
        do {
            tables.learn(try await columns(of: table), of: table)
        } catch RequestFailure.errorResponse(let errorResponse) where errorResponse.isUnknownTable {
            tables.lacks(table)
        }
    }
}
