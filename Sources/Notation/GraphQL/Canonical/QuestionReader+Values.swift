extension GraphQL.QuestionReader {
    /// Whether `@include` and `@skip` leave a selection in.
    mutating func isIn(_ directives: [GraphQL.Directive]) throws(GraphQL.UnclearQuestion) -> Bool {
        var isIn = true
        for directive in directives where Self.isCondition(directive) {
            guard directive.arguments.count == 1, directive.arguments[0].name.text == "if",
                let value = try input(directive.arguments[0].value, "Boolean!"), value.declared == nil,
                case .scalar(let word) = value.kind, word == "true" || word == "false"
            else { throw GraphQL.UnclearQuestion() }
            if (word == "true") != (directive.name.text == "include") { isIn = false }
        }
        return isIn
    }

    static func isCondition(_ directive: GraphQL.Directive) -> Bool {
        directive.name.text == "include" || directive.name.text == "skip"
    }

    /// Directives as text, in their order, each behind a blank; without conditions, which are decided.
    mutating func text(of directives: [GraphQL.Directive]) throws(GraphQL.UnclearQuestion) -> [UInt8] {
        var out: [UInt8] = []
        for directive in directives where !Self.isCondition(directive) {
            out += " @".utf8
            out += directive.name.text.utf8
            var arguments: [GraphQL.Question.Argument] = []
            for argument in directive.arguments {
                guard let value = try input(argument.value, nil) else { continue }
                arguments.append(.init(name: argument.name.text, value: value))
            }
            guard !arguments.isEmpty else { continue }
            out.append(UInt8(ascii: "("))
            GraphQL.Question.Input.append(arguments.sortedByName(), to: &out)
            out.append(UInt8(ascii: ")"))
        }
        return out
    }

    /// The arguments of a field by name; nil when none is left.
    mutating func arguments(
        of field: GraphQL.Field, in type: String?
    ) throws(GraphQL.UnclearQuestion) -> [GraphQL.Question.Argument]? {
        var arguments: [GraphQL.Question.Argument] = []
        arguments.reserveCapacity(field.arguments.count)
        for argument in field.arguments {
            let name = argument.name.text
            let known = rules.type(ofArgument: name, of: field.name.text, in: type)
            let isQuery = rules.isEncodedQuery(argument: name)
            guard let value = try input(argument.value, known, isQuery: isQuery) else { continue }
            arguments.append(.init(name: name, value: value))
        }
        return arguments.isEmpty ? nil : arguments.sortedByName()
    }

    /// A value with its variables replaced; nil for a variable without a value, which counts as left out. `known` is the
    /// type that is asked for, where that is known.
    private mutating func input(
        _ value: GraphQL.Value, _ known: String?, isQuery: Bool = false
    ) throws(GraphQL.UnclearQuestion) -> GraphQL.Question.Input? {
        switch value.kind {
        case .variable(let name): return try input(ofVariable: name, known, isQuery: isQuery)
        case .int(let text), .float(let text), .enumeration(let text): return .init(.scalar(text))
        case .boolean(let flag): return .init(flag)
        case .null: return .null
        case .string(let text): return .init(isQuery ? .query(text) : .string(text))
        case .list(let values):
            let element = known.flatMap(GraphQL.InputFit.element)
            var inputs: [GraphQL.Question.Input] = []
            for value in values { inputs.append(try input(value, element) ?? .null) }
            return .init(.list(inputs))
        case .object(let fields):
            var members: [GraphQL.Question.Argument] = []
            for field in fields {
                let type = known.flatMap { rules.type(ofMember: field.name.text, in: $0) }
                guard let value = try input(field.value, type) else { continue }
                members.append(.init(name: field.name.text, value: value))
            }
            return .init(.object(members.sortedByName()))
        }
    }

    private mutating func input(
        ofVariable name: String, _ known: String?, isQuery: Bool
    ) throws(GraphQL.UnclearQuestion) -> GraphQL.Question.Input? {
        let variable = try variables.variable(name)
        uses.note(variable: name)
        let fits =
            known.map { GraphQL.InputFit.fits(variable.type, hasDefault: variable.hasDefault, into: $0) } ?? false
        guard var input = variable.value ?? (fits ? nil : .init(.scalar("nothing"))) else { return nil }
        if isQuery, case .string(let text) = input.kind { input.kind = .query(text) }
        if !fits { input.declared = variable.type + (variable.hasDefault ? " with a default" : "") }
        input.variable = name
        return input
    }
}
