import Notation

/// Why a document's meaning is not sure: then only its text can be compared.
struct GraphQLUnclear: Error {}

/// The variables of an operation with their values, defaults filled in.
struct GraphQLVariables {
    struct Variable {
        /// The declared type as text: `[String!]`.
        var type: String
        var hasDefault: Bool
        /// Nil when it has none: an argument that is given it counts as left out.
        var value: GraphQLInput?
    }

    private var variables: [String: Variable] = [:]

    /// The values that travel beside a document, for the variables it declares. Unclear when a variable is declared twice,
    /// has directives, or when its value is missing or does not fit: the answer is then an error that may name it.
    init(_ definitions: [GraphQL.VariableDefinition], values: JSON) throws(GraphQLUnclear) {
        var given: [String: JSON] = [:]
        switch values {
        case .null: break
        case .object(let members):
            guard !definitions.isEmpty else { return }
            for member in members where given.updateValue(member.value, forKey: member.name) != nil {
                throw GraphQLUnclear()
            }
        default: throw GraphQLUnclear()
        }
        for definition in definitions {
            guard definition.directives.isEmpty else { throw GraphQLUnclear() }
            var variable = Variable(type: Self.text(definition.type), hasDefault: definition.defaultValue != nil)
            if let given = given[definition.name.text] {
                variable.value = try Self.read(given, definition.type)
            } else if let literal = definition.defaultValue {
                variable.value = try Self.constant(literal)
            } else if case .nonNull = definition.type {
                throw GraphQLUnclear()
            }
            variables[definition.name.text] = variable
        }
        guard variables.count == definitions.count else { throw GraphQLUnclear() }
    }

    /// The variable of that name; unclear when the operation does not declare it.
    func variable(_ name: String) throws(GraphQLUnclear) -> Variable {
        guard let variable = variables[name] else { throw GraphQLUnclear() }
        return variable
    }

    /// The names of all that are declared.
    var names: Set<String> { Set(variables.keys) }

    private static func text(_ type: GraphQL.TypeReference) -> String {
        switch type {
        case .named(let name): name.text
        case .list(let inner): "[" + text(inner) + "]"
        case .nonNull(let inner): text(inner) + "!"
        }
    }

    /// A JSON value as a value of the type (specification section 3.5 and 6.1.2).
    private static func read(_ value: JSON, _ type: GraphQL.TypeReference) throws(GraphQLUnclear) -> GraphQLInput {
        switch type {
        case .nonNull(let inner):
            if value == .null { throw GraphQLUnclear() }
            return try read(value, inner)
        case .list(let inner):
            if value == .null { return .null }
            guard case .array(let elements) = value else { return GraphQLInput(.list([try read(value, inner)])) }
            var inputs: [GraphQLInput] = []
            for element in elements { inputs.append(try read(element, inner)) }
            return GraphQLInput(.list(inputs))
        case .named(let name): return try scalar(value, name.text)
        }
    }

    private static func scalar(_ value: JSON, _ type: String) throws(GraphQLUnclear) -> GraphQLInput {
        switch (type, value) {
        case (_, .null): return .null
        case ("String", .string(let text)), ("ID", .string(let text)): return GraphQLInput(.string(text))
        case ("Boolean", .bool(let flag)): return GraphQLInput(.scalar(flag ? "true" : "false"))
        case ("Float", .number(let digits)): return GraphQLInput(.scalar(digits))
        case ("Int", .number(let digits)) where Int32(digits) != nil,
            ("ID", .number(let digits)) where Int64(digits) != nil:
            return GraphQLInput(.scalar(digits))
        case ("String", _), ("ID", _), ("Boolean", _), ("Float", _), ("Int", _): throw GraphQLUnclear()
        default: return try anything(value)
        }
    }

    /// A value of a type that is not known here.
    private static func anything(_ value: JSON) throws(GraphQLUnclear) -> GraphQLInput {
        switch value {
        case .null: return .null
        case .bool(let flag): return GraphQLInput(.scalar(flag ? "true" : "false"))
        case .number(let digits): return GraphQLInput(.scalar(digits))
        case .string(let text): return GraphQLInput(.string(text))
        case .array(let elements):
            var inputs: [GraphQLInput] = []
            for element in elements { inputs.append(try anything(element)) }
            return GraphQLInput(.list(inputs))
        case .object(let members):
            var inputs: [GraphQLQuestion.Argument] = []
            for member in members {
                guard GraphQL.Name.isName(member.name) else { throw GraphQLUnclear() }
                inputs.append(.init(name: member.name, value: try anything(member.value)))
            }
            return GraphQLInput(.object(inputs.sortedByName()))
        }
    }

    private static func constant(_ value: GraphQL.Value) throws(GraphQLUnclear) -> GraphQLInput {
        switch value.kind {
        case .variable: throw GraphQLUnclear()
        case .int(let text), .float(let text), .enumeration(let text): return GraphQLInput(.scalar(text))
        case .boolean(let flag): return GraphQLInput(.scalar(flag ? "true" : "false"))
        case .null: return .null
        case .string(let text): return GraphQLInput(.string(text))
        case .list(let values):
            var inputs: [GraphQLInput] = []
            for value in values { inputs.append(try constant(value)) }
            return GraphQLInput(.list(inputs))
        case .object(let fields):
            var members: [GraphQLQuestion.Argument] = []
            for field in fields { members.append(.init(name: field.name.text, value: try constant(field.value))) }
            return GraphQLInput(.object(members.sortedByName()))
        }
    }
}

extension [GraphQLQuestion.Argument] {
    /// By name; those of one name keep their order.
    func sortedByName() -> [GraphQLQuestion.Argument] {
        guard count > 1 else { return self }
        return enumerated().sorted { left, right in
            left.element.name.isSame(as: right.element.name)
                ? left.offset < right.offset
                : left.element.name.utf8.lexicographicallyPrecedes(right.element.name.utf8)
        }.map(\.element)
    }
}
