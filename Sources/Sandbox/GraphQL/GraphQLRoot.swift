import Database
import Notation

enum GraphQLRoots {
    /// Writes the value of a field of a root type.
    ///
    /// A thrown `APIError`, `QueryComplexityError` or `SandboxGraphQLError` makes this field null and is listed in
    /// `errors`; a `GraphQLRequestError` makes the whole data null; anything else ends the request. Nested fields are
    /// written with `execution.write`, which handles errors the same way.
    static func resolve(
        _ field: GraphQLField, _ operation: GraphQL.OperationKind, _ execution: GraphQLExecution,
        into out: inout JSONText
    ) throws {
        switch (operation, field.name) {
        case (.query, GraphQL.RecordNames.recordQuery):
            try TableRecordsQuery.resolve(field, execution, into: &out)
        case (.query, GraphQL.RecordNames.aggregateQuery):
            try GlideAggregateRecordQuery.resolve(field, execution, into: &out)
        case (.query, "__schema"): try IntrospectionWriter.resolveSchema(field, execution, into: &out)
        case (.query, "__type"): try IntrospectionWriter.resolveType(field, execution, into: &out)
        case (.mutation, GraphQL.RecordNames.recordMutation):
            try GlideRecordMutation.resolve(field, execution, into: &out)
        default: throw execution.undefined(field, in: typeName(operation))
        }
    }

    static func typeName(_ operation: GraphQL.OperationKind) -> String {
        operation == .mutation ? GraphQL.RecordNames.mutationType : GraphQL.RecordNames.queryType
    }
}

struct SandboxTables: GraphQL.TableSource {
    let schema: Schema

    var tableNames: [String]? { schema.names }

    func shape(of name: String) -> GraphQL.Knowledge<GraphQL.TableShape> {
        schema[name].map { .known(shape(of: $0)) } ?? .absent
    }

    /// A reference to a table that the sandbox lacks becomes a string.
    private func shape(of table: Table) -> GraphQL.TableShape {
        GraphQL.TableShape(
            name: table.name, label: table.label,
            columns: table.columns.map { column in
                GraphQL.ColumnShape(
                    column.name, label: column.definition.label, internalType: column.type.rawValue,
                    reference: column.reference.flatMap { schema[$0]?.name }, hasChoices: !column.choices.isEmpty,
                    isReadOnly: column.definition.isReadOnly)
            }, hasMutations: MutationName.exist(for: table))
    }
}

/// The size of an operation before it is executed: the number of fields, as often as fragments repeat them, and how
/// deeply they are nested. Fragments that use each other are too deep.
struct GraphQLSize {
    private static let most = 10_000
    private static let deepest = 200

    private let fragments: GraphQL.Fragments
    private var fields = 0

    static func check(_ operation: GraphQL.Operation, _ fragments: GraphQL.Fragments) throws(GraphQLRequestError) {
        var size = GraphQLSize(fragments: fragments)
        try size.add(operation.selections, depth: 1)
    }

    private init(fragments: GraphQL.Fragments) { self.fragments = fragments }

    private mutating func add(_ selections: [GraphQL.Selection], depth: Int) throws(GraphQLRequestError) {
        guard depth <= Self.deepest else {
            throw GraphQLRequestError(.aborted, "maximum query depth exceeded \(depth) > \(Self.deepest)")
        }
        for selection in selections {
            fields += 1
            guard fields <= Self.most else {
                throw GraphQLRequestError(.aborted, "maximum query complexity exceeded \(fields) > \(Self.most)")
            }
            var below = selection.selections
            if case .spread(let spread) = selection { below = fragments[spread.name.text]?.selections ?? [] }
            try add(below, depth: depth + 1)
        }
    }
}

/// `GlideRecord_Mutation { insert_T update_T delete_T }`: writes like the Table API.
///
/// Each field is a transaction, in the document's order: one that fails is null, with an error, is rolled back, and
/// does not prevent later ones. The value of an insert or update is the record afterwards; `_rowCount` and `_results`
/// are null there, as on instances.
enum GlideRecordMutation {
    static func resolve(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let type = GraphQL.RecordNames.recordMutationType
        let fields = try execution.fields(below: field, on: type)
        try execution.write(fields, of: type, into: &out) { field, out in
            guard let name = MutationName(field.name, execution.call.schema) else {
                throw execution.undefined(field, in: type)
            }
            try write(field, name, execution, into: &out)
        }
    }

