import Notation
import NowData
import Redactors
import Rendering
import Tables
import TapeDeck
import Workbench

/// Converts a table command into an equivalent GraphQL document.
struct GraphQLConversion {
    package let arguments: BoundArguments
    let table: String

    init(_ arguments: BoundArguments) {
        self.arguments = arguments
        table = arguments.table
    }

    /// The document. Columns and record names that the command leaves open are fetched from the instance.
    func document(_ run: isolated Run) async throws -> GraphQL.Document {
        guard let document = Self.conversions.first(where: { $0.command == arguments.command })?.document else {
            throw Problem(
                .usage, "\(arguments.command.name) has no equivalent in GraphQL.",
                source: .init(text: arguments.line, span: nameSpan),
                hints: ["graphql from converts " + Phrase.listed(Self.commands.map(\.name), joinedBy: "and") + "."])
        }
        guard GraphQL.Name.isName(table) else {
            throw arguments.problem(
                .usage, "GraphQL cannot query \(table): its names begin with a letter or _.", at: .table)
        }
        return try await document(self, run)
    }

    static var commands: [Command] { conversions.map(\.command) }

    private static let conversions:
        [(command: Command, document: @Sendable (GraphQLConversion, isolated Run) async throws -> GraphQL.Document)] = [
            (.tableList, { try await $0.list($1) }), (.tableGet, { try await $0.get($1) }),
            (.tableCreate, { try await $0.create($1) }), (.tableUpdate, { try await $0.update($1) }),
            (.tableDelete, { try await $0.delete($1) }), (.tableCount, { try await $0.count($1) }),
        ]

    /// The span of the command's name in the line: the two words before its arguments.
    private var nameSpan: Range<Int> {
        let bytes = Array(arguments.line.utf8), name = Array(arguments.command.name.utf8)
        // Binding found the name in the line. The blanks between its words are as typed.
        let start = bytes.indices.first { bytes[$0...].starts(with: name) } ?? 0
        return start..<min(start + name.count, bytes.count)
    }

    // MARK: Reading

    func list(_ run: isolated Run) async throws -> GraphQL.Document {
        if arguments.has(.listView) {
            throw arguments.problem(
                .usage, "GraphQL has no views.", at: .listView,
                hints: ["Use -f FIELDS instead of --view."])
        }
        var given: [GraphQL.Argument] = []
        let check = try await QueryCheck(flags: [], run)
        if let query = ListQuery(check.sent, arguments).text { given.append(TableDocument.conditions(query)) }
        let offset = arguments[.offset] ?? 0
        if arguments[.allRecords] {
            if offset > 0 {
                throw arguments.problem(
                    .usage, "--offset needs a limit in GraphQL, and --all has none.", at: .offset,
                    hints: ["Use -n NUMBER instead of --all."])
            }
            run.notes.add("graphql --all with this document fetches every record.")
        } else {
            given.append(
                TableDocument.pagination(limit: arguments[.recordLimit] ?? run.settings.limit, offset: offset))
        }
        let fields = try await selections(run)
        return TableDocument.records(of: table, given, counts: true, fields)
    }

    func get(_ run: isolated Run) async throws -> GraphQL.Document {
        let name = arguments.record
        let given: [GraphQL.Argument]
        if SysIDForm.isWritten(name) {
            given = [GraphQL.Argument("sys_id", GraphQL.Value(.string(name.lowercased())))]
        } else {
            given = [TableDocument.conditions(try await query(forRecord: name, run))]
        }
        return TableDocument.records(of: table, given, counts: false, try await selections(run))
    }

