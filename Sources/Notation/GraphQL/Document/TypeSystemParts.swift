extension GraphQL {
    /// A field of an object type or an interface (specification section 3.6): `name(arguments): Type`.
    package struct FieldSyntax: Sendable, Hashable {
        /// What it is for: a string; nil without one.
        package var description: Value?
        /// Its name.
        package var name: Name
        /// What it may be given.
        package var arguments: [InputSyntax]
        /// What it answers with.
        package var type: TypeReference
        /// What stands behind it with `@`.
        package var directives: [Directive]

        /// A field; without a description, arguments and directives unless told.
        package init(
            _ name: Name, _ type: TypeReference, arguments: [InputSyntax] = [], description: Value? = nil,
            directives: [Directive] = []
        ) {
            self.name = name
            self.type = type
            self.arguments = arguments
            self.description = description
            self.directives = directives
        }
    }

    /// An argument, or a field of an input type (specification sections 3.6.1 and 3.10): `name: Type = default`.
    package struct InputSyntax: Sendable, Hashable {
        /// What it is for: a string; nil without one.
        package var description: Value?
        /// Its name.
        package var name: Name
        /// What it may hold.
        package var type: TypeReference
        /// What it holds when nothing is given; nil when there is no default.
        package var defaultValue: Value?
        /// What stands behind it with `@`.
        package var directives: [Directive]

        /// An input; without a default, a description and directives unless told.
        package init(
            _ name: Name, _ type: TypeReference, defaultValue: Value? = nil, description: Value? = nil,
            directives: [Directive] = []
        ) {
            self.name = name
            self.type = type
            self.defaultValue = defaultValue
            self.description = description
            self.directives = directives
        }
    }

    /// A value of an enumeration (specification section 3.9).
    package struct EnumValueSyntax: Sendable, Hashable {
        /// What it is for: a string; nil without one.
        package var description: Value?
        /// Never `true`, `false` or `null`.
        package var name: Name
        /// What stands behind it with `@`.
        package var directives: [Directive]

        /// A value; without a description and directives unless told.
        package init(_ name: Name, description: Value? = nil, directives: [Directive] = []) {
            self.name = name
            self.description = description
            self.directives = directives
        }
    }
}
