extension GraphQL.Question {
    /// Longer documents have no question.
    private static let longestDocument = 262_144

    /// What a document asks with the values of its variables. `operation`: the name of the one that is carried out, where there
    /// are several. Nil when it cannot be read or is longer than 256 KiB, when it is not sure which operation is meant, when
    /// a fragment or a variable is missing, unused or holds itself, or when fragments and variables make more than a megabyte
    /// of it: a server may answer such a document with an error that depends on how it is written.
    package init?(
        _ document: String, operation name: String? = nil, variables: JSON = .null,
        rules: some GraphQL.QuestionRules
    ) {
        guard document.utf8.count <= Self.longestDocument, let read = try? GraphQL.Document(document) else {
            return nil
        }
        self.init(read, operation: name, variables: variables, rules: rules, capacity: document.utf8.count)
    }

    /// The same of a document that is read.
    private init?(
        _ document: GraphQL.Document, operation name: String?, variables: JSON, rules: some GraphQL.QuestionRules,
        capacity: Int
    ) {
        guard let operation = Self.chosen(name, of: document) else { return nil }
        let definitions = document.fragments
        let fragments = Dictionary(definitions.map { ($0.name.text, $0) }) { first, _ in first }
        guard fragments.count == definitions.count else { return nil }
        do throws(GraphQL.UnclearQuestion) {
            let values = try GraphQL.QuestionVariables(operation.variables, values: variables)
            var reader = GraphQL.QuestionReader(fragments: fragments, variables: values, rules: rules)
            headEnd = try reader.read(operation, capacity: capacity)
            reader.uses.finish(fragments)
            // What only other operations use goes with them.
            let isAlone = document.definitions.count == definitions.count + 1
            guard reader.uses.variables == values.names,
                !isAlone || reader.uses.fragments.count == fragments.count
            else { return nil }
            kind = operation.kind
            text = String(decoding: reader.text, as: UTF8.self)
            nodes = reader.nodes
            arguments = reader.arguments
        } catch {
            return nil
        }
    }

    /// The operation that is carried out: the one that is named, or the only one.
    private static func chosen(_ name: String?, of document: GraphQL.Document) -> GraphQL.Operation? {
        let operations = document.operations
        guard let name else { return operations.count == 1 ? operations[0] : nil }
        let named = operations.filter { $0.name?.text.utf8.elementsEqual(name.utf8) ?? false }
        return named.count == 1 ? named[0] : nil
    }
}
