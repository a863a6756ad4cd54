extension GraphQL.Validator {
    /// What a value is given to.
    enum Subject {
        /// An argument, whose name stands at that place.
        case argument(GraphQL.Place, GraphQL.Finding.Owner)
        /// A variable, as its default.
        case variable(String, GraphQL.TypeReference)
        case unknown
    }

    /// A value that is still to be looked at.
    private struct Pending {
        var value: GraphQL.Value
        /// Nil when it is not known.
        var type: GraphQL.TypeReference?
        var hasDefault: Bool
        /// The way to it: `pagination.limit`, `groupBy[0]`.
        var inside: String
    }

    /// A value and all inside it (specification section 5.6), and the variables in it. `inside` is the name of the
    /// argument.
    mutating func check(
        _ value: GraphQL.Value, as type: GraphQL.TypeReference?, hasDefault: Bool, inside: String, subject: Subject,
        path: Int
    ) {
        var pending = [Pending(value: value, type: type, hasDefault: hasDefault, inside: inside)]
        while let next = pending.popLast() {
            steps += 1
            if case .variable(let name) = next.value.kind {
                guard !parts.isEmpty else { continue }
                parts[parts.count - 1].uses.append(
                    VariableUse(
                        name: name, place: next.value.place, expected: next.type, hasDefault: next.hasDefault,
                        path: path))
                continue
            }
            if let type = next.type, case .null = next.value.kind {
                if type.isNonNull { fault(.null(type), in: next, subject, path) }
                continue
            }
            switch (next.value.kind, next.type?.nullable) {
            case (.list(let values), .list(let element)?):
                for (place, value) in values.enumerated().reversed() {
                    pending.append(
                        Pending(value: value, type: element, hasDefault: false, inside: "\(next.inside)[\(place)]"))
                }
            case (_, .list(let element)?):
                // One value stands for a list of it (section 3.11).
                pending.append(
                    Pending(value: next.value, type: element, hasDefault: false, inside: next.inside))
            case (_, .named(let name)?):
                pending += check(next, asNamed: name.text, subject, path).reversed()
            case (.list(let values), nil):
                pending += values.reversed().map { Pending(value: $0, type: nil, hasDefault: false, inside: "") }
            case (.object(let fields), nil):
                pending += fields.reversed().map { Pending(value: $0.value, type: nil, hasDefault: false, inside: "") }
            default: continue
            }
        }
    }

    /// A value as one of a type with a name: what is inside it and still to be looked at.
    private mutating func check(
        _ pending: Pending, asNamed name: String, _ subject: Subject, _ path: Int
    ) -> [Pending] {
        guard case .known(let type) = type(name) else { return untyped(pending.value) }
        switch type.kind {
        case .scalar:
            if let found = GraphQL.ScalarValues.fault(of: pending.value, as: name) {
                fault(found, in: pending, subject, path)
                return untyped(pending.value)
            }
        case .enumeration:
            guard case .enumeration(let word) = pending.value.kind, type.enumValues.contains(where: { $0.name == word })
            else {
                fault(.notEnum(name), in: pending, subject, path)
                return untyped(pending.value)
            }
        case .inputObject: return check(pending, asObject: type, subject, path)
        case .object: return untyped(pending.value)
        }
        return []
    }

    private mutating func check(
        _ pending: Pending, asObject type: GraphQL.TypeDefinition, _ subject: Subject, _ path: Int
    ) -> [Pending] {
        guard case .object(let fields) = pending.value.kind else {
            fault(.notObject(type.name), in: pending, subject, path)
            return untyped(pending.value)
        }
        let known = Dictionary(type.inputFields.map { ($0.name, $0) }) { first, _ in first }
        var found: Set<String> = []
        var inside: [Pending] = []
        for field in fields {
            let name = field.name.text
            var at = pending
            at.value = GraphQL.Value(pending.value.kind, at: field.name.place)
            if !found.insert(name).inserted { fault(.duplicateField(name), in: at, subject, path) }
            guard let definition = known[name] else {
                fault(.unknownField(name, type: type.name), in: at, subject, path)
                inside.append(Pending(value: field.value, type: nil, hasDefault: false, inside: ""))
                continue
            }
            inside.append(
                Pending(
                    value: field.value, type: definition.type, hasDefault: definition.defaultValue != nil,
                    inside: "\(pending.inside).\(name)"))
        }
        for definition in type.inputFields where definition.isRequired && !found.contains(definition.name) {
            fault(.missingField(definition.name, type: type.name), in: pending, subject, path)
        }
        return inside
    }

    /// A value of lists and objects whose variables are still to be noted.
    private func untyped(_ value: GraphQL.Value) -> [Pending] {
        switch value.kind {
        case .list, .object: [Pending(value: value, type: nil, hasDefault: false, inside: "")]
        default: []
        }
    }

    private mutating func fault(_ fault: GraphQL.ValueFault, in pending: Pending, _ subject: Subject, _ path: Int) {
        switch subject {
        case .argument(let place, let owner):
            guard let type = pending.type else { return }
            report(
                .wrongValue(pending.value, inside: pending.inside, expected: type, fault, owner),
                at: pending.value.place, path: path, related: [place])
        case .variable(let name, let type):
            report(.wrongDefault(name, type: type, fault), at: pending.value.place, path: path)
        case .unknown: return
        }
    }
}
