import Notation

/// One entry of `errors`.
struct SandboxGraphQLError: Error, Hashable {
    enum Step: Hashable {
        case name(String)
        case index(Int)
    }

    enum Kind: String {
        case invalidSyntax = "InvalidSyntax"
        case validation = "ValidationError"
        case dataFetching = "DataFetchingException"
        case unsupported = "OperationNotSupported"
        case aborted = "ExecutionAborted"
        case introspectionDisabled = "IntrospectionDisabled"
    }

    let kind: Kind
    let message: String
    var path: [Step] = []

    var json: JSON {
        let steps = path.map { step -> JSON in
            switch step {
            case .name(let name): .string(name)
            case .index(let index): .number(String(index))
            }
        }
        return .object(present: [
            "message": .string(message), "path": steps.isEmpty ? nil : .array(steps),
            "errorType": .string(kind.rawValue),
        ])
    }

    static func write(_ errors: [SandboxGraphQLError], into out: inout JSONText) {
        out.raw("\"errors\":")
        out.raw(JSON.array(errors.map(\.json)).compactBytes)
    }
}

struct GraphQLRequestError: Error {
    let errors: [SandboxGraphQLError]

    init(_ errors: [SandboxGraphQLError]) { self.errors = errors }

    init(_ kind: SandboxGraphQLError.Kind, _ message: String) {
        errors = [SandboxGraphQLError(kind: kind, message: message)]
    }

    func write(into out: inout JSONText) {
        out.raw("{\"data\":null,")
        SandboxGraphQLError.write(errors, into: &out)
        out.raw("}")
    }
}

extension SandboxGraphQLError {
    init(_ finding: GraphQL.Diagnostic) {
        let (sort, text) = finding.kind.words
        let place = finding.path.isEmpty ? "" : "@[" + finding.path.joined(separator: "/") + "]"
        self.init(kind: .validation, message: "Validation error (\(sort)\(place)) : \(text)")
    }
}

extension GraphQL.Diagnostic.Kind {
    fileprivate var words: (sort: String, text: String) {
        switch self {
        case .unknownField(let name, let type): ("FieldUndefined", "Field '\(name)' in type '\(type)' is undefined")
        case .missingSelections(let field, let type):
            ("SubselectionRequired", "Subselection required for type '\(type.text)' of field '\(field)'")
        case .unexpectedSelections(let field, let type):
            ("SubselectionNotAllowed", "Subselection not allowed on leaf type '\(type.text)' of field '\(field)'")
        case .unknownArgument(let name, _, _): ("UnknownArgument", "Unknown field argument '\(name)'")
        case .missingArgument(let name, _, _): ("MissingFieldArgument", "Missing field argument '\(name)'")
        case .wrongValue(let wrong):
            ("WrongType", "argument '\(wrong.inside)' with value '\(wrong.value.text.prefix(100))' \(wrong.phrase)")
        case .unknownType(let name): ("UnknownType", "Unknown type '\(name)'")
        case .unknownFragment(let name): ("UndefinedFragment", "Undefined fragment '\(name)'")
        case .unknownVariable(let name, _): ("UndefinedVariable", "Undefined variable '\(name)'")
        case .variableMismatch(let name, let type, let expected):
            (
                "VariableTypeMismatch",
                "Variable '\(name)' of type '\(type.text)' used in position expecting type '\(expected.text)'"
            )
        }
    }
}

extension GraphQL.ValueCheck.Mismatch {
    var phrase: String { "is not a valid '\(type.innermost.text)'" }
}
