import Notation

/// What the variables of an operation hold: the values given, else their defaults.
struct VariableValues {
    private let given: [JSON.Member]
    private let definitions: [GraphQL.VariableDefinition]

    init(_ operation: GraphQL.Operation, given: [JSON.Member]) {
        self.given = given
        definitions = operation.variables
    }

    /// A value with its variables replaced; nil for a variable that holds nothing.
    func json(_ value: GraphQL.Value) -> JSON? {
        switch value.kind {
        case .variable(let name):
            if let member = given.first(where: { $0.name == name }) { return member.value }
            // A default names no variables.
            return definitions.first { $0.name.text == name }?.defaultValue.flatMap(json)
        case .int(let digits), .float(let digits): return .number(digits)
        case .string(let text), .enumeration(let text): return .string(text)
        case .boolean(let flag): return .bool(flag)
        case .null: return .null
        case .list(let values): return .array(values.map { json($0) ?? .null })
        case .object(let fields):
            return .object(fields.compactMap { field in json(field.value).map { JSON.Member(field.name.text, $0) } })
        }
    }

    /// Those of the operation's variables that a selection and fragments name.
    static func used(
        in selections: [GraphQL.Selection], _ fragments: [GraphQL.Fragment]
    ) -> Set<String> {
        var names: Set<String> = []
        var values: [GraphQL.Value] = fragments.flatMap(\.directives).flatMap(\.arguments).map(\.value)
        var ahead = selections + fragments.flatMap(\.selections)
        while let next = ahead.popLast() {
            let directives: [GraphQL.Directive]
            switch next {
            case .field(let field):
                values += field.arguments.map(\.value)
                directives = field.directives
                ahead += field.selections ?? []
            case .inline(let inline):
                directives = inline.directives
                ahead += inline.selections
            case .spread(let spread): directives = spread.directives
            }
            values += directives.flatMap(\.arguments).map(\.value)
        }
        while let value = values.popLast() {
            switch value.kind {
            case .variable(let name): names.insert(name)
            case .list(let inner): values += inner
            case .object(let fields): values += fields.map(\.value)
            default: break
            }
        }
        return names
    }
}