    private static func write(
        _ field: GraphQLField, _ name: MutationName, _ execution: GraphQLExecution, into out: inout JSONText
    ) throws {
        let table = try execution.call.table(name.table.name)
        let writing = RecordWriting(call: execution.call, table: table)
        let sysID = field.arguments.text("sys_id") ?? ""
        switch name.operation {
        case .insert:
            let template = try template(field, table, execution)
            let sysID = try writing.insert { input(field) }
            try write(template, sysID, into: &out)
        case .update:
            let template = try template(field, table, execution)
            try writing.update(sysID) { input(field).filter { $0.name != "sys_id" } }
            try write(template, sysID, into: &out)
        case .delete:
            let fields = try execution.fields(below: field, on: GraphQL.RecordNames.deletionType)
            try writing.delete(sysID)
            try execution.write(fields, of: GraphQL.RecordNames.deletionType, into: &out) { field, out in
                switch field.name {
                case "modified_count": out.raw("1")
                case "sys_id": out.string(sysID)
                default: throw execution.undefined(field, in: GraphQL.RecordNames.deletionType)
                }
            }
        }
    }

    /// The template for the record, made before the change, so that an invalid selection prevents it.
    private static func template(
        _ field: GraphQLField, _ table: Table, _ execution: GraphQLExecution
    ) throws -> RecordTemplate {
        let type = GraphQL.RecordNames.writePrefix + table.name
        return try RecordTemplate(
            execution.fields(below: field, on: type), of: table, by: "sys_id", execution, type: type, access: nil
        ) { field in ["_rowCount", "_results", "error_message"].contains(field.name) ? "null" : nil }
    }

    private static func write(_ template: RecordTemplate, _ sysID: String, into out: inout JSONText) throws {
        guard try template.write(.text(sysID), into: &out) else { throw APIError.noRecord }
    }

    /// The values of the columns: text, as in a body of the Table API; null empties a column there too.
    private static func input(_ field: GraphQLField) -> RecordWriting.Input {
        field.arguments.all.map { ($0.name, $0.value.scalarText ?? "") }
    }
}

struct MutationName {
    let operation: GraphQL.RecordWrite
    let table: Table

    init?(_ name: String, _ schema: Schema) {
        guard let (write, tableName) = GraphQL.RecordWrite.read(name), let table = schema[tableName],
            MutationName.exist(for: table)
        else { return nil }
        operation = write
        self.table = table
    }

    /// Whether a table has mutations. On an instance a few tables have none, depending on how they were installed. Here
    /// these are the tables of the schema (sys_dictionary, sys_choice and so on), which are written by the Table API
    /// and forms.
    static func exist(for table: Table) -> Bool { !TableDefinition.derived.contains(table.root) }
}

