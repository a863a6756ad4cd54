import ExchangeModel
import Notation

/// What GraphQL documents say of names that say nothing themselves: which variables hold a secret or an encoded query, and
/// which names of an answer stand for a field with a secret's name (`pw: user_password { value }`).
package struct DocumentSecrets: Sendable {
    /// By the name of the variable.
    var variables: [String: GraphQLSecretScan.Use] = [:]
    /// The label of the secret, by the name that the answer has for it.
    var aliases: [String: String] = [:]
    /// Whether every variable counts as a secret, because the document has not been read.
    var hidesVariables = false

    /// Nothing is known.
    package init() {}

    /// What a document says, or a text that may hold one: a line, a body in JSON.
    package init(of text: [UInt8]) {
        variables = GraphQLTextRedactor.scan(text)?.variables ?? [:]
        aliases = Self.aliases(in: text[...], opensStrings: 3)
    }

    /// What the documents of a request say of its answer.
    init(of request: HTTPRequest) {
        guard GraphQLOperation.isSpoken(at: request.url.path) else { return }
        if let body = request.body { aliases = Self.aliases(in: body[...], opensStrings: 3) }
        for field in (request.url.query ?? "").utf8.split(separator: UInt8(ascii: "&"))
        where field.contains(0x3A) || field.contains(0x25) {
            let text = Array(PercentCoding.decodeForm(String(decoding: field, as: UTF8.self)).utf8)
            let value = text[((text.firstIndex(of: UInt8(ascii: "=")) ?? -1) + 1)...]
            aliases.merge(Self.aliases(in: value, opensStrings: 0)) { first, _ in first }
        }
    }

    /// Takes in what another text says.
    mutating func merge(_ other: DocumentSecrets) {
        variables.merge(other.variables) { first, _ in first }
        aliases.merge(other.aliases) { first, _ in first }
    }

    /// The labels of the variables that hold secrets.
    var labels: [String: String] {
        variables.compactMapValues { if case .secret(let label) = $0 { label } else { nil } }
    }

    /// Outside parentheses, and outside strings: what a name before a colon stands for.
    private static func aliases(in text: ArraySlice<UInt8>, opensStrings: Int) -> [String: String] {
        var aliases: [String: String] = [:]
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
                if let alias, depth == 0, let label = SecretNames.label(of: text[token.range]) {
                    aliases[String(decoding: text[alias], as: UTF8.self)] = label
                }
                (name, alias) = (token.range, nil)
            case .sign(UInt8(ascii: ":")): alias = name
            case .sign(UInt8(ascii: "(")): depth += 1
            case .sign(UInt8(ascii: ")")): depth = max(0, depth - 1)
            case .string where opensStrings > 0 && token.content.count > 8:
                let nested = NestedText(text[token.content], .json)
                let inner = Self.aliases(in: nested.bytes[...], opensStrings: opensStrings - 1)
                aliases.merge(inner) { first, _ in first }
            case .string, .number, .comment, .sign: break
            }
        }
        return aliases
    }
}
