extension GraphQL.CanonicalWriter {
    /// Evaluates `@include` and `@skip`.
    mutating func isIncluded(_ directives: [GraphQL.Directive]) throws(GraphQL.AmbiguousOperationError) -> Bool {
        var isIncluded = true
        for directive in directives where Self.isCondition(directive) {
            guard directive.arguments.count == 1, directive.arguments[0].name.text == "if",
                let value = try input(directive.arguments[0].value, "Boolean!"), value.declared == nil,
                case .scalar(let word) = value.kind, word == "true" || word == "false"
            else { throw GraphQL.AmbiguousOperationError() }
            if (word == "true") != (directive.name.text == "include") { isIncluded = false }
        }
        return isIncluded
    }

    static func isCondition(_ directive: GraphQL.Directive) -> Bool {
        directive.name.text == "include" || directive.name.text == "skip"
    }

    mutating func text(of directives: [GraphQL.Directive]) throws(GraphQL.AmbiguousOperationError) -> [UInt8] {
        var out: [UInt8] = []
        for directive in directives where !Self.isCondition(directive) {
            out += " @".utf8
            out += directive.name.text.utf8
            var arguments: [GraphQL.CanonicalOperation.Argument] = []
            for argument in directive.arguments {
                guard let value = try input(argument.value, nil) else { continue }
                arguments.append(.init(name: argument.name.text, value: value))
            }
            guard !arguments.isEmpty else { continue }
            out.append(UInt8(ascii: "("))
            GraphQL.CanonicalOperation.Input.append(arguments.sortedByName(), to: &out)
            out.append(UInt8(ascii: ")"))
        }
        return out
    }

