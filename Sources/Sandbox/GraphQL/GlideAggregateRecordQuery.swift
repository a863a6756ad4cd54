import Notation

/// `GlideAggregateRecord_Query(tableName: …) { totalCount aggregates { … } }`: the aggregates of the Aggregate API.
///
/// Arguments and types are those of an instance's introspection; `having` and `orderBy` are parsed as by the Aggregate
/// API, because no documentation contradicts that. `category` and `aggregateOptions` are accepted and ignored. Without
/// grouping there is one group without `groupBy`.
enum GlideAggregateRecordQuery {
    static func resolve(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let type = GraphQL.RecordNames.aggregateQueryType
        let fields = try execution.fields(below: field, on: type)
        guard let name = try execution.filled(field.arguments.text("tableName")) else {
            throw GraphQLRequestError.wrongType("tableName", wants: "String!", at: execution.path)
        }
        let table = try execution.call.table(name)
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
                out.raw("[")
                for (offset, group) in records.groups[window].enumerated() {
                    if offset > 0 { out.raw(",") }
                    try execution.element(offset) {
                        try execution.write(wanted, of: GraphQL.RecordNames.aggregatesType, into: &out) { field, out in
                            try writer.write(field, columns[field.responseName] ?? [], of: group, into: &out)
                        }
                    }
                }
                out.raw("]")
            default: throw execution.undefined(field, in: type)
            }
        }
    }

    /// The aggregates requested by the arguments and selections. Exceeding the engine's limits is an error, because the
    /// response would be incomplete.
    private static func request(
        _ arguments: GraphQLArguments, _ selected: [GraphQLField]
    ) throws -> AggregateRequest {
        func bounded(_ names: [String], _ what: String) throws -> [String] {
            var seen: Set<String> = []
            let names = names.filter { seen.insert($0).inserted }
            guard names.count <= AggregateRequest.maxColumns else {
                throw QueryComplexityError(limit: what, most: AggregateRequest.maxColumns)
            }
            return names
        }
        func split(_ text: String?) -> [String] {
            (text ?? "").split(separator: ",").map { String($0.drop { $0 == " " }) }
        }
        var request = AggregateRequest()
        request.counts = true
        request.groups = try bounded(try arguments.texts("groupBy") ?? [], "groups")
        request.having = try bounded(split(try arguments.text("having")), "conditions on groups")
        request.order = try bounded(split(try arguments.text("orderBy")), "orders of groups")
        var seen: Set<AggregateRequest.Function> = []
        for field in selected {
            guard let function = Aggregate.Function(rawValue: field.name), let path = try field.arguments.text("field")
            else { continue }
            let wanted = AggregateRequest.Function(function: function, path: path)
            if seen.insert(wanted).inserted { request.functions.append(wanted) }
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
        let pages = try arguments.object("groupPagination")
        let offset = try pages?.integer("offset") ?? 0
        guard offset >= 0 else { throw APIError.negativeOffset }
        let start = min(offset, count)
        guard let limit = try pages?.integer("limit") else { return start..<count }
        return start..<min(start + max(limit, 0), count)
    }
}
