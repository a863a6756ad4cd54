import Notation

/// Secrets of a GraphQL request in JSON: in its document, and in the variables that the document gives to arguments with a
/// secret's name. Variables whose own name is a secret's are members like any other.
struct GraphQLBodyRedactor: Redactor {
    static let name = "graphql"

    func finds(in bytes: [UInt8]) -> [Find] {
        guard let root = (try? JSONDocument(bytes))?.root else { return GraphQLTextRedactor().finds(in: bytes) }
        let operations = root.kind == .array ? Array(root.elements) : [root]
        return operations.flatMap(Self.finds).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Every member of a name is read, wherever it stands: which of two a server takes is not known.
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

    /// The values of the variables that are used so.
    static func finds(inVariables object: JSONNode, _ uses: [String: GraphQLSecretScan.Use]) -> [Find] {
        var finds: [Find] = []
        var record = NamedRecord()
        for member in object.members {
            switch uses[member.name] {
            case .secret(let label): hide(member.value, label, &finds)
            case .half(let role) where member.value.kind == .string:
                let range = member.value.source.dropFirst().dropLast().indices
                let text = NestedText(member.value.source.dropFirst().dropLast(), .json)
                if role == .name {
                    record.take(name: SecretNames.label(of: text.bytes))
                } else if let secret = record.take(value: Find(range: range, label: "", coding: .json)) {
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

    /// Every string and number of a value, from the outermost in.
    private static func hide(_ value: JSONNode, _ label: String, _ finds: inout [Find]) {
        var waiting = [value]
        while let value = waiting.popLast() {
            switch value.kind {
            case .string:
                finds.append(Find(range: value.source.dropFirst().dropLast().indices, label: label, coding: .json))
            case .number: finds.append(Find(range: value.source.indices, label: label, isBare: true))
            case .array: waiting += value.elements
            case .object: waiting += value.members.map(\.value)
            case .null, .bool: break
            }
        }
    }
}
