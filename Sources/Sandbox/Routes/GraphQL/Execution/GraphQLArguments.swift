import Notation

/// The arguments of a field, read by name and type.
///
/// A validated document gives every argument a value of its type; what comes otherwise is refused as a whole.
struct GraphQLArguments {
    private let values: [String: GraphQLInput]
    private let path: [GraphQLError.Step]

    /// `path` is where the field stands, for what is wrong.
    init(_ arguments: [GraphQL.Argument], _ variables: [String: GraphQLInput], at path: [GraphQLError.Step]) {
        var values: [String: GraphQLInput] = [:]
        for argument in arguments { values[argument.name.text] = GraphQLInput(argument.value, variables) }
        self.values = values
        self.path = path
    }

    private init(_ values: [String: GraphQLInput], at path: [GraphQLError.Step]) {
        self.values = values
        self.path = path
    }

    /// The value of that name; nil when it is not given, `.null` when it is given as null.
    subscript(name: String) -> GraphQLInput? { values[name] }

    /// Every argument that is given, sorted by name.
    var all: [(name: String, value: GraphQLInput)] { values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// A text; nil when it is not given or null.
    func text(_ name: String) throws(GraphQLRefusal) -> String? {
        try value(name, "String") { $0.text(isID: true) }
    }

    /// A whole number of 32 bits; nil when it is not given or null.
    func integer(_ name: String) throws(GraphQLRefusal) -> Int? { try value(name, "Int") { $0.integer } }

    /// A boolean; nil when it is not given or null.
    func boolean(_ name: String) throws(GraphQLRefusal) -> Bool? { try value(name, "Boolean") { $0.boolean } }

    /// Texts; one alone is a list of one. Nil when it is not given or null.
    func texts(_ name: String) throws(GraphQLRefusal) -> [String]? {
        try value(name, "[String]") { value in
            guard case .list(let elements) = value else { return value.text().map { [$0] } }
            let texts = elements.compactMap { $0.text() }
            return texts.count == elements.count ? texts : nil
        }
    }

    /// The members of an input object; nil when it is not given or null.
    func object(_ name: String) throws(GraphQLRefusal) -> GraphQLArguments? {
        let path = path
        return try value(name, "Map") { value in
            if case .object(let members) = value { GraphQLArguments(members, at: path) } else { nil }
        }
    }

    private func value<Result>(
        _ name: String, _ type: String, _ read: (GraphQLInput) -> Result?
    ) throws(GraphQLRefusal) -> Result? {
        guard let value = values[name], value != .null else { return nil }
        guard let result = read(value) else { throw .wrongType(name, wants: type, at: path) }
        return result
    }
}
