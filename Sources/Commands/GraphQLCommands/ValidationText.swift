import Notation
import Tables
import Workbench

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

    func message(_ finding: GraphQL.Diagnostic) -> String {
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
        case .missingArgument(let name, let type, let owner):
            return "\(Self.name(owner)) needs the argument \(name): \(type.text)."
        case .wrongValue(let wrong): return Self.message(wrong)
        case .unknownType(let name): return "There is no type \(name)."
        case .unknownFragment(let name): return "There is no fragment \(name)."
        case .unknownDirective(let name): return "There is no directive @\(name)."
        case .unknownVariable(let name, let operation):
            return operation.isEmpty ? "$\(name) is not declared." : "\(operation) does not declare $\(name)."
        case .unusedVariable(let name, _): return "$\(name) is declared but never used."
        case .variableMismatch(let name, let type, let expected):
            return
                "$\(name) is \(Self.article(type.text)), and \(Self.article(expected.text)) is expected here."
        }
    }

    func hints(_ finding: GraphQL.Diagnostic) -> [String] {
        if let table = Self.missingTable(finding) { return hints(forTable: table, finding) }
        switch finding.kind {
        case .unknownField(let name, let type):
            let near = DidYouMean.hints(for: name, among: finding.candidates(in: schema, of: document))
            return near.isEmpty ? Self.ways(to: name, on: type) : near
        case .missingSelections(let field, let type):
            return skeleton(type.innermost.text).map { ["\(field) { \($0) }"] } ?? []
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
        case .wrongValue(let wrong):
            switch wrong.fault {
            case .unknownField(let name):
                return DidYouMean.hints(for: name, among: finding.candidates(in: schema, of: document))
            case .wrongKind where wrong.inside == "pagination": return ["pagination: {limit: 10, offset: 0}"]
            default: return []
            }
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
        return type == GraphQL.RecordNames.queryType ? ["graphql describe"] : []
    }

    // MARK: Names

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

extension GraphQL.ValueCheck.Mismatch {
    /// What is wrong with the value: `is not a 32-bit integer`.
    var phrase: String {
        let name = type.innermost.text
        switch fault {
        case .null: return "is null"
        case .missingField(let field): return "lacks \(field), which \(name) needs"
        case .unknownField(let field): return "has \(field), which \(name) does not"
        case .outOfRange where name == "Float": return "is more than Float holds"
        case .wrongKind, .outOfRange:
            switch name {
            case "Int": return "is not a 32-bit integer"
            case "Long": return "is not a 64-bit integer"
            case "Float": return "is not a number"
            case "Boolean", "Glide_Boolean": return "is neither true nor false"
            case "String", "ID": return "is not text"
            default: return "is not \(ValidationText.article(name))"
            }
        }
    }
}

extension ValidationText {
    private static func message(_ wrong: GraphQL.ValueCheck.Mismatch) -> String {
        let takes = "\(wrong.inside) takes \(article(wrong.type.text))"
        return switch wrong.fault {
        case .wrongKind: "\(takes), and this is \(kind(of: wrong.value))."
        case .unknownField(let name): "\(wrong.inside) has no \(name)."
        default: "\(takes): this \(wrong.phrase)."
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

    /// The usual selection of a type; nil if there is none.
    private func skeleton(_ type: String) -> String? {
        switch type {
        case GraphQL.RecordNames.recordQueryType: return "TABLE { _results { COLUMN { value } } }"
        case GraphQL.RecordNames.recordMutationType:
            return #"update_TABLE(sys_id: "…", COLUMN: "…") { COLUMN { value } }"#
        default: break
        }
        let usual = ["_results", "sys_id", "value", "aggregates", "count", "modified_count", "uniqueValue", "label"]
        let fields = schema.type(type).value?.fields ?? []
        guard let field = usual.lazy.compactMap({ name in fields.first { $0.name == name } }).first else {
            return type.hasPrefix(GraphQL.RecordNames.rowPrefix) ? "sys_id { value }" : nil
        }
        return skeleton(field.type.innermost.text).map { "\(field.name) { \($0) }" } ?? field.name
    }
}
