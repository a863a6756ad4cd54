import Notation
import Redactors

/// What identifies an element of a list as a record.
private struct RecordIdentity {
    let sysID: String?
    /// How people recognize it: its number or name; nil if it has only a sys_id.
    let name: String?

    /// Nil for an element with neither.
    init?(_ element: JSON) {
        guard case .object = element else { return nil }
        sysID = Self.text(element["sys_id"])
        // Of a choice or a column: `incident.category.cloud`.
        let isDefinition = element["element"] != nil
        let names = [
            [Self.text(element["number"])], Self.group(of: element),
            isDefinition ? ["name", "element", "value"].map { Self.text(element[$0]) } : [Self.text(element["name"])],
        ]
        name = names.lazy.map { $0.compactMap(\.self).joined(separator: ".") }.first { !$0.isEmpty }
        if sysID == nil, name == nil { return nil }
    }

    /// The values that records are counted by: display values, where there are any.
    private static func group(of element: JSON) -> [String?] {
        if case .array(let fields)? = element["groupby_fields"] {
            return fields.map { $0["display_value"]?.scalarText ?? $0["value"]?.scalarText }
        }
        guard case .object(let members) = element, element["count"] != nil else { return [] }
        return members.filter { $0.name != "count" }.map(\.value.scalarText)
    }

    /// A value as `sysparm_display_value` and GraphQL write it: a string, or an object with the stored value.
    private static func text(_ value: JSON?) -> String? {
        guard let text = value?.scalarText ?? value?["value"]?.scalarText, !text.isEmpty else { return nil }
        return text
    }
}

/// Pairs the elements of two lists: records by sys_id, by number or name, or by the identity that they moved to;
/// elements that identify no record by their position.
struct RecordPairing {
    struct Pair {
        var old, new: Int
        var label: String
        /// Whether it is in another order than its neighbors.
        var isMoved = false
    }

    struct Rest {
        var place: Int
        var label: String
    }

    /// In the order of the older list.
    private(set) var pairs: [Pair] = []
    private(set) var removed: [Rest] = []
    private(set) var added: [Rest] = []
    /// Whether one list has more elements that identify no record.
    private(set) var hasUnnamedRest = false

    private var partner: [Int?]
    private var isTaken: [Bool]

    init(_ old: [JSON], _ new: [JSON], _ identities: Identities) {
        let before = old.map(RecordIdentity.init), after = new.map(RecordIdentity.init)
        partner = Array(repeating: nil, count: old.count)
        isTaken = Array(repeating: false, count: new.count)
        for moved in [{ $0 }, identities.target] as [(String) -> String?] {
            pair(before, after, as: \.sysID, moved: moved)
            pair(before, after, as: \.name, moved: moved)
        }
        pairAlike(old, before, new, after, identities)
        pairUnnamed(before, after)
        func label(_ record: RecordIdentity?, _ place: Int) -> String { record?.name ?? "record \(place + 1)" }
        for place in old.indices {
            if let other = partner[place] {
                pairs.append(Pair(old: place, new: other, label: label(before[place], place)))
            } else if let record = before[place] {
                removed.append(Rest(place: place, label: label(record, place)))
            } else {
                hasUnnamedRest = true
            }
        }
        for place in new.indices where !isTaken[place] {
            if let record = after[place] {
                added.append(Rest(place: place, label: label(record, place)))
            } else {
                hasUnnamedRest = true
            }
        }
        markMoved()
    }

    private mutating func pair(
        _ old: [RecordIdentity?], _ new: [RecordIdentity?], as name: (RecordIdentity) -> String?,
        moved: (String) -> String?
    ) {
        var places: [String: [Int]] = [:]
        for place in new.indices.reversed() where !isTaken[place] {
            if let name = new[place].flatMap(name) { places[name, default: []].append(place) }
        }
        guard !places.isEmpty else { return }
        for place in old.indices where partner[place] == nil {
            guard let name = old[place].flatMap(name).flatMap(moved), let found = places[name]?.popLast() else {
                continue
            }
            take(place, found)
        }
    }

    /// Pairs records that show the same besides identities that may have moved. Created again, a record has the same
    /// neighbors; a record of other neighbors is another one.
    private mutating func pairAlike(
        _ old: [JSON], _ before: [RecordIdentity?], _ new: [JSON], _ after: [RecordIdentity?], _ identities: Identities
    ) {
        let left = old.indices.filter { partner[$0] == nil && before[$0] != nil }
        guard !left.isEmpty else { return }
        let taken = Self.counts(isTaken), known = Self.counts(partner.map { $0 != nil })
        var waiting: [Look: [(place: Int, text: VolatileText)]] = [:]
        for place in new.indices.reversed() where !isTaken[place] && after[place] != nil {
            let text = VolatileText(new[place].compact)
            waiting[Look(frame: text.frame, rank: taken[place]), default: []].append((place, text))
        }
        for place in left {
            let text = VolatileText(old[place].compact)
            let look = Look(frame: text.frame, rank: known[place])
            guard let next = waiting[look]?.last, identities.mayExplain(text, next.text) else { continue }
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

    /// Marks the fewest pairs without which the others are in the same order.
    private mutating func markMoved() {
        // The last pairs of the ascending runs of each length, and the pair before each.
        var ends: [Int] = [], before: [Int?] = []
        for place in pairs.indices {
            let length = ends.partitioningIndex { pairs[$0].new > pairs[place].new }
            before.append(length == 0 ? nil : ends[length - 1])
            ends[length..<min(length + 1, ends.count)] = [place]
        }
        guard ends.count < pairs.count else { return }
        for place in pairs.indices { pairs[place].isMoved = true }
        var last = ends.last
        while let place = last {
            pairs[place].isMoved = false
            last = before[place]
        }
    }
}
