extension GraphQL {
    /// The way from the top of a document to a selection set.
    package struct Path: Sendable, Hashable {
        /// Where it begins.
        package enum Root: Sendable, Hashable {
            /// An operation, by its place among the operations of the outline.
            case operation(OperationKind, index: Int)
            /// A fragment, by its place among the fragments of the outline.
            case fragment(type: String, index: Int)
        }

        /// One brace on the way.
        package enum Step: Sendable, Hashable {
            /// Below a field, with those of its arguments that are text or variables.
            case field(String, given: [String: Outline.Given])
            /// In an inline fragment for this type.
            case type(String)
        }

        /// Where it begins.
        package var root: Root
        /// From the outside in.
        package var steps: [Step]

        /// A way.
        package init(_ root: Root, _ steps: [Step]) {
            self.root = root
            self.steps = steps
        }
    }

    /// An argument, or a place in what it is given.
    package struct ValuePlace: Sendable, Hashable {
        /// What takes the argument.
        package enum Callee: Sendable, Hashable {
            /// A field of the selection set.
            case field(String)
            /// A directive, without its `@`.
            case directive(String)
            /// The default of this variable.
            case variable(String, type: String)
        }

        /// What takes it.
        package var callee: Callee
        /// Its name; empty for the default of a variable.
        package var argument: String
        /// The fields of input objects that lead to the place, outermost first.
        package var keys: [String]
        /// The arguments of the field that are text or variables.
        package var given: [String: Outline.Given]

        /// A place.
        package init(
            _ callee: Callee, _ argument: String, keys: [String] = [], given: [String: Outline.Given] = [:]
        ) {
            self.callee = callee
            self.argument = argument
            self.keys = keys
            self.given = given
        }
    }
}

extension GraphQL.Outline {
    /// The selection set that a frame is, or stands in.
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
            case .field(let index): steps.append(.field(fields[index].name, given: fields[index].given))
            case .inline(let type): if !type.isEmpty { steps.append(.type(type)) }
            case .none, .directive, .value: break
            }
        }
        return .init(.operation(operations.last?.kind ?? .query, index: max(0, operations.count - 1)), steps.reversed())
    }

    /// What a value that stands in a frame behind `name:` is given to; nil outside arguments.
    func valuePlace(_ name: String, in frame: Int) -> GraphQL.ValuePlace? {
        var keys = name.isEmpty ? [] : [name]
        var index = frame
        while index > 0 {
            let frame = frames[index]
            switch (frame.kind, frame.owner) {
            case (.object, .value(let name)), (.list, .value(let name)): if !name.isEmpty { keys.append(name) }
            case (.arguments, .field(let field)):
                return place(.field(fields[field].name), keys, given: fields[field].given)
            case (.arguments, .directive(let directive)): return place(.directive(directive), keys)
            case (.variables, .operation(let operation)):
                // The default of the variable that was declared last.
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
