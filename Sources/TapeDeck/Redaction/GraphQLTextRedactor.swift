import Notation

/// Secrets of a GraphQL document that stands in a text, whole or in quotes: a command line, a file.
struct GraphQLTextRedactor: Redactor {
    static let name = GraphQLBodyRedactor.name

    /// A document in a body in JSON in quotes stands three strings deep.
    private static let deepest = 3

    func finds(in bytes: [UInt8]) -> [Find] { Self.scan(bytes)?.finds ?? [] }

    /// What was found in a text; nil where no document stands.
    static func scan(_ bytes: [UInt8]) -> GraphQLSecretScan? {
        guard bytes.contains(UInt8(ascii: "(")), bytes.contains(UInt8(ascii: "{")) else { return nil }
        return GraphQLSecretScan(bytes[...], opensStrings: deepest)
    }

    /// Whether a text begins as a document or a request in JSON does. A file of another sort is not read as one.
    static func begins(_ bytes: [UInt8]) -> Bool {
        for token in GraphQLTokens(bytes.prefix(65_536)) {
            switch token.kind {
            case .comment: continue
            case .sign(let sign): return sign == UInt8(ascii: "{") || sign == UInt8(ascii: "[")
            case .name:
                return ["query", "mutation", "subscription", "fragment"].contains {
                    bytes[token.range].elementsEqual($0.utf8)
                }
            case .number, .string: return false
            }
        }
        return false
    }
}
