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
