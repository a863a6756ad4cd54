import Notation

/// Gives an operation's variables their values: those that were sent, or their defaults, each of its type.
struct GraphQLVariables {
    /// Input types with members, and what those are.
    static let objects: [String: [String: String]] = ["Glide_PaginationInputType": ["limit": "Int", "offset": "Int"]]

    let sent: JSONNode?

    /// The values by name. A variable that has none is missing. Values for variables that the operation does not declare
    /// are left alone.
    func values(for definitions: [GraphQL.VariableDefinition]) throws(GraphQLRefusal) -> [String: GraphQLInput] {
        var values: [String: GraphQLInput] = [:]
        for definition in definitions {
            let name = definition.name.text
            if let node = sent?[name] {
                values[name] = try value(node, definition.type, name)
            } else if let standard = definition.defaultValue {
                values[name] = GraphQLInput(standard, [:])
            } else if case .nonNull = definition.type {
                throw .nullVariable(name, definition.type.text)
            }
        }
        return values
    }

    private func value(
        _ node: JSONNode, _ type: GraphQL.TypeReference, _ name: String
    ) throws(GraphQLRefusal) -> GraphQLInput {
        switch type {
        case .nonNull(let inner):
            if node.kind == .null { throw .nullVariable(name, type.text) }
            return try value(node, inner, name)
        case .list(let inner):
            if node.kind == .null { return .null }
            // One value alone is a list of one.
            guard node.kind == .array else { return .list([try value(node, inner, name)]) }
            var elements: [GraphQLInput] = []
            for element in node.elements { elements.append(try value(element, inner, name)) }
            return .list(elements)
        case .named(let type):
            return node.kind == .null ? .null : try value(node, type.text, name)
        }
    }

    private func value(_ node: JSONNode, _ type: String, _ name: String) throws(GraphQLRefusal) -> GraphQLInput {
        if let members = GraphQLVariables.objects[type] { return try object(node, type, members, name) }
        let isWhole = node.number?.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: "-") } ?? false
        switch (type, node.kind) {
        case ("String", .string), ("ID", .string): return .string(node.string ?? "")
        case ("ID", .number) where isWhole: return .string(node.number ?? "")
        case ("Boolean", .bool), ("Glide_Boolean", .bool): return .boolean(node.bool ?? false)
        case ("Int", .number) where isWhole && Int32(node.number ?? "") != nil,
            ("Long", .number) where isWhole && Int64(node.number ?? "") != nil:
            return .int(node.number ?? "")
        case ("Float", .number): return .float(node.number ?? "")
        case ("String", _), ("Boolean", _), ("Glide_Boolean", _):
            throw .badVariable(name, "Expected a \(type) input, but it was a '\(GraphQLVariables.sort(of: node))'")
        case ("Int", .number) where isWhole, ("Long", .number) where isWhole:
            throw .badVariable(
                name,
                "Expected value to be in the \(type == "Int" ? "integer" : "long") range, but it was a '\(node.number ?? "")'"
            )
        case ("Int", _), ("Long", _), ("Float", _), ("ID", _):
            throw .badVariable(
                name,
                "Expected a value that can be converted to type '\(type)' but it was a '\(GraphQLVariables.sort(of: node))'"
            )
        default: throw .unknownType(type)
        }
    }

    private func object(
        _ node: JSONNode, _ type: String, _ members: [String: String], _ name: String
    ) throws(GraphQLRefusal) -> GraphQLInput {
        guard node.kind == .object else {
            throw .badVariable(
                name,
                "Expected type 'Map' but was '\(GraphQLVariables.sort(of: node))'. Variables for input objects must be an "
                    + "instance of type 'Map'.")
        }
        var values: [String: GraphQLInput] = [:]
        for member in node.members {
            guard let inner = members[member.name] else {
                throw .badVariable(
                    name,
                    "The variables contain a field name '\(member.name)' that is not defined for input object type "
                        + "'\(type)'")
            }
            values[member.name] = member.value.kind == .null ? .null : try value(member.value, inner, name)
        }
        return .object(values)
    }

    /// What an instance's own language calls a value.
    private static func sort(of node: JSONNode) -> String {
        switch node.kind {
        case .null: return "null"
        case .bool: return "Boolean"
        case .string: return "String"
        case .array: return "ArrayList"
        case .object: return "LinkedHashMap"
        case .number:
            guard let number = node.number,
                !number.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") })
            else { return "Double" }
            return Int32(number) != nil ? "Integer" : Int64(number) != nil ? "Long" : "BigInteger"
        }
    }
}
