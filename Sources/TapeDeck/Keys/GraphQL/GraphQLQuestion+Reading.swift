import Notation

extension GraphQLQuestion {
    /// Longer documents are compared by their tokens.
    private static let longestDocument = 262_144

    /// What a document asks with the values of its variables. Nil when it cannot be read, when it is not sure which
    /// operation is meant, when a fragment or a variable is missing, unused or holds itself, or when fragments make too
    /// much of it: an instance may answer such a document with an error that depends on how it is written.
    init?(_ document: String, operation name: String?, variables: JSON) {
        guard document.utf8.count <= Self.longestDocument, let document = try? GraphQL.Document(document),
            let operation = Self.chosen(name, of: document)
        else { return nil }
        let definitions = document.fragments
        let fragments = Dictionary(definitions.map { ($0.name.text, $0) }) { first, _ in first }
        guard fragments.count == definitions.count else { return nil }
        do throws(GraphQLUnclear) {
            let values = try GraphQLVariables(operation.variables, values: variables)
            if !operation.variables.isEmpty || !definitions.isEmpty {
                let uses = GraphQLUses(of: operation, fragments)
                // What only other operations use goes with them.
                let isAlone = document.definitions.count == definitions.count + 1
                guard uses.variables == values.names, !isAlone || uses.fragments.count == fragments.count else {
                    return nil
                }
            }
            var reader = GraphQLQuestionReader(fragments: fragments, variables: values)
            kind = operation.kind
            directives = try reader.text(of: operation.directives[...])
            selections = try reader.selections(
                [operation.selections], at: .init(orderedLevels: kind == .mutation ? 2 : 0))
        } catch {
            return nil
        }
    }

    /// The operation that is carried out: the one that is named, or the only one.
    private static func chosen(_ name: String?, of document: GraphQL.Document) -> GraphQL.Operation? {
        let operations = document.operations
        guard let name else { return operations.count == 1 ? operations[0] : nil }
        let named = operations.filter { $0.name?.text.isSame(as: name) ?? false }
        return named.count == 1 ? named[0] : nil
    }
}
