import Notation

extension GraphQLExecution {
    /// The fields below a field, on an object of that type (CollectFields): `fields(below: field, on:
    /// "GlideRecord_RowDataType")`.
    ///
    /// Fragments of this type are inlined, `@skip` and `@include` applied, and fields with one response key merged.
    /// There are no interfaces or unions, so a type condition matches only its own type.
    func fields(below field: GraphQLField, on type: String) throws(GraphQLRequestError) -> [GraphQLField] {
        var found = Found()
        for node in field.nodes { try add(node.selections ?? [], type, to: &found) }
        guard !found.groups.isEmpty || field.hasSelections else {
            throw .noSelection(field.name, of: type, at: path)
        }
        return try made(found)
    }

    /// The fields of the root selections.
    func fields(of selections: [GraphQL.Selection]) throws(GraphQLRequestError) -> [GraphQLField] {
        var found = Found()
        try add(selections, nil, to: &found)
        return try made(found)
    }

    private struct Found {
        var places: [String: Int] = [:]
        var groups: [[GraphQL.Field]] = []
        var fragments: Set<String> = []
    }

    private func add(
        _ selections: [GraphQL.Selection], _ type: String?, to found: inout Found
    ) throws(GraphQLRequestError) {
        for selection in selections {
            switch selection {
            case .field(let field):
                guard try isWanted(field.directives) else { continue }
                if let place = found.places[field.responseName] {
                    found.groups[place].append(field)
                } else {
                    found.places[field.responseName] = found.groups.count
                    found.groups.append([field])
                }
            case .spread(let spread):
                guard try isWanted(spread.directives), found.fragments.insert(spread.name.text).inserted,
                    let fragment = fragments[spread.name.text],
                    holds(fragment.typeCondition, for: type)
                else { continue }
                try add(fragment.selections, type, to: &found)
            case .inline(let fragment):
                guard try isWanted(fragment.directives), holds(fragment.typeCondition, for: type) else { continue }
                try add(fragment.selections, type, to: &found)
            }
        }
    }

    private func holds(_ condition: GraphQL.Name?, for type: String?) -> Bool {
        guard let condition else { return true }
        guard let type else {
            return condition.text == GraphQL.RecordNames.queryType || condition.text == GraphQL.RecordNames.mutationType
        }
        return condition.text == type
    }

    private func isWanted(_ directives: [GraphQL.Directive]) throws(GraphQLRequestError) -> Bool {
        for directive in directives {
            let isSkip = directive.name.text == "skip"
            guard isSkip || directive.name.text == "include" else { continue }
            let arguments = GraphQLArguments(directive.arguments, variables, at: path)
            guard let flag = try arguments.boolean("if") else {
                throw .wrongType("if", wants: "Boolean!", at: path)
            }
            if flag == isSkip { return false }
        }
        return true
    }

    private func made(_ found: Found) throws(GraphQLRequestError) -> [GraphQLField] {
        try collected(found.groups.count)
        return found.groups.compactMap { nodes in
            guard let first = nodes.first else { return nil }
            return GraphQLField(
                name: first.name.text, responseName: first.responseName,
                key: JSONText.quoted(first.responseName) + [UInt8(ascii: ":")],
                arguments: GraphQLArguments(first.arguments, variables, at: path + [.name(first.responseName)]),
                nodes: nodes)
        }
    }
}
