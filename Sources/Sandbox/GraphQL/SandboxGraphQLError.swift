import Notation

/// One entry of `errors`.
///
/// The only recorded error has a message and an `errorType`; field errors also have a `path`.
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
        case badFaith = "BadFaithIntrospection"
    }

    let kind: Kind
    let message: String
    var path: [Step] = []

    init(_ kind: Kind, _ message: String, path: [Step] = []) {
        self.kind = kind
        self.message = message
        self.path = path
    }

    var json: JSON {
        let steps = path.map { step -> JSON in
            switch step {
            case .name(let name): .string(name)
            case .index(let index): .number(String(index))
            }
        }
        let place = steps.isEmpty ? [] : [JSON.Member("path", .array(steps))]
        return .object(
            [.init("message", .string(message))] + place + [.init("errorType", .string(kind.rawValue))])
    }

    /// `"errors":[…]`.
    static func write(_ errors: [SandboxGraphQLError], into out: inout JSONText) {
        out.raw("\"errors\":")
        out.raw(JSON.array(errors.map(\.json)).compactBytes)
    }
}

/// Why an operation cannot be executed: its data is null as a whole.
struct GraphQLRequestError: Error {
    let errors: [SandboxGraphQLError]

    init(_ errors: [SandboxGraphQLError]) { self.errors = errors }

    init(_ kind: SandboxGraphQLError.Kind, _ message: String) { errors = [SandboxGraphQLError(kind, message)] }

    /// `{"data":null,"errors":[…]}`.
    func write(into out: inout JSONText) {
        out.raw("{\"data\":null,")
        SandboxGraphQLError.write(errors, into: &out)
        out.raw("}")
    }
}

extension SandboxGraphQLError {
    /// A validation error in the words of graphql-java, which instances use.
    init(_ finding: GraphQL.Diagnostic) {
        let (sort, text) = finding.kind.words
        let place = finding.path.isEmpty ? "" : "@[" + finding.path.joined(separator: "/") + "]"
        let beginning = sort == "UniqueObjectFieldName" ? "Validation Error" : "Validation error"
        self.init(.validation, "\(beginning) (\(sort)\(place)) : \(text)")
    }
}

extension GraphQL.Diagnostic.Kind {
    /// The `ValidationErrorType` of graphql-java, and its message.
    fileprivate var words: (sort: String, text: String) {
        switch self {
        case .unknownField(let name, let type): ("FieldUndefined", "Field '\(name)' in type '\(type)' is undefined")
        case .missingSelections(let field, let type):
            ("SubselectionRequired", "Subselection required for type '\(type.text)' of field '\(field)'")
        case .unexpectedSelections(let field, let type):
            ("SubselectionNotAllowed", "Subselection not allowed on leaf type '\(type.text)' of field '\(field)'")
        case .conflict(let name, .fields(let one, let other)):
            ("FieldsConflict", "'\(name)' : '\(one)' and '\(other)' are different fields")
        case .conflict(let name, .arguments): ("FieldsConflict", "'\(name)' : fields have different arguments")
        case .unknownArgument(let name, .field): ("UnknownArgument", "Unknown field argument '\(name)'")
        case .unknownArgument(let name, .directive): ("UnknownArgument", "Unknown directive argument '\(name)'")
        case .duplicateArgument(let name, .field):
            ("DuplicateArgumentNames", "There can be only one argument named '\(name)'")
        case .duplicateArgument(let name, .directive(let directive)):
            ("DuplicateArgumentNames", "There can be only one argument named '\(name)' for directive '\(directive)'")
        case .missingArgument(let name, _, .field): ("MissingFieldArgument", "Missing field argument '\(name)'")
        case .missingArgument(let name, _, .directive):
            ("MissingDirectiveArgument", "Missing directive argument '\(name)'")
        case .nullArgument(let name, _, _):
            ("NullValueForNonNullArgument", "Null value for non-null field argument '\(name)'")
        case .wrongValue(_, _, _, .duplicateField(let name), _):
            ("UniqueObjectFieldName", "There can be only one field named '\(name)'")
        case .wrongValue(let value, let place, _, let fault, _):
            ("WrongType", "argument '\(place)' with value '\(value.javaText)' " + fault.phrase(of: value))
        case .duplicateFragment(let name):
            ("DuplicateFragmentName", "There can be only one fragment named '\(name)'")
        case .unknownType(let name): ("UnknownType", "Unknown type '\(name)'")
        case .fragmentOnLeaf(nil, _):
            (
                "InlineFragmentTypeConditionInvalid",
                "Inline fragment type condition is invalid, must be on Object/Interface/Union"
            )
        case .fragmentOnLeaf:
            (
                "FragmentTypeConditionInvalid",
                "Fragment type condition is invalid, must be on Object/Interface/Union"
            )
        case .unusedFragment(let name): ("UnusedFragment", "Unused fragment '\(name)'")
        case .unknownFragment(let name): ("UndefinedFragment", "Undefined fragment '\(name)'")
        case .fragmentCycle: ("FragmentCycle", "Fragment cycles not allowed")
        case .impossibleSpread(let name, let type, let parent):
            (
                "InvalidFragmentType",
                "Fragment \(name.map { "'\($0)' " } ?? "")cannot be spread here as objects of type '\(parent)' can "
                    + "never be of type '\(type)'"
            )
        case .duplicateVariable(let name):
            ("DuplicateVariableName", "There can be only one variable named '\(name)'")
        case .outputVariable(let name, let type):
            ("NonInputTypeOnVariable", "Input variable '\(name)' type '\(type.text)' is not an input type")
        case .wrongDefault(let name, let type, _):
            ("BadValueForDefaultArg", "Bad default value of '\(name)' for type '\(type.text)'")
        case .unknownVariable(let name, _): ("UndefinedVariable", "Undefined variable '\(name)'")
        case .unusedVariable(let name, _): ("UnusedVariable", "Unused variable '\(name)'")
        case .variableMismatch(let name, let type, let expected):
            (
                "VariableTypeMismatch",
                "Variable '\(name)' of type '\(type.text)' used in position expecting type '\(expected.text)'"
            )
        case .unknownDirective(let name): ("UnknownDirective", "Unknown directive '\(name)'")
        case .misplacedDirective(let name, _): ("MisplacedDirective", "Directive '\(name)' not allowed here")
        case .duplicateDirective(let name, _):
            (
                "DuplicateDirectiveName",
                "Non repeatable directives must be uniquely named within a location. The directive '\(name)' is not "
                    + "unique"
            )
        case .duplicateOperation(let name):
            ("DuplicateOperationName", "There can be only one operation named '\(name)'")
        case .anonymousWithOthers:
            ("LoneAnonymousOperationViolation", "Anonymous operation with other operations")
        case .followsAnonymous(let name):
            ("LoneAnonymousOperationViolation", "Operation '\(name)' is following anonymous operation")
        case .tooMany(let most):
            ("MaxValidationErrorsReached", "The maximum number of validation errors has been reached. (\(most))")
        case .tooCostly: ("MaxValidationErrorsReached", "The document is too complex to be validated")
        }
    }
}

