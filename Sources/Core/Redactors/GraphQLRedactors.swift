import ExchangeModel
import Notation

/// Secrets of a GraphQL request in JSON: in its document, and in variables passed to arguments with a secret's name.
struct GraphQLBodyRedactor: Redactor {
    func finds(in bytes: [UInt8]) -> [Find] {
        guard let root = (try? JSONDocument(bytes))?.root else { return GraphQLTextRedactor().finds(in: bytes) }
        return (root.kind == .array ? Array(root.elements) : [root]).flatMap(Self.finds)
    }

    /// Repeated members are all read: which one a server uses is unknown.
    private static func finds(in operation: JSONNode) -> [Find] {
        let variables = operation.members.filter { $0.name == "variables" }.map(\.value)
        let values = Dictionary(
            variables.flatMap(\.members).compactMap { name, value in value.string.map { (name, Array($0.utf8)) } }
        ) { first, second in SecretNames.label(of: first) == nil ? second : first }
        let documents = operation.members.filter { $0.name == "query" && $0.value.kind == .string }
        return Self.finds(
            documents: documents.map { NestedText($0.value.source.dropFirst().dropLast(), .json) },
            variables: variables.map { NestedText($0.source, nil) }, values)
    }

    /// The secrets in the documents of a request, and in the values of its variables.
    static func finds(documents: [NestedText], variables: [NestedText], _ values: [String: [UInt8]] = [:]) -> [Find] {
        var finds: [Find] = []
        var known = DocumentSecrets()
        for document in documents {
            let scan = GraphQLSecretScan(document.bytes, values: values)
            finds += document.finds { _ in scan.finds }
            known.merge(scan.known)
        }
        let redactor = JSONRedactor(known: known.forVariables)
        for object in variables { finds += object.finds(by: redactor.finds) }
        return finds.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}

/// Secrets of a GraphQL request in a URL: in the document (`query=`) and in `variables`.
struct GraphQLAddressRedactor: Redactor {
    /// Whether the text is the whole URL, and not only its query.
    var isWhole = false

    func finds(in bytes: [UInt8]) -> [Find] {
        let query = isWhole ? bytes.drop { $0 != UInt8(ascii: "?") }.dropFirst() : bytes[...]
        /// The values of the fields with that name, however the name is encoded.
        func texts(_ name: String) -> [NestedText] {
            query.split(separator: UInt8(ascii: "&")).compactMap { field in
                guard let sign = field.firstIndex(of: UInt8(ascii: "=")), sign - field.startIndex <= 64,
                    PercentCoding.decodeForm(String(decoding: field[..<sign], as: UTF8.self)).isSame(as: name)
                else { return nil }
                return NestedText(field[(sign + 1)...], .form)
            }
        }
        return GraphQLBodyRedactor.finds(documents: texts("query"), variables: texts("variables"))
    }
}

/// Secrets of a GraphQL document in a text, unquoted or quoted: a command line, a file.
package struct GraphQLTextRedactor: Redactor {
    /// A document in a JSON body in quotes is three strings deep.
    static let deepest = 3

    package func finds(in bytes: [UInt8]) -> [Find] { Self.scan(bytes)?.finds ?? [] }

    /// The secrets in a text; nil if it contains no document.
    static func scan(_ bytes: [UInt8]) -> GraphQLSecretScan? {
        guard bytes.contains(UInt8(ascii: "(")), bytes.contains(UInt8(ascii: "{")) else { return nil }
        return GraphQLSecretScan(bytes, opensStrings: deepest)
    }

    /// Whether a text begins like a document or a request in JSON. Files of other formats are not read as one.
    package static func begins(_ bytes: [UInt8]) -> Bool {
        var rest = bytes.prefix(65_536)[...]
        repeat {
            rest = rest.drop { ASCII.isSpace($0) || $0 == UInt8(ascii: ",") }
            guard rest.first == UInt8(ascii: "#") else { break }
            rest = rest.drop { $0 != 10 && $0 != 13 }
        } while true
        let name = rest.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
        let words = ["{", "[", "query", "mutation", "subscription", "fragment"]
        return words.contains { (name.isEmpty ? rest.prefix(1) : name).elementsEqual($0.utf8) }
    }
}
