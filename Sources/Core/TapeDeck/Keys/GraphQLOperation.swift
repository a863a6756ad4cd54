import ExchangeModel
package import Notation
import Redactors

/// One GraphQL request of a body or URL: the canonical operation if the document can be parsed, else the document in a
/// compact spelling, the operation name and the variables.
package struct GraphQLOperation: Sendable, Hashable {
    var document: String
    package var name: String?
    var variables: JSON
    /// Nil when the document cannot be parsed or its canonical form is ambiguous.
    var canonicalOperation: GraphQL.CanonicalOperation?

    static func all(in body: JSON) -> [GraphQLOperation]? {
        if case .array(let elements) = body {
            let operations = elements.compactMap(GraphQLOperation.init)
            return operations.count == elements.count && !operations.isEmpty ? operations : nil
        }
        return GraphQLOperation(body).map { [$0] }
    }

    static let addressFields: Set<String> = ["query", "operationName", "variables"]

    /// The operation in a URL's query, if no field occurs twice; nil when there is none.
    init?(address fields: [RequestField]) {
        var values: [String: String] = [:]
        for field in fields where Self.addressFields.contains(field.name) {
            guard values.updateValue(field.value, forKey: field.name) == nil else { return nil }
        }
        guard let query = values["query"] else { return nil }
        var variables = JSON.null
        if let text = values["variables"], !text.isEmpty {
            guard let document = try? JSONDocument(text) else { return nil }
            variables = document.root.value
        }
        self.init(query, name: values["operationName"], variables: variables)
    }

    private init?(_ body: JSON) {
        guard case .string(let query) = body["query"] else { return nil }
        self.init(query, name: body["operationName"]?.scalarText, variables: body["variables"] ?? .null)
    }

    private init(_ document: String, name: String?, variables: JSON) {
        self.document = document
        self.name = name.flatMap { $0.isEmpty ? nil : $0 }
        self.variables = variables == .object([]) ? .null : variables
        canonicalOperation = GraphQL.CanonicalOperation(
            document, operation: self.name, variables: self.variables, rules: InstanceSchemaRules())
    }

    /// The part of a key. The two forms have different members, so they cannot be confused.
    var json: JSON { canonicalOperation.map { ["asks": .string($0.text)] } ?? unread }

    var unread: JSON {
        [
            "document": .string(GraphQLText.compact(document)), "operationName": name.map(JSON.string) ?? .null,
            "variables": variables,
        ]
    }

    var summary: String { canonicalOperation?.text ?? GraphQLText.compact(document) }
}

/// The types of an instance's schema that are known in advance: those of `GraphQL.RecordSchema` that are the same for
/// every table or named after it. Scripted schemas and reference targets are unknown.
struct InstanceSchemaRules: GraphQL.CanonicalRules {
    private static let root = GraphQL.RecordNames.queryType
    private static let tables = GraphQL.RecordNames.recordQueryType
    private static let changes = GraphQL.RecordNames.recordMutationType
    private static let table = GraphQL.RecordNames.tablePrefix
    private static let row = GraphQL.RecordNames.rowPrefix
    private static let pagination = "Glide_PaginationInputType"

    func rootType(of kind: GraphQL.OperationKind) -> String? { kind == .query ? Self.root : nil }

    func type(ofField field: String, in type: String?) -> String? {
        guard let type else { return field == GraphQL.RecordNames.recordMutation ? Self.changes : nil }
        switch type {
        case Self.root:
            switch field {
            case GraphQL.RecordNames.recordQuery: return Self.tables
            case GraphQL.RecordNames.aggregateQuery: return GraphQL.RecordNames.aggregateQueryType
            default: return nil
            }
        case Self.tables: return Self.table + field
        default:
            guard field.utf8.first == UInt8(ascii: "_") else { return nil }
            if field == "_results", type.utf8.starts(with: Self.table.utf8) {
                return Self.row + type.dropFirst(Self.table.utf8.count)
            }
            guard type.utf8.starts(with: Self.row.utf8) else { return nil }
            return field == "_query" ? Self.root : field == "_row_data" ? GraphQL.RecordNames.rowDataType : nil
        }
    }

    func type(ofArgument argument: String, of field: String, in type: String?) -> GraphQL.TypeReference? {
        switch (type, argument) {
        case (Self.changes, _): .type("String")
        case (Self.tables, "queryConditions"), (Self.tables, "sys_id"): .type("String")
        case (Self.tables, "omitCount"): .type("Boolean")
        case (Self.tables, "pagination"): .type(Self.pagination)
        case (Self.root, _) where field == GraphQL.RecordNames.aggregateQuery:
            switch argument {
            case "tableName": .required("String")
            case "queryConditions": .type("String")
            case "groupBy": .list(of: "String")
            default: nil
            }
        default: nil
        }
    }

    func type(ofMember member: String, in type: String) -> GraphQL.TypeReference? {
        type == Self.pagination && (member == "limit" || member == "offset") ? .type("Int") : nil
    }

    /// `GlideRecord_Mutation { insert_incident … }`: mutations are on the second level.
    var orderedLevels: Int { 2 }

    func isEncodedQuery(argument: String) -> Bool { argument == "queryConditions" }
}

