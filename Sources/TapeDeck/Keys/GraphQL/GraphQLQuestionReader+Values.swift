import Notation

extension GraphQLQuestionReader {
    /// Decides `@include` and `@skip`. Nil when the selection is left out, else the other directives as text.
    func condition(_ directives: [GraphQL.Directive]) throws(GraphQLUnclear) -> String? {
        guard !directives.isEmpty else { return "" }
        var rest: [GraphQL.Directive] = []
        var isIn = true
        for directive in directives {
            guard directive.name.text == "include" || directive.name.text == "skip" else {
                rest.append(directive)
                continue
            }
            guard directive.arguments.count == 1, directive.arguments[0].name.text == "if",
                let value = try input(directive.arguments[0].value, "Boolean!"), value.declared == nil,
                case .scalar(let word) = value.kind, word == "true" || word == "false"
            else { throw GraphQLUnclear() }
            if (word == "true") != (directive.name.text == "include") { isIn = false }
        }
        return isIn ? try text(of: rest[...]) : nil
    }

    /// Directives as text, in their order, each behind a blank.
    func text(of directives: ArraySlice<GraphQL.Directive>) throws(GraphQLUnclear) -> String {
        var out: [UInt8] = []
        for directive in directives {
            out += (" @" + directive.name.text).utf8
            var arguments: [GraphQLQuestion.Argument] = []
            for argument in directive.arguments {
                guard let value = try input(argument.value, nil) else { continue }
                arguments.append(.init(name: argument.name.text, value: value))
            }
            guard !arguments.isEmpty else { continue }
            out.append(UInt8(ascii: "("))
            GraphQLInput.append(arguments.sortedByName(), to: &out)
            out.append(UInt8(ascii: ")"))
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// A value with its variables replaced; nil for a variable without a value, which counts as left out. `known` is the
    /// type that is asked for, where that is known.
    func input(
        _ value: GraphQL.Value, _ known: String?, isQuery: Bool = false
    ) throws(GraphQLUnclear) -> GraphQLInput? {
        switch value.kind {
        case .variable(let name): return try self.value(ofVariable: name, known, isQuery: isQuery)
        case .int(let text), .float(let text), .enumeration(let text): return GraphQLInput(.scalar(text))
        case .boolean(let flag): return GraphQLInput(.scalar(flag ? "true" : "false"))
        case .null: return .null
        case .string(let text): return GraphQLInput(isQuery ? .query(text) : .string(text))
        case .list(let values):
            var inputs: [GraphQLInput] = []
            for value in values {
                inputs.append(try input(value, GraphQLArgumentType.element(of: known)) ?? .null)
            }
            return GraphQLInput(.list(inputs))
        case .object(let fields):
            var members: [GraphQLQuestion.Argument] = []
            for field in fields {
                let type = GraphQLArgumentType.type(of: field.name.text, in: known)
                guard let value = try input(field.value, type) else { continue }
                members.append(.init(name: field.name.text, value: value))
            }
            return GraphQLInput(.object(members.sortedByName()))
        }
    }

    private func value(
        ofVariable name: String, _ known: String?, isQuery: Bool
    ) throws(GraphQLUnclear) -> GraphQLInput? {
        let variable = try variables.variable(name)
        let fits = known.map { GraphQLArgumentType.fits(variable.type, hasDefault: variable.hasDefault, into: $0) }
        guard var input = variable.value ?? (fits == true ? nil : GraphQLInput(.scalar("nothing"))) else { return nil }
        if isQuery, case .string(let text) = input.kind { input.kind = .query(text) }
        if fits != true { input.declared = variable.type + (variable.hasDefault ? " with a default" : "") }
        input.variable = name
        return input
    }
}
