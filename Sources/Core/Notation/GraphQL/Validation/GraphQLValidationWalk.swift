extension GraphQL.Validator {
    mutating func run() {
        collectNames()
        for operation in operations { walk(operation) }
        for fragment in fragments { walk(fragment) }
        limitWork()
        checkFragments()
        for (place, operation) in operations.enumerated() { checkVariables(of: operation, at: place) }
        for (place, operation) in operations.enumerated() where operation.kind == .subscription {
            checkSubscription(operation, at: place)
        }
        checkOverlaps()
    }

    /// Operation and fragment names must be unique (specification section 5.2 and 5.5.1.1).
    private mutating func collectNames() {
        var names: [String: GraphQL.Place] = [:]
        var anonymous: GraphQL.Place?
        for (place, operation) in operations.enumerated() {
            if let name = operation.name {
                if let first = names[name.text] {
                    report(.duplicateOperation(name.text), at: name.place, related: [first])
                } else {
                    names[name.text] = name.place
                }
                if let anonymous { report(.followsAnonymous(name.text), at: name.place, related: [anonymous]) }
            } else {
                if place > 0 { report(.anonymousWithOthers, at: operation.place) }
                anonymous = anonymous ?? operation.place
            }
        }
        let count = operations.count
        for (place, fragment) in fragments.enumerated() {
            if let first = fragmentParts[fragment.name.text] {
                let firstName = fragments[first - count].name
                report(.duplicateFragment(fragment.name.text), at: fragment.name.place, related: [firstName.place])
            } else {
                fragmentParts[fragment.name.text] = count + place
            }
        }
    }

    private mutating func walk(_ operation: GraphQL.Operation) {
        var root: GraphQL.TypeDefinition?
        if let name = schema.rootType(operation.kind) {
            root = type(name).value
        } else {
            report(.unsupportedOperation(operation.kind), at: operation.name?.place ?? operation.place)
        }
        parts.append(Part(name: operation.name?.text ?? "", set: sets.count))
        checkVariableDefinitions(of: operation)
        let location: GraphQL.DirectiveLocation =
            switch operation.kind {
            case .query: .query
            case .mutation: .mutation
            case .subscription: .subscription
            }
        checkDirectives(operation.directives, location, path: -1)
        walk(operation.selections, of: root, path: -1)
    }

    private mutating func walk(_ fragment: GraphQL.Fragment) {
        let path = addPath(fragment.name.text, below: -1)
        parts.append(Part(name: fragment.name.text, path: path, set: sets.count))
        checkDirectives(fragment.directives, .fragmentDefinition, path: path)
        let parent = fragmentType(fragment.typeCondition, fragment: fragment.name.text, path: path)
        walk(fragment.selections, of: parent, path: path)
    }

    private mutating func fragmentType(
        _ condition: GraphQL.Name, fragment: String?, path: Int
    ) -> GraphQL.TypeDefinition? {
        switch type(condition.text) {
        case .notYet: return nil
        case .absent:
            report(.unknownType(condition.text), at: condition.place, path: path)
            return nil
        case .known(let type):
            if let table = type.wants { wanted.insert(table) }
            if type.kind == .object { return type }
            report(.fragmentOnLeaf(fragment, type: type.name), at: condition.place, path: path)
            return nil
        }
    }

    private struct Level {
        var selections: [GraphQL.Selection]
        var next = 0
        var parent: GraphQL.TypeDefinition?
        var path: Int
        var set: Int
    }

    private mutating func walk(_ selections: [GraphQL.Selection], of parent: GraphQL.TypeDefinition?, path: Int) {
        var levels = [Level(selections: selections, parent: parent, path: path, set: addSet())]
        while let level = levels.last {
            guard level.next < level.selections.count else {
                levels.removeLast()
                continue
            }
            levels[levels.count - 1].next += 1
            steps += 1
            switch level.selections[level.next] {
            case .field(let field):
                let below = walk(field, of: level.parent, below: level.path)
                let set = field.selections == nil ? nil : addSet()
                asked.append(AskedField(field: field, set: set, path: below.path))
                sets[level.set].fields.append(asked.count - 1)
                if let selections = field.selections, let set {
                    levels.append(Level(selections: selections, parent: below.type, path: below.path, set: set))
                }
            case .spread(let spread):
                checkDirectives(spread.directives, .fragmentSpread, path: level.path)
                check(spread, in: level.parent, path: level.path, set: level.set)
            case .inline(let inline):
                checkDirectives(inline.directives, .inlineFragment, path: level.path)
                var type = level.parent
                if let condition = inline.typeCondition {
                    type = fragmentType(condition, fragment: nil, path: level.path)
                    checkSpread(nil, of: type, in: level.parent, at: condition.place, path: level.path)
                }
                levels.append(Level(selections: inline.selections, parent: type, path: level.path, set: level.set))
            }
        }
    }

    private mutating func addSet() -> Int {
        sets.append(SelectionSet())
        return sets.count - 1
    }

    /// A field with its arguments and directives (section 5.3.1 and 5.3.3). Returns its path and the type of its
    /// selections.
    private mutating func walk(
        _ field: GraphQL.Field, of parent: GraphQL.TypeDefinition?, below path: Int
    ) -> (path: Int, type: GraphQL.TypeDefinition?) {
        let path = addPath(field.name.text, below: path)
        checkDirectives(field.directives, .field, path: path)
        let name = field.name.text
        let found = parent.map { self.field(name, of: $0) } ?? .notYet
        guard case .known(let known) = found, let parent else {
            if let parent, found.isAbsent {
                report(.unknownField(name, type: parent.name), at: field.name.place, path: path)
            }
            collectVariables(in: field.arguments, path: path)
            return (path, nil)
        }
        checkArguments(
            field.arguments, known.arguments, list: known.definition.arguments, isOpen: known.definition.isOpen,
            owner: .field(name, type: parent.name), at: field.name.place, path: path)
        let reference = known.definition.type
        guard case .known(let type) = type(reference.innermost.text) else { return (path, nil) }
        if type.isLeaf, field.selections != nil {
            report(.unexpectedSelections(field: name, type: reference), at: field.name.place, path: path)
        }
        if type.kind == .object, field.selections == nil {
            report(.missingSelections(field: name, type: reference), at: field.name.place, path: path)
        }
        return (path, type.kind == .object ? type : nil)
    }

    private mutating func check(
        _ spread: GraphQL.FragmentSpread, in parent: GraphQL.TypeDefinition?, path: Int, set: Int
    ) {
        let name = spread.name.text
        guard let place = fragmentParts[name] else {
            return report(.unknownFragment(name), at: spread.name.place, path: path)
        }
        sets[set].spreads.append(place)
        parts[parts.count - 1].spreads.append(Spread(part: place, name: spread.name))
        let condition = fragments[place - operations.count].typeCondition.text
        checkSpread(name, of: type(condition).value, in: parent, at: spread.name.place, path: path)
    }

    /// All types with fields are objects, so a fragment applies only to its own type (section 5.5.2.3).
    private mutating func checkSpread(
        _ name: String?, of type: GraphQL.TypeDefinition?, in parent: GraphQL.TypeDefinition?, at place: GraphQL.Place,
        path: Int
    ) {
        guard let type, let parent, type.kind == .object, type.name != parent.name else { return }
        report(.impossibleSpread(name, type: type.name, parent: parent.name), at: place, path: path)
    }

    /// Variable definitions (specification section 5.8.1, 5.8.2 and 5.6.1).
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

    /// Used variables must be declared, declared ones used, and their types must match (section 5.8.3 to 5.8.5).
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

    /// A subscription must have one root field that is not an introspection field (section 5.2.3.1).
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
