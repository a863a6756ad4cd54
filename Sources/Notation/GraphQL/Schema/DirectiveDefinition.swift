extension GraphQL {
    /// Where a directive may stand in a document; the raw values are those of `__DirectiveLocation` (specification
    /// section 3.13).
    package enum DirectiveLocation: String, Sendable, Hashable, CaseIterable {
        /// On a query.
        case query = "QUERY"
        /// On a mutation.
        case mutation = "MUTATION"
        /// On a subscription.
        case subscription = "SUBSCRIPTION"
        /// On a field that is asked for.
        case field = "FIELD"
        /// On a fragment with a name.
        case fragmentDefinition = "FRAGMENT_DEFINITION"
        /// On a spread of one.
        case fragmentSpread = "FRAGMENT_SPREAD"
        /// On a fragment without a name.
        case inlineFragment = "INLINE_FRAGMENT"
        /// On a variable in an operation's head.
        case variableDefinition = "VARIABLE_DEFINITION"
        /// In the text of a schema, on a field, where `@source` stands.
        case fieldDefinition = "FIELD_DEFINITION"
    }

    /// A directive that a schema knows (specification section 3.13).
    package struct DirectiveDefinition: Sendable, Hashable {
        /// Without the `@`.
        package var name: String
        /// For people; nil when there is none.
        package var description: String?
        /// Where it may stand.
        package var locations: [DirectiveLocation]
        /// In the schema's order.
        package var arguments: [InputDefinition]

        /// A directive; it may not be repeated at one place.
        package init(
            _ name: String, on locations: [DirectiveLocation], arguments: [InputDefinition] = [],
            description: String? = nil
        ) {
            self.name = name
            self.locations = locations
            self.arguments = arguments
            self.description = description
        }

        /// `@include` and `@skip` of the specification, and the two that an instance adds: `@defer`, and `@source` for the text of a
        /// scripted schema.
        package static let known: [DirectiveDefinition] = {
            let selections: [DirectiveLocation] = [.field, .fragmentSpread, .inlineFragment]
            let condition = [InputDefinition("if", .required("Boolean"))]
            return [
                DirectiveDefinition("include", on: selections, arguments: condition),
                DirectiveDefinition("skip", on: selections, arguments: condition),
                DirectiveDefinition(
                    "defer", on: selections,
                    arguments: [InputDefinition("if", .type("Boolean")), InputDefinition("label", .type("String"))]),
                DirectiveDefinition(
                    "source", on: [.fieldDefinition], arguments: [InputDefinition("value", .required("String"))]),
            ]
        }()
    }
}