    mutating func arguments(
        of field: GraphQL.Field, in type: String?
    ) throws(GraphQL.AmbiguousOperationError) -> [GraphQL.CanonicalOperation.Argument]? {
        var arguments: [GraphQL.CanonicalOperation.Argument] = []
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

    /// A value with variables replaced; nil for a variable without a value, which counts as omitted. `known` is the
    /// expected type, if known.
    private mutating func input(
        _ value: GraphQL.Value, _ known: String?, isQuery: Bool = false
    ) throws(GraphQL.AmbiguousOperationError) -> GraphQL.CanonicalOperation.Input? {
        switch value.kind {
        case .variable(let name): return try input(ofVariable: name, known, isQuery: isQuery)
        case .int(let text), .float(let text), .enumeration(let text): return .init(.scalar(text))
        case .boolean(let flag): return .init(flag)
        case .null: return .null
        case .string(let text): return .init(isQuery ? .query(text) : .string(text))
        case .list(let values):
            let element = known.flatMap(GraphQL.TypeCompatibility.element)
            var inputs: [GraphQL.CanonicalOperation.Input] = []
            for value in values { inputs.append(try input(value, element) ?? .null) }
            return .init(.list(inputs))
        case .object(let fields):
            var members: [GraphQL.CanonicalOperation.Argument] = []
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
    ) throws(GraphQL.AmbiguousOperationError) -> GraphQL.CanonicalOperation.Input? {
        let variable = try variables.variable(name)
        uses.note(variable: name)
        let fits =
            known.map { GraphQL.TypeCompatibility.fits(variable.type, hasDefault: variable.hasDefault, into: $0) }
            ?? false
        guard var input = variable.value ?? (fits ? nil : .init(.scalar("nothing"))) else { return nil }
        if isQuery, case .string(let text) = input.kind { input.kind = .query(text) }
        if !fits { input.declared = variable.type + (variable.hasDefault ? " with a default" : "") }
        input.variable = name
        return input
    }
}

extension GraphQL {
    /// Whether a variable may be used where a value of a type is expected, both types as written.
    enum TypeCompatibility {
        /// Compares a variable's type with the expected type (specification section 5.8.5), as far as the argument
        /// types of an instance require: `!` inside a list is ignored.
        static func fits(_ declared: String, hasDefault: Bool, into known: String) -> Bool {
            if known.utf8.last == UInt8(ascii: "!"), declared.utf8.last != UInt8(ascii: "!"), !hasDefault {
                return false
            }
            return declared.utf8.lazy.filter { $0 != UInt8(ascii: "!") }.elementsEqual(
                known.utf8.lazy.filter { $0 != UInt8(ascii: "!") })
        }

        static func element(of list: String) -> String? {
            guard list.utf8.first == UInt8(ascii: "["), list.utf8.last == UInt8(ascii: "]") else { return nil }
            return String(list.dropFirst().dropLast())
        }
    }

    /// The variables of an operation with their values, including defaults.
    struct CanonicalVariables {
        struct Variable {
            /// The declared type as written: `[String!]`.
            var type: String
            var hasDefault: Bool
            var value: CanonicalOperation.Input?
        }

        private var variables: [String: Variable] = [:]

        /// The values sent with a document for its declared variables. Throws if a variable is declared twice, has
        /// directives, or has a missing or mismatched value, because the response is then an error that may contain its
        /// name.
        init(_ definitions: [VariableDefinition], values: JSON) throws(AmbiguousOperationError) {
            var given: [String: JSON] = [:]
            switch values {
            case .null: break
            case .object(let members):
                guard !definitions.isEmpty else { return }
                // Others cannot be declared. The check prevents names that are equal as `String`s but differ in bytes.
                for member in members where Name.isName(member.name) {
                    guard given.updateValue(member.value, forKey: member.name) == nil else {
                        throw AmbiguousOperationError()
                    }
                }
            default: throw AmbiguousOperationError()
            }
            for definition in definitions {
                guard definition.directives.isEmpty else { throw AmbiguousOperationError() }
                var variable = Variable(
                    type: definition.type.text, hasDefault: definition.defaultValue != nil)
                if let given = given[definition.name.text] {
                    variable.value = try Self.read(given, definition.type)
                } else if let literal = definition.defaultValue {
                    variable.value = try Self.constant(literal)
                } else if case .nonNull = definition.type {
                    throw AmbiguousOperationError()
                }
                variables[definition.name.text] = variable
            }
            guard variables.count == definitions.count else { throw AmbiguousOperationError() }
        }

        func variable(_ name: String) throws(AmbiguousOperationError) -> Variable {
            guard let variable = variables[name] else { throw AmbiguousOperationError() }
            return variable
        }

        var names: Set<String> { Set(variables.keys) }

        // MARK: Values

        /// Coerces a JSON value to a type (specification sections 3.5 and 6.1.2).
        private static func read(_ value: JSON, _ type: TypeReference) throws(AmbiguousOperationError)
            -> CanonicalOperation.Input
        {
            switch type {
            case .nonNull(let inner):
                if value == .null { throw AmbiguousOperationError() }
                return try read(value, inner)
            case .list(let inner):
                if value == .null { return .null }
                guard case .array(let elements) = value else { return .init(.list([try read(value, inner)])) }
                var inputs: [CanonicalOperation.Input] = []
                for element in elements { inputs.append(try read(element, inner)) }
                return .init(.list(inputs))
            case .named(let name): return try scalar(value, name.text)
            }
        }

        private static func scalar(_ value: JSON, _ type: String) throws(AmbiguousOperationError)
            -> CanonicalOperation.Input
        {
            switch (type, value) {
            case (_, .null): return .null
            case ("String", .string(let text)), ("ID", .string(let text)): return .init(.string(text))
            case ("Boolean", .bool(let flag)): return .init(flag)
            case ("Float", .number(let digits)): return .init(.scalar(digits))
            case ("Int", .number(let digits)) where Int32(digits) != nil,
                ("ID", .number(let digits)) where Int64(digits) != nil:
                return .init(.scalar(digits))
            case ("String", _), ("ID", _), ("Boolean", _), ("Float", _), ("Int", _): throw AmbiguousOperationError()
            default: return try anything(value)
            }
        }

        private static func anything(_ value: JSON) throws(AmbiguousOperationError) -> CanonicalOperation.Input {
            switch value {
            case .null: return .null
            case .bool(let flag): return .init(flag)
            case .number(let digits): return .init(.scalar(digits))
            case .string(let text): return .init(.string(text))
            case .array(let elements):
                var inputs: [CanonicalOperation.Input] = []
                for element in elements { inputs.append(try anything(element)) }
                return .init(.list(inputs))
            case .object(let members):
                var inputs: [CanonicalOperation.Argument] = []
                for member in members {
                    guard Name.isName(member.name) else { throw AmbiguousOperationError() }
                    inputs.append(.init(name: member.name, value: try anything(member.value)))
                }
                return .init(.object(inputs.sortedByName()))
            }
        }

        private static func constant(_ value: Value) throws(AmbiguousOperationError) -> CanonicalOperation.Input {
            switch value.kind {
            case .variable: throw AmbiguousOperationError()
            case .int(let text), .float(let text), .enumeration(let text): return .init(.scalar(text))
            case .boolean(let flag): return .init(flag)
            case .null: return .null
            case .string(let text): return .init(.string(text))
            case .list(let values):
                var inputs: [CanonicalOperation.Input] = []
                for value in values { inputs.append(try constant(value)) }
                return .init(.list(inputs))
            case .object(let fields):
                var members: [CanonicalOperation.Argument] = []
                for field in fields { members.append(.init(name: field.name.text, value: try constant(field.value))) }
                return .init(.object(members.sortedByName()))
            }
        }
    }
}
