extension GraphQL {
    /// `schema { query: Query }`, or what is added to it with `extend` (specification section 3.3).
    package struct SchemaSyntax: Sendable, Hashable {
        /// What it is for: a string; nil without one, and for an extension.
        package var description: Value?
        /// Whether `extend` stands in front.
        package var isExtension: Bool
        /// What stands behind `schema` with `@`.
        package var directives: [Directive]
        /// The type of each kind of operation; empty in an extension that has directives only.
        package var operationTypes: [OperationType]
        /// All of it, description and braces included.
        package var place: Place

        /// A schema; no extension, without a description and directives unless told.
        package init(
            _ operationTypes: [OperationType], description: Value? = nil, isExtension: Bool = false,
            directives: [Directive] = [], place: Place = Place()
        ) {
            self.operationTypes = operationTypes
            self.description = description
            self.isExtension = isExtension
            self.directives = directives
            self.place = place
        }

        /// `query: Query`.
        package struct OperationType: Sendable, Hashable {
            /// What the operations do.
            package var kind: OperationKind
            /// The type of their top-level fields.
            package var type: Name

            /// A root type.
            package init(_ kind: OperationKind, _ type: Name) {
                self.kind = kind
                self.type = type
            }
        }
    }

    /// A type, or what is added to it with `extend` (specification sections 3.4 to 3.10).
    package struct TypeSyntax: Sendable, Hashable {
        /// What kind of type it is, and what it holds. Lists that may be left out are empty then.
        package enum Body: Sendable, Hashable {
            /// `scalar`
            case scalar
            /// `type`
            case object(interfaces: [Name], fields: [FieldSyntax])
            /// `interface`
            case interface(interfaces: [Name], fields: [FieldSyntax])
            /// `union`
            case union([Name])
            /// `enum`
            case enumeration([EnumValueSyntax])
            /// `input`
            case input([InputSyntax])
        }

        /// What it is for: a string; nil without one, and for an extension.
        package var description: Value?
        /// Whether `extend` stands in front.
        package var isExtension: Bool
        /// The type's name.
        package var name: Name
        /// What stands behind the name and the interfaces with `@`.
        package var directives: [Directive]
        /// What kind of type it is, and what it holds.
        package var body: Body
        /// All of it, description and braces included.
        package var place: Place

        /// A type; no extension, without a description and directives unless told.
        package init(
            _ name: Name, _ body: Body, description: Value? = nil, isExtension: Bool = false,
            directives: [Directive] = [], place: Place = Place()
        ) {
            self.name = name
            self.body = body
            self.description = description
            self.isExtension = isExtension
            self.directives = directives
            self.place = place
        }
    }

    /// `directive @name(arguments) repeatable on PLACE | PLACE` (specification section 3.13).
    package struct DirectiveSyntax: Sendable, Hashable {
        /// What it is for: a string; nil without one.
        package var description: Value?
        /// Without the `@`.
        package var name: Name
        /// What it may be given.
        package var arguments: [InputSyntax]
        /// Whether it may stand more than once at one place.
        package var isRepeatable: Bool
        /// Where it may stand: some of `allLocations`.
        package var locations: [Name]
        /// All of it, description included.
        package var place: Place

        /// A directive; without a description and arguments, and not repeatable, unless told.
        package init(
            _ name: Name, on locations: [Name], arguments: [InputSyntax] = [], isRepeatable: Bool = false,
            description: Value? = nil, place: Place = Place()
        ) {
            self.name = name
            self.locations = locations
            self.arguments = arguments
            self.isRepeatable = isRepeatable
            self.description = description
            self.place = place
        }

        /// Where a directive may stand at all.
        package static let allLocations = [
            "QUERY", "MUTATION", "SUBSCRIPTION", "FIELD", "FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT",
            "VARIABLE_DEFINITION", "SCHEMA", "SCALAR", "OBJECT", "FIELD_DEFINITION", "ARGUMENT_DEFINITION", "INTERFACE",
            "UNION", "ENUM", "ENUM_VALUE", "INPUT_OBJECT", "INPUT_FIELD_DEFINITION",
        ]
    }
}
