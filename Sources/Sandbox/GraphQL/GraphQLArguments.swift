import Notation

/// The arguments of a field, by name and type.
///
/// In a validated document every argument has a value of its type; anything else is an error of the request.
struct GraphQLArguments {
    private let values: [String: GraphQLInput]
    private let path: [SandboxGraphQLError.Step]

    /// `path` is the field's path, for errors.
    init(_ arguments: [GraphQL.Argument], _ variables: [String: GraphQLInput], at path: [SandboxGraphQLError.Step]) {
        var values: [String: GraphQLInput] = [:]
        for argument in arguments { values[argument.name.text] = GraphQLInput(argument.value, variables) }
        self.values = values
        self.path = path
    }

    private init(_ values: [String: GraphQLInput], at path: [SandboxGraphQLError.Step]) {
        self.values = values
        self.path = path
    }

    /// The value with that name; nil if it is missing, `.null` for an explicit null.
    subscript(name: String) -> GraphQLInput? { values[name] }

    /// Every given argument, sorted by name.
    var all: [(name: String, value: GraphQLInput)] { values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// A string; nil if it is missing or null.
    func text(_ name: String) throws(GraphQLRequestError) -> String? {
        try value(name, "String") { $0.text(isID: true) }
    }

    /// A 32-bit integer; nil if it is missing or null.
    func integer(_ name: String) throws(GraphQLRequestError) -> Int? { try value(name, "Int") { $0.integer } }

    /// A boolean; nil if it is missing or null.
    func boolean(_ name: String) throws(GraphQLRequestError) -> Bool? { try value(name, "Boolean") { $0.boolean } }

    /// Strings; a single one becomes a list. Nil if it is missing or null.
    func texts(_ name: String) throws(GraphQLRequestError) -> [String]? {
        try value(name, "[String]") { value in
            guard case .list(let elements) = value else { return value.text().map { [$0] } }
            let texts = elements.compactMap { $0.text() }
            return texts.count == elements.count ? texts : nil
        }
    }

    /// The members of an input object; nil if it is missing or null.
    func object(_ name: String) throws(GraphQLRequestError) -> GraphQLArguments? {
        let path = path
        return try value(name, "Map") { value in
            if case .object(let members) = value { GraphQLArguments(members, at: path) } else { nil }
        }
    }

    private func value<Result>(
        _ name: String, _ type: String, _ read: (GraphQLInput) -> Result?
    ) throws(GraphQLRequestError) -> Result? {
        guard let value = values[name], value != .null else { return nil }
        guard let result = read(value) else { throw .wrongType(name, wants: type, at: path) }
        return result
    }
}

/// An input value, from a literal or a variable, with nested variables resolved.
indirect enum GraphQLInput: Hashable {
    case null
    case int(String)
    case float(String)
    case string(String)
    case boolean(Bool)
    case enumeration(String)
    case list([GraphQLInput])
    case object([String: GraphQLInput])

    /// The value of a literal. Nil for a variable without a value, which counts as missing.
    init?(_ value: GraphQL.Value, _ variables: [String: GraphQLInput]) {
        switch value.kind {
        case .variable(let name):
            guard let known = variables[name] else { return nil }
            self = known
        case .int(let digits): self = .int(digits)
        case .float(let digits): self = .float(digits)
        case .string(let text): self = .string(text)
        case .boolean(let flag): self = .boolean(flag)
        case .null: self = .null
        case .enumeration(let word): self = .enumeration(word)
        case .list(let values): self = .list(values.map { GraphQLInput($0, variables) ?? .null })
        case .object(let fields):
            var members: [String: GraphQLInput] = [:]
            for field in fields { members[field.name.text] = GraphQLInput(field.value, variables) }
            self = .object(members)
        }
    }

    /// A variable's value, already coerced to its type.
    init(_ value: JSON) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self = .boolean(flag)
        case .number(let text):
            let isWhole = text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
            self = isWhole ? .int(text) : .float(text)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .list(elements.map { GraphQLInput($0) })
        case .object(let members):
            self = .object(Dictionary(members.map { ($0.name, GraphQLInput($0.value)) }) { $1 })
        }
    }

    /// As a `String` or `ID`; an `ID` may be written as a number.
    func text(isID: Bool = false) -> String? {
        switch self {
        case .string(let text): text
        case .int(let digits) where isID: digits
        default: nil
        }
    }

    /// As an `Int`: 32 bits.
    var integer: Int? {
        guard case .int(let digits) = self else { return nil }
        return Int32(digits).map(Int.init)
    }

    var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
}

