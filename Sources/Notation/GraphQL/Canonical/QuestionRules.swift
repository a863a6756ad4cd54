extension GraphQL {
    /// What is known for sure of the types of a server, as far as the form of a question depends on them. What nobody knows
    /// is nil: then a fragment keeps the type it is for, and a variable the type it was declared with.
    package protocol QuestionRules: Sendable {
        /// The type that operations of that kind select from.
        func rootType(of kind: OperationKind) -> String?

        /// The type that a field gives, lists and `!` taken off. Object types alone may be told: directly inside of one, a
        /// fragment for that type is the same as its fields.
        func type(ofField field: String, in type: String?) -> String?

        /// The type of a field's argument, as it is written: `[Int!]`. `type`: the one that the field is of.
        func type(ofArgument argument: String, of field: String, in type: String?) -> String?

        /// The type of a member of an input object.
        func type(ofMember member: String, in type: String) -> String?

        /// On how many levels of a mutation the order of fields counts: on the first one everywhere (specification section 6.2.2),
        /// and below it where its fields do nothing but hold those that change something.
        var orderedLevels: Int { get }

        /// Whether a text that is given to arguments of that name is an encoded query, which is compared by its meaning.
        func isEncodedQuery(argument: String) -> Bool
    }

    /// The rules where nothing is known.
    package struct NoQuestionRules: QuestionRules {
        /// The rules.
        package init() {}
        /// Nil.
        package func rootType(of kind: OperationKind) -> String? { nil }
        /// Nil.
        package func type(ofField field: String, in type: String?) -> String? { nil }
        /// Nil.
        package func type(ofArgument argument: String, of field: String, in type: String?) -> String? { nil }
        /// Nil.
        package func type(ofMember member: String, in type: String) -> String? { nil }
        /// One.
        package var orderedLevels: Int { 1 }
        /// False.
        package func isEncodedQuery(argument: String) -> Bool { false }
    }
}
