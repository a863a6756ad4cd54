extension GraphQL {
    /// What an operation does; the raw value is its key word.
    package enum OperationKind: String, Sendable, Hashable, CaseIterable {
        /// Asks.
        case query
        /// Changes, one field after the other.
        case mutation
        /// Asks again whenever something happens.
        case subscription
    }

    /// One operation of a document (specification section 2.3). `{ … }` alone is a query without a name.
    package struct Operation: Sendable, Hashable {
        /// What it does.
        package var kind: OperationKind
        /// Nil when it has none.
        package var name: Name?
        /// The variables it declares.
        package var variables: [VariableDefinition]
        /// What stands behind its name with `@`.
        package var directives: [Directive]
        /// What it asks for; never empty when it was read.
        package var selections: [Selection]
        /// All of it, braces included.
        package var place: Place

        /// An operation; a query without a name, variables and directives unless told.
        package init(
            _ kind: OperationKind = .query, name: Name? = nil, variables: [VariableDefinition] = [],
            directives: [Directive] = [], selections: [Selection], place: Place = Place()
        ) {
            self.kind = kind
            self.name = name
            self.variables = variables
            self.directives = directives
            self.selections = selections
            self.place = place
        }
    }

    /// `$name: Type = default` in an operation's head (specification section 2.10).
    package struct VariableDefinition: Sendable, Hashable {
        /// Without the `$`; its place includes it.
        package var name: Name
        /// What it may hold.
        package var type: TypeReference
        /// What it holds when no value is given; nil when there is no default.
        package var defaultValue: Value?
        /// What stands behind it with `@`.
        package var directives: [Directive]

        /// A variable; without a default and directives unless told.
        package init(_ name: Name, _ type: TypeReference, defaultValue: Value? = nil, directives: [Directive] = []) {
            self.name = name
            self.type = type
            self.defaultValue = defaultValue
            self.directives = directives
        }
    }

    /// A named fragment: `fragment name on Type { … }` (specification section 2.8).
    package struct Fragment: Sendable, Hashable {
        /// How spreads name it; never `on`.
        package var name: Name
        /// The type it is for.
        package var typeCondition: Name
        /// What stands behind the type with `@`.
        package var directives: [Directive]
        /// What it asks for.
        package var selections: [Selection]
        /// All of it, braces included.
        package var place: Place

        /// A fragment; without directives unless told.
        package init(
            _ name: Name, on typeCondition: Name, directives: [Directive] = [], selections: [Selection],
            place: Place = Place()
        ) {
            self.name = name
            self.typeCondition = typeCondition
            self.directives = directives
            self.selections = selections
            self.place = place
        }
    }
}
