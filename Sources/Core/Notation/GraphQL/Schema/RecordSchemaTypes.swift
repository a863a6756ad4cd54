extension GraphQL.RecordSchema {
    static let queryRoots =
        GraphQL.TypeDefinition.all(
            in: """
                type QueryType {
                  "the rows of tables" GlideRecord_Query: GlideRecord_QueryType
                  "counts, sums and other aggregates of a table" GlideAggregateRecord_Query(
                    "the table to count" tableName: String!
                    "an encoded query" queryConditions: String
                    "the columns that make groups" groupBy: [String]
                    having: String, orderBy: String, category: String, aggregateOptions: String
                    "which groups to give" groupPagination: Glide_PaginationInputType
                  ): GlideAggregateRecord_QueryType
                }
                """
        ).flatMap(\.fields)

    static let tableArguments =
        GraphQL.TypeDefinition.all(
            in: """
                input Arguments {
                  "the one record to give" sys_id: String
                  "an encoded query" queryConditions: String
                  "whether to leave _rowCount uncounted" omitCount: Boolean
                  "which rows to give" pagination: Glide_PaginationInputType
                }
                """
        ).flatMap(\.inputFields)

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
            column.name, .type(column.wrapper), description: text(column.label))
    }

    static func text(_ label: String) -> String? { label.isEmpty ? nil : label }

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

    private static func columnArgument(_ column: GraphQL.ColumnShape) -> GraphQL.InputDefinition {
        let isVariables = column.internalType == "glide_var"
        return GraphQL.InputDefinition(
            column.name, isVariables ? .list(of: "GlideRecord_GlideVarVariableInputFieldType") : .type("String"),
            description: text(column.label))
    }

    static func writeFields(_ table: String) -> [GraphQL.FieldDefinition] {
        [
            .init("_rowCount", .type("Int")), .init("error_message", .type("String")),
            .init("_results", .list(of: GraphQL.RecordNames.rowPrefix + table)),
        ]
    }

    static func referenceType(to table: String) -> GraphQL.TypeDefinition {
        let fields = reference.fields + [.init("_reference", .type(GraphQL.RecordNames.rowPrefix + table))]
        return GraphQL.TypeDefinition(object: GraphQL.RecordNames.referencePrefix + table, fields: fields)
    }

    private static let reference =
        GraphQL.TypeDefinition.all(in: "type Reference { value: String \(ofEveryColumn) }")[0]

    private static let ofEveryColumn = """
        hasValue: Boolean isArray: Boolean isObject: Boolean isNil: Boolean isChoice: Boolean isMandatory: Boolean
        label: String textAreaDisplayValue: String style: String canWrite: Boolean canRead: Boolean
        canCreate: Boolean isDynamicCreate: Boolean hasMapping: Boolean displayValue: String htmlValue: String
        internalType: String valueMapping: String referenceTableName: String
        """

    static let framework = GraphQL.TypeDefinition.all(
        in: """
            "Glide Boolean" scalar Glide_Boolean
            "a whole number of 64 bits" scalar Long
            input Glide_PaginationInputType {
              "how many at most" limit: Int
              "how many to skip" offset: Int
            }
            input GlideRecord_GlideVarVariableInputFieldType {
              variableName: String! variableValue: String variableMapping: String
            }
            type GlideAggregateRecord_QueryType {
              totalCount: Long totalGroupsCount: Long aggregates: [GlideAggregateRecord_AggregatesType]
            }
            type GlideAggregateRecord_AggregatesType {
              groupBy: [GlideAggregateRecord_GroupByType]
              avg("a column" field: String!): String
              count: Long
              max("a column" field: String!): String
              min("a column" field: String!): String
              sum("a column" field: String!): String
              countDistinct("a column" field: String!): Long
            }
            type GlideAggregateRecord_GroupByType {
              field: String value: String displayValue: String aggregateQuery: String groupChoiceTable: String
              _query: QueryType
            }
            type GlideRecord_ChoiceListChoiceType { displayValue: String value: String }
            type GlideRecord_DeleteMutationOutputType { modified_count: Int sys_id: String }
            type GlideRecord_GlideVarVariableFieldType {
              variableName: String variableLabel: String variableDisplayValue: String variableValue: String
              \(ofEveryColumn)
            }
            type GlideRecord_RowDataType {
              displayValue: String uniqueValue: String canDelete: Boolean canWrite: Boolean
            }
            type GlideRecord_SubscriptionFieldsFieldType {
              subscription_channel: String serialized_subscription: String subscription_operation: String
              subscription_state: String
            }
            type GlideRecord_TableMetadataType {
              isScriptableTable: Boolean isPartitionTable: Boolean isRotationExtension: Boolean isUpdateSync: Boolean
              isUpdateSyncCustom: Boolean isReadReplicaBlacklisted: Boolean hasOffRowTables: Boolean
              hasTableTextIndex: Boolean plural: String hasTextIndex: Boolean supportsClasspath: Boolean label: String
              auditWanted: Boolean displayValue: String canWrite: Boolean canCreate: Boolean canRead: Boolean
              canDelete: Boolean
            }
            type GlideRecord_ChoiceListFieldType {
              value: String \(ofEveryColumn) _choices: [GlideRecord_ChoiceListChoiceType]
            }
            type GlideRecord_CurrencyFieldType { value: Float \(ofEveryColumn) currencyDisplayValue: String }
            type GlideRecord_DocumentIdFieldType {
              value: String \(ofEveryColumn) _documentIdRef(fieldName: String!): GlideRecord_FieldType_String
              _referenceTableName: String
            }
            type GlideRecord_FieldType_Float { value: Float \(ofEveryColumn) }
            type GlideRecord_FieldType_Glide_Boolean { value: Glide_Boolean \(ofEveryColumn) }
            type GlideRecord_FieldType_ID { value: ID \(ofEveryColumn) }
            type GlideRecord_FieldType_Long { value: Long \(ofEveryColumn) }
            type GlideRecord_FieldType_String { value: String \(ofEveryColumn) }
            type GlideRecord_GlideVarFieldType {
              \(ofEveryColumn) variable(variableName: String!): GlideRecord_GlideVarVariableFieldType
              variables: [GlideRecord_GlideVarVariableFieldType]
            }
            type GlideRecord_JournalFieldType { value(maxLines: Int): String \(ofEveryColumn) }
            """
    ).sorted { $0.name < $1.name }

    static let frameworkByName = Dictionary(framework.map { ($0.name, $0) }) { first, _ in first }
}

