extension GraphQL {
    /// A schema of a few types that are known in full.
    package struct TypeList: Schema {
        /// The name of the type that queries begin at.
        package let queryType: String
        /// The name of the type that mutations begin at.
        package let mutationType: String?
        /// The name of the type that subscriptions begin at.
        package let subscriptionType: String?
        /// The directives that documents may use.
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

        /// The names of the types it was made of.
        package var ownTypeNames: [String]? { types.map(\.name) }

        /// One of the types it was made of.
        package func ownType(_ name: String) -> Knowledge<TypeDefinition> {
            index[name].map { .known($0) } ?? .absent
        }
    }
}
