package import ExchangeModel
import Notation

/// What GraphQL documents reveal about ordinary names: which variables hold a secret or an encoded query, and which
/// response keys alias a field with a secret's name (`pw: user_password { value }`).
package struct DocumentSecrets: Sendable {
    var variables: [String: GraphQLSecretScan.Use] = [:]
    /// The secret's label by response key.
    var aliases: [String: String] = [:]
    /// The half of a name/value record by response key (`n: name { value }`).
    var roles: [String: PairRole] = [:]
    /// The label of the response's field `value`, when the request selects records by a secret's name
    /// (`name=db.password`): the response need not repeat the name.
    var valueLabel: String?
    /// Whether every variable counts as a secret, because the document has not been read.
    var hidesVariables = false

    package init() {}

    package init(of text: [UInt8]) {
        variables = GraphQLTextRedactor.scan(text)?.variables ?? [:]
        readAliases(in: text[...], opensStrings: 3)
    }

    package init(of request: HTTPRequest) {
        guard GraphQLEndpoint.isEndpoint(at: request.url.path) else {
            valueLabel = Self.valueLabel(of: request.url)
            return
        }
        if let body = request.body { readAliases(in: body[...], opensStrings: 3) }
        for field in request.url.queryFields {
            let text = field.value.isEmpty ? field.name : field.value
            readAliases(in: Array(text.utf8)[...], opensStrings: 0)
        }
    }

    /// Whether a request selects records by a secret's name, so that the response contains its value.
    package var asksForSecret: Bool { valueLabel != nil }

    package mutating func merge(_ other: DocumentSecrets) {
        variables.merge(other.variables) { first, _ in first }
        aliases.merge(other.aliases) { first, _ in first }
        roles.merge(other.roles) { first, _ in first }
        valueLabel = valueLabel ?? other.valueLabel
    }

    package var hasNoResponseNames: Bool { aliases.isEmpty && roles.isEmpty && valueLabel == nil }

    private static func valueLabel(of url: HTTPURL) -> String? {
        guard let query = url.query, query.utf8.contains(UInt8(ascii: "=")) else { return nil }
        for field in url.queryFields {
            if PairRole(field.name.utf8) == .name, let label = SecretNames.label(of: field.value) { return label }
            guard field.name == "sysparm_query" else { continue }
            for condition in EncodedQuery(field.value).conditions
            where PairRole(condition.field.utf8) == .name {
                if let label = SecretNames.label(of: condition.value) { return label }
            }
        }
        return nil
    }

    /// The same for an object of variable values: its members are variables.
    var forVariables: DocumentSecrets {
        var known = DocumentSecrets()
        known.aliases = labels
        return known
    }

    var labels: [String: String] {
        variables.compactMapValues { if case .secret(let label) = $0 { label } else { nil } }
    }

    /// Reads aliases: names before a colon, outside parentheses and strings.
    private mutating func readAliases(in text: ArraySlice<UInt8>, opensStrings: Int) {
        var depth = 0
        var name: Range<Int>?, alias: Range<Int>?
        for token in GraphQLTokens(text, stringsHaveLines: opensStrings > 0) {
            defer {
                if case .name = token.kind {
                } else if case .sign(0x3A) = token.kind {
                } else {
                    (name, alias) = (nil, nil)
                }
            }
            switch token.kind {
            case .name:
                if let alias, depth == 0 { note(text[token.range], as: String(decoding: text[alias], as: UTF8.self)) }
                (name, alias) = (token.range, nil)
            case .sign(UInt8(ascii: ":")): alias = name
            case .sign(UInt8(ascii: "(")): depth += 1
            case .sign(UInt8(ascii: ")")): depth = max(0, depth - 1)
            case .string where opensStrings > 0 && token.content.count > 8:
                let nested = NestedText(text[token.content], .json)
                readAliases(in: nested.bytes[...], opensStrings: opensStrings - 1)
            case .string, .number, .comment, .sign: break
            }
        }
    }

    private mutating func note(_ field: ArraySlice<UInt8>, as alias: String) {
        if let label = SecretNames.label(of: field) {
            if aliases[alias] == nil { aliases[alias] = label }
        } else if let role = PairRole(field), roles[alias] == nil {
            roles[alias] = role
        }
    }
}