/// Resolves an operation's variables: the given values, or their defaults, coerced to their types.
struct GraphQLVariables {
    private let sent: [String: JSONNode]
    private let schema: GraphQL.RecordSchema

    /// Of two values with one name the first counts.
    init(sent: JSONNode?, in schema: GraphQL.RecordSchema) {
        self.sent = Dictionary(sent?.members.map { ($0.name, $0.value) } ?? []) { first, _ in first }
        self.schema = schema
    }

    /// The values by name, without missing ones. Values of undeclared variables are ignored.
    func values(for definitions: [GraphQL.VariableDefinition]) throws(GraphQLRequestError) -> [String: GraphQLInput] {
        var values: [String: GraphQLInput] = [:]
        for definition in definitions {
            let name = definition.name.text
            if let node = sent[name] {
                values[name] = try value(JSON(node), definition.type, name)
            } else if let standard = definition.defaultValue {
                values[name] = GraphQLInput(standard, [:])
            } else if definition.type.isNonNull {
                throw .nullVariable(name, definition.type.text)
            }
        }
        return values
    }

    private func value(
        _ value: JSON, _ type: GraphQL.TypeReference, _ name: String
    ) throws(GraphQLRequestError) -> GraphQLInput {
        do throws(GraphQL.VariableValues.Mismatch) {
            return GraphQLInput(try GraphQL.VariableValues.coerce(value, to: type, in: schema))
        } catch {
            if case .null(let type) = error.fault { throw .nullVariable(name, type.text) }
            throw .badVariable(name, error.phrase)
        }
    }
}

extension GraphQL.VariableValues.Mismatch {
    /// The error in the words of graphql-java.
    fileprivate var phrase: String {
        switch fault {
        case .null(let type): "Expected a value of type '\(type.text)', but it was null"
        case .notScalar(let type) where ["String", "Boolean", "Glide_Boolean"].contains(type):
            "Expected a \(type) input, but it was a '\(sort)'"
        case .notScalar(let type),
            .outOfRange(let type) where type == "Float":
            "Expected a value that can be converted to type '\(type)' but it was a '\(sort)'"
        case .outOfRange(let type):
            "Expected value to be in the \(type == "Int" ? "integer" : "long") range, but it was a "
                + "'\(value.scalarText ?? "")'"
        case .notEnum(let type):
            "Literal value not in allowable values for enum '\(type)' - '\(value.scalarText ?? sort)'"
        case .notObject:
            "Expected type 'Map' but was '\(sort)'. Variables for input objects must be an instance of type 'Map'."
        case .missingField(let name, let type): "The variables lack the required field '\(name)' of '\(type)'"
        case .unknownField(let name, let type):
            "The variables contain a field name '\(name)' that is not defined for input object type '\(type)'"
        case .duplicateField(let name): "The variables contain the field '\(name)' twice"
        case .tooDeep: "The variables are nested too deep"
        }
    }

    private var sort: String {
        switch value {
        case .null: return "null"
        case .bool: return "Boolean"
        case .string: return "String"
        case .array: return "ArrayList"
        case .object: return "LinkedHashMap"
        case .number(let number):
            guard !number.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) else {
                return "Double"
            }
            return Int32(number) != nil ? "Integer" : Int64(number) != nil ? "Long" : "BigInteger"
        }
    }
}
