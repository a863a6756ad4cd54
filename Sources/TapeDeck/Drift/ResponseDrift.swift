import CassetteStore
import ExchangeModel
import Notation

/// Compares two outcomes of the same request by meaning.
struct ResponseDrift {
    private(set) var findings: [DriftFinding] = []
    private(set) var unlisted = 0
    private(set) var moved = 0
    private let moves: IdentifierMap
    private static let maxListed = 50

    init(_ old: OutcomeRecord, _ new: OutcomeRecord, _ moves: IdentifierMap) {
        self.moves = moves
        switch (old, new) {
        case (.response(let old), .response(let new)): compare(old, new)
        case (.failure(let old), .failure(let new)):
            if old.kind != new.kind { add(DriftFinding(.broke, "failure", old.kind.rawValue, new.kind.rawValue)) }
        case (.interrupted, _), (_, .interrupted): break
        default: add(DriftFinding(.broke, "answer", Self.signature(old), Self.signature(new)))
        }
    }

    static func learn(_ old: OutcomeRecord, _ new: OutcomeRecord, _ moves: inout IdentifierMap) {
        guard case (.response(let old), .response(let new)) = (old, new), let left = json(old), let right = json(new)
        else { return }
        var learnt = moves
        ValueComparison { _, pair in
            guard case .scalars(.string(let left), .string(let right)) = pair else { return }
            learnt.learn(VolatileText(left), VolatileText(right))
        }.compare(left, right, "")
        moves = learnt
    }

    private mutating func compare(_ old: HTTPResponse, _ new: HTTPResponse) {
        if old.status != new.status { add(DriftFinding(.broke, "status", String(old.status), String(new.status))) }
        let kinds = (Self.mediaType(old), Self.mediaType(new))
        if kinds.0 != kinds.1 { add(DriftFinding(.broke, "Content-Type", kinds.0, kinds.1)) }
        let totals = (old.headers["X-Total-Count"], new.headers["X-Total-Count"])
        if totals.0 != totals.1 { add(DriftFinding(.changed, "X-Total-Count", totals.0, totals.1)) }
        guard let left = Self.json(old), let right = Self.json(new) else { return compareText(old.body, new.body) }
        var pairs: [(String, ValueComparison.ValuePair)] = []
        ValueComparison { pairs.append(($0, $1)) }.compare(left, right, "")
        for (path, pair) in pairs { take(pair, at: path.isEmpty ? "." : path) }
    }

    private mutating func take(_ pair: ValueComparison.ValuePair, at path: String) {
        switch pair {
        case .counts(let old, let new): add(DriftFinding(.changed, path, "\(old) → \(new) elements"))
        case .scalars(let old, let new):
            guard old != new else { return }
            if case (.string(let left), .string(let right)) = (old, new),
                moves.explain(VolatileText(left), VolatileText(right))
            {
                moved += 1
            } else {
                add(DriftFinding(.changed, path, old.compact, new.compact))
            }
        case .unlike(let old?, nil): add(DriftFinding(.broke, path, old.compact, nil))
        case .unlike(nil, let new): add(DriftFinding(.changed, path, nil, new?.compact))
        case .unlike(let old?, let new?):
            // An empty value is not a type change: an empty reference is an empty string.
            let isEmpty = old.isNothing || new.isNothing
            add(DriftFinding(isEmpty ? .changed : .broke, path, old.compact, new.compact))
        }
    }

    private mutating func compareText(_ old: [UInt8], _ new: [UInt8]) {
        guard old != new else { return }
        if let left = String(validating: old, as: UTF8.self), let right = String(validating: new, as: UTF8.self),
            moves.explain(VolatileText(left), VolatileText(right))
        {
            moved += 1
        } else {
            add(DriftFinding(.changed, "body", "\(old.count) bytes → \(new.count), different content"))
        }
    }

    private mutating func add(_ finding: DriftFinding) {
        // Breaking changes are always listed; the number of others is limited.
        if findings.count < Self.maxListed || finding.severity == .broke {
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

extension JSON {
    fileprivate var isNothing: Bool {
        switch self {
        case .null: true
        case .string(let text): text.isEmpty
        case .bool, .number, .array, .object: false
        }
    }
}

/// Compares two JSON values and reports what each has at the same path.
struct ValueComparison {
    enum ValuePair {
        /// Two scalars of one type as they are written, or a reference's string and an empty one.
        case scalars(JSON, JSON)
        /// A value that only one side has, or that has another type on the other.
        case unlike(JSON?, JSON?)
        case counts(Int, Int)
    }

    let report: (String, ValuePair) -> Void

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
        var seen: Set<[UInt8]> = []
        for member in old where seen.insert(Array(member.name.utf8)).inserted {
            let place = path + "." + member.name
            if let other = byName[Array(member.name.utf8)] {
                compare(member.value, other, place)
            } else {
                report(place, .unlike(member.value, nil))
            }
        }
        for member in new where seen.insert(Array(member.name.utf8)).inserted {
            report(path + "." + member.name, .unlike(nil, member.value))
        }
    }

    /// Records in both lists are paired by sys_id; other elements by position.
    private func elements(_ old: [JSON], _ new: [JSON], _ path: String) {
        if old.count != new.count { report(path, .counts(old.count, new.count)) }
        var places = Dictionary(new.indices.compactMap { place in Self.name(of: new[place]).map { ($0, place) } }) {
            first, _ in first
        }
        var partner = [Int?](repeating: nil, count: old.count)
        for place in old.indices {
            if let name = Self.name(of: old[place]) { partner[place] = places.removeValue(forKey: name) }
        }
        let taken = Set(partner.compactMap(\.self))
        var free = new.indices.lazy.filter { !taken.contains($0) }.makeIterator()
        for place in old.indices {
            if let other = partner[place] ?? free.next() { compare(old[place], new[other], "\(path)[\(place)]") }
        }
    }

    private static func name(of element: JSON) -> String? {
        guard case .object(let members) = element, let own = members.first(where: { $0.name == "sys_id" }) else {
            return nil
        }
        if case .string(let text) = own.value { return text }
        guard case .object(let inner) = own.value,
            case .string(let text)? = inner.first(where: { $0.name == "value" })?.value
        else { return nil }
        return text
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