/// GraphQL documents as tokens (GraphQL specification, section 2.1), as far as keys and safety need them.
enum GraphQLText {
    /// The document without ignored tokens (white space, commas, comments); one space remains between two names or
    /// numbers. Strings are kept as they are.
    static func compact(_ document: String) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(document.utf8.count)
        let (bytes, tokens) = tokens(of: document)
        var wordEnd: Int?
        for token in tokens {
            let isWord = isWord(bytes[token.range.lowerBound])
            if let wordEnd, isWord, wordEnd < token.range.lowerBound { out.append(UInt8(ascii: " ")) }
            out += bytes[token.range]
            wordEnd = isWord ? token.range.upperBound : nil
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// A document as a request runs it.
    struct Run: Sendable, Hashable {
        var document: String
        package var name: String?
    }

    /// What a document can change, each once, in its order; empty if only queries can run. Of several operations only
    /// the named one counts, if exactly one has the name. What cannot be read is a change of anything.
    static func changes(_ run: Run) -> [RequestEffect.Thing] {
        guard let read = try? GraphQL.Document(run.document) else {
            return hasQueryTokensOnly(run.document) ? [] : [.anything]
        }
        return RequestEffect.changes(of: read, operation: run.name)
    }

    /// Token-based check for a document that cannot be parsed, because it is invalid or uses newer syntax. Every
    /// definition must be a complete query or fragment.
    private static func hasQueryTokensOnly(_ document: String) -> Bool {
        var depth = 0
        var expectsDefinition = true, hasQuery = false
        let (bytes, tokens) = tokens(of: document)
        for token in tokens.map({ bytes[$0.range] }) {
            if depth == 0, expectsDefinition {
                switch String(decoding: token, as: UTF8.self) {
                case "{", "query": hasQuery = true
                case "fragment": break
                default: return false
                }
                expectsDefinition = false
            }
            switch token.first {
            case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
                depth -= 1
                if depth < 0 { return false }
                if depth == 0, token.first == UInt8(ascii: "}") { expectsDefinition = true }
            default: break
            }
        }
        return hasQuery && expectsDefinition && depth == 0
    }

    private static func tokens(of document: String) -> (bytes: [UInt8], tokens: [GraphQL.Token]) {
        let bytes = Array(document.utf8)
        return (bytes, GraphQL.Lexer.tokens(of: bytes).filter { $0.kind != .comment })
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        ASCII.isName(byte) && byte != UInt8(ascii: ".") || byte >= 0x80
    }
}

package enum BodyForm: Sendable, Hashable {
    case none
    /// JSON; the order of members and white space are ignored.
    case json(JSON)
    /// GraphQL operations in order. A list of one is not the same as a single operation: it is answered with a list.
    case graphQL([GraphQLOperation], isList: Bool)
    case form([RequestField])
    case multipart([MultipartPart])
    case text(String)
    case bytes(count: Int, digest: Int64)

    /// Reads a redacted body by media type and path. A body that does not parse as its type is compared as text or
    /// bytes.
    init(of body: [UInt8], type: String?, path: String) {
        guard !body.isEmpty else {
            self = .none
            return
        }
        switch BodyKind(of: body, type: type) {
        case .json:
            guard let document = try? JSONDocument(body) else { break }
            let json = document.root.value
            if GraphQLEndpoint.isEndpoint(at: path), let operations = GraphQLOperation.all(in: json) {
                self = .graphQL(operations, isList: document.root.kind == .array)
            } else {
                self = .json(json)
            }
            return
        case .form:
            let fields = PercentCoding.fields(of: String(decoding: body, as: UTF8.self))
            self = .form(fields.map { RequestField($0.name, $0.value) }.sorted(byName: \.name))
            return
        case .multipart:
            guard let boundary = type.flatMap(Multipart.boundary) ?? Multipart.boundary(startedBy: body) else { break }
            let (parts, isClosed) = Multipart.parts(of: body, boundary: boundary)
            guard isClosed, !parts.isEmpty else { break }
            self = .multipart(
                parts.map { MultipartPart(head: $0.head, content: BodyForm(plain: Array(body[$0.content]))) })
            return
        case .markup, .script, .style, .text, .binary: break
        }
        self.init(plain: body)
    }

    init(plain body: [UInt8]) {
        if !body.contains(0), let text = String(validating: body, as: UTF8.self) {
            self = .text(text)
        } else {
            self = .bytes(count: body.count, digest: StableHash.of(body))
        }
    }

    /// The word that begins the key's line, and the canonical text after it.
    var canonical: (word: String, text: String) {
        switch self {
        case .none: ("none", "")
        case .json(let json): ("json", json.canonical)
        case .graphQL(let operations, let isList):
            (
                isList && operations.count == 1 ? "graphql-list" : "graphql",
                JSON.array(operations.map(\.json)).canonical
            )
        case .form(let fields):
            (
                "form",
                fields.map { PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value) }
                    .joined(separator: "&")
            )
        case .multipart(let parts): ("multipart", JSON.array(parts.map(\.json)).canonical)
        case .text(let text): ("text", text)
        case .bytes(let count, let digest): ("bytes", "\(count) \(digest)")
        }
    }
}

package struct MultipartPart: Sendable, Hashable {
    package var head: String
    package var content: BodyForm

    var json: JSON {
        let content = content.canonical
        return ["head": .string(head), content.word: .string(content.text)]
    }
}
