extension GraphQL.Question {
    /// One selection of a question: a field, or a fragment for a type.
    package struct Selection: Sendable {
        /// What the answer calls the field; `... on Type` for a fragment.
        package let name: String
        /// The field's name in the schema.
        package let field: String
        /// By name.
        package let arguments: [Argument]
        /// What is left of its directives, as text.
        package let directives: String
        /// Nil for a field without braces; empty when conditions left nothing.
        package let selections: [Selection]?
        /// All of it, as it stands in the question's text.
        package let text: String
    }

    /// A value by its name: an argument, or a member of an object.
    package struct Argument: Sendable, Hashable {
        /// The name.
        package let name: String
        /// What it is given.
        package let value: Input
    }
}

extension [GraphQL.Question.Argument] {
    /// By name; those of one name keep their order.
    func sortedByName() -> [GraphQL.Question.Argument] {
        guard count > 1 else { return self }
        return enumerated().sorted { left, right in
            left.element.name.utf8.elementsEqual(right.element.name.utf8)
                ? left.offset < right.offset
                : left.element.name.utf8.lexicographicallyPrecedes(right.element.name.utf8)
        }.map(\.element)
    }
}