extension GraphQL.ValueFault {
    fileprivate func phrase(of value: GraphQL.Value) -> String {
        switch self {
        case .null: "must not be null"
        case .notScalar(let type): "is not a valid '\(type)' - " + GraphQL.ValueFault.expectation(of: type, value)
        case .outOfRange(let type):
            "is not a valid '\(type)' - Expected value to be in the \(type) range, but it was a '\(value.digits)'"
        case .notEnum(let type): "is not a valid '\(type)'"
        case .notObject: "must be an object type"
        case .missingField(let name, _): "is missing required fields '[\(name)]'"
        case .unknownField(let name, let type): "contains a field not in '\(type)': '\(name)'"
        case .duplicateField(let name): "has a field '\(name)' twice"
        }
    }

    private static func expectation(of type: String, _ value: GraphQL.Value) -> String {
        switch type {
        case "Float", "ID":
            let other = type == "ID" ? "StringValue" : "FloatValue"
            return "Expected an AST type of 'IntValue' or '\(other)' but it was a '\(value.javaSort)'"
        case "Int", "Long": return "Expected an AST type of 'IntValue' but it was a '\(value.javaSort)'"
        case "Boolean", "Glide_Boolean":
            return "Expected an AST type of 'BooleanValue' but it was a '\(value.javaSort)'"
        default: return "Expected an AST type of '\(type)Value' but it was a '\(value.javaSort)'"
        }
    }
}

extension GraphQL.Value {
    fileprivate var javaSort: String {
        switch kind {
        case .variable: "VariableReference"
        case .int: "IntValue"
        case .float: "FloatValue"
        case .string: "StringValue"
        case .boolean: "BooleanValue"
        case .null: "NullValue"
        case .enumeration: "EnumValue"
        case .list: "ArrayValue"
        case .object: "ObjectValue"
        }
    }

    fileprivate var digits: String {
        switch kind {
        case .int(let digits), .float(let digits): digits
        default: ""
        }
    }

    /// As graphql-java prints it: `IntValue{value=10}`. The content of lists and objects is left out.
    fileprivate var javaText: String {
        switch kind {
        case .int(let text), .float(let text): "\(javaSort){value=\(text)}"
        case .string(let text): "\(javaSort){value='\(String(text.prefix(100)))'}"
        case .boolean(let flag): "\(javaSort){value=\(flag)}"
        case .enumeration(let name), .variable(let name): "\(javaSort){name='\(name)'}"
        case .null, .list, .object: "\(javaSort){}"
        }
    }
}
