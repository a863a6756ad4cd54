extension GraphQL {
    /// The recoverable structure of an incomplete or invalid document: operations with variables, fragments, and
    /// brackets with the names in them. It exists for any text and takes linear time.
    package struct Outline: Sendable {
        package struct Variable: Sendable, Hashable {
            package var name: String
            /// As written without white space, such as `[String!]`; empty while missing.
            package var type = ""
            package var defaultText: String?
            package var hasDefault = false

            package init(name: String, type: String = "", defaultText: String? = nil, hasDefault: Bool = false) {
                self.name = name
                self.type = type
                self.defaultText = defaultText
                self.hasDefault = hasDefault || defaultText != nil
            }
        }

        package struct Operation: Sendable, Hashable {
            package var kind: OperationKind
            package var name: String?
            package var variables: [Variable] = []

            package init(kind: OperationKind, name: String? = nil, variables: [Variable] = []) {
                self.kind = kind
                self.name = name
                self.variables = variables
            }
        }

        package struct Fragment: Sendable, Hashable {
            package var name: String
            package var type = ""

            package init(name: String, type: String = "") {
                self.name = name
                self.type = type
            }
        }

        package internal(set) var operations: [Operation] = []
        package internal(set) var fragments: [Fragment] = []

        var frames: [Frame] = [Frame(.document)]
        var usages: [Usage] = []
        var spreads: [(fragment: String, frame: Int)] = []

        package init(_ text: String) {
            let bytes = Array(text.utf8)
            self = OutlineBuilder(bytes, Lexer.tokens(of: bytes)).outline
        }

        init() {}

        package func use(of variable: String) -> (path: Path, value: ValuePlace)? {
            guard let usage = usages.first(where: { $0.variable == variable }) else { return nil }
            return valuePlace(usage.name, in: usage.frame).map { (path(of: usage.frame), $0) }
        }

        package func use(ofFragment name: String) -> Path? {
            spreads.first { $0.fragment == name }.map { path(of: $0.frame) }
        }

        /// The distinct variables used, in order of first use.
        package var usedVariables: [String] {
            var seen: Set<String> = []
            return usages.map(\.variable).filter { seen.insert($0).inserted }
        }
    }
}

extension GraphQL.Outline {
    /// The content of a bracket pair.
    struct Frame: Sendable {
        enum Kind: Sendable, Hashable {
            case document, variables, selections, arguments, object, list
        }

        /// What a selection set or argument list belongs to.
        enum Owner: Sendable, Hashable {
            case none
            case operation(Int)
            case fragment(Int)
            case field(String)
            case inline(String)
            case directive(String)
            case value(String)
        }

        var kind: Kind
        var owner: Owner
        var parent = 0
        /// The selected fields or given arguments, with their token indexes.
        var names: [(text: String, token: Int)] = []
        /// The values of the field's arguments, valid inside its braces too.
        var given: [String: Given]

        init(_ kind: Kind, of owner: Owner = .none, given: [String: Given] = [:]) {
            self.kind = kind
            self.owner = owner
            self.given = given
        }
    }

    struct Usage: Sendable {
        var variable: String
        var name: String
        var frame: Int
    }

    /// The value of an argument, as far as completion needs it.
    package enum Given: Sendable, Hashable {
        case text(String)
        case variable(String)
    }

    static func given(_ arguments: [GraphQL.Argument]) -> [String: Given] {
        var given: [String: Given] = [:]
        for argument in arguments {
            switch argument.value.kind {
            case .string(let text): given[argument.name.text] = .text(text)
            case .variable(let name) where !name.isEmpty: given[argument.name.text] = .variable(name)
            default: break
            }
        }
        return given
    }

    /// What may be typed in a frame.
    ///
    /// - Parameter named: the token at the cursor, whose name is ignored.
    func place(
        _ expected: GraphQL.OutlineBuilder.Expectation, in frame: Int, except named: Int?
    ) -> GraphQL.Cursor.Place {
        let kind = frames[frame].kind, owner = frames[frame].owner
        let names = frames[frame].names.filter { $0.token != named }.map(\.text)
        switch expected {
        case .nothing: return .nothing
        case .definition: return .definition
        case .on: return .on
        case .selection: return .selection(selected: names)
        case .aliasedField: return .selection(selected: [])
        case .spread: return .spread
        case .typeCondition: return .typeCondition
        case .variable: return .variable
        case .type: return .type
        case .directive: return .directive(ofSelection: kind == .selections)
        case .value(let name): return valuePlace(name, in: frame).map { .value(of: $0) } ?? .nothing
        case .item: break
        }
        switch (kind, owner) {
        case (.arguments, .field(let name)): return .argument(of: .field(name), given: names)
        case (.arguments, .directive(let name)): return .argument(of: .directive(name), given: names)
        case (.object, _): return valuePlace("", in: frame).map { .objectField(of: $0, given: names) } ?? .nothing
        default: return .nothing
        }
    }

    func operation(of frame: Int) -> Int? {
        var index = frame
        while index > 0 {
            if case .operation(let operation) = frames[index].owner { return operation }
            index = frames[index].parent
        }
        return nil
    }

    func path(of frame: Int) -> GraphQL.Path {
        var steps: [GraphQL.Path.Step] = []
        var index = frame
        while index > 0 {
            let frame = frames[index]
            index = frame.parent
            guard frame.kind == .selections else { continue }
            switch frame.owner {
            case .operation(let index): return .init(.operation(operations[index].kind, index: index), steps.reversed())
            case .fragment(let index):
                return .init(.fragment(type: fragments[index].type, index: index), steps.reversed())
            case .field(let name): steps.append(.field(name, given: frame.given))
            case .inline(let type): if !type.isEmpty { steps.append(.type(type)) }
            case .none, .directive, .value: break
            }
        }
        return .init(.operation(operations.last?.kind ?? .query, index: max(0, operations.count - 1)), steps.reversed())
    }

    func valuePlace(_ name: String, in frame: Int) -> GraphQL.ValuePlace? {
        var keys = name.isEmpty ? [] : [name]
        var index = frame
        while index > 0 {
            let frame = frames[index]
            switch (frame.kind, frame.owner) {
            case (.object, .value(let name)), (.list, .value(let name)): if !name.isEmpty { keys.append(name) }
            case (.arguments, .field(let field)): return place(.field(field), keys, given: frame.given)
            case (.arguments, .directive(let directive)): return place(.directive(directive), keys)
            case (.variables, .operation(let operation)):
                // The default of the last declared variable.
                let variable = operations[operation].variables.last
                return .init(.variable(variable?.name ?? "", type: variable?.type ?? ""), "", keys: keys.reversed())
            default: return nil
            }
            index = frame.parent
        }
        return nil
    }

    private func place(
        _ callee: GraphQL.ValuePlace.Callee, _ keys: [String], given: [String: Given] = [:]
    ) -> GraphQL.ValuePlace? {
        guard let argument = keys.last else { return nil }
        return .init(callee, argument, keys: keys.dropLast().reversed(), given: given)
    }
}
