extension GraphQL.RecordSchema {
    static let aggregateRoot = GraphQL.FieldDefinition(
        GraphQL.RecordNames.aggregateQuery, .type(GraphQL.RecordNames.aggregateQueryType),
        arguments: [
            .init("tableName", .required("String"), description: "the table to count"),
            .init("queryConditions", .type("String"), description: "an encoded query"),
            .init("groupBy", .list(of: "String"), description: "the columns that make groups"),
            .init("having", .type("String")), .init("orderBy", .type("String")), .init("category", .type("String")),
            .init("aggregateOptions", .type("String")),
            .init("groupPagination", .type("Glide_PaginationInputType"), description: "which groups to give"),
        ],
        description: "counts, sums and other aggregates of a table")

    /// The types that are the same for all tables, in the order of their names.
    static let framework: [GraphQL.TypeDefinition] =
        ([
            GraphQL.TypeDefinition(scalar: "Glide_Boolean", description: "Glide Boolean"),
            GraphQL.TypeDefinition(scalar: "Long", description: "a whole number of 64 bits"),
            GraphQL.TypeDefinition(
                inputObject: "Glide_PaginationInputType",
                fields: [
                    .init("limit", .type("Int"), description: "how many at most"),
                    .init("offset", .type("Int"), description: "how many to pass over first"),
                ]),
            GraphQL.TypeDefinition(
                inputObject: "GlideRecord_GlideVarVariableInputFieldType",
                fields: [
                    .init("variableName", .required("String")), .init("variableValue", .type("String")),
                    .init("variableMapping", .type("String")),
                ]),
            GraphQL.TypeDefinition(
                object: GraphQL.RecordNames.aggregateQueryType,
                fields: [
                    .init("totalCount", .type("Long")), .init("totalGroupsCount", .type("Long")),
                    .init("aggregates", .list(of: GraphQL.RecordNames.aggregatesType)),
                ]),
            GraphQL.TypeDefinition(object: GraphQL.RecordNames.aggregatesType, fields: aggregates),
            GraphQL.TypeDefinition(
                object: GraphQL.RecordNames.groupByType,
                fields: texts("field value displayValue aggregateQuery groupChoiceTable") + [
                    .init("_query", .type(GraphQL.RecordNames.queryType))
                ]),
            GraphQL.TypeDefinition(
                object: GraphQL.RecordNames.choiceType, fields: texts("displayValue value")),
            GraphQL.TypeDefinition(
                object: GraphQL.RecordNames.deletionType,
                fields: [.init("modified_count", .type("Int")), .init("sys_id", .type("String"))]),
            GraphQL.TypeDefinition(
                object: "GlideRecord_GlideVarVariableFieldType",
                fields: texts("variableName variableLabel variableDisplayValue variableValue")
                    + GraphQL.ColumnWrapper.common(value: nil)),
            GraphQL.TypeDefinition(
                object: GraphQL.RecordNames.rowDataType,
                fields: texts("displayValue uniqueValue") + flags("canDelete canWrite")),
            GraphQL.TypeDefinition(
                object: "GlideRecord_SubscriptionFieldsFieldType",
                fields: texts(
                    "subscription_channel serialized_subscription subscription_operation subscription_state")),
            GraphQL.TypeDefinition(object: GraphQL.RecordNames.metadataType, fields: metadata),
        ] + GraphQL.ColumnWrapper.fixed.map { GraphQL.TypeDefinition(object: $0.typeName, fields: $0.fields) })
        .sorted { $0.name < $1.name }

    static let frameworkByName = Dictionary(framework.map { ($0.name, $0) }) { first, _ in first }

    private static let aggregates: [GraphQL.FieldDefinition] = {
        let column = [GraphQL.InputDefinition("field", .required("String"), description: "a column")]
        let ofColumn: (String, String) -> GraphQL.FieldDefinition = { name, type in
            GraphQL.FieldDefinition(name, .type(type), arguments: column)
        }
        return [
            .init("groupBy", .list(of: GraphQL.RecordNames.groupByType)), ofColumn("avg", "String"),
            .init("count", .type("Long")), ofColumn("max", "String"), ofColumn("min", "String"),
            ofColumn("sum", "String"), ofColumn("countDistinct", "Long"),
        ]
    }()

    private static let metadata: [GraphQL.FieldDefinition] =
        flags(
            "isScriptableTable isPartitionTable isRotationExtension isUpdateSync isUpdateSyncCustom "
                + "isReadReplicaBlacklisted hasOffRowTables hasTableTextIndex")
        + texts("plural") + flags("hasTextIndex supportsClasspath") + texts("label") + flags("auditWanted")
        + texts("displayValue") + flags("canWrite canCreate canRead canDelete")

    private static func texts(_ names: String) -> [GraphQL.FieldDefinition] { fields(names, "String") }
    private static func flags(_ names: String) -> [GraphQL.FieldDefinition] { fields(names, "Boolean") }
    private static func fields(_ names: String, _ type: String) -> [GraphQL.FieldDefinition] {
        names.split(separator: " ").map { GraphQL.FieldDefinition(String($0), .type(type)) }
    }
}
