/// GraphQL documents: the syntax tree, parser and printer (GraphQL specification, October 2021, sections 2 and 3).
///
/// Documents are equal if they have the same content in the same order. Positions, comments, commas, white space and
/// the quoting of strings are ignored.
package enum GraphQL {}

extension GraphQL {
    package struct Document: Sendable, Hashable {
        package var definitions: [Definition]

        package init(_ definitions: [Definition]) { self.definitions = definitions }

        package var operations: [Operation] {
            definitions.compactMap { if case .operation(let operation) = $0 { operation } else { nil } }
        }

        package var fragments: [Fragment] {
            definitions.compactMap { if case .fragment(let fragment) = $0 { fragment } else { nil } }
        }
    }

    package enum Definition: Sendable, Hashable {
        case operation(Operation)
        case fragment(Fragment)
    }

    package enum OperationKind: String, Sendable, Hashable, CaseIterable {
        case query
        case mutation
        case subscription
    }

    /// An operation (specification section 2.3). `{ … }` alone is an unnamed query.
    package struct Operation: Sendable, Hashable {
        package var kind = OperationKind.query
        package var name: Name?
        package var variables: [VariableDefinition] = []
        package var directives: [Directive] = []
        /// Never empty after parsing.
        package var selections: [Selection] = []
        package var place = Place()
    }

    /// `$name: Type = default` (specification section 2.10).
    package struct VariableDefinition: Sendable, Hashable {
        /// Without the `$`; its range includes it.
        package var name: Name
        package var type: TypeReference
        package var defaultValue: Value?
        package var directives: [Directive] = []
    }

    /// A fragment definition: `fragment name on Type { … }` (specification section 2.8).
    package struct Fragment: Sendable, Hashable {
        /// Never `on`.
        package var name: Name
        package var typeCondition: Name
        package var directives: [Directive]
        package var selections: [Selection]
    }

    package enum Selection: Sendable, Hashable {
        case field(Field)
        /// `...name`.
        case spread(FragmentSpread)
        /// `... on Type { … }`, or `... { … }`.
        case inline(InlineFragment)
    }

    package struct Field: Sendable, Hashable {
        package var alias: Name?
        package var name: Name
        package var arguments: [Argument]
        package var directives: [Directive]
        package var selections: [Selection]?

        package init(
            alias: Name? = nil, _ name: Name, arguments: [Argument] = [], directives: [Directive] = [],
            selections: [Selection]? = nil
        ) {
            self.alias = alias
            self.name = name
            self.arguments = arguments
            self.directives = directives
            self.selections = selections
        }

        package var responseName: String { (alias ?? name).text }
    }

    /// `...name`: the selections of a named fragment.
    package struct FragmentSpread: Sendable, Hashable {
        package var name: Name
        package var directives: [Directive]
    }

    package struct InlineFragment: Sendable, Hashable {
        package var typeCondition: Name?
        package var directives: [Directive]
        package var selections: [Selection]

        package init(on typeCondition: Name? = nil, directives: [Directive] = [], selections: [Selection]) {
            self.typeCondition = typeCondition
            self.directives = directives
            self.selections = selections
        }
    }

    /// `name: value`, also in an object (specification sections 2.6 and 2.9.8).
    package struct Argument: Sendable, Hashable {
        package var name: Name
        package var value: Value

        package init(_ name: Name, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// `@name(arguments)` (specification section 2.12).
    package struct Directive: Sendable, Hashable {
        package var name: Name
        package var arguments: [Argument]

        package init(_ name: Name, arguments: [Argument] = []) {
            self.name = name
            self.arguments = arguments
        }
    }
}
