extension GraphQL.Validator {
    /// Arguments of a field or a directive (specification section 5.4).
    mutating func checkArguments(
        _ given: [GraphQL.Argument], _ known: [String: GraphQL.InputDefinition], list: [GraphQL.InputDefinition],
        isOpen: Bool, owner: GraphQL.Finding.Owner, at place: GraphQL.Place, path: Int
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

    /// Directives at one place (section 5.7).
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

    /// Notes the variables of a value whose type is not known.
    mutating func collectVariables(in value: GraphQL.Value, path: Int) {
        check(value, as: nil, hasDefault: false, inside: "", subject: .unknown, path: path)
    }
}