/// `GlideAggregateRecord_Query(tableName: …) { totalCount aggregates { … } }`: the aggregates of the Aggregate API.
///
/// Arguments and types are those of an instance's introspection; `having` and `orderBy` are parsed as by the Aggregate
/// API, because no documentation contradicts that. `category` and `aggregateOptions` are accepted and ignored. Without
/// grouping there is one group without `groupBy`.
enum GlideAggregateRecordQuery {
    static func resolve(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let type = GraphQL.RecordNames.aggregateQueryType
        let fields = try execution.fields(below: field, on: type)
        let table = try execution.call.table(execution.filled(field.arguments.text("tableName")) ?? "")
        // Here instances reject tables with hidden rows, whereas the Aggregate API counts them.
        guard execution.call.rules.reading(table) == .allowed else { throw APIError.tableRefused }
        let groups = try fields.filter { $0.name == "aggregates" }.map {
            try execution.fields(below: $0, on: GraphQL.RecordNames.aggregatesType)
        }
        let conditions = try execution.filled(field.arguments.text("queryConditions")) ?? ""
        let request = try request(field.arguments, groups.flatMap { $0 })
        let records = try AggregateRecords(request, of: table, execution.call) {
            try execution.call.selection($0, query: conditions).condition
        }
        let writer = try GroupWriter(records, of: table, query: conditions, execution: execution)
        let window = try window(field.arguments, of: records.groups.count)
        try execution.write(fields, of: type, into: &out) { field, out in
            switch field.name {
            case "totalCount": out.number(Int(try records.total()))
            case "totalGroupsCount": out.number(records.groups.count)
            case "aggregates":
                let wanted = try execution.fields(below: field, on: GraphQL.RecordNames.aggregatesType)
                // Once for all groups: collecting counts towards a limit, and is the same for each group.
                let columns = try wanted.reduce(into: [String: [GraphQLField]]()) { columns, field in
                    guard field.name == "groupBy" else { return }
                    columns[field.responseName] = try execution.fields(
                        below: field, on: GraphQL.RecordNames.groupByType)
                }
                try out.list(records.groups[window]) { offset, group, out in
                    try execution.element(offset) {
                        try execution.write(wanted, of: GraphQL.RecordNames.aggregatesType, into: &out) { field, out in
                            try writer.write(field, columns[field.responseName] ?? [], of: group, into: &out)
                        }
                    }
                }
            default: throw execution.undefined(field, in: type)
            }
        }
    }

    /// The aggregates requested by the arguments and selections. Exceeding the engine's limits is an error, because the
    /// response would be incomplete.
    private static func request(
        _ arguments: GraphQLArguments, _ selected: [GraphQLField]
    ) throws -> AggregateRequest {
        func distinct(_ names: [String]) -> [String] {
            var seen: Set<String> = []
            return names.filter { seen.insert($0).inserted }
        }
        func split(_ text: String?) -> [String] {
            (text ?? "").split(separator: ",").map { String($0.drop { $0 == " " }) }
        }
        var request = AggregateRequest()
        request.counts = true
        request.groups = distinct(arguments.texts("groupBy") ?? [])
        request.having = distinct(split(arguments.text("having")))
        request.order = distinct(split(arguments.text("orderBy")))
        var seen: Set<AggregateRequest.Function> = []
        for field in selected {
            guard let function = Aggregate.Function(rawValue: field.name), let path = field.arguments.text("field")
            else { continue }
            let wanted = AggregateRequest.Function(function: function, path: path)
            if seen.insert(wanted).inserted { request.functions.append(wanted) }
        }
        let most = AggregateRequest.maxColumns
        for (names, limit) in [
            (request.groups, "groups"), (request.having, "conditions on groups"), (request.order, "orders of groups"),
        ] where names.count > most {
            throw QueryComplexityError(limit: limit, most: most)
        }
        guard request.functions.count <= maxFunctions else {
            throw QueryComplexityError(limit: "functions", most: maxFunctions)
        }
        return request
    }

    /// The maximum number of column functions in one aggregate.
    private static let maxFunctions = 100

    /// The groups selected by `groupPagination`; default: all.
    private static func window(_ arguments: GraphQLArguments, of count: Int) throws -> Range<Int> {
        let pages = arguments.object("groupPagination")
        let offset = pages?.integer("offset") ?? 0
        guard offset >= 0 else { throw APIError.negativeOffset }
        let start = min(offset, count)
        guard let limit = pages?.integer("limit") else { return start..<count }
        return start..<min(start + max(limit, 0), count)
    }
}

struct GroupQuery {
    private let groups: [EncodedQuery.Group]

    /// `conditions` is the encoded query of the aggregate. Ignored conditions are left out: they did not restrict the
    /// records, and must not do so now.
    init(_ conditions: String, compiler: QueryCompiler) throws {
        var kept: [EncodedQuery.Group] = []
        for group in EncodedQuery(conditions).groups {
            var terms: [EncodedQuery.Term] = []
            for term in group.terms {
                let known = try term.conditions.filter { try compiler.compile($0) != nil }
                if !known.isEmpty { terms.append(EncodedQuery.Term(known)) }
            }
            if !terms.isEmpty { kept.append(EncodedQuery.Group(terms)) }
        }
        groups = kept
    }

