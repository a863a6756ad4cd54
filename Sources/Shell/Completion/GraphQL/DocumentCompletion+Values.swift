import Notation

extension DocumentCompletion {
    /// Values without quotes: variables that fit, words, and the sign that one of several parts begins with.
    mutating func values(
        of value: GraphQL.ValuePlace, at cursor: GraphQL.Cursor, _ typed: String
    ) async -> [Named] {
        guard let type = await walk.type(of: value, at: cursor.path) else { return [] }
        var names: [Named] = []
        if case .variable = value.callee {} else { names = variables(cursor).filter { $0.fits(type) }.map(\.named) }
        let definition = walk.schema.type(type.innermost.text).value
        switch definition?.kind {
        case .enumeration: names += (definition?.enumValues ?? []).map { Named($0.name, $0.description ?? "") }
        case .inputObject: names.append(Named("{", type.innermost.text))
        case _ where type.innermost.text == "Boolean": names += [Named("true"), Named("false")]
        case .scalar, .object, nil: break
        }
        guard typed.isEmpty else { return names }
        switch await meaning(of: value, at: cursor.path) {
        case .query: names.append(Named("\"", "an encoded query"))
        case .table: names.append(Named("\"", "a table"))
        case .columns: names.append(Named("\"", "a column"))
        case .choice(let table, let column):
            names += await choices(of: table, column).map { Named("\"\($0.name)\"", $0.label) }
        case nil: break
        }
        return names
    }

    /// The variables of the operation at the cursor; in a fragment, which may be used anywhere, those of all.
    private func variables(_ cursor: GraphQL.Cursor) -> [GraphQL.Outline.Variable] {
        if let operation = cursor.operation { return outline.operations[operation].variables }
        var seen: Set<String> = []
        return outline.operations.flatMap(\.variables).filter { seen.insert($0.name).inserted }
    }

    /// Variables that are used and not declared.
    func undeclared(_ cursor: GraphQL.Cursor) -> [Named] {
        let declared = Set(cursor.operation.map { outline.operations[$0].variables.map(\.name) } ?? [])
        return outline.usedVariables.filter { !declared.contains($0) }.map { Named("$" + $0, "used in the document") }
    }

    /// Types of variables, what the use of the variable asks for first.
    mutating func variableTypes(_ cursor: GraphQL.Cursor) async -> [Named] {
        var names: [Named] = []
        if let variable = cursor.variable, let use = outline.use(of: variable),
            let type = await walk.type(of: use.value, at: use.path)
        {
            names.append(Named(type.text, "what \(use.value.argument) takes"))
        }
        let usual = ["String", "Int", "Boolean", "Float", "ID", "[String]", "Glide_PaginationInputType"]
        return names + usual.filter { $0 != names.first?.name }.map { Named($0) }
    }

    /// The values of a column that are known: those of its list, or of a switch.
    func choices(of table: String, _ column: String) async -> [Named] {
        guard let found = await knowledge.columns(of: table).first(where: { $0.name == column }) else { return [] }
        if found.hasChoices { return await knowledge.choices(of: table, column: column) }
        return found.type == "boolean" ? [Named("true"), Named("false")] : []
    }
}

extension GraphQL.Outline.Variable {
    /// As a value: `$name`.
    var named: Named { Named("$" + name, type) }

    /// Whether it may stand where a value of a type is taken (specification section 5.8.5).
    func fits(_ location: GraphQL.TypeReference) -> Bool {
        if hasDefault, case .nonNull(let inner) = location { return Self.fits(type[...], inner) }
        return Self.fits(type[...], location)
    }

    private static func fits(_ type: Substring, _ location: GraphQL.TypeReference) -> Bool {
        switch location {
        case .nonNull(let inner): return type.hasSuffix("!") && fits(type.dropLast(), inner)
        case .list(let inner):
            let list = type.hasSuffix("!") ? type.dropLast() : type
            return list.hasPrefix("[") && list.hasSuffix("]") && fits(list.dropFirst().dropLast(), inner)
        case .named(let name): return (type.hasSuffix("!") ? type.dropLast() : type) == name.text
        }
    }
}
