extension GraphQL {
    /// A field of an object type (specification section 3.6).
    package struct FieldDefinition: Sendable, Hashable {
        /// Its name.
        package var name: String
        /// In the schema's order.
        package var arguments: [InputDefinition]
        /// What it gives.
        package var type: TypeReference
        /// For people; nil when there is none.
        package var description: String?
        /// The table whose columns have to be asked for before all of this is sure; nil when it is.
        package var wants: String?
        /// Whether there may be more arguments than are listed, because the table is not known yet.
        package var isOpen: Bool

        /// A field; without arguments and known in full unless told.
        package init(
            _ name: String, _ type: TypeReference, arguments: [InputDefinition] = [], description: String? = nil,
            wants: String? = nil, isOpen: Bool = false
        ) {
            self.name = name
            self.type = type
            self.arguments = arguments
            self.description = description
            self.wants = wants
            self.isOpen = isOpen
        }

        /// What is known of the argument of that name.
        package func argument(_ name: String) -> Knowledge<InputDefinition> {
            if let found = arguments.first(where: { $0.name == name }) { return .known(found) }
            return isOpen ? .notYet : .absent
        }
    }

    /// An argument, or a field of an input object (specification section 3.6.1 and 3.10).
    package struct InputDefinition: Sendable, Hashable {
        /// Its name.
        package var name: String
        /// What it takes.
        package var type: TypeReference
        /// What it is when it is not given; nil when there is no default.
        package var defaultValue: Value?
        /// For people; nil when there is none.
        package var description: String?

        /// An argument or an input field; without a default unless told.
        package init(
            _ name: String, _ type: TypeReference, defaultValue: Value? = nil, description: String? = nil
        ) {
            self.name = name
            self.type = type
            self.defaultValue = defaultValue
            self.description = description
        }

        /// Whether it has to be given: it takes no null and has no default.
        package var isRequired: Bool { type.isNonNull && defaultValue == nil }
    }
}
