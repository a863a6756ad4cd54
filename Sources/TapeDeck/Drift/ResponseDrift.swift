import CassetteStore
package import ExchangeModel
import Notation

/// Compares two outcomes of the same request by meaning.
struct ResponseDrift {
    private(set) var findings: [DriftFinding] = []
    private(set) var unlisted = 0
    private(set) var moved = 0
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
