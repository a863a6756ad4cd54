import Notation

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
        /// The operation that runs; nil if it is not known which.
        var name: String?
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
