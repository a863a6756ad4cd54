extension GraphQL.Validator {
    /// Fields of one response name are the same field with the same arguments (specification section 5.3.2). As every
    /// type with fields is an object, two of them in one place have the same type then.
    ///
    /// Selections that end up in one place are looked at together, once for each such group; fields are compared with
    /// the first of their name only.
    mutating func checkOverlaps() {
        var overlaps = Overlaps(seen: [], isVisited: [Bool](repeating: false, count: sets.count), reported: [])
        // A fragment that was looked at where it is used needs no look of its own.
        for part in parts.indices where !overlaps.isVisited[parts[part].set] {
            checkOverlaps(from: parts[part].set, &overlaps)
        }
    }

    /// What was looked at so far.
    private struct Overlaps {
        /// The groups of selection sets.
        var seen: Set<[Int]>
        /// Whether a selection set was in one of them.
        var isVisited: [Bool]
        /// Pairs of fields.
        var reported: Set<[Int]>
    }

    private mutating func checkOverlaps(from set: Int, _ overlaps: inout Overlaps) {
        var pending = [[set]]
        while let group = pending.popLast() {
            let sets = merged(group)
            for set in sets { overlaps.isVisited[set] = true }
            guard overlaps.seen.insert(sets).inserted else { continue }
            var first: [String: Int] = [:]
            var below: [[Int]] = []
            var places: [String: Int] = [:]
            for field in sets.flatMap({ set in self.sets[set].fields }) {
                guard spend() else { return }
                let name = asked[field].field.responseName
                if let other = first[name] {
                    if let conflict = conflict(other, field) {
                        guard overlaps.reported.insert([other, field]).inserted else { continue }
                        report(
                            .conflict(response: name, conflict), at: asked[field].field.place, path: asked[field].path,
                            related: [asked[other].field.place])
                        continue
                    }
                } else {
                    first[name] = field
                }
                guard let set = asked[field].set else { continue }
                if let place = places[name] {
                    below[place].append(set)
                } else {
                    places[name] = below.count
                    below.append([set])
                }
            }
            pending += below.reversed()
        }
    }

    /// The selection sets whose fields stand in one place, those of spread fragments included, in the document's order.
    mutating func merged(_ group: [Int]) -> [Int] {
        if group.count == 1, sets[group[0]].spreads.isEmpty { return group }
        var found: Set<Int> = []
        var pending = group
        while let set = pending.popLast() {
            guard found.insert(set).inserted, spend(sets[set].spreads.count + 1) else { continue }
            for part in sets[set].spreads { pending.append(parts[part].set) }
        }
        return found.sorted()
    }

    private func conflict(_ one: Int, _ other: Int) -> GraphQL.Finding.Conflict? {
        let (one, other) = (asked[one].field, asked[other].field)
        guard one.name.text == other.name.text else { return .fields(one.name.text, other.name.text) }
        return Self.isSame(one.arguments, other.arguments) ? nil : .arguments
    }

    /// Whether arguments say the same in any order.
    private static func isSame(_ one: [GraphQL.Argument], _ other: [GraphQL.Argument]) -> Bool {
        isSame(
            GraphQL.Value(.object(one.map { GraphQL.ObjectField($0.name, $0.value) })),
            GraphQL.Value(.object(other.map { GraphQL.ObjectField($0.name, $0.value) })))
    }

    /// Whether two values say the same, the fields of objects in any order.
    private static func isSame(_ one: GraphQL.Value, _ other: GraphQL.Value) -> Bool {
        var pending = [(one, other)]
        while let (one, other) = pending.popLast() {
            switch (one.kind, other.kind) {
            case (.list(let a), .list(let b)):
                guard a.count == b.count else { return false }
                pending += zip(a, b)
            case (.object(let a), .object(let b)):
                guard a.count == b.count else { return false }
                let byName = Dictionary(b.map { ($0.name.text, $0.value) }) { first, _ in first }
                for field in a {
                    guard let value = byName[field.name.text] else { return false }
                    pending.append((field.value, value))
                }
            case (.list, _), (.object, _), (_, .list), (_, .object): return false
            default: if one.kind != other.kind { return false }
            }
        }
        return true
    }
}
