/// The rules that concern several definitions of a document.
extension GraphQL.Validator {
    /// Operation and fragment names must be unique (specification section 5.2 and 5.5.1.1).
    mutating func checkNames() {
        var names: Set<String> = []
        var hasAnonymous = false
        for (place, operation) in operations.enumerated() {
            if let name = operation.name {
                if !names.insert(name.text).inserted { report(.duplicateOperation(name.text), at: name.place) }
                if hasAnonymous { report(.followsAnonymous(name.text), at: name.place) }
            } else {
                if place > 0 { report(.anonymousWithOthers, at: operation.place) }
                hasAnonymous = true
            }
        }
        names = []
        for name in fragments.map(\.name) where !names.insert(name.text).inserted {
            report(.duplicateFragment(name.text), at: name.place)
        }
    }

    /// The parts themselves, and those of the fragments they use directly and through others. Ends early if that takes
    /// too many steps.
    private mutating func reached(from parts: [Part]) -> (parts: [Part], fragments: Set<String>) {
        var found = parts
        var seen: Set<String> = []
        var next = 0
        while next < found.count, spend(found[next].spreads.count + 1) {
            for spread in found[next].spreads where seen.insert(spread.text).inserted {
                if let part = fragmentParts[spread.text] { found.append(part) }
            }
            next += 1
        }
        return (found, seen)
    }

    /// Fragments must be used and must not form cycles (specification section 5.5.1.4 and 5.5.2.2).
    mutating func checkFragments() {
        let used = reached(from: operationParts).fragments
        var names: Set<String> = [], isDone: [String: Bool] = [:]
        for fragment in fragments {
            let name = fragment.name.text
            guard names.insert(name).inserted else { continue }
            if !used.contains(name) { report(.unusedFragment(name), at: fragment.name.place, path: [name]) }
            guard isDone[name] == nil else { continue }
            isDone[name] = false
            var way = [(name: name, next: 0)]
            while let last = way.last {
                let spreads = fragmentParts[last.name]?.spreads ?? []
                guard last.next < spreads.count, spend() else {
                    isDone[last.name] = true
                    way.removeLast()
                    continue
                }
                way[way.count - 1].next += 1
                let spread = spreads[last.next]
                switch isDone[spread.text] {
                case nil:
                    isDone[spread.text] = false
                    way.append((spread.text, 0))
                case false?: report(.fragmentCycle, at: spread.place, path: [last.name])
                case true?: break
                }
            }
        }
    }

    /// Used variables must be declared, declared ones used, and their types must match (section 5.8.3 to 5.8.5).
    mutating func checkVariables(of operation: GraphQL.Operation, _ part: Part) {
        let declared = Dictionary(operation.variables.map { ($0.name.text, $0) }) { first, _ in first }
        let name = operation.name?.text ?? ""
        var used: Set<String> = []
        for part in reached(from: [part]).parts {
            guard spend(part.variables.count) else { return }
            for use in part.variables {
                used.insert(use.name)
                guard let variable = declared[use.name] else {
                    report(.unknownVariable(use.name, operation: name), at: use.place, path: use.path)
                    continue
                }
                guard let expected = use.expected, !fits(variable, use),
                    type(variable.type.innermost.text).value?.isInput == true
                else { continue }
                report(
                    .variableMismatch(use.name, type: variable.type, expected: expected), at: use.place,
                    path: use.path)
            }
        }
        for variable in operation.variables where !used.contains(variable.name.text) {
            report(.unusedVariable(variable.name.text, operation: name), at: variable.name.place)
        }
    }

    private func fits(_ variable: GraphQL.VariableDefinition, _ use: VariableUse) -> Bool {
        guard let expected = use.expected else { return true }
        let hasValue = variable.defaultValue.map { $0.kind != .null } ?? false
        return variable.type.fits(expected, hasDefault: hasValue || use.hasDefault)
    }

    // MARK: Fields with one response name

    /// The selections between two braces; its number is where its owner begins.
    private struct SelectionSet {
        let selections: [GraphQL.Selection]
        let path: [String]
        let number: Int

        init(_ operation: GraphQL.Operation) {
            (selections, path, number) = (operation.selections, [], operation.place.range.lowerBound)
        }

