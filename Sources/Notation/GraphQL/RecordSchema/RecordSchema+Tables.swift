extension GraphQL.RecordSchema {
    static let queryRoot = GraphQL.FieldDefinition(
        GraphQL.RecordNames.recordQuery, .type(GraphQL.RecordNames.recordQueryType), description: "the rows of tables")

    static let tableArguments = [
        GraphQL.InputDefinition("sys_id", .type("String"), description: "the one record to give"),
        GraphQL.InputDefinition("queryConditions", .type("String"), description: "an encoded query"),
        GraphQL.InputDefinition("omitCount", .type("Boolean"), description: "whether to leave _rowCount uncounted"),
        GraphQL.InputDefinition("pagination", .type("Glide_PaginationInputType"), description: "which rows to give"),
    ]

    /// One field for every table.
    var recordQuery: GraphQL.TypeDefinition {
        let tables = tables
        return GraphQL.TypeDefinition(
            object: GraphQL.RecordNames.recordQueryType,
            list: { (tables.tableNames ?? []).map { Self.tableField($0, nil, wants: nil) } },
            find: { name in
                switch tables.shape(of: name) {
                case .known(let shape): .known(Self.tableField(name, shape, wants: nil))
                case .absent: .absent
                case .notYet: .known(Self.tableField(name, nil, wants: name))
                }
            })
    }

    private static func tableField(
        _ table: String, _ shape: GraphQL.TableShape?, wants: String?
    ) -> GraphQL.FieldDefinition {
        GraphQL.FieldDefinition(
            table, .type(GraphQL.RecordNames.tablePrefix + table), arguments: tableArguments,
            description: shape.flatMap { text($0.label) },
            wants: wants)
    }

    /// What a question about a table gives.
    func tableType(_ table: String, _ shape: GraphQL.TableShape?) -> GraphQL.TypeDefinition {
        GraphQL.TypeDefinition(
            object: GraphQL.RecordNames.tablePrefix + table, description: shape.flatMap { Self.text($0.label) },
            fields: [
                .init("_table_metadata", .type(GraphQL.RecordNames.metadataType)),
                .init("_subscription", .type("GlideRecord_SubscriptionFieldsFieldType")),
                .init("_rowCount", .type("Int"), description: "how many rows match, hidden ones too"),
                .init("error_message", .type("String")),
                .init("_results", .list(of: GraphQL.RecordNames.rowPrefix + table), description: "the rows"),
            ])
    }

    /// A row: a field for every column, and what every row has. Without a shape any column may exist.
    func rowType(
        _ name: String, _ table: String, _ shape: GraphQL.TableShape?, more: [GraphQL.FieldDefinition]
    ) -> GraphQL.TypeDefinition {
        let own = Self.rowFields + more
        return GraphQL.TypeDefinition(
            object: name, description: shape.flatMap { Self.text($0.label) }, wants: shape == nil ? table : nil,
            list: { (shape?.columns ?? []).map(Self.columnField) + own },
            find: { name in
                if let column = shape?.column(name) { return .known(Self.columnField(column)) }
                if let found = own.first(where: { $0.name == name }) { return .known(found) }
                return shape == nil ? .notYet : .absent
            })
    }

    private static let rowFields: [GraphQL.FieldDefinition] = [
        .init("_row_data", .type(GraphQL.RecordNames.rowDataType), description: "the record as a whole"),
        .init(
            "_query", .type(GraphQL.RecordNames.queryType),
            description: "another question; $$parent.COLUMN$$ stands for a value here"),
    ]

    private static func columnField(_ column: GraphQL.ColumnShape) -> GraphQL.FieldDefinition {
        GraphQL.FieldDefinition(
            column.name, .type(GraphQL.ColumnWrapper(of: column).typeName), description: text(column.label))
    }

    static func text(_ label: String) -> String? { label.isEmpty ? nil : label }
}
