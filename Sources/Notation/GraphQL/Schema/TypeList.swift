extension GraphQL {
    /// A schema of a few types that are known in full.
    package struct TypeList: Schema {
        package let queryType: String
        package let mutationType: String?
        package let subscriptionType: String?
        package let directives: [DirectiveDefinition]
        private let types: [TypeDefinition]
        private let index: [String: TypeDefinition]

        /// A schema of these types.
        package init(
            query: String, mutation: String? = nil, subscription: String? = nil, types: [TypeDefinition],
            directives: [DirectiveDefinition] = DirectiveDefinition.known
        ) {
            queryType = query
            mutationType = mutation
            subscriptionType = subscription
            self.directives = directives
            self.types = types
            index = Dictionary(types.map { ($0.name, $0) }) { first, _ in first }
        }

        package var ownTypeNames: [String]? { types.map(\.name) }

        package func ownType(_ name: String) -> Knowledge<TypeDefinition> {
            index[name].map { .known($0) } ?? .absent
        }
    }
}
