extension GraphQL.RecordSchema {
    /// The types of the text, in which `...Column` stands for its first paragraph: what every column has.
    private static let types: [GraphQL.TypeDefinition] = {
        let parts = ProgramText.recordTypes.split(separator: "\n\n", maxSplits: 1).map(String.init)
        return GraphQL.TypeDefinition.all(in: parts[1].replacing("...Column", with: parts[0]))
    }()

    static let queryRoots = types[0].fields
    static let tableArguments = types[1].inputFields

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
            description: shape.flatMap { text($0.label) }, wants: wants)
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
        GraphQL.FieldDefinition(column.name, .type(column.wrapper), description: text(column.label))
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

    private static let reference = types[2]
    static let framework = types.dropFirst(3).sorted { $0.name < $1.name }
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
