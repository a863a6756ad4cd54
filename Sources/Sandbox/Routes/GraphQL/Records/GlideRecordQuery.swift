import Notation

/// `GlideRecord_Query { table(…) { … } }`: records of tables, the same that the Table API gives.
struct GlideRecordQuery: GraphQLRoot {
    static let typeName = "GlideRecord_QueryType"

    let name = "GlideRecord_Query"
    var costBelow: Int { GraphQLComplexity.table }

    func resolve(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let fields = try execution.fields(below: field, on: GlideRecordQuery.typeName)
        try execution.write(fields, of: GlideRecordQuery.typeName, into: &out) { field, out in
            guard execution.call.schema[field.name] != nil else {
                throw execution.undefined(field, in: GlideRecordQuery.typeName)
            }
            try TableQuestion(field, of: try execution.call.table(field.name), execution).answer(into: &out)
        }
    }
}
