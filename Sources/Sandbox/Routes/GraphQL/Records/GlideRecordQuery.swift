import Notation

/// `GlideRecord_Query { table(…) { … } }`: records of tables, the same that the Table API gives.
struct GlideRecordQuery: GraphQLRoot {
    let name = GraphQL.RecordNames.recordQuery
    var costBelow: Int { GraphQLComplexity.table }

    func resolve(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let fields = try execution.fields(below: field, on: GraphQL.RecordNames.recordQueryType)
        try execution.write(fields, of: GraphQL.RecordNames.recordQueryType, into: &out) { field, out in
            guard execution.call.schema[field.name] != nil else {
                throw execution.undefined(field, in: GraphQL.RecordNames.recordQueryType)
            }
            try TableQuestion(field, of: try execution.call.table(field.name), execution).answer(into: &out)
        }
    }
}
