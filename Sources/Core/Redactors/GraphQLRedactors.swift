import ExchangeModel
import Notation

/// Secrets of a GraphQL request in JSON: in its document, and in variables passed to arguments with a secret's name.
/// Variables whose own name is a secret's are handled like any JSON member.
struct GraphQLBodyRedactor: Redactor {
    func finds(in bytes: [UInt8]) -> [Find] {
        guard let root = (try? JSONDocument(bytes))?.root else { return GraphQLTextRedactor().finds(in: bytes) }
        let operations = root.kind == .array ? Array(root.elements) : [root]
        return operations.flatMap(Self.finds).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Repeated members are all read: which one a server uses is unknown.
    private static func finds(in operation: JSONNode) -> [Find] {
        var finds: [Find] = []
        var uses: [String: GraphQLSecretScan.Use] = [:]
        let given = operation.members.filter { $0.name == "variables" }.flatMap(\.value.members)
        let values = Dictionary(
            given.compactMap { member in member.value.string.map { (member.name, Array($0.utf8)) } }
        ) { first, second in SecretNames.label(of: first) == nil ? second : first }
        for member in operation.members where member.name == "query" && member.value.kind == .string {
            let document = NestedText(member.value.source.dropFirst().dropLast(), .json)
            let scan = GraphQLSecretScan(document.bytes[...], values: values)
            finds += document.finds { _ in scan.finds }
            uses.merge(scan.variables) { first, _ in first }
        }
        guard !uses.isEmpty else { return finds }
        for member in operation.members where member.name == "variables" {
            finds += Self.finds(inVariables: member.value, uses)
        }
        return finds
    }

    /// The values of the variables with a use.
    static func finds(inVariables object: JSONNode, _ uses: [String: GraphQLSecretScan.Use]) -> [Find] {
        var finds: [Find] = []
        var record = NamedRecord()
        for member in object.members {
            switch uses[member.name] {
            case .secret(let label): hide(member.value, label, &finds)
            case .half(let role) where member.value.kind == .string:
                let find = Find(range: member.value.source.dropFirst().dropLast().indices, label: "", escapes: [.json])
                if role == .name {
                    record.take(name: SecretNames.label(of: NestedText(member.value.source[find.range], .json).bytes))
                } else if let secret = record.take(value: find) {
                    finds.append(secret)
                }
            case .half: break
            case .query where member.value.kind == .string:
                finds += NestedText(member.value.source.dropFirst().dropLast(), .json).finds(
                    by: EncodedQueryRedactor().finds)
            case .query, nil: break
            }
        }
        return finds + record.takePending()
    }

    /// Every string and number inside a value.
    private static func hide(_ value: JSONNode, _ label: String, _ finds: inout [Find]) {
        var waiting = [value]
        while let value = waiting.popLast() {
            switch value.kind {
            case .string:
                finds.append(Find(range: value.source.dropFirst().dropLast().indices, label: label, escapes: [.json]))
            case .number: finds.append(Find(range: value.source.indices, label: label, isBare: true))
            case .array: waiting += value.elements
            case .object: waiting += value.members.map(\.value)
            case .null, .bool: break
            }
        }
    }
}

/// Secrets in the JSON object of variable values: members with a secret's name, and those that a document passes to
/// arguments with such a name.
struct GraphQLVariablesRedactor: Redactor {
    let uses: [String: GraphQLSecretScan.Use]

    func finds(in bytes: [UInt8]) -> [Find] {
        var known = DocumentSecrets()
        known.variables = uses
        let finds = JSONRedactor(known: known.forVariables).finds(in: bytes)
        guard let root = (try? JSONDocument(bytes))?.root else { return finds }
        let used = GraphQLBodyRedactor.finds(inVariables: root, uses)
        let further = used.filter { new in !finds.contains { $0.range.overlaps(new.range) } }
        return (finds + further).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}

/// Secrets of a GraphQL request in a URL: in the document (`query=`) and in `variables`.
struct GraphQLAddressRedactor: Redactor {
    /// Whether the text is the whole URL, and not only its query.
    package var isWhole = false

    func finds(in bytes: [UInt8]) -> [Find] {
        var start = 0
        if isWhole {
            guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return [] }
            start = mark + 1
        }
        let fields = bytes[start...].split(separator: UInt8(ascii: "&"))
        var finds: [Find] = []
        var uses: [String: GraphQLSecretScan.Use] = [:]
        for value in fields.compactMap({ Self.value(of: "query", in: $0) }) {
            let document = NestedText(value, .form)
            let scan = GraphQLSecretScan(document.bytes[...])
            finds += document.finds { _ in scan.finds }
            uses.merge(scan.variables) { first, _ in first }
        }
        for value in fields.compactMap({ Self.value(of: "variables", in: $0) }) {
            finds += NestedText(value, .form).finds(by: GraphQLVariablesRedactor(uses: uses).finds)
        }
        return finds.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The value of the field with that name, however the name is encoded.
    private static func value(of name: String, in field: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let sign = field.firstIndex(of: UInt8(ascii: "=")), sign - field.startIndex <= 64,
            PercentCoding.decodeForm(String(decoding: field[..<sign], as: UTF8.self)).isSame(as: name)
        else { return nil }
        return field[(sign + 1)...]
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
        return GraphQLSecretScan(bytes[...], opensStrings: deepest)
    }

    /// Whether a text begins like a document or a request in JSON. Files of other formats are not read as one.
    package static func begins(_ bytes: [UInt8]) -> Bool {
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
