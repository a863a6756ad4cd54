import Notation

/// Every refusal of a whole operation, in the words of graphql-java, which instances run.
extension GraphQLRefusal {
    static func badRequest(_ message: String) -> GraphQLRefusal { GraphQLRefusal(.invalidSyntax, message) }

    /// What the reader of documents found, as instances word it: by the word it stumbled over.
    static func syntax(_ error: GraphQL.SyntaxError, in query: String) -> GraphQLRefusal {
        let bytes = Array(query.utf8)
        let range = error.range.clamped(to: 0..<bytes.count)
        let word = range.isEmpty ? "<EOF>" : String(decoding: bytes[range].prefix(100), as: UTF8.self)
        return GraphQLRefusal(
            .invalidSyntax,
            "Invalid Syntax : offending token '\(word)' at line \(error.line) column \(error.column)")
    }

    static let unnamedOperation = GraphQLRefusal(
        .validation, "Must provide operation name if query contains multiple operations.")
    static let noOperation = GraphQLRefusal(.validation, "Must provide an operation.")

    static func unknownOperation(_ name: String) -> GraphQLRefusal {
        GraphQLRefusal(.validation, "Unknown operation named '\(name)'.")
    }

    static let writesOverGet = GraphQLRefusal(.unsupported, "A mutation cannot be sent with GET")
    static let subscription = GraphQLRefusal(.unsupported, "Schema is not configured for subscriptions.")

    static func undefined(_ field: String, in type: String, at path: [GraphQLError.Step]) -> GraphQLRefusal {
        invalid("FieldUndefined", at: path, "Field '\(field)' in type '\(type)' is undefined")
    }

    static func noSelection(_ field: String, of type: String, at path: [GraphQLError.Step]) -> GraphQLRefusal {
        invalid("SubselectionRequired", at: path, "Subselection required for type '\(type)' of field '\(field)'")
    }

    static func wrongType(_ argument: String, wants type: String, at path: [GraphQLError.Step]) -> GraphQLRefusal {
        invalid("WrongType", at: path, "argument '\(argument)' is not a valid '\(type)'")
    }

    static func unknownFragment(_ name: String) -> GraphQLRefusal {
        invalid("UndefinedFragment", at: [], "Undefined fragment '\(name)'")
    }

    static func nullVariable(_ name: String, _ type: String) -> GraphQLRefusal {
        GraphQLRefusal(.validation, "Variable '\(name)' has coerced Null value for NonNull type '\(type)'")
    }

    static func badVariable(_ name: String, _ reason: String) -> GraphQLRefusal {
        GraphQLRefusal(.validation, "Variable '\(name)' has an invalid value: \(reason)")
    }

    static func tooComplex(_ cost: Int) -> GraphQLRefusal {
        GraphQLRefusal(.aborted, "maximum query complexity exceeded \(cost) > \(GraphQLComplexity.most)")
    }

    static let tooDeep = GraphQLRefusal(
        .aborted, "maximum query depth exceeded \(GraphQLComplexity.deepest + 1) > \(GraphQLComplexity.deepest)")

    private static func invalid(_ sort: String, at path: [GraphQLError.Step], _ text: String) -> GraphQLRefusal {
        let names = path.compactMap { if case .name(let name) = $0 { name } else { nil } }
        let place = names.isEmpty ? "" : "@[" + names.joined(separator: "/") + "]"
        return GraphQLRefusal(.validation, "Validation error (\(sort)\(place)) : \(text)")
    }
}
