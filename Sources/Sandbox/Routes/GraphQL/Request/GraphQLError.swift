import Notation

/// One entry of `errors`.
///
/// The one recorded error has a message and an `errorType`; what a field could not do says also where, with `path`.
struct GraphQLError: Error, Hashable {
    /// A part of the way to a field in the answer.
    enum Step: Hashable {
        case name(String)
        case index(Int)
    }

    /// The names that graphql-java gives to sorts of errors.
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

    func write(into out: inout JSONText) {
        out.raw("{\"message\":")
        out.string(message)
        if !path.isEmpty {
            out.raw(",\"path\":[")
            for (offset, step) in path.enumerated() {
                if offset > 0 { out.raw(",") }
                switch step {
                case .name(let name): out.string(name)
                case .index(let index): out.raw(Array(String(index).utf8))
                }
            }
            out.raw("]")
        }
        out.raw(",\"errorType\":\"")
        out.raw(Array(kind.rawValue.utf8))
        out.raw("\"}")
    }

    /// `"errors":[…]`.
    static func write(_ errors: [GraphQLError], into out: inout JSONText) {
        out.raw("\"errors\":[")
        for (offset, error) in errors.enumerated() {
            if offset > 0 { out.raw(",") }
            error.write(into: &out)
        }
        out.raw("]")
    }
}

/// Why an operation is not begun, or not ended: its data is null as a whole.
struct GraphQLRefusal: Error {
    let errors: [GraphQLError]

    init(_ errors: [GraphQLError]) { self.errors = errors }

    init(_ kind: GraphQLError.Kind, _ message: String) { errors = [GraphQLError(kind, message)] }

    /// `{"data":null,"errors":[…]}`.
    func write(into out: inout JSONText) {
        out.raw("{\"data\":null,")
        GraphQLError.write(errors, into: &out)
        out.raw("}")
    }
}
