import Notation

/// Gives an operation's variables their values: those that were sent, or their defaults, each of its type.
struct GraphQLVariables {
    private let sent: [String: JSONNode]
    private let schema: GraphQL.RecordSchema

    /// Of two values with one name the first counts.
    init(sent: JSONNode?, in schema: GraphQL.RecordSchema) {
        self.sent = Dictionary(sent?.members.map { ($0.name, $0.value) } ?? []) { first, _ in first }
        self.schema = schema
    }

    /// The values by name. A variable that has none is missing. Values for variables that the operation does not declare
    /// are left alone.
    func values(for definitions: [GraphQL.VariableDefinition]) throws(GraphQLRefusal) -> [String: GraphQLInput] {
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
    ) throws(GraphQLRefusal) -> GraphQLInput {
        do throws(GraphQL.VariableValues.Mismatch) {
            return GraphQLInput(try GraphQL.VariableValues.coerce(value, to: type, in: schema))
        } catch {
            if case .null(let type) = error.fault { throw .nullVariable(name, type.text) }
            throw .badVariable(name, error.phrase)
        }
    }
}

extension GraphQL.VariableValues.Mismatch {
    /// What is wrong, in the words of graphql-java.
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

    /// What an instance's own language calls the value.
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
