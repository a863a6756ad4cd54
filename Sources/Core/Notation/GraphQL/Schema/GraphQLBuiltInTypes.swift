extension GraphQL {
    package enum BuiltInTypes {
        private static let types = TypeDefinition.all(in: ProgramText.types)
        package static let all = Array(types.dropLast())
        package static let rootFields = types.last?.fields ?? []

        package static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    }

    package struct DirectiveDefinition: Sendable, Hashable {
        package let name: String
        package let locations: [String]
        package let arguments: [InputDefinition]

        /// `@include` and `@skip` of the specification, and two of an instance: `@defer`, and `@source` for the text of
        /// a scripted schema.
        package static let known: [DirectiveDefinition] = {
            let selections = ["FIELD", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"]
            let condition = InputDefinition("if", .required("Boolean"))
            return [
                DirectiveDefinition(name: "include", locations: selections, arguments: [condition]),
                DirectiveDefinition(name: "skip", locations: selections, arguments: [condition]),
                DirectiveDefinition(
                    name: "defer", locations: selections,
                    arguments: [InputDefinition("if", .type("Boolean")), InputDefinition("label", .type("String"))]),
                DirectiveDefinition(
                    name: "source", locations: ["FIELD_DEFINITION"],
                    arguments: [InputDefinition("value", .required("String"))]),
            ]
        }()
    }
}
