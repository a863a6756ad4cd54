import Notation

/// Values that are of another type than is taken, and fields that nothing is asked of.
extension FindingText {
    /// What an argument takes, and what it was given.
    static func message(
        _ value: GraphQL.Value, _ inside: String, _ expected: GraphQL.TypeReference, _ fault: GraphQL.ValueFault
    ) -> String {
        switch fault {
        case .notScalar, .notObject:
            "\(inside) takes \(article(expected.text)), and this is \(kind(of: value))."
        case .unknownField(let name, _): "\(inside) has no \(name)."
        default: "\(inside) takes \(article(expected.text)): \(phrase(fault))."
        }
    }

    private static func kind(of value: GraphQL.Value) -> String {
        switch value.kind {
        case .variable(let name): "$\(name)"
        case .int: "a whole number"
        case .float: "a number"
        case .string: "a text"
        case .boolean: "true or false"
        case .null: "null"
        case .enumeration: "a bare word"
        case .list: "a list"
        case .object: "an object"
        }
    }

    /// The same value as the type that is taken, where there is one.
    static func rewritten(_ value: GraphQL.Value, _ inside: String, _ expected: GraphQL.TypeReference) -> [String] {
        let name = inside.split(separator: ".").last.map(String.init) ?? inside
        switch (expected.innermost.text, value.kind) {
        case ("String", .int(let text)), ("String", .float(let text)), ("String", .enumeration(let text)),
            ("ID", .enumeration(let text)):
            return ["\(name): \"\(text)\""]
        case ("String", .boolean(let flag)): return ["\(name): \"\(flag)\""]
        case ("Int", .string(let text)) where Int32(text).map(String.init) == text: return ["\(name): \(text)"]
        case ("Boolean", .string(let text)) where text == "true" || text == "false": return ["\(name): \(text)"]
        default: return []
        }
    }

    /// What is usually asked of a type; nil when nothing is usual.
    static func skeleton(_ type: String) -> String? {
        switch type {
        case "GlideRecord_QueryType": "TABLE { _results { COLUMN { value } } }"
        case "GlideRecord_MutationType": #"update_TABLE(sys_id: "…", COLUMN: "…") { COLUMN { value } }"#
        case "GlideAggregateRecord_QueryType": "aggregates { count }"
        case "GlideAggregateRecord_AggregatesType": "count"
        case "GlideAggregateRecord_GroupByType", "GlideRecord_ChoiceListChoiceType": "value displayValue"
        case "GlideRecord_DeleteMutationOutputType": "modified_count"
        case "GlideRecord_SubscriptionFieldsFieldType": nil
        case "GlideRecord_RowDataType": "displayValue uniqueValue"
        case "GlideRecord_TableMetadataType": "label canRead canWrite"
        case _ where type.hasPrefix("GlideRecord_TableType_"): "_results { sys_id { value } }"
        case _ where type.hasPrefix("GlideRecord_TableResultsType_"): "sys_id { value }"
        case _ where type.hasPrefix("GlideRecord_MutationResultType_"): "sys_id { value }"
        case _ where type.hasPrefix("GlideRecord_") && type.contains("FieldType"): "value displayValue"
        default: nil
        }
    }
}
