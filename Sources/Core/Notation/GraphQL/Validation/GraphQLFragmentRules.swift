extension GraphQL.Validator {
    /// Fragments must be used and must not form cycles (specification section 5.5.1.4 and 5.5.2.2).
    mutating func checkFragments() {
        let count = operations.count
        let used = Set(reached(from: Array(0..<count)))
        for (place, fragment) in fragments.enumerated() {
            // Of duplicate fragments only the first can be used; the other is reported elsewhere.
            guard fragmentParts[fragment.name.text] == count + place, !used.contains(count + place) else { continue }
            report(.unusedFragment(fragment.name.text), at: fragment.name.place, path: parts[count + place].path)
        }
        findCycles()
    }

    mutating func reached(from starts: [Int]) -> [Int] {
        var found = starts
        var seen = Set(starts)
        var next = 0
        while next < found.count {
            let spreads = parts[found[next]].spreads
            guard spend(spreads.count + 1) else { break }
            for spread in spreads where seen.insert(spread.part).inserted { found.append(spread.part) }
            next += 1
        }
        return found
    }

    private mutating func findCycles() {
        let first = operations.count
        var isDone = [Bool](repeating: false, count: parts.count)
        var depth = [Int](repeating: -1, count: parts.count)
        for start in first..<max(first, parts.count) where !isDone[start] {
            var way = [(part: start, next: 0)]
            depth[start] = 0
            while let last = way.last {
                steps += 1
                guard last.next < parts[last.part].spreads.count else {
                    isDone[last.part] = true
                    depth[last.part] = -1
                    way.removeLast()
                    continue
                }
                way[way.count - 1].next += 1
                let spread = parts[last.part].spreads[last.next]
                let place = spread.part
                guard !isDone[place] else { continue }
                if depth[place] >= 0 {
                    // The names are limited like findings, because a cycle may be as long as the document.
                    let names = way[depth[place]...].prefix(Self.maxFindings).map { parts[$0.part].name }
                    report(.fragmentCycle(names), at: spread.name.place, path: parts[last.part].path)
                } else {
                    depth[place] = way.count
                    way.append((place, 0))
                }
            }
        }
    }

    /// Fields with the same response name must be the same field with the same arguments (specification section 5.3.2).
    /// All types with fields are objects, so such fields have the same type.
    ///
    /// Selections that end up in the same place are checked together, once for each such group; each field is compared
    /// with the first of its name only.
    mutating func checkOverlaps() {
        var overlaps = Overlaps(seen: [], isVisited: [Bool](repeating: false, count: sets.count), reported: [])
        // A fragment already checked where it is used needs no separate check.
        for part in parts.indices where !overlaps.isVisited[parts[part].set] {
            checkOverlaps(from: parts[part].set, &overlaps)
        }
    }

    private struct Overlaps {
        var seen: Set<[Int]>
        var isVisited: [Bool]
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

    private func conflict(_ one: Int, _ other: Int) -> GraphQL.Diagnostic.Conflict? {
        let (one, other) = (asked[one].field, asked[other].field)
        guard one.name.text == other.name.text else { return .fields(one.name.text, other.name.text) }
        return Self.isSame(one.arguments, other.arguments) ? nil : .arguments
    }

    private static func isSame(_ one: [GraphQL.Argument], _ other: [GraphQL.Argument]) -> Bool {
        isSame(
            GraphQL.Value(.object(one.map { GraphQL.ObjectField($0.name, $0.value) })),
            GraphQL.Value(.object(other.map { GraphQL.ObjectField($0.name, $0.value) })))
    }

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
