extension GraphQL {
    /// A value with its place (specification section 2.9).
    package struct Value: Sendable, Hashable {
        /// What it is.
        package indirect enum Kind: Sendable, Hashable {
            /// `$name`, without the `$`.
            case variable(String)
            /// The digits as they were written: `-12`.
            case int(String)
            /// The number as it was written: `1.5e3`.
            case float(String)
            /// The text that is meant: escapes resolved, a block string's indentation taken off.
            case string(String)
            /// `true` or `false`.
            case boolean(Bool)
            /// `null`: nothing, which is not the same as not given.
            case null
            /// A bare word.
            case enumeration(String)
            /// `[1, 2]`
            case list([Value])
            /// Fields in the order they stand.
            case object([ObjectField])
        }

        /// What it is.
        package var kind: Kind
        /// Where it stands, quotes and brackets included.
        package var place: Place

        /// A value; without a place unless told.
        package init(_ kind: Kind, at place: Place = Place()) {
            self.kind = kind
            self.place = place
        }
    }

    /// `name: value` of an object value (specification section 2.9.8).
    package struct ObjectField: Sendable, Hashable {
        /// Its name.
        package var name: Name
        /// What it is given.
        package var value: Value

        /// A field.
        package init(_ name: Name, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// The type of a variable or a field (specification section 2.11): `String`, `[Int!]!`.
    package indirect enum TypeReference: Sendable, Hashable {
        /// A type by its name.
        case named(Name)
        /// A list of that type.
        case list(TypeReference)
        /// What is inside is never `nonNull` itself.
        case nonNull(TypeReference)
    }
}
