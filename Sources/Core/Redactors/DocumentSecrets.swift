package import ExchangeModel
import Notation

/// What GraphQL documents reveal about ordinary names: which variables hold a secret or an encoded query, and which
/// response keys alias a field with a secret's name (`pw: user_password { value }`).
package struct DocumentSecrets: Sendable {
    /// Why a variable's value is read.
    enum Use: Sendable, Hashable {
        case secret(String)
        case query
        /// It is half of a name/value record.
        case half(PairRole)
    }

    var variables: [String: Use] = [:]
    /// The secret's label by response key.
    var aliases: [String: String] = [:]
    /// The half of a name/value record by response key (`n: name { value }`).
    var roles: [String: PairRole] = [:]
    /// Members whose values are encoded queries.
    var queries: Set<String> = []
    /// The label of the response's field `value`, when the request selects records by a secret's name
    /// (`name=db.password`): the response need not repeat the name.
    var valueLabel: String?
    /// Whether every variable counts as a secret, because the document has not been read.
    var hidesVariables = false

    package init() {}

    package init(of text: [UInt8]) { read(text) }

    package init(of request: HTTPRequest) {
        guard GraphQLEndpoint.isEndpoint(at: request.url.path) else {
            valueLabel = Self.valueLabel(of: request.url)
            return
        }
        read(request.body ?? [])
        for field in request.url.queryFields { read(Array((field.value.isEmpty ? field.name : field.value).utf8)) }
    }

    private mutating func read(_ text: [UInt8]) {
        guard text.contains(UInt8(ascii: "{")) else { return }
        merge(GraphQLSecretScan(text, opensStrings: GraphQLTextRedactor.deepest).known)
    }

    /// Whether a request selects records by a secret's name, so that the response contains its value.
    package var asksForSecret: Bool { valueLabel != nil }

    package mutating func merge(_ other: DocumentSecrets) {
        variables.merge(other.variables) { first, _ in first }
        aliases.merge(other.aliases) { first, _ in first }
        roles.merge(other.roles) { first, _ in first }
        valueLabel = valueLabel ?? other.valueLabel
        hidesVariables = hidesVariables || other.hidesVariables
    }

    package var hasNoResponseNames: Bool { aliases.isEmpty && roles.isEmpty && queries.isEmpty && valueLabel == nil }

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
        for (name, use) in variables {
            switch use {
            case .secret(let label): known.aliases[name] = label
            case .query: known.queries.insert(name)
            case .half(let role): known.roles[name] = role
            }
        }
        return known
    }
}
