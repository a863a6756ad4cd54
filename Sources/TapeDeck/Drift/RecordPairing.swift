import Notation

/// What identifies an element of a list as a record.
struct RecordIdentity: Sendable, Hashable {
    let sysID: String?
    let number: String?
    /// How people recognize it: its number, name or sys_id.
    let label: String

    /// Nil for an element with neither a sys_id nor a number.
    init?(_ element: JSON) {
        guard case .object = element else { return nil }
        sysID = Self.text(element["sys_id"])
        number = Self.text(element["number"])
        guard let own = number ?? sysID else { return nil }
        // Of a choice or a column: `incident.category.cloud`.
        let steps = element["element"] == nil ? ["name"] : ["name", "element", "value"]
        let name = steps.compactMap { Self.text(element[$0]) }.joined(separator: ".")
        label = number ?? (name.isEmpty ? own : name)
    }

    /// A value as `sysparm_display_value` and GraphQL write it: a string, or an object with the stored value.
    private static func text(_ value: JSON?) -> String? {
        guard let value else { return nil }
        if case .string(let text) = value { return text.isEmpty ? nil : text }
        if case .string(let text)? = value["value"], !text.isEmpty { return text }
        return nil
    }
}

/// Pairs the elements of two lists: records by sys_id, by number, or by the identity that they moved to; elements that
/// identify no record by their position.
struct RecordPairing {
    /// The places of elements that belong together, in the order of the older list.
    private(set) var pairs: [(old: Int, new: Int)] = []
    private(set) var removed: [(place: Int, record: RecordIdentity)] = []
    private(set) var added: [(place: Int, record: RecordIdentity)] = []
    /// The records of `pairs` that left their order: the fewest that explain it.
    private(set) var moved: [(record: RecordIdentity, old: Int, new: Int)] = []
    /// Whether one list has more elements that identify no record.
    private(set) var hasUnnamedRest = false

    private var partner: [Int?]
    private var isTaken: [Bool]

    /// - Parameters:
    ///   - moves: the identities that moved; nil if identities do not move, as on one instance.
    ///   - isLearning: whether records that differ only in identities and times belong together even if the identities
    ///     are not known to have moved.
    init(_ old: [JSON], _ new: [JSON], _ moves: IdentifierMap?, isLearning: Bool) {
        let before = old.map(RecordIdentity.init), after = new.map(RecordIdentity.init)
        partner = Array(repeating: nil, count: old.count)
        isTaken = Array(repeating: false, count: new.count)
        pair(before, after) {
            $0.sysID
        } as: {
            $0.sysID
        }
        pair(before, after) {
            $0.number
        } as: {
            $0.number
        }
        if let moves {
            pair(before, after) {
                $0.sysID.flatMap(moves.target)
            } as: {
                $0.sysID
            }
            pair(before, after) {
                $0.number.flatMap(moves.target)
            } as: {
                $0.number
            }
            pairAlike(old, before, new, after, moves, isLearning: isLearning)
        }
        pairUnnamed(before, after)
        for place in old.indices {
            if let other = partner[place] {
                pairs.append((place, other))
            } else if let record = before[place] {
                removed.append((place, record))
            } else {
                hasUnnamedRest = true
            }
        }
        for place in new.indices where !isTaken[place] {
            if let record = after[place] { added.append((place, record)) } else { hasUnnamedRest = true }
        }
        findMoved(before)
    }

    private mutating func pair(
        _ old: [RecordIdentity?], _ new: [RecordIdentity?], by name: (RecordIdentity) -> String?,
        as other: (RecordIdentity) -> String?
    ) {
        var places: [String: Int] = [:]
        for place in new.indices.reversed() where !isTaken[place] {
            if let name = new[place].flatMap(other) { places[name] = place }
        }
        guard !places.isEmpty else { return }
        for place in old.indices where partner[place] == nil {
            guard let name = old[place].flatMap(name), let found = places.removeValue(forKey: name) else { continue }
            take(place, found)
        }
    }

    private mutating func pairAlike(
        _ old: [JSON], _ before: [RecordIdentity?], _ new: [JSON], _ after: [RecordIdentity?], _ moves: IdentifierMap,
        isLearning: Bool
    ) {
        let left = old.indices.filter { partner[$0] == nil && before[$0] != nil }
        guard !left.isEmpty else { return }
        // Created again, a record has the same neighbors; a record of other neighbors is another one.
        let taken = Self.counts(isTaken), known = Self.counts(partner.map { $0 != nil })
        var waiting: [Look: [(place: Int, text: VolatileText)]] = [:]
        for place in new.indices.reversed() where !isTaken[place] && after[place] != nil {
            let text = VolatileText(new[place].compact)
            waiting[Look(frame: text.frame, rank: taken[place]), default: []].append((place, text))
        }
        for place in left {
            let text = VolatileText(old[place].compact)
            let look = Look(frame: text.frame, rank: known[place])
            guard let next = waiting[look]?.last, isLearning || moves.explain(text, next.text) else { continue }
            waiting[look]?.removeLast()
            take(place, next.place)
        }
    }

    /// What a record shows besides identities and times, and how many paired records precede it.
    private struct Look: Hashable {
        var frame: [UInt8]
        var rank: Int
    }

    /// For each place, how many places before it are set.
    private static func counts(_ flags: [Bool]) -> [Int] {
        var count = 0
        return flags.map { flag in
            defer { count += flag ? 1 : 0 }
            return count
        }
    }

    /// Pairs what is left in order, if it contains elements that identify no record.
    private mutating func pairUnnamed(_ old: [RecordIdentity?], _ new: [RecordIdentity?]) {
        let left = old.indices.filter { partner[$0] == nil }, right = new.indices.filter { !isTaken[$0] }
        guard left.contains(where: { old[$0] == nil }) || right.contains(where: { new[$0] == nil }) else { return }
        for (place, other) in zip(left, right) { take(place, other) }
    }

    private mutating func take(_ place: Int, _ other: Int) {
        partner[place] = other
        isTaken[other] = true
    }

    /// Records outside the longest part of the list that kept its order (patience sorting).
    private mutating func findMoved(_ records: [RecordIdentity?]) {
        guard zip(pairs, pairs.dropFirst()).contains(where: { $0.new > $1.new }) else { return }
        var tops: [Int] = []
        var previous = [Int?](repeating: nil, count: pairs.count)
        for place in pairs.indices {
            var low = 0, high = tops.count
            while low < high {
                let middle = (low + high) / 2
                if pairs[tops[middle]].new < pairs[place].new { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[place] = tops[low - 1] }
            if low == tops.count { tops.append(place) } else { tops[low] = place }
        }
        var kept: Set<Int> = []
        var place = tops.last
        while let own = place {
            kept.insert(own)
            place = previous[own]
        }
        for place in pairs.indices where !kept.contains(place) {
            if let record = records[pairs[place].old] { moved.append((record, pairs[place].old, pairs[place].new)) }
        }
    }
}
