extension GraphQL {
    /// A whole document: operations and fragments, in the order they stand.
    package struct Document: Sendable, Hashable {
        /// At least one, when it was read from a text.
        package var definitions: [Definition]

        /// A document of definitions.
        package init(_ definitions: [Definition]) { self.definitions = definitions }

        /// The operations, in their order.
        package var operations: [Operation] {
            definitions.compactMap { if case .operation(let operation) = $0 { operation } else { nil } }
        }

        /// The fragments, in their order.
        package var fragments: [Fragment] {
            definitions.compactMap { if case .fragment(let fragment) = $0 { fragment } else { nil } }
        }
    }

    /// One definition of a document (specification section 2.2).
    package enum Definition: Sendable, Hashable {
        /// A query, a mutation or a subscription.
        case operation(Operation)
        /// A named fragment.
        case fragment(Fragment)

        /// Where it stands.
        package var place: Place {
            switch self {
            case .operation(let operation): operation.place
            case .fragment(let fragment): fragment.place
            }
        }
    }
}