        init(_ fragment: GraphQL.Fragment) {
            (selections, path, number) = (fragment.selections, [fragment.name.text], fragment.place.range.lowerBound)
        }

        init?(_ field: GraphQL.Field, in set: SelectionSet) {
            guard let selections = field.selections else { return nil }
            self.selections = selections
            path = set.path + [field.name.text]
            number = field.place.range.lowerBound
        }

        /// The fields and spreads, those of inline fragments included.
        var flat: (fields: [GraphQL.Field], spreads: [String]) {
            var fields: [GraphQL.Field] = [], spreads: [String] = []
            var ahead: [GraphQL.Selection] = selections.reversed()
            while let next = ahead.popLast() {
                switch next {
                case .field(let field): fields.append(field)
                case .spread(let spread): spreads.append(spread.name.text)
                case .inline(let inline): ahead += inline.selections.reversed()
                }
            }
            return (fields, spreads)
        }
    }

    /// Fields with the same response name must be the same field with the same arguments (specification section 5.3.2).
    /// All types with fields are objects, so such fields have the same type.
    ///
    /// Selections that end up in the same place are checked together, once for each such group; each field is compared
    /// with the first of its name only.
    mutating func checkOverlaps() {
        var seen: Set<[Int]> = [], visited: Set<Int> = [], reported: Set<[Int]> = []
        for start in operations.map(SelectionSet.init) + fragments.map(SelectionSet.init)
        // A fragment already checked where it is used needs no separate check.
        where !visited.contains(start.number) {
            var pending = [[start]]
            while let group = pending.popLast() {
                let sets = expanded(group)
                visited.formUnion(sets.map(\.set.number))
                guard seen.insert(sets.map(\.set.number)).inserted else { continue }
                var first: [String: GraphQL.Field] = [:], below: [[SelectionSet]] = [], places: [String: Int] = [:]
                for (set, fields) in sets {
                    for field in fields {
                        guard spend() else { return }
                        let name = field.responseName
                        if let other = first[name], let conflict = Self.conflict(other, field) {
                            let pair = [other.place.range.lowerBound, field.place.range.lowerBound]
                            if reported.insert(pair).inserted {
                                report(
                                    .conflict(response: name, conflict), at: field.place,
                                    path: set.path + [field.name.text])
                            }
                            continue
                        }
                        if first[name] == nil { first[name] = field }
                        guard let inner = SelectionSet(field, in: set) else { continue }
                        if let place = places[name] {
                            below[place].append(inner)
                        } else {
                            places[name] = below.count
                            below.append([inner])
                        }
                    }
                }
                pending += below.reversed()
            }
        }
    }

    /// Selection sets with those of the fragments they use, and the fields of each.
    private mutating func expanded(_ group: [SelectionSet]) -> [(set: SelectionSet, fields: [GraphQL.Field])] {
        var found: [Int: (set: SelectionSet, fields: [GraphQL.Field])] = [:]
        var pending = group
        while let set = pending.popLast() {
            guard found[set.number] == nil else { continue }
            let (fields, spreads) = set.flat
            guard spend(spreads.count) else { break }
            found[set.number] = (set, fields)
            pending += spreads.compactMap { fragmentsByName[$0].map { SelectionSet($0) } }
        }
        return found.values.sorted { $0.set.number < $1.set.number }
    }

    private static func conflict(
        _ one: GraphQL.Field, _ other: GraphQL.Field
    ) -> GraphQL.Diagnostic.Conflict? {
        guard one.name.text == other.name.text else { return .fields(one.name.text, other.name.text) }
        func value(_ arguments: [GraphQL.Argument]) -> GraphQL.Value {
            GraphQL.Value(.object(arguments.map { GraphQL.ObjectField($0.name, $0.value) })).sorted
        }
        return value(one.arguments) == value(other.arguments) ? nil : .arguments
    }
}

extension GraphQL.Value {
    /// The value with the fields of all objects sorted by name.
    fileprivate var sorted: GraphQL.Value {
        switch kind {
        case .list(let values): .init(.list(values.map(\.sorted)))
        case .object(let fields):
            .init(
                .object(
                    fields.sorted { $0.name.text < $1.name.text }.map { .init($0.name, $0.value.sorted) }))
        default: self
        }
    }
}
