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
        case .unknownArgument(let name, let field, _): return "\(field) takes no argument \(name)."
        case .missingArgument(let name, let type, let field):
            return "\(field) needs the argument \(name): \(type.text)."
        case .wrongValue(let wrong): return "\(wrong.inside) \(wrong.phrase)."
        case .unknownType(let name): return "There is no type \(name)."
        case .unknownFragment(let name): return "There is no fragment \(name)."
        case .unknownVariable(let name, let operation):
            return operation.isEmpty ? "$\(name) is not declared." : "\(operation) does not declare $\(name)."
        case .variableMismatch(let name, let type, let expected):
            return "$\(name) is \(Self.article(type.text)), and \(Self.article(expected.text)) is expected here."
        }
    }

    func hints(_ finding: GraphQL.Diagnostic) -> [String] {
        if let table = Self.missingTable(finding) { return hints(forTable: table, finding) }
        switch finding.kind {
        case .unknownField(let name, let type):
            let near = DidYouMean.hints(for: name, among: finding.candidates(in: schema, of: document))
            return near.isEmpty ? Self.ways(to: name, on: type) : near
        case .unknownArgument(let name, _, let type):
            let near = DidYouMean.hints(for: name, among: finding.candidates(in: schema, of: document))
            if !near.isEmpty { return near }
            guard type == GraphQL.RecordNames.recordQueryType else { return [] }
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
        case .wrongValue(let wrong) where wrong.inside == "pagination": return ["pagination: {limit: 10, offset: 0}"]
        default: return []
        }
    }

    private func hints(forTable table: String, _ finding: GraphQL.Diagnostic) -> [String] {
        guard case .unknownField(let name, _) = finding.kind else { return [] }
        let prefix = String(name.dropLast(table.count))
        return DidYouMean.hints(for: table, among: tables ?? []) { prefix + $0 } + ["table names"]
    }

    private static func ways(to name: String, on type: String) -> [String] {
        if type.hasPrefix(GraphQL.RecordNames.referencePrefix) {
            return [
                "_reference { \(name) { … } } selects a field of the record that a reference leads to.",
                "graphql describe \(type.dropFirst(GraphQL.RecordNames.referencePrefix.count))",
            ]
        }
        if let table = rowTable(of: type) { return ["graphql describe \(table)"] }
        if type.hasPrefix(GraphQL.RecordNames.tablePrefix) {
            return ["_results { \(name) … } asks for a field of the records."]
        }
        return type == GraphQL.RecordNames.queryType ? ["graphql describe"] : []
    }

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

    static func article(_ type: String) -> String {
        type.utf8.first.map { "AEIOUaeiou".utf8.contains($0) } ?? false ? "an \(type)" : "a \(type)"
    }
}

extension GraphQL.ValueCheck.Mismatch {
    var phrase: String {
        switch type.innermost.text {
        case "Int": "is not a 32-bit integer"
        case "Long": "is not a 64-bit integer"
        case "Float": "is not a number"
        case "Boolean", "Glide_Boolean": "is neither true nor false"
        case "String", "ID": "is not text"
        case let name: "is not \(ValidationText.article(name))"
        }
    }
}
