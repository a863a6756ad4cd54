import Notation

/// The documents that ask of an instance's record schema what table commands ask of its Table API.
enum TableDocument {
    /// `{ GlideRecord_Query { incident(…) { _rowCount _results { … } } } }`
    ///
    /// - Parameter counts: whether the answer says how many records there are.
    static func records(
        of table: String, _ arguments: [GraphQL.Argument], counts: Bool, _ fields: [GraphQL.Selection]
    ) -> GraphQL.Document {
        var asked: [GraphQL.Selection] = counts ? [.field(GraphQL.Field("_rowCount"))] : []
        asked.append(.field(GraphQL.Field("_results", selections: fields)))
        let table = GraphQL.Field(GraphQL.Name(table), arguments: arguments, selections: asked)
        return document(.query, GraphQL.RecordNames.recordQuery, [.field(table)])
    }

    /// `mutation { GlideRecord_Mutation { insert_incident(…) { … } } }`
    ///
    /// - Parameters:
    ///   - field: `insert_incident`, `update_incident` or `delete_incident`.
    ///   - variables: those that the arguments name.
    static func change(
        _ field: String, _ arguments: [GraphQL.Argument], variables: [GraphQL.VariableDefinition] = [],
        _ selections: [GraphQL.Selection]
    ) -> GraphQL.Document {
        let change = GraphQL.Field(GraphQL.Name(field), arguments: arguments, selections: selections)
        return document(.mutation, GraphQL.RecordNames.recordMutation, [.field(change)], variables)
    }

    /// `queryConditions: "…"`
    static func conditions(_ query: String) -> GraphQL.Argument {
        GraphQL.Argument("queryConditions", GraphQL.Value(.string(query)))
    }

    /// `pagination: {limit: 20, offset: 40}`; an offset of nothing is left out.
    static func pagination(limit: Int, offset: Int = 0) -> GraphQL.Argument {
        var fields = [GraphQL.ObjectField("limit", GraphQL.Value(.int(String(limit))))]
        if offset > 0 { fields.append(GraphQL.ObjectField("offset", GraphQL.Value(.int(String(offset))))) }
        return GraphQL.Argument("pagination", GraphQL.Value(.object(fields)))
    }

    static func document(
        _ kind: GraphQL.OperationKind, _ root: String, _ selections: [GraphQL.Selection],
        _ variables: [GraphQL.VariableDefinition] = [], arguments: [GraphQL.Argument] = []
    ) -> GraphQL.Document {
        let root = GraphQL.Field(GraphQL.Name(root), arguments: arguments, selections: selections)
        return GraphQL.Document([
            .operation(GraphQL.Operation(kind, variables: variables, selections: [.field(root)]))
        ])
    }
}
