extension GraphQL {
    /// One part of what is asked for (specification section 2.4).
    package enum Selection: Sendable, Hashable {
        /// A field.
        case field(Field)
        /// `...name`.
        case spread(FragmentSpread)
        /// `... on Type { … }`, or `... { … }`.
        case inline(InlineFragment)
    }

    /// A field with what is asked of it (specification sections 2.5 to 2.7).
    package struct Field: Sendable, Hashable {
        /// What the answer calls it; nil for its own name.
        package var alias: Name?
        /// Its name in the schema.
        package var name: Name
        /// In the order they stand.
        package var arguments: [Argument]
        /// What stands behind it with `@`.
        package var directives: [Directive]
        /// What is asked for below it; nil without braces, never empty when it was read.
        package var selections: [Selection]?
        /// All of it, alias and braces included.
        package var place: Place

        /// A field; bare unless told.
        package init(
            alias: Name? = nil, _ name: Name, arguments: [Argument] = [], directives: [Directive] = [],
            selections: [Selection]? = nil, place: Place = Place()
        ) {
            self.alias = alias
            self.name = name
            self.arguments = arguments
            self.directives = directives
            self.selections = selections
            self.place = place
        }

        /// The name under which the answer has it.
        package var responseName: String { (alias ?? name).text }
    }

    /// `...name`: the selections of a named fragment.
    package struct FragmentSpread: Sendable, Hashable {
        /// The fragment's name.
        package var name: Name
        /// What stands behind it with `@`.
        package var directives: [Directive]
        /// All of it, dots included.
        package var place: Place

        /// A spread; without directives unless told.
        package init(_ name: Name, directives: [Directive] = [], place: Place = Place()) {
            self.name = name
            self.directives = directives
            self.place = place
        }
    }

    /// A fragment without a name, where it is used (specification section 2.8.2).
    package struct InlineFragment: Sendable, Hashable {
        /// The type it is for; nil for any.
        package var typeCondition: Name?
        /// What stands behind the type with `@`.
        package var directives: [Directive]
        /// What it asks for.
        package var selections: [Selection]
        /// All of it, dots and braces included.
        package var place: Place

        /// A fragment for any type, without directives unless told.
        package init(
            on typeCondition: Name? = nil, directives: [Directive] = [], selections: [Selection],
            place: Place = Place()
        ) {
            self.typeCondition = typeCondition
            self.directives = directives
            self.selections = selections
            self.place = place
        }
    }

    /// `name: value` (specification section 2.6).
    package struct Argument: Sendable, Hashable {
        /// Its name.
        package var name: Name
        /// What it is given.
        package var value: Value

        /// An argument.
        package init(_ name: Name, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// `@name(arguments)` (specification section 2.12).
    package struct Directive: Sendable, Hashable {
        /// Without the `@`.
        package var name: Name
        /// In the order they stand.
        package var arguments: [Argument]
        /// All of it, `@` included.
        package var place: Place

        /// A directive; without arguments unless told.
        package init(_ name: Name, arguments: [Argument] = [], place: Place = Place()) {
            self.name = name
            self.arguments = arguments
            self.place = place
        }
    }
}
