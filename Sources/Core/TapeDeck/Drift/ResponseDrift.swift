import CassetteStore
package import ExchangeModel
import Notation
import Redactors

/// Compares two outcomes of the same request by meaning.
struct ResponseDrift {
    private(set) var findings: [DriftFinding] = []
    private(set) var unlisted = 0
    package private(set) var moved = 0
    private let moves: IdentifierMap?
    private let maxListed: Int

    /// - Parameters:
    ///   - moves: the identities that moved; nil if identities do not move.
    ///   - maxListed: how many changes are listed; breaking ones always are.
    init(_ old: OutcomeRecord, _ new: OutcomeRecord, _ moves: IdentifierMap?, maxListed: Int = 50) {
        self.moves = moves
        self.maxListed = maxListed
        switch (old, new) {
        case (.response(let old), .response(let new)): compare(old, new)
        case (.failure(let old), .failure(let new)):
            if old.kind != new.kind { add(DriftFinding(.answer, "failure", old.kind.rawValue, new.kind.rawValue)) }
        case (.interrupted, _), (_, .interrupted): break
        default: add(DriftFinding(.answer, "answer", Self.signature(old), Self.signature(new)))
        }
    }

    static func learn(_ old: OutcomeRecord, _ new: OutcomeRecord, _ moves: inout IdentifierMap) {
        guard case (.response(let old), .response(let new)) = (old, new), let left = json(old), let right = json(new)
        else { return }
        var learnt = moves
        ValueComparison(moves: moves, isLearning: true) { _, difference in
            switch difference {
            case .scalars(.string(let left), .string(let right)), .labels(.string(let left), .string(let right)):
                learnt.learn(VolatileText(left), VolatileText(right))
            default: break
            }
        }.compare(left, right, "")
        moves = learnt
    }

    private mutating func compare(_ old: HTTPResponse, _ new: HTTPResponse) {
        if old.status != new.status { add(DriftFinding(.status, "status", String(old.status), String(new.status))) }
        // An error has nothing in common with the answer it replaces.
        guard old.status / 100 == new.status / 100 else { return }
        let kinds = (Self.mediaType(old), Self.mediaType(new))
        if kinds.0 != kinds.1 { add(DriftFinding(.mediaType, "Content-Type", kinds.0, kinds.1)) }
        let totals = (old.headers["X-Total-Count"], new.headers["X-Total-Count"])
        if totals.0 != totals.1 { add(DriftFinding(.total, "X-Total-Count", totals.0, totals.1)) }
        guard let left = Self.json(old), let right = Self.json(new) else { return compareText(old.body, new.body) }
        var differences: [(String, ValueComparison.Difference)] = []
        ValueComparison(moves: moves) { place, difference in
            switch difference {
            case .scalars(let left, let right) where left == right, .labels(let left, let right) where left == right:
                break
            default: differences.append((place, difference))
            }
        }.compare(left, right, "")
        for (place, difference) in differences { take(difference, at: place.isEmpty ? "." : place) }
    }

    private mutating func take(_ difference: ValueComparison.Difference, at place: String) {
        switch difference {
        case .scalars(let old, let new):
            if Self.isCounter(place) || explains(old, new) {
                moved += 1
            } else {
                add(DriftFinding(new.isNothing ? .emptied : .value, place, old.compact, new.compact))
            }
        case .labels(let old, let new):
            if explains(old, new) { moved += 1 } else { add(DriftFinding(.label, place, old.compact, new.compact)) }
        case .unlike(let old?, nil): add(DriftFinding(.fieldRemoved, place, old.compact, nil))
        case .unlike(nil, let new): add(DriftFinding(.fieldAdded, place, nil, new?.compact))
        case .unlike(let old?, let new?):
            // An empty value is not a type change: an empty reference is an empty string.
            let kind: DriftFinding.Kind =
                new.isNothing ? old.isNothing ? .value : .emptied : old.isNothing ? .value : .type
            add(DriftFinding(kind, place, old.compact, new.compact))
        case .emptied(let count):
            add(DriftFinding(.emptied, place, "\(count) \(count == 1 ? "element" : "elements")", "none"))
        case .elements(let old, let new): add(DriftFinding(.elements, place, String(old), "\(new) elements"))
        case .added(let record): add(DriftFinding(.recordAdded, place, nil, nil, record: record.label))
        case .removed(let record): add(DriftFinding(.recordRemoved, place, nil, nil, record: record.label))
        case .moved(let record, let old, let new):
            add(DriftFinding(.recordMoved, place, String(old), String(new), record: record.label))
        }
    }

