extension GraphQL.RecordSchema {
    /// Three fields for every table that can be written.
    var recordMutation: GraphQL.TypeDefinition {
        let tables = tables
        return GraphQL.TypeDefinition(
            object: GraphQL.RecordNames.recordMutationType,
            list: {
                (tables.tableNames ?? []).flatMap { table in
                    GraphQL.RecordWrite.allCases.compactMap { Self.mutation($0, table, tables.shape(of: table)).value }
                }
            },
            find: { name in
                guard let (write, table) = GraphQL.RecordWrite.read(name) else { return .absent }
                return Self.mutation(write, table, tables.shape(of: table))
            })
    }

    private static func mutation(
        _ write: GraphQL.RecordWrite, _ table: String, _ shape: GraphQL.Knowledge<GraphQL.TableShape>
    ) -> GraphQL.Knowledge<GraphQL.FieldDefinition> {
        switch shape {
        case .absent: return .absent
        case .notYet: return .known(mutation(write, table, nil))
        case .known(let shape): return shape.hasMutations ? .known(mutation(write, table, shape)) : .absent
        }
    }

    private static func mutation(
        _ write: GraphQL.RecordWrite, _ table: String, _ shape: GraphQL.TableShape?
    ) -> GraphQL.FieldDefinition {
        let sysID = GraphQL.InputDefinition("sys_id", .type("String"), description: "the record")
        let columns = { (shape?.columns ?? []).map(columnArgument) }
        let isOpen = shape == nil && write != .delete
        let arguments: [GraphQL.InputDefinition] =
            switch write {
            case .insert: columns()
            case .update: [sysID] + columns().filter { $0.name != "sys_id" }
            case .delete: [sysID]
            }
        let type = write == .delete ? GraphQL.RecordNames.deletionType : GraphQL.RecordNames.writePrefix + table
        return GraphQL.FieldDefinition(
            write.rawValue + table, .type(type), arguments: arguments, description: shape.flatMap { text($0.label) },
            wants: shape == nil ? table : nil, isOpen: isOpen)
    }

    /// Every column is written as text, variables of a record as a list of theirs.
    private static func columnArgument(_ column: GraphQL.ColumnShape) -> GraphQL.InputDefinition {
        let isVariables = GraphQL.ColumnWrapper(of: column) == .variables
        return GraphQL.InputDefinition(
            column.name, isVariables ? .list(of: "GlideRecord_GlideVarVariableInputFieldType") : .type("String"),
            description: text(column.label))
    }

    /// What a write gives beside the record's own fields.
    static func writeFields(_ table: String) -> [GraphQL.FieldDefinition] {
        [
            .init("_rowCount", .type("Int")), .init("error_message", .type("String")),
            .init("_results", .list(of: GraphQL.RecordNames.rowPrefix + table)),
        ]
    }
}
