import Notation
import Tables
import Workbench

/// Words validation errors.
struct ValidationText {
    let document: GraphQL.Document
    let schema: GraphQL.RecordSchema
    /// The tables of the instance; nil if not known.
    let tables: [String]?
    let instance: String

    private static let tableTypes = [GraphQL.RecordNames.recordQueryType, GraphQL.RecordNames.recordMutationType]

    /// The missing table that a field names; nil for other findings.
    static func missingTable(_ finding: GraphQL.Diagnostic) -> String? {
        guard case .unknownField(let name, let type) = finding.kind, tableTypes.contains(type) else { return nil }
        guard type == GraphQL.RecordNames.recordMutationType else { return name }
        return GraphQL.RecordWrite.read(name)?.table
    }

    /// What is wrong; nil for what is left to the instance, which checks more than this.
    func message(_ finding: GraphQL.Diagnostic) -> String? {
        if let table = Self.missingTable(finding) {
            return tables?.contains(table) ?? false
                ? "\(table) has no mutations." : "There is no table \(table) on \(instance)."
        }
        switch finding.kind {
        case .unknownField(let name, let type): return "\(owner(type, finding)) has no field \(name)."
        case .missingSelections(let field, _): return "\(field) needs a selection of its fields."
        case .unexpectedSelections(let field, let type):
            return "\(field) is \(Self.article(type.text)) and has no fields to ask for."
        case .unknownArgument(let name, let owner): return "\(Self.name(owner)) takes no argument \(name)."
        case .duplicateArgument(let name, let owner): return "\(Self.name(owner)) is given \(name) twice."
        case .missingArgument(let name, let type, let owner):
            return "\(Self.name(owner)) needs the argument \(name): \(type.text)."
        case .nullArgument(let name, let type, let owner):
            return "\(name) of \(Self.name(owner)) is \(type.text) and takes no null."
        case .wrongValue(let value, let inside, let expected, let fault, _):
            return Self.message(value, inside, expected, fault)
        case .unknownType(let name): return "There is no type \(name)."
        case .outputVariable(let name, let type):
            return "$\(name) cannot be \(Self.article(type.text)): that is not an input type."
        case .wrongDefault(let name, let type, let fault):
            return "The default of $\(name) is not \(Self.article(type.text)): this \(fault.phrase)."
        case .unknownVariable(let name, let operation):
            return operation.isEmpty ? "$\(name) is not declared." : "\(operation) does not declare $\(name)."
        case .unusedVariable(let name, _): return "$\(name) is declared but never used."
        case .variableMismatch(let name, let type, let expected):
            return
                "$\(name) is \(Self.article(type.text)), and \(Self.article(expected.text)) is expected here."
        case .tooMany(let count): return "More than \(count) errors were found."
        default: return nil
        }
    }

