extension GraphQL {
    /// The variables of an operation with their values, defaults filled in.
    struct QuestionVariables {
        struct Variable {
            /// The declared type as it is written: `[String!]`.
            var type: String
            var hasDefault: Bool
            /// Nil when it has none: an argument that is given it counts as left out.
            var value: Question.Input?
        }

        private var variables: [String: Variable] = [:]

        /// The values that travel beside a document, for the variables it declares. Unclear when a variable is declared
        /// twice, has directives, or when its value is missing or does not fit: the answer is then an error that may name it.
        init(_ definitions: [VariableDefinition], values: JSON) throws(UnclearQuestion) {
            var given: [String: JSON] = [:]
            switch values {
            case .null: break
            case .object(let members):
                guard !definitions.isEmpty else { return }
                // Nothing else can be declared; to a `String`, other characters may be equal to a name's.
                for member in members where Name.isName(member.name) {
                    guard given.updateValue(member.value, forKey: member.name) == nil else { throw UnclearQuestion() }
                }
            default: throw UnclearQuestion()
            }
            for definition in definitions {
                guard definition.directives.isEmpty else { throw UnclearQuestion() }
                var variable = Variable(
                    type: definition.type.text, hasDefault: definition.defaultValue != nil)
                if let given = given[definition.name.text] {
                    variable.value = try Self.read(given, definition.type)
                } else if let literal = definition.defaultValue {
                    variable.value = try Self.constant(literal)
                } else if case .nonNull = definition.type {
                    throw UnclearQuestion()
                }
                variables[definition.name.text] = variable
            }
            guard variables.count == definitions.count else { throw UnclearQuestion() }
        }

        /// The variable of that name; unclear when the operation does not declare it.
        func variable(_ name: String) throws(UnclearQuestion) -> Variable {
            guard let variable = variables[name] else { throw UnclearQuestion() }
            return variable
        }

        /// The names of all that are declared.
        var names: Set<String> { Set(variables.keys) }

        // MARK: Values

        /// A JSON value as a value of the type (specification sections 3.5 and 6.1.2).
        private static func read(_ value: JSON, _ type: TypeReference) throws(UnclearQuestion) -> Question.Input {
            switch type {
            case .nonNull(let inner):
                if value == .null { throw UnclearQuestion() }
                return try read(value, inner)
            case .list(let inner):
                if value == .null { return .null }
                guard case .array(let elements) = value else { return .init(.list([try read(value, inner)])) }
                var inputs: [Question.Input] = []
                for element in elements { inputs.append(try read(element, inner)) }
                return .init(.list(inputs))
            case .named(let name): return try scalar(value, name.text)
            }
        }

        private static func scalar(_ value: JSON, _ type: String) throws(UnclearQuestion) -> Question.Input {
            switch (type, value) {
            case (_, .null): return .null
            case ("String", .string(let text)), ("ID", .string(let text)): return .init(.string(text))
            case ("Boolean", .bool(let flag)): return .init(flag)
            case ("Float", .number(let digits)): return .init(.scalar(digits))
            case ("Int", .number(let digits)) where Int32(digits) != nil,
                ("ID", .number(let digits)) where Int64(digits) != nil:
                return .init(.scalar(digits))
            case ("String", _), ("ID", _), ("Boolean", _), ("Float", _), ("Int", _): throw UnclearQuestion()
            default: return try anything(value)
            }
        }

        /// A value of a type that is not known here.
        private static func anything(_ value: JSON) throws(UnclearQuestion) -> Question.Input {
            switch value {
            case .null: return .null
            case .bool(let flag): return .init(flag)
            case .number(let digits): return .init(.scalar(digits))
            case .string(let text): return .init(.string(text))
            case .array(let elements):
                var inputs: [Question.Input] = []
                for element in elements { inputs.append(try anything(element)) }
                return .init(.list(inputs))
            case .object(let members):
                var inputs: [Question.Argument] = []
                for member in members {
                    guard Name.isName(member.name) else { throw UnclearQuestion() }
                    inputs.append(.init(name: member.name, value: try anything(member.value)))
                }
                return .init(.object(inputs.sortedByName()))
            }
        }

        private static func constant(_ value: Value) throws(UnclearQuestion) -> Question.Input {
            switch value.kind {
            case .variable: throw UnclearQuestion()
            case .int(let text), .float(let text), .enumeration(let text): return .init(.scalar(text))
            case .boolean(let flag): return .init(flag)
            case .null: return .null
            case .string(let text): return .init(.string(text))
            case .list(let values):
                var inputs: [Question.Input] = []
                for value in values { inputs.append(try constant(value)) }
                return .init(.list(inputs))
            case .object(let fields):
                var members: [Question.Argument] = []
                for field in fields { members.append(.init(name: field.name.text, value: try constant(field.value))) }
                return .init(.object(members.sortedByName()))
            }
        }
    }
}
