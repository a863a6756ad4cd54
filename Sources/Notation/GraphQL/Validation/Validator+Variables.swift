extension GraphQL.Validator {
    /// What an operation declares (specification section 5.8.1, 5.8.2 and 5.6.1).
    mutating func checkVariableDefinitions(of operation: GraphQL.Operation) {
        var places: [String: GraphQL.Place] = [:]
        for variable in operation.variables {
            steps += 1
            let name = variable.name.text
            if let first = places[name] {
                report(.duplicateVariable(name), at: variable.name.place, related: [first])
            } else {
                places[name] = variable.name.place
            }
            checkDirectives(variable.directives, .variableDefinition, path: -1)
            let type = variable.type.innermost
            switch self.type(type.text) {
            case .absent: report(.unknownType(type.text), at: type.place)
            case .known(let known) where !known.isInput:
                report(.outputVariable(name, type: variable.type), at: type.place)
            case .known, .notYet:
                guard let value = variable.defaultValue else { continue }
                check(
                    value, as: variable.type, hasDefault: false, inside: name,
                    subject: .variable(name, variable.type), path: -1)
            }
        }
    }

    /// What is used is declared, what is declared is used, and each stands where its type fits (section 5.8.3 to
    /// 5.8.5).
    mutating func checkVariables(of operation: GraphQL.Operation, at place: Int) {
        let declared = Dictionary(operation.variables.map { ($0.name.text, $0) }) { first, _ in first }
        let name = operation.name?.text ?? ""
        var used: Set<String> = []
        for part in reached(from: [place]) {
            guard spend(parts[part].uses.count) else { return }
            for use in parts[part].uses {
                used.insert(use.name)
                guard let variable = declared[use.name] else {
                    report(.unknownVariable(use.name, operation: name), at: use.place, path: use.path)
                    continue
                }
                checkPosition(of: use, variable)
            }
        }
        for variable in operation.variables where !used.contains(variable.name.text) {
            report(.unusedVariable(variable.name.text, operation: name), at: variable.name.place)
        }
    }

    private mutating func checkPosition(of use: VariableUse, _ variable: GraphQL.VariableDefinition) {
        guard let expected = use.expected, type(variable.type.innermost.text).value?.isInput == true else { return }
        var location = expected
        if expected.isNonNull, !variable.type.isNonNull {
            let hasValue = variable.defaultValue.map { $0.kind != .null } ?? false
            if hasValue || use.hasDefault { location = expected.nullable }
        }
        if !Self.fits(variable.type, location) {
            report(
                .variableMismatch(use.name, type: variable.type, expected: expected), at: use.place, path: use.path,
                related: [variable.name.place])
        }
    }

    /// Whether any value of one type can stand where another is expected.
    private static func fits(_ one: GraphQL.TypeReference, _ expected: GraphQL.TypeReference) -> Bool {
        var (one, expected) = (one, expected)
        while true {
            switch (one, expected) {
            case (.nonNull(let a), .nonNull(let b)), (.list(let a), .list(let b)): (one, expected) = (a, b)
            case (.nonNull(let a), _): one = a
            case (.named(let a), .named(let b)): return a.text == b.text
            default: return false
            }
        }
    }

    /// A subscription asks for one field, and not about the schema (section 5.2.3.1).
    mutating func checkSubscription(_ operation: GraphQL.Operation, at place: Int) {
        let name = operation.name?.text ?? ""
        let fields = merged([parts[place].set]).flatMap { sets[$0].fields }.map { asked[$0].field }
        if Set(fields.map(\.responseName)).count > 1 {
            report(.subscriptionFields(name), at: operation.name?.place ?? operation.place)
        } else if let field = fields.first, field.name.text.utf8.starts(with: "__".utf8) {
            report(.subscriptionIntrospection(name, field: field.name.text), at: field.name.place)
        }
    }
}
