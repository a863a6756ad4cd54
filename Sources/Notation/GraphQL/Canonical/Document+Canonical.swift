extension GraphQL.Document {
    /// The form that documents of the same meaning share, whatever their layout and order: fragments are inlined and left out,
    /// selections that ask for the same are one, and what has no order is ordered by name: fields (except those of a
    /// mutation, which are carried out one after the other), arguments, fields of objects, variables. Directives keep theirs.
    ///
    /// With the name of an operation, the other operations are left out. Types are not known here, so that a fragment's type
    /// condition stays, except below the same condition. A document that would grow beyond all bounds, or whose fragments
    /// hold each other, keeps its fragments, named in the order of their use. Definitions of a type system stay as they
    /// are, behind the rest. The canonical form of a canonical form is itself.
    package func canonical(operation name: String? = nil) -> GraphQL.Document {
        var chosen = operations
        if let name, let operation = chosen.first(where: { $0.name?.text == name }) { chosen = [operation] }
        let rest = definitions.filter { definition in
            switch definition {
            case .operation, .fragment: false
            case .schema, .type, .directive: true
            }
        }
        let fragments = Dictionary(fragments.map { ($0.name.text, $0) }) { first, _ in first }
        var size = GraphQL.ExpandedSize(fragments: fragments)
        let roots = chosen.isEmpty ? self.fragments.map(\.selections) : chosen.map(\.selections)
        let inlines = roots.allSatisfy { size.isBounded($0) }
        let order = GraphQL.CanonicalOrder(
            fragments: inlines ? fragments : [:], keepsSpreads: !inlines && !chosen.isEmpty)
        if chosen.isEmpty {
            return GraphQL.Document(self.fragments.map { .fragment(order.fragment($0)) } + rest)
        }
        let operations = chosen.map(order.operation)
        guard !inlines else { return GraphQL.Document(operations.map { .operation($0) } + rest) }
        var names = GraphQL.FragmentNames(fragments: fragments.mapValues(order.fragment))
        return GraphQL.Document(names.named(operations) + rest)
    }
}
