extension GraphQL {
    /// A type system that is asked by name (specification section 3). An instance's has 15 000 types, so a type is made
    /// when somebody asks for it, and never all of them.
    package protocol Schema: Sendable {
        /// The name of the type that queries begin at.
        var queryType: String { get }
        /// The name of the type that mutations begin at; nil without mutations.
        var mutationType: String? { get }
        /// The name of the type that subscriptions begin at; nil without subscriptions, as on an instance.
        var subscriptionType: String? { get }
        /// The directives that documents may use.
        var directives: [DirectiveDefinition] { get }
        /// The names of all types but those that every schema has; nil when they are not all known. They may be many.
        var ownTypeNames: [String]? { get }
        /// What is known of a type that not every schema has.
        func ownType(_ name: String) -> Knowledge<TypeDefinition>
    }
}

extension GraphQL.Schema {
    /// None: an instance has no subscriptions at this address.
    package var subscriptionType: String? { nil }

    /// Those of the specification and of an instance.
    package var directives: [GraphQL.DirectiveDefinition] { GraphQL.DirectiveDefinition.known }

    /// What is known of a type: a scalar or an introspection type that every schema has, or one of its own.
    package func type(_ name: String) -> GraphQL.Knowledge<GraphQL.TypeDefinition> {
        if let found = GraphQL.BuiltInTypes.byName[name] { return .known(found) }
        return ownType(name)
    }

    /// The names of all types, in the order an introspection lists them; nil when they are not all known.
    package var typeNames: [String]? { ownTypeNames.map { $0 + GraphQL.BuiltInTypes.all.map(\.name) } }

    /// The name of the type that an operation begins at; nil when the schema has none for it.
    package func rootType(_ kind: GraphQL.OperationKind) -> String? {
        switch kind {
        case .query: queryType
        case .mutation: mutationType
        case .subscription: subscriptionType
        }
    }

    /// What is known of a field of a type, with what introspection adds: `__typename` on every object type, `__schema`
    /// and `__type` on the type that queries begin at (specification section 4).
    package func field(_ name: String, of type: GraphQL.TypeDefinition) -> GraphQL.Knowledge<GraphQL.FieldDefinition> {
        if type.name == queryType, let found = GraphQL.BuiltInTypes.rootFields.first(where: { $0.name == name }) {
            return .known(found)
        }
        return type.field(name)
    }
}