    /// The query for the records with these values, in wire form. Nil if a value cannot be part of a query, or would be
    /// read as a script.
    func text(_ values: [(path: String, value: String)]) -> String? {
        var terms: [EncodedQuery.Term] = []
        for (path, value) in values {
            guard EncodedQuery.isValidValue(value), !value.hasPrefix("javascript:") else { return nil }
            let condition =
                value.isEmpty
                ? EncodedQuery.Condition(path, .isEmpty) : EncodedQuery.Condition(path, .equals, value)
            terms.append(EncodedQuery.Term([condition]))
        }
        let all = groups.isEmpty ? [EncodedQuery.Group([])] : groups
        return EncodedQuery(groups: all.map { EncodedQuery.Group($0.terms + terms) }).text
    }
}

struct GroupWriter {
    private let records: AggregateRecords
    private let table: Table
    private let queries: GroupQuery
    private let execution: GraphQLExecution

    init(
        _ records: AggregateRecords, of table: Table, query conditions: String, execution: GraphQLExecution
    ) throws {
        self.records = records
        self.table = table
        self.execution = execution
        let call = execution.call
        queries = try GroupQuery(
            conditions,
            compiler: QueryCompiler(plan: JoinPlan(table, in: call.schema), context: try call.context(for: conditions)))
    }

    func write(
        _ field: GraphQLField, _ columns: [GraphQLField], of group: AggregateRecords.Group, into out: inout JSONText
    ) throws {
        switch field.name {
        case "count": out.number(Int(group.count))
        case "groupBy": try writeValues(columns, of: group, into: &out)
        default:
            guard let function = Aggregate.Function(rawValue: field.name) else {
                throw execution.undefined(field, in: GraphQL.RecordNames.aggregatesType)
            }
            guard let path = field.arguments.text("field"),
                let result = records.result(function, of: path, in: group)
            else { return out.raw("null") }
            if function == .countDistinct { out.raw(Array(result.utf8)) } else { out.string(result) }
        }
    }

    /// One element for every grouped column. Each has the query of the whole group, so any of them finds its records.
    private func writeValues(
        _ wanted: [GraphQLField], of group: AggregateRecords.Group, into out: inout JSONText
    ) throws {
        let values = zip(records.query.groups, group.values).map { column, stored in
            (path: column.path, value: RecordRenderer.wire(stored, column.operand.column))
        }
        let query = queries.text(values)
        try out.list(records.query.groups) { offset, column, out in
            let value = values[offset].value
            let shown =
                value.isEmpty
                ? "" : try execution.lookup.display(group.values[offset], value, in: column.operand.column)
            try execution.element(offset) {
                try execution.write(wanted, of: GraphQL.RecordNames.groupByType, into: &out) { field, out in
                    switch field.name {
                    case "field": out.string(column.path)
                    case "value": out.string(value)
                    case "displayValue": out.string(shown)
                    case "aggregateQuery": GroupWriter.write(query, into: &out)
                    case "groupChoiceTable": GroupWriter.write(choiceTable(of: column.operand), into: &out)
                    case "_query":
                        let fields = try execution.fields(below: field, on: GraphQLRoots.typeName(.query))
                        let group = [
                            "field": column.path, "value": value, "displayValue": shown, "aggregateQuery": query ?? "",
                        ]
                        try execution.write(fields, inside: { group[$0] ?? "" }, into: &out)
                    default: throw execution.undefined(field, in: GraphQL.RecordNames.groupByType)
                    }
                }
            }
        }
    }

    private static func write(_ text: String?, into out: inout JSONText) {
        if let text { out.string(text) } else { out.raw("null") }
    }

    /// The table of a column's choices in `sys_choice`: the nearest ancestor with its own.
    private func choiceTable(of operand: JoinPlan.Operand) -> String? {
        guard !operand.column.choices.isEmpty else { return nil }
        let nearest = operand.table.lineage.first {
            execution.call.schema[$0]?.definition.choices[operand.column.name] != nil
        }
        return nearest ?? operand.column.owner
    }
}
