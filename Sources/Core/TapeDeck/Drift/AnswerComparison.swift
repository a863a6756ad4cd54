package import CassetteStore
package import ExchangeModel
import Notation
import Redactors

/// Compares two outcomes of the same request by meaning: records and fields by name. Times, update counters, and the
/// identities of records that were created again are only counted.
struct AnswerComparison {
    private(set) var findings: [Finding] = []
    /// How many values are times, update counters and identities.
    private(set) var moved = 0
    private(set) var identities: Identities

    init(_ old: OutcomeRecord, _ new: OutcomeRecord, _ identities: Identities = Identities()) {
        self.identities = identities
        switch (old, new) {
        case (.response(let old), .response(let new)): compare(old, new)
        case (.failure(let old), .failure(let new)):
            if old.kind != new.kind { add(.answer, "failure", old.kind.rawValue, new.kind.rawValue) }
        case (.interrupted, _), (_, .interrupted): break
        default: add(.answer, "answer", Self.signature(old), Self.signature(new))
        }
    }

    private static func signature(_ outcome: OutcomeRecord) -> String {
        switch outcome {
        case .response(let response): String(response.status)
        case .failure(let failure): "none (\(failure.kind.rawValue))"
        case .interrupted: "none"
        }
    }

    private mutating func compare(_ old: HTTPResponse, _ new: HTTPResponse) {
        if old.status != new.status { add(.status, "status", String(old.status), String(new.status)) }
        // An error has nothing in common with the answer it replaces.
        guard old.status / 100 == new.status / 100 else { return }
        let types = [old, new].map { response in
            response.headers["Content-Type"]?.split(separator: ";").first.map {
                ASCII.lowercased(String(ASCII.trimmed($0)))
            }
        }
        if types[0] != types[1] { add(.mediaType, "Content-Type", types[0], types[1]) }
        let totals = [old, new].map { $0.headers["X-Total-Count"] }
        if totals[0] != totals[1] { add(.total, "X-Total-Count", totals[0], totals[1]) }
        let documents = [old, new].map { response in (try? JSONDocument(response.body)).map { JSON($0.root) } }
        if let left = documents[0], let right = documents[1] {
            compare(left, right, "")
        } else if old.body != new.body {
            let texts = [old, new].map { String(validating: $0.body, as: UTF8.self).map(JSON.string) ?? .null }
            if explains(texts[0], texts[1]) {
                moved += 1
            } else {
                add(.body, "body", "\(old.body.count) bytes", "\(new.body.count), different content")
            }
        }
    }

    // MARK: Values

    private mutating func add(
        _ kind: Finding.Kind, _ place: String, _ old: String?, _ new: String?, record: String? = nil
    ) {
        findings.append(Finding(kind, place.isEmpty ? "." : place, old, new, record: record))
    }

    /// Whether two values differ only in times and identities.
    private mutating func explains(_ old: JSON, _ new: JSON) -> Bool {
        guard case .string(let left) = old, case .string(let right) = new else { return false }
        return identities.explain(VolatileText(left), VolatileText(right))
    }

    private mutating func compare(_ old: JSON, _ new: JSON, _ place: String, as kind: Finding.Kind = .value) {
        switch (old, new) {
        case (.object(let left), .object(let right)): members(left, right, place)
        case (.array(let left), .array(let right)): elements(left, right, place)
        case _ where old == new: break
        case _ where Self.isCounter(place) || explains(old, new): moved += 1
        // An empty value is not a type change: an empty reference is an empty string.
        case _ where new.isNothing && !(old.isNothing || kind == .label):
            add(.emptied, place, old.compact, new.compact)
        case _ where old.typeName == new.typeName || old.isNothing || new.isNothing:
            add(kind, place, old.compact, new.compact)
        default: add(.type, place, old.typeName, new.typeName)
        }
    }

    /// Whether a place holds the number of a record's updates, which changes like a time.
    private static func isCounter(_ place: String) -> Bool {
        ["", ".value", ".display_value", ".displayValue"].contains { place.hasSuffix(".sys_mod_count" + $0) }
    }

    /// The members with a display value, in REST and in GraphQL.
    private static let labels = ["display_value", "displayValue"]

