import Notation

/// Compares two JSON values and reports what differs, with its place. Equal scalars are reported, too, because
/// identities are learned from them.
struct ValueComparison {
    enum Difference {
        /// Two scalars of one type as they are written.
        case scalars(JSON, JSON)
        /// Two display values of the same stored value.
        case labels(JSON, JSON)
        /// A value that only one side has, or that has another type on the other.
        case unlike(JSON?, JSON?)
        /// A list that had that many elements and has none.
        case emptied(Int)
        case elements(Int, Int)
        case added(RecordIdentity)
        case removed(RecordIdentity)
        /// A record at another place of its list.
        case moved(RecordIdentity, Int, Int)
    }

    /// The identities that moved; nil if identities do not move.
    let moves: IdentifierMap?
    var isLearning = false
    let report: (String, Difference) -> Void

    func compare(_ old: JSON, _ new: JSON, _ path: String) {
        switch (old, new) {
        case (.object(let left), .object(let right)): members(left, right, path)
        case (.array(let left), .array(let right)): elements(left, right, path)
        case (.object, _), (.array, _), (_, .object), (_, .array): report(path, .unlike(old, new))
        default: report(path, Self.kind(old) == Self.kind(new) ? .scalars(old, new) : .unlike(old, new))
        }
    }

    private func members(_ old: [JSON.Member], _ new: [JSON.Member], _ path: String) {
        let byName = Dictionary(new.map { (Array($0.name.utf8), $0.value) }) { first, _ in first }
        let stored = old.first { $0.name == "value" }?.value
        let storedNow = byName[Array("value".utf8)]
        let keepsValue = stored != nil && stored == storedNow
        var seen: Set<[UInt8]> = []
        for member in old where seen.insert(Array(member.name.utf8)).inserted {
            let place = path + "." + member.name
            guard let other = byName[Array(member.name.utf8)] else {
                report(place, .unlike(member.value, nil))
                continue
            }
            // The display value follows another stored value.
            let isLabel = Self.labels.contains(member.name)
            if isLabel, !isLearning, isAnother(stored, storedNow) { continue }
            if keepsValue, isLabel, case .string = member.value, case .string = other {
                report(place, .labels(member.value, other))
            } else {
                compare(member.value, other, place)
            }
        }
        for member in new where seen.insert(Array(member.name.utf8)).inserted {
            report(path + "." + member.name, .unlike(nil, member.value))
        }
    }

    /// The members with a display value, in REST and in GraphQL.
    private static let labels = ["display_value", "displayValue"]

    private func isAnother(_ old: JSON?, _ new: JSON?) -> Bool {
        guard case .string(let old)? = old, case .string(let new)? = new, old != new else { return false }
        return !(moves ?? IdentifierMap()).explain(VolatileText(old), VolatileText(new))
    }

    private func elements(_ old: [JSON], _ new: [JSON], _ path: String) {
        if new.isEmpty, !old.isEmpty { return report(path, .emptied(old.count)) }
        let pairing = RecordPairing(old, new, moves, isLearning: isLearning)
        if pairing.hasUnnamedRest { report(path, .elements(old.count, new.count)) }
        for (_, record) in pairing.removed { report(path, .removed(record)) }
        for (_, record) in pairing.added { report(path, .added(record)) }
        for (record, left, right) in pairing.moved { report(path, .moved(record, left + 1, right + 1)) }
        for (left, right) in pairing.pairs { compare(old[left], new[right], "\(path)[\(left)]") }
    }

    private static func kind(_ value: JSON) -> Int {
        switch value {
        case .null: 0
        case .bool: 1
        case .number: 2
        case .string: 3
        case .array: 4
        case .object: 5
        }
    }
}