extension GraphQL.ColumnShape {
    /// The type that wraps the column's value, named as in an instance's introspection. Which internal types are
    /// integers and which decimals is our interpretation of `sys_glide_object.scalar_type`.
    fileprivate var wrapper: String {
        switch internalType {
        case "document_id": "GlideRecord_DocumentIdFieldType"
        case "glide_var": "GlideRecord_GlideVarFieldType"
        case "journal", "journal_input": "GlideRecord_JournalFieldType"
        case "currency", "currency2", "price": "GlideRecord_CurrencyFieldType"
        case "boolean": "GlideRecord_FieldType_Glide_Boolean"
        case "glide_list": "GlideRecord_FieldType_String"
        case _ where reference?.isEmpty == false: GraphQL.RecordNames.referencePrefix + (reference ?? "")
        case "choice", "sys_class_name": "GlideRecord_ChoiceListFieldType"
        case _ where hasChoices: "GlideRecord_ChoiceListFieldType"
        case "integer", "long", "longint", "auto_increment", "order_index", "count": "GlideRecord_FieldType_Long"
        case "decimal", "float", "double", "percent_complete": "GlideRecord_FieldType_Float"
        case "GUID" where name == "sys_id": "GlideRecord_FieldType_ID"
        default: "GlideRecord_FieldType_String"
        }
    }
}