    private mutating func members(_ old: [JSON.Member], _ new: [JSON.Member], _ path: String) {
        let byName = Dictionary(new.map { (Array($0.name.utf8), $0.value) }) { first, _ in first }
        let stored = old.first { $0.name == "value" }?.value, storedNow = byName[Array("value".utf8)]
        var follows = false
        if let stored, let storedNow, stored != storedNow { follows = !explains(stored, storedNow) }
        var seen: Set<[UInt8]> = []
        for member in old where seen.insert(Array(member.name.utf8)).inserted {
            let place = path + "." + member.name
            guard let other = byName[Array(member.name.utf8)] else {
                add(.fieldRemoved, place, member.value.compact, nil)
                continue
            }
            let isLabel = Self.labels.contains(member.name)
            // The display value follows another stored value.
            if isLabel, follows { continue }
            compare(member.value, other, place, as: isLabel && stored != nil && stored == storedNow ? .label : .value)
        }
        for member in new where seen.insert(Array(member.name.utf8)).inserted {
            add(.fieldAdded, path + "." + member.name, nil, member.value.compact)
        }
    }

    private mutating func elements(_ old: [JSON], _ new: [JSON], _ path: String) {
        if new.isEmpty, !old.isEmpty {
            return add(.emptied, path, "\(old.count) \(old.count == 1 ? "element" : "elements")", "none")
        }
        let pairing = RecordPairing(old, new, identities)
        if pairing.hasUnnamedRest { add(.elements, path, String(old.count), "\(new.count) elements") }
        for record in pairing.removed { add(.recordRemoved, path, nil, nil, record: record.label) }
        for record in pairing.added { add(.recordAdded, path, nil, nil, record: record.label) }
        if pairing.isReordered { add(.order, path, nil, nil) }
        for pair in pairing.pairs {
            compare(old[pair.old], new[pair.new], "\(path)[\(pair.record?.label ?? String(pair.old))]")
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

    fileprivate var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

/// What identifies an element of a list as a record.
private struct RecordIdentity {
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
private struct RecordPairing {
    struct Pair {
        var old, new: Int
        var record: RecordIdentity?
    }

    /// In the order of the older list.
    private(set) var pairs: [Pair] = []
    private(set) var removed: [RecordIdentity] = []
    private(set) var added: [RecordIdentity] = []
    /// Whether one list has more elements that identify no record.
    private(set) var hasUnnamedRest = false

    private var partner: [Int?]
    private var isTaken: [Bool]

    /// Whether records of both lists are in another order.
    var isReordered: Bool { zip(pairs, pairs.dropFirst()).contains { $0.new > $1.new } }

    init(_ old: [JSON], _ new: [JSON], _ identities: Identities) {
        let before = old.map(RecordIdentity.init), after = new.map(RecordIdentity.init)
        partner = Array(repeating: nil, count: old.count)
        isTaken = Array(repeating: false, count: new.count)
        for moved in [{ $0 }, identities.target] as [(String) -> String?] {
            pair(before, after, as: \.sysID, moved: moved)
            pair(before, after, as: \.number, moved: moved)
        }
        pairAlike(old, before, new, after, identities)
        pairUnnamed(before, after)
        for place in old.indices {
            if let other = partner[place] {
                pairs.append(Pair(old: place, new: other, record: before[place]))
            } else if let record = before[place] {
                removed.append(record)
            } else {
                hasUnnamedRest = true
            }
        }
        for place in new.indices where !isTaken[place] {
            if let record = after[place] { added.append(record) } else { hasUnnamedRest = true }
        }
    }

    private mutating func pair(
        _ old: [RecordIdentity?], _ new: [RecordIdentity?], as name: (RecordIdentity) -> String?,
        moved: (String) -> String?
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
}

/// A recorded answer, compared with the answers that the instance gives now.
///
/// The same request is sent twice. What differs between both answers is noise, and no drift.
package struct AnswerDrift: Sendable {
    /// The worst first.
    package let findings: [Finding]
    /// How many differences are noise.
    package let noise: Int
    /// How many values are times and update counters.
    package let moved: Int

    package init(
        of read: TapeReads.Read, _ recorded: OutcomeRecord, _ first: OutcomeRecord, _ second: OutcomeRecord
    ) {
        let old = recorded.comparable(at: read.request.url.origin, recordedAt: read.recordedAt)
        let drift = AnswerComparison(old, first.comparable())
        let unstable = Set(AnswerComparison(first.comparable(), second.comparable()).findings.map(\.spot))
        let stable = drift.findings.filter { !unstable.contains($0.spot) }
        findings = Finding.grouped(stable)
        noise = drift.findings.count - stable.count
        moved = drift.moved
    }

    package func count(_ severity: Finding.Severity) -> Int { findings.count { $0.severity == severity } }
}
