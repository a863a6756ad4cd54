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

        package var place: Place {
            switch self {
            case .operation(let operation): operation.place
            case .fragment(let fragment): fragment.place
            }
        }
    }

    package enum OperationKind: String, Sendable, Hashable, CaseIterable {
        case query
        case mutation
        case subscription
    }

    /// An operation (specification section 2.3). `{ … }` alone is an unnamed query.
    package struct Operation: Sendable, Hashable {
        package var kind: OperationKind
        package var name: Name?
        package var variables: [VariableDefinition]
        package var directives: [Directive]
        /// Never empty after parsing.
        package var selections: [Selection]
        package var place: Place

        package init(
            _ kind: OperationKind = .query, name: Name? = nil, variables: [VariableDefinition] = [],
            directives: [Directive] = [], selections: [Selection], place: Place = Place()
        ) {
            self.kind = kind
            self.name = name
            self.variables = variables
            self.directives = directives
            self.selections = selections
            self.place = place
        }
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
        package var place: Place
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
        package var place: Place

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

        package var responseName: String { (alias ?? name).text }
    }

    /// `...name`: the selections of a named fragment.
    package struct FragmentSpread: Sendable, Hashable {
        package var name: Name
        package var directives: [Directive]
        package var place: Place
    }

    package struct InlineFragment: Sendable, Hashable {
        package var typeCondition: Name?
        package var directives: [Directive]
        package var selections: [Selection]
        package var place: Place

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
        package var place: Place

        package init(_ name: Name, arguments: [Argument] = [], place: Place = Place()) {
            self.name = name
            self.arguments = arguments
            self.place = place
        }
    }
}