    private func explains(_ old: JSON, _ new: JSON) -> Bool {
        guard case (.string(let left), .string(let right)) = (old, new) else { return false }
        return (moves ?? IdentifierMap()).explain(VolatileText(left), VolatileText(right))
    }

    /// Whether a place holds the number of a record's updates, which changes like a time.
    private static func isCounter(_ place: String) -> Bool {
        ["", ".value", ".display_value", ".displayValue"].contains { place.hasSuffix(".sys_mod_count" + $0) }
    }

    private mutating func compareText(_ old: [UInt8], _ new: [UInt8]) {
        guard old != new else { return }
        if let left = String(validating: old, as: UTF8.self), let right = String(validating: new, as: UTF8.self),
            explains(.string(left), .string(right))
        {
            moved += 1
        } else {
            add(DriftFinding(.body, "body", "\(old.count) bytes", "\(new.count), different content"))
        }
    }

    private mutating func add(_ finding: DriftFinding) {
        if findings.count < maxListed || finding.severity == .broke {
            findings.append(finding)
        } else {
            unlisted += 1
        }
    }

    private static func json(_ response: HTTPResponse) -> JSON? {
        (try? JSONDocument(response.body)).map { JSON($0.root) }
    }

    private static func mediaType(_ response: HTTPResponse) -> String? {
        response.headers["Content-Type"]?.split(separator: ";").first.map {
            ASCII.lowercased(String(ASCII.trimmed($0)))
        }
    }

    private static func signature(_ outcome: OutcomeRecord) -> String {
        switch outcome {
        case .response(let response): String(response.status)
        case .failure(let failure): "none (\(failure.kind.rawValue))"
        case .interrupted: "none"
        }
    }
}

extension OutcomeRecord {
    /// The same outcome without the numbers of its placeholders, and as if it came from the instance at another address.
    func comparable(at address: String = "", recordedAt old: String = "") -> OutcomeRecord {
        guard case .response(var response) = self else { return self }
        response.body = Placeholder.unnumbered(response.body)
        return .response(response.moved(from: old, to: address))
    }
}

extension HTTPResponse {
    /// The same response as if it came from the instance at another address.
    package func moved(from old: String, to new: String) -> HTTPResponse {
        guard old != new, !old.isEmpty, !new.isEmpty else { return self }
        let pattern = Array(old.utf8)
        func moved(_ bytes: [UInt8]) -> [UInt8] {
            var result: [UInt8] = []
            var start = 0
            while let place = bytes.firstPlace(of: pattern, from: start) {
                result += bytes[start..<place]
                result += new.utf8
                start = place + pattern.count
            }
            return result + bytes[start...]
        }
        var response = self
        response.body = moved(body)
        response.headers = HeaderFields(
            headers.fields.map { HeaderField($0.name, String(decoding: moved(Array($0.value.utf8)), as: UTF8.self)) })
        return response
    }
}

extension JSON {
    fileprivate var isNothing: Bool {
        switch self {
        case .null: true
        case .string(let text): text.isEmpty
        case .bool, .number, .array, .object: false
        }
    }
}

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

/// What identifies an element of a list as a record.
struct RecordIdentity: Sendable, Hashable {
    let sysID: String?
    let number: String?
    /// How people recognize it: its number, name or sys_id.
    package let label: String

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
    package private(set) var moved: [(record: RecordIdentity, old: Int, new: Int)] = []
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
        pair(before, after, as: \.sysID)
        pair(before, after, as: \.number)
        if let moves {
            pair(before, after, as: \.sysID, moved: moves.target)
            pair(before, after, as: \.number, moved: moves.target)
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
        _ old: [RecordIdentity?], _ new: [RecordIdentity?], as name: (RecordIdentity) -> String?,
        moved: (String) -> String? = { $0 }
    ) {
        var places: [String: Int] = [:]
        for place in new.indices.reversed() where !isTaken[place] {
            if let name = new[place].flatMap(name) { places[name] = place }
        }
        guard !places.isEmpty else { return }
        for place in old.indices where partner[place] == nil {
            guard let name = old[place].flatMap(name).flatMap(moved), let found = places.removeValue(forKey: name)
            else { continue }
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
