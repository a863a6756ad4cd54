extension GraphQL.Validator {
    /// Each fragment is used, and none leads back to itself (specification section 5.5.1.4 and 5.5.2.2).
    mutating func checkFragments() {
        let count = operations.count
        let used = Set(reached(from: Array(0..<count)))
        for (place, fragment) in fragments.enumerated() {
            // Of two with one name only the first can be used; the other has its own finding.
            guard fragmentParts[fragment.name.text] == count + place, !used.contains(count + place) else { continue }
            report(.unusedFragment(fragment.name.text), at: fragment.name.place, path: parts[count + place].path)
        }
        findCycles()
    }

    /// Operations and fragments that can be reached by spreads, the starts included, each once.
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

    /// Follows spreads depth first; one that leads to a fragment on the way there closes a cycle.
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
                    // The names are cut like findings are: a cycle may be as long as the document.
                    let names = way[depth[place]...].prefix(Self.mostFindings).map { parts[$0.part].name }
                    report(.fragmentCycle(names), at: spread.name.place, path: parts[last.part].path)
                } else {
                    depth[place] = way.count
                    way.append((place, 0))
                }
            }
        }
    }
}
