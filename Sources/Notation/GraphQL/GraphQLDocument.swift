/// GraphQL documents as values: what they are made of, read from text and written as text (GraphQL specification,
/// October 2021, sections 2 and 3).
///
/// Two documents are equal when they say the same in the same order. Where a part stands, its comments, commas and white
/// space do not count, nor does the way a string is quoted.
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

    /// One definition of a document (specification section 2.2).
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

    /// What an operation does; the raw value is its key word.
    package enum OperationKind: String, Sendable, Hashable, CaseIterable {
        case query
        case mutation
        case subscription
    }

    /// One operation of a document (specification section 2.3). `{ … }` alone is a query without a name.
    package struct Operation: Sendable, Hashable {
        package var kind: OperationKind
        package var name: Name?
        package var variables: [VariableDefinition]
        package var directives: [Directive]
        /// Its selections; never empty when it was read.
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

    /// `$name: Type = default` in an operation's head (specification section 2.10).
    package struct VariableDefinition: Sendable, Hashable {
        /// Without the `$`; its place includes it.
        package var name: Name
        package var type: TypeReference
        package var defaultValue: Value?
        package var directives: [Directive]

        package init(_ name: Name, _ type: TypeReference, defaultValue: Value? = nil, directives: [Directive] = []) {
            self.name = name
            self.type = type
            self.defaultValue = defaultValue
            self.directives = directives
        }
    }

    /// A named fragment: `fragment name on Type { … }` (specification section 2.8).
    package struct Fragment: Sendable, Hashable {
        /// How spreads name it; never `on`.
        package var name: Name
        package var typeCondition: Name
        package var directives: [Directive]
        package var selections: [Selection]
        package var place: Place

        package init(
            _ name: Name, on typeCondition: Name, directives: [Directive] = [], selections: [Selection],
            place: Place = Place()
        ) {
            self.name = name
            self.typeCondition = typeCondition
            self.directives = directives
            self.selections = selections
            self.place = place
        }
    }

    package enum Selection: Sendable, Hashable {
        case field(Field)
        /// `...name`.
        case spread(FragmentSpread)
        /// `... on Type { … }`, or `... { … }`.
        case inline(InlineFragment)
    }

    /// A field (specification sections 2.5 to 2.7).
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

        package init(_ name: Name, directives: [Directive] = [], place: Place = Place()) {
            self.name = name
            self.directives = directives
            self.place = place
        }
    }

    /// A fragment without a name, where it is used (specification section 2.8.2).
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
