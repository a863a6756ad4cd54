extension GraphQL {
    struct CanonicalVariables {
        struct Variable {
            var type: TypeReference
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
                var variable = Variable(type: definition.type, hasDefault: definition.defaultValue != nil)
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
                return .init(
                    .list(try elements.map { (value) throws(AmbiguousOperationError) in try read(value, inner) }))
            case .named(let name): return try scalar(value, name.text)
            }
        }

        private static func scalar(_ value: JSON, _ type: String) throws(AmbiguousOperationError)
            -> CanonicalOperation.Input
        {
            let isRight =
                switch (type, value) {
                case (_, .null), ("String", .string), ("ID", .string), ("Boolean", .bool), ("Float", .number): true
                case ("Int", .number(let digits)): Int32(digits) != nil
                case ("ID", .number(let digits)): Int64(digits) != nil
                case ("String", _), ("ID", _), ("Boolean", _), ("Float", _), ("Int", _): false
                default: true
                }
            guard isRight else { throw AmbiguousOperationError() }
            return try constant(Value(json: value))
        }

        static func constant(_ value: Value) throws(AmbiguousOperationError) -> CanonicalOperation.Input {
            switch value.kind {
            case .variable: throw AmbiguousOperationError()
            case .int(let text), .float(let text), .enumeration(let text): return .init(.scalar(text))
            case .boolean(let flag): return .init(flag)
            case .null: return .null
            case .string(let text): return .init(.string(text))
            case .list(let values): return .init(.list(try values.map(constant)))
            case .object(let fields):
                let members = try fields.map { (field) throws(AmbiguousOperationError) in
                    // Names of JSON members need not be names.
                    guard Name.isName(field.name.text) else { throw AmbiguousOperationError() }
                    return CanonicalOperation.Argument(name: field.name.text, value: try constant(field.value))
                }
                return .init(.object(members.sorted(byName: \.name)))
            }
        }
    }
}
