import Notation

/// Secrets in the JSON object that gives variables their values: members with a secret's name, and those that a document
/// gives to arguments with such a name.
struct GraphQLVariablesRedactor: Redactor {
    static let name = GraphQLBodyRedactor.name

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
