import Notation

/// The arguments of a field or the members of an input object, with resolved variables.
struct GraphQLArguments {
    let all: [JSON.Member]

    init(_ arguments: [GraphQL.Argument], _ variables: [String: JSON]) {
        all = arguments.compactMap { argument in
            argument.value.json { variables[$0] }.map { JSON.Member(argument.name.text, $0) }
        }.sorted { $0.name < $1.name }
    }

    private init(_ members: [JSON.Member]) { all = members }

    private subscript(name: String) -> JSON? { all.first { $0.name == name }?.value }

    func text(_ name: String) -> String? { self[name].flatMap { $0 == .null ? nil : $0.scalarText } }

    func integer(_ name: String) -> Int? {
        guard case .number(let text)? = self[name] else { return nil }
        return GraphQL.wholeNumber(text).flatMap { Int32($0) }.map(Int.init)
    }

    func boolean(_ name: String) -> Bool? { if case .bool(let flag)? = self[name] { flag } else { nil } }

    func texts(_ name: String) -> [String]? {
        guard case .array(let elements)? = self[name] else { return text(name).map { [$0] } }
        return elements.compactMap(\.scalarText)
    }

    func object(_ name: String) -> GraphQLArguments? {
        if case .object(let members)? = self[name] { GraphQLArguments(members) } else { nil }
    }
}

/// Resolves an operation's variables: the given values, or their defaults, checked against their types.
enum GraphQLVariables {
    /// The values by name, without missing ones. Of two values with one name the first counts; values of undeclared
    /// variables are ignored.
    static func values(
        for definitions: [GraphQL.VariableDefinition], sent: JSONNode?, in schema: GraphQL.RecordSchema
    ) throws(GraphQLRequestError) -> [String: JSON] {
        let sent = Dictionary(sent?.members.map { ($0.name, $0.value) } ?? []) { first, _ in first }
        var values: [String: JSON] = [:]
        for definition in definitions {
            let name = definition.name.text
            if let node = sent[name] {
                values[name] = JSON(node)
                do throws(GraphQL.ValueCheck.Mismatch) {
                    try GraphQL.ValueCheck.check(JSON(node), as: definition.type, in: schema)
                } catch {
                    if error.value.kind == .null { throw .nullVariable(name, error.type.text) }
                    throw .badVariable(name, "it " + error.phrase)
                }
            } else if let standard = definition.defaultValue {
                values[name] = standard.json()
            } else if definition.type.isNonNull {
                throw .nullVariable(name, definition.type.text)
            }
        }
        return values
    }
}