    /// The query that finds a record by name, in those of the usual name columns that the table has.
    private func query(forRecord name: String, _ run: isolated Run) async throws -> String {
        guard EncodedQuery.isValidValue(name) else {
            throw arguments.problem(
                .usage, "Cannot look up a name that contains ^, which ends a query condition.", at: .record,
                hints: ["Use the sys_id."])
        }
        if RecordName.isNumber(name, of: table) { return "number=\(name)" }
        let known = try await run.columns(of: table).map(\.name)
        var columns = RecordName.columns(for: name, having: known)
        if known.isEmpty { columns = Array(columns.prefix(1)) }
        if columns.contains("name") { columns.removeAll { $0 == "number" } }
        guard !columns.isEmpty else {
            throw arguments.problem(
                .refused, "\(table) has no column that names its records.", at: .record, hints: ["Use the sys_id."])
        }
        return columns.map { "\($0)=\(name)" }.joined(separator: "^OR")
    }

    // MARK: Fields

    /// The selected fields of a record: those of `-f`, or the table's default columns.
    func selections(_ run: isolated Run, changed: [String] = []) async throws -> [GraphQL.Selection] {
        var selection = RecordSelection(display: arguments[.display] ?? run.settings["display"])
        for field in try await fields(run, changed: changed) where !selection.add(field) {
            throw arguments.problem(
                .usage, "GraphQL cannot query the field \(field).", at: .fields,
                notes: [
                    "Its names begin with a letter or _, and a dot-walk follows at most "
                        + "\(RecordSelection.maxDotWalkLength - 1) references."
                ])
        }
        return selection.selections
    }

    private func fields(_ run: isolated Run, changed: [String]) async throws -> [String] {
        if let named = arguments[.fields] { return named }
        let isForPrograms = run.format(of: arguments).isForPrograms
        if !isForPrograms, let defaults = DefaultColumns.of(table) {
            return defaults + changed.filter { !defaults.contains($0) }
        }
        let all = try await run.columns(of: table).map(\.name)
        guard !all.isEmpty else {
            throw Problem(
                .refused, "The instance does not return the columns of \(table), which a document must name.",
                hints: ["Name them with -f FIELDS."])
        }
        if isForPrograms { return all }
        let picked = DefaultColumns.picked(from: all)
        return picked + changed.filter { !picked.contains($0) }
    }
}

extension GraphQLConversion {
    /// `{ GlideAggregateRecord_Query(tableName: "incident", …) { … } }`: one number, or a row for each group.
    func count(_ run: isolated Run) async throws -> GraphQL.Document {
        var aggregation = try CountRequest(arguments).aggregation
        aggregation.query = try await QueryCheck(flags: [], run).sent
        func list(_ texts: [String]) -> GraphQL.Value {
            GraphQL.Value(.list(texts.map { GraphQL.Value(.string($0)) }))
        }
        func text(_ parts: [String]) -> GraphQL.Value { GraphQL.Value(.string(parts.joined(separator: ","))) }
        var given = [GraphQL.Argument("tableName", GraphQL.Value(.string(table)))]
        if let query = aggregation.query, !query.isEmpty { given.append(TableDocument.conditions(query)) }
        if !aggregation.groups.isEmpty { given.append(GraphQL.Argument("groupBy", list(aggregation.groups))) }
        if !aggregation.bounds.isEmpty, let first = aggregation.groups.first {
            let bounds = aggregation.bounds.map { bound in
                [
                    bound.value?.function.rawValue ?? "count", bound.value?.column ?? first, bound.comparison,
                    bound.number,
                ]
                .joined(separator: "^")
            }
            given.append(GraphQL.Argument("having", text(bounds)))
        }
        let order = (arguments[.recordOrder] ?? []).map { name, descending in
            Self.ordering(name, aggregation) + (descending ? "^DESC" : "")
        }
        if !order.isEmpty { given.append(GraphQL.Argument("orderBy", text(order))) }

        guard !aggregation.groups.isEmpty || !aggregation.values.isEmpty else {
            return document(given, [.field(GraphQL.Field("totalCount"))])
        }
        var subfields: [GraphQL.Selection] = []
        if !aggregation.groups.isEmpty {
            let names: [GraphQL.Name] = ["field", "value", "displayValue"]
            subfields.append(.field(GraphQL.Field("groupBy", selections: names.map { .field(GraphQL.Field($0)) })))
        }
        subfields.append(.field(GraphQL.Field("count")))
        for value in aggregation.values {
            let field = GraphQL.Argument("field", GraphQL.Value(.string(value.column)))
            // GraphQL names contain no dots. Several functions of one kind need an alias each.
            let alias = String(value.name.map { $0 == "." ? "_" : $0 })
            subfields.append(
                .field(
                    GraphQL.Field(
                        alias: GraphQL.Name(alias), GraphQL.Name(value.function.rawValue), arguments: [field])))
        }
        return document(given, [.field(GraphQL.Field("aggregates", selections: subfields))])
    }