    func hints(_ finding: GraphQL.Diagnostic) -> [String] {
        if let table = Self.missingTable(finding) { return hints(forTable: table, finding) }
        switch finding.kind {
        case .unknownField(let name, let type):
            let near = DidYouMean.hints(for: name, among: finding.candidates(in: schema, of: document))
            return near.isEmpty ? Self.ways(to: name, on: type) : near
        case .missingSelections(let field, let type):
            return Self.skeleton(type.innermost.text).map { ["\(field) { \($0) }"] } ?? []
        case .unknownArgument(let name, let owner):
            let near = DidYouMean.hints(for: name, among: finding.candidates(in: schema, of: document))
            if !near.isEmpty { return near }
            guard case .field(_, GraphQL.RecordNames.recordQueryType) = owner else { return [] }
            switch name {
            case "limit", "offset", "first", "sysparm_limit": return ["pagination: {limit: 10, offset: 0}"]
            case "query", "where", "filter", "sysparm_query": return [#"queryConditions: "active=true""#]
            default:
                return [
                    "It takes " + Phrase.listed(finding.candidates(in: schema, of: document), joinedBy: "and") + "."
                ]
            }
        case .unknownType(let name):
            return DidYouMean.hints(for: name, among: finding.candidates(in: schema, of: document))
        case .unknownVariable(let name, _):
            return DidYouMean.hints(for: name, among: finding.candidates(in: schema, of: document)) { "$" + $0 }
        case .wrongValue(_, _, _, .unknownField(let name, _), _):
            return DidYouMean.hints(for: name, among: finding.candidates(in: schema, of: document))
        case .wrongValue(let value, let inside, let expected, .notScalar, _):
            return Self.rewritten(value, inside, expected)
        case .wrongValue(_, "pagination", _, .notObject, _): return ["pagination: {limit: 10, offset: 0}"]
        default: return []
        }
    }

    private func hints(forTable table: String, _ finding: GraphQL.Diagnostic) -> [String] {
        guard case .unknownField(let name, _) = finding.kind else { return [] }
        let prefix = String(name.dropLast(table.count))
        return DidYouMean.hints(for: table, among: tables ?? []) { prefix + $0 } + ["table names"]
    }

    /// Suggestions for a field that was selected on the wrong type.
    private static func ways(to name: String, on type: String) -> [String] {
        if type.hasPrefix(GraphQL.RecordNames.referencePrefix) {
            return [
                "_reference { \(name) { … } } asks for a field behind a reference.",
                "graphql describe \(type.dropFirst(GraphQL.RecordNames.referencePrefix.count))",
            ]
        }
        if let table = rowTable(of: type) { return ["graphql describe \(table)"] }
        if type.hasPrefix(GraphQL.RecordNames.tablePrefix) {
            return ["_results { \(name) … } asks for a field of the records."]
        }
        if type == GraphQL.RecordNames.recordMutationType {
            return ["It has insert_TABLE, update_TABLE and delete_TABLE."]
        }
        if type == GraphQL.RecordNames.queryType { return ["graphql describe"] }
        return []
    }

    // MARK: Names

    /// The table that a record type belongs to.
    private static func rowTable(of type: String) -> String? {
        [GraphQL.RecordNames.rowPrefix, GraphQL.RecordNames.writePrefix].first { type.hasPrefix($0) }
            .map { String(type.dropFirst($0.count)) }
    }

    private func owner(_ type: String, _ finding: GraphQL.Diagnostic) -> String {
        switch type {
        case GraphQL.RecordNames.queryType: return "A query"
        case GraphQL.RecordNames.mutationType: return "A mutation"
        case GraphQL.RecordNames.recordQueryType: return GraphQL.RecordNames.recordQuery
        case GraphQL.RecordNames.recordMutationType: return GraphQL.RecordNames.recordMutation
        default: break
        }
        if let table = Self.rowTable(of: type) { return table }
        // A column, or a response part named after its field.
        return finding.path.dropLast().last ?? type
    }

    private static func name(_ owner: GraphQL.Diagnostic.Owner) -> String {
        switch owner {
        case .field(let name, _): name
        case .directive(let name): "@\(name)"
        }
    }

    static func article(_ type: String) -> String {
        type.utf8.first.map { "AEIOUaeiou".utf8.contains($0) } ?? false ? "an \(type)" : "a \(type)"
    }
}

extension GraphQL.ValueFault {
    /// What is wrong with a value: `is not a 32-bit integer`.
    var phrase: String {
        switch self {
        case .null: "is null"
        case .notScalar("Int"), .outOfRange("Int"): "is not a 32-bit integer"
        case .notScalar("Long"), .outOfRange("Long"): "is not a 64-bit integer"
        case .notScalar("Float"): "is not a number"
        case .notScalar("Boolean"), .notScalar("Glide_Boolean"): "is neither true nor false"
        case .notScalar("String"), .notScalar("ID"): "is not text"
        case .notScalar(let type): "is no \(type)"
        case .outOfRange(let type): "is more than \(type) holds"
        case .notEnum(let type): "is not a value of \(type)"
        case .notObject(let type): "is not an object of type \(type)"
        case .missingField(let name, let type): "lacks \(name), which \(type) needs"
        case .unknownField(let name, let type): "has \(name), which \(type) does not"
        case .duplicateField(let name): "has \(name) twice"
        }
    }
}

/// Values of the wrong type, and fields without a selection.
extension ValidationText {
    static func message(
        _ value: GraphQL.Value, _ inside: String, _ expected: GraphQL.TypeReference, _ fault: GraphQL.ValueFault
    ) -> String {
        switch fault {
        case .notScalar, .notObject:
            "\(inside) takes \(article(expected.text)), and this is \(kind(of: value))."
        case .unknownField(let name, _): "\(inside) has no \(name)."
        default: "\(inside) takes \(article(expected.text)): this \(fault.phrase)."
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

    /// The value rewritten as the expected type, if possible.
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

    /// The usual selection of a type; nil if there is none.
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
