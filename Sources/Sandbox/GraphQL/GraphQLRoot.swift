import Database
import Notation

enum GraphQLRoots {
    /// Writes the value of a field of a root type.
    static func resolve(
        _ field: GraphQLField, _ operation: GraphQL.OperationKind, _ execution: GraphQLExecution,
        into out: inout JSONText
    ) throws {
        switch (operation, field.name) {
        case (.query, GraphQL.RecordNames.recordQuery):
            try TableRecordsQuery.resolve(field, execution, into: &out)
        case (.query, GraphQL.RecordNames.aggregateQuery):
            try GlideAggregateRecordQuery.resolve(field, execution, into: &out)
        case (.query, "__schema"), (.query, "__type"): try IntrospectionWriter.resolve(field, execution, into: &out)
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

    private func shape(of table: Table) -> GraphQL.TableShape {
        GraphQL.TableShape(
            name: table.name, label: table.label,
            columns: table.columns.map { column in
                GraphQL.ColumnShape(
                    column.name, label: column.definition.label, internalType: column.type.rawValue,
                    reference: column.reference.flatMap { schema[$0]?.name }, hasChoices: !column.choices.isEmpty)
            }, hasMutations: MutationName.exist(for: table))
    }
}

/// The size of an operation before it is executed: the number of fields, as often as fragments repeat them, and how
/// deeply they are nested. Fragments that use each other are too deep.
struct GraphQLSize {
    private static let most = 10_000
    private static let deepest = 200

    let fragments: GraphQL.Fragments
    private(set) var fields = 0

    static func check(_ operation: GraphQL.Operation, _ fragments: GraphQL.Fragments) throws(GraphQLRequestError) {
        var size = GraphQLSize(fragments: fragments)
        try size.add(operation.selections, depth: 1)
    }

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
enum GlideAggregateRecordQuery {
    static func resolve(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let type = GraphQL.RecordNames.aggregateQueryType
        let fields = try execution.fields(below: field, on: type)
        let table = try execution.call.table(field.arguments.text("tableName") ?? "")
        // Here instances reject tables with hidden rows, whereas the Aggregate API counts them.
        guard execution.call.rules.reading(table) == .allowed else { throw APIError.tableRefused }
        let groups = try fields.filter { $0.name == "aggregates" }.map {
            try execution.fields(below: $0, on: GraphQL.RecordNames.aggregatesType)
        }
        let conditions = field.arguments.text("queryConditions") ?? ""
        let request = try request(field.arguments, groups.flatMap { $0 })
        let records = try AggregateRecords(request, of: table, execution.call) {
            try execution.call.selection($0, query: conditions).condition
        }
        let writer = GroupWriter(records: records, execution: execution)
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
    private static func request(_ arguments: GraphQLArguments, _ selected: [GraphQLField]) throws -> AggregateRequest {
        func distinct<Value: Hashable>(_ values: [Value]) -> [Value] {
            var seen: Set<Value> = []
            return values.filter { seen.insert($0).inserted }
        }
        func split(_ text: String?) -> [String] {
            (text ?? "").split(separator: ",").map { String($0.drop { $0 == " " }) }
        }
        var request = AggregateRequest()
        request.counts = true
        request.groups = distinct(arguments.texts("groupBy") ?? [])
        request.having = distinct(split(arguments.text("having")))
        request.order = distinct(split(arguments.text("orderBy")))
        request.functions = distinct(
            selected.compactMap { field in
                guard let function = Aggregate.Function(rawValue: field.name), let path = field.arguments.text("field")
                else { return nil }
                return AggregateRequest.Function(function: function, path: path)
            })
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

    private static func window(_ arguments: GraphQLArguments, of count: Int) throws -> Range<Int> {
        let pages = arguments.object("groupPagination")
        let offset = pages?.integer("offset") ?? 0
        guard offset >= 0 else { throw APIError.negativeOffset }
        let start = min(offset, count)
        guard let limit = pages?.integer("limit") else { return start..<count }
        return start..<min(start + max(limit, 0), count)
    }
}

private struct GroupWriter {
    let records: AggregateRecords
    let execution: GraphQLExecution

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
            guard let path = field.arguments.text("field"), let result = records.result(function, of: path, in: group)
            else { return out.raw("null") }
            if function == .countDistinct { out.raw(Array(result.utf8)) } else { out.string(result) }
        }
    }

    /// One element for every grouped column.
    private func writeValues(
        _ wanted: [GraphQLField], of group: AggregateRecords.Group, into out: inout JSONText
    ) throws {
        try out.list(records.query.groups) { offset, grouped, out in
            let column = grouped.operand.column, stored = group.values[offset]
            let value = RecordRenderer.wire(stored, column)
            try execution.element(offset) {
                try execution.write(wanted, of: GraphQL.RecordNames.groupByType, into: &out) { field, out in
                    switch field.name {
                    case "field": out.string(grouped.path)
                    case "value": out.string(value)
                    case "displayValue":
                        out.string(value.isEmpty ? "" : try execution.lookup.display(stored, value, in: column))
                    default: throw execution.undefined(field, in: GraphQL.RecordNames.groupByType)
                    }
                }
            }
        }
    }
}