    private func document(_ given: [GraphQL.Argument], _ selections: [GraphQL.Selection]) -> GraphQL.Document {
        TableDocument.document(.query, GraphQL.RecordNames.aggregateQuery, selections, arguments: given)
    }

    /// `COUNT`, `AVG^reassignment_count`, or a group's column.
    private static func ordering(_ name: String, _ aggregation: Aggregation) -> String {
        if let value = aggregation.values.first(where: { $0.name == name }) {
            return value.function.rawValue.uppercased() + "^" + value.column
        }
        return name == "count" && !aggregation.groups.contains(name) ? "COUNT" : name
    }
}

/// Writes. As in table commands, labels become values and record names become sys_ids; nothing is changed.
extension GraphQLConversion {
    package func create(_ run: isolated Run) async throws -> GraphQL.Document {
        let fields = try await fields(run)
        return try await document("insert_", [], fields, run)
    }

    package func update(_ run: isolated Run) async throws -> GraphQL.Document {
        let fields = try await fields(run)
        return try await document("update_", [try await record(run)], fields, run)
    }

    func delete(_ run: isolated Run) async throws -> GraphQL.Document {
        let results = ["modified_count", "sys_id"].map { GraphQL.Selection.field(GraphQL.Field($0)) }
        return TableDocument.change("delete_" + table, [try await record(run)], results)
    }

    private func fields(_ run: isolated Run) async throws -> AssignedFields {
        if arguments[.input] == "display" {
            throw arguments.problem(
                .usage, "A mutation takes stored values, not display values.", at: .input,
                hints: ["Without --input, labels and names are converted to stored values."])
        }
        return try await AssignedFields(table, run)
    }

    private func record(_ run: isolated Run) async throws -> GraphQL.Argument {
        guard let name = arguments[.record] else {
            throw arguments.problem(
                .usage, "A mutation changes one named record; -q matches any number.", at: .query,
                hints: ["\(arguments.command.name) \(Quoting.word(table)) -q … does all of them."])
        }
        let sysID = try await run.tables().sysID(of: name, in: table)
        return GraphQL.Argument("sys_id", GraphQL.Value(.string(sysID)))
    }

    private func document(
        _ prefix: String, _ first: [GraphQL.Argument], _ fields: AssignedFields, _ run: isolated Run
    ) async throws -> GraphQL.Document {
        var given = first
        var variables: [GraphQL.VariableDefinition] = []
        for field in fields.fields {
            guard GraphQL.Name.isName(field.name) else {
                throw arguments.problem(
                    .usage, "GraphQL cannot set the field \(field.name).", at: .assigned(field.name))
            }
            // Secrets are kept out of the text, which is saved and copied.
            if Redaction.isSecret(field.name) {
                variables.append(GraphQL.VariableDefinition(GraphQL.Name(field.name), .named("String")))
                given.append(GraphQL.Argument(GraphQL.Name(field.name), GraphQL.Value(.variable(field.name))))
                run.notes.add("To set \(field.name), add --var \(field.name)=VALUE.")
            } else {
                given.append(GraphQL.Argument(GraphQL.Name(field.name), GraphQL.Value(.string(field.value))))
            }
        }
        return TableDocument.change(
            prefix + table, given, variables: variables, try await selections(run, changed: fields.names))
    }
}
