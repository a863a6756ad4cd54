extension GraphQL.RecordSchema {
    static let queryRoot = GraphQL.FieldDefinition(
        GraphQL.RecordNames.recordQuery, .type(GraphQL.RecordNames.recordQueryType), description: "the rows of tables")

    static let tableArguments = [
        GraphQL.InputDefinition("sys_id", .type("String"), description: "the one record to give"),
        GraphQL.InputDefinition("queryConditions", .type("String"), description: "an encoded query"),
        GraphQL.InputDefinition("omitCount", .type("Boolean"), description: "whether to leave _rowCount uncounted"),
        GraphQL.InputDefinition("pagination", .type("Glide_PaginationInputType"), description: "which rows to give"),
    ]

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
            column.name, .type(GraphQL.ColumnWrapper(of: column).typeName), description: text(column.label))
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
        let isVariables = GraphQL.ColumnWrapper(of: column) == .variables
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

    /// The types shared by all tables, sorted by name.
    static let framework: [GraphQL.TypeDefinition] =
        ([
            GraphQL.TypeDefinition(scalar: "Glide_Boolean", description: "Glide Boolean"),
            GraphQL.TypeDefinition(scalar: "Long", description: "a whole number of 64 bits"),
            GraphQL.TypeDefinition(
                inputObject: "Glide_PaginationInputType",
                fields: [
                    .init("limit", .type("Int"), description: "how many at most"),
                    .init("offset", .type("Int"), description: "how many to skip"),
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

extension GraphQL {
    /// The type that wraps a column's value. The names are those of an instance's introspection.
    enum ColumnWrapper: Sendable, Hashable {
        case string, long, float, id, boolean, choiceList, journal, currency, documentID, variables
        case reference(String)

        /// The wrapper of a column. Which internal types are integers and which decimals is our interpretation of
        /// `sys_glide_object.scalar_type`.
        init(of column: ColumnShape) {
            switch column.internalType {
            case "document_id": self = .documentID
            case "glide_var": self = .variables
            case "journal", "journal_input": self = .journal
            case "currency", "currency2", "price": self = .currency
            case "boolean": self = .boolean
            case "glide_list": self = .string
            case _ where column.reference?.isEmpty == false: self = .reference(column.reference ?? "")
            case "choice", "sys_class_name": self = .choiceList
            case _ where column.hasChoices: self = .choiceList
            case "integer", "long", "longint", "auto_increment", "order_index", "count": self = .long
            case "decimal", "float", "double", "percent_complete": self = .float
            case "GUID" where column.name == "sys_id": self = .id
            default: self = .string
            }
        }

        var typeName: String {
            switch self {
            case .string: "GlideRecord_FieldType_String"
            case .long: "GlideRecord_FieldType_Long"
            case .float: "GlideRecord_FieldType_Float"
            case .id: "GlideRecord_FieldType_ID"
            case .boolean: "GlideRecord_FieldType_Glide_Boolean"
            case .choiceList: "GlideRecord_ChoiceListFieldType"
            case .journal: "GlideRecord_JournalFieldType"
            case .currency: "GlideRecord_CurrencyFieldType"
            case .documentID: "GlideRecord_DocumentIdFieldType"
            case .variables: "GlideRecord_GlideVarFieldType"
            case .reference(let table): RecordNames.referencePrefix + table
            }
        }

        static let fixed: [ColumnWrapper] = [
            .choiceList, .currency, .documentID, .float, .boolean, .id, .long, .string, .variables, .journal,
        ]

        var fields: [FieldDefinition] {
            switch self {
            case .long: Self.common(value: "Long")
            case .float: Self.common(value: "Float")
            case .id: Self.common(value: "ID")
            case .boolean: Self.common(value: "Glide_Boolean")
            case .journal: Self.common(value: "String", arguments: [InputDefinition("maxLines", .type("Int"))])
            case .string: Self.common(value: "String")
            case .choiceList:
                Self.common(value: "String") + [
                    FieldDefinition("_choices", .list(of: RecordNames.choiceType))
                ]
            case .currency:
                Self.common(value: "Float") + [FieldDefinition("currencyDisplayValue", .type("String"))]
            case .documentID:
                Self.common(value: "String") + [
                    FieldDefinition(
                        "_documentIdRef", .type(ColumnWrapper.string.typeName),
                        arguments: [InputDefinition("fieldName", .required("String"))]),
                    FieldDefinition("_referenceTableName", .type("String")),
                ]
            case .variables:
                Self.common(value: nil) + [
                    FieldDefinition(
                        "variable", .type("GlideRecord_GlideVarVariableFieldType"),
                        arguments: [InputDefinition("variableName", .required("String"))]),
                    FieldDefinition("variables", .list(of: "GlideRecord_GlideVarVariableFieldType")),
                ]
            case .reference(let table):
                Self.common(value: "String") + [
                    FieldDefinition("_reference", .type(RecordNames.rowPrefix + table))
                ]
            }
        }

        static func common(value: String?, arguments: [InputDefinition] = []) -> [FieldDefinition] {
            let first = value.map { [FieldDefinition("value", .type($0), arguments: arguments)] } ?? []
            return first + shared
        }

        private static let shared: [FieldDefinition] = {
            let flags: Set<String> = [
                "hasValue", "isArray", "isObject", "isNil", "isChoice", "isMandatory", "canWrite", "canRead",
                "canCreate", "isDynamicCreate", "hasMapping",
            ]
            return """
                hasValue isArray isObject isNil isChoice isMandatory label textAreaDisplayValue style canWrite canRead \
                canCreate isDynamicCreate hasMapping displayValue htmlValue internalType valueMapping referenceTableName
                """.split(separator: " ").map(String.init).map {
                    FieldDefinition($0, .type(flags.contains($0) ? "Boolean" : "String"))
                }
        }()
    }
}
