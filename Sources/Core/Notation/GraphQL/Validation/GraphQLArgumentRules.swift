extension GraphQL.Validator {
    /// Arguments of a field or directive (specification section 5.4).
    mutating func checkArguments(
        _ given: [GraphQL.Argument], _ known: [String: GraphQL.InputDefinition], list: [GraphQL.InputDefinition],
        isOpen: Bool, owner: GraphQL.Diagnostic.Owner, at place: GraphQL.Place, path: Int
    ) {
        var places: [String: GraphQL.Place] = [:]
        for argument in given {
            let name = argument.name.text
            if let first = places[name] {
                report(.duplicateArgument(name, owner), at: argument.name.place, path: path, related: [first])
            } else {
                places[name] = argument.name.place
            }
            guard let definition = known[name] else {
                if !isOpen { report(.unknownArgument(name, owner), at: argument.name.place, path: path) }
                collectVariables(in: argument.value, path: path)
                continue
            }
            if definition.type.isNonNull, argument.value.kind == .null {
                report(.nullArgument(name, definition.type, owner), at: argument.value.place, path: path)
                continue
            }
            check(
                argument.value, as: definition.type, hasDefault: definition.defaultValue != nil, inside: name,
                subject: .argument(argument.name.place, owner), path: path)
        }
        for definition in list where definition.isRequired && places[definition.name] == nil {
            report(.missingArgument(definition.name, definition.type, owner), at: place, path: path)
        }
    }

    /// Directives at one location (section 5.7).
    mutating func checkDirectives(
        _ directives: [GraphQL.Directive], _ location: GraphQL.DirectiveLocation, path: Int
    ) {
        guard !directives.isEmpty else { return }
        var places: [String: GraphQL.Place] = [:]
        for directive in directives {
            steps += 1
            let name = directive.name.text
            guard let definition = schema.directives.first(where: { $0.name == name }) else {
                report(.unknownDirective(name), at: directive.place, path: path)
                collectVariables(in: directive.arguments, path: path)
                continue
            }
            if !definition.locations.contains(location) {
                report(.misplacedDirective(name, location), at: directive.place, path: path)
            }
            if let first = places[name] {
                report(.duplicateDirective(name, location), at: directive.place, path: path, related: [first])
            } else {
                places[name] = directive.place
            }
            let known = Dictionary(definition.arguments.map { ($0.name, $0) }) { first, _ in first }
            checkArguments(
                directive.arguments, known, list: definition.arguments, isOpen: false, owner: .directive(name),
                at: directive.place, path: path)
        }
    }

    mutating func collectVariables(in arguments: [GraphQL.Argument], path: Int) {
        for argument in arguments { collectVariables(in: argument.value, path: path) }
    }

    mutating func collectVariables(in value: GraphQL.Value, path: Int) {
        check(value, as: nil, hasDefault: false, inside: "", subject: .unknown, path: path)
    }

    enum Subject {
        case argument(GraphQL.Place, GraphQL.Diagnostic.Owner)
        case variable(String, GraphQL.TypeReference)
        case unknown
    }

    private struct Pending {
        var value: GraphQL.Value
        var type: GraphQL.TypeReference?
        var hasDefault: Bool
        /// The path to it, such as `pagination.limit` or `groupBy[0]`.
        var inside: String
    }

    /// Checks a value and everything in it (specification section 5.6), and its variables. `inside` is the argument's
    /// name.
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
                // A single value is coerced to a list (section 3.11).
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
