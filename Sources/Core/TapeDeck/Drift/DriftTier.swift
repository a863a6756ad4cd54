package import CassetteStore
import ExchangeModel
import Redactors

/// How much a difference between a recorded answer and the current ones matters.
package enum DriftTier: String, Sendable, Hashable, CaseIterable {
    /// A program that relies on the recorded answer fails.
    case failure
    case warning
    case info
}

/// Differences of one kind at the same place of an answer, whatever the element of the list.
package struct DriftObservation: Sendable, Hashable {
    package var tier: DriftTier
    /// `.result[].state`
    package var place: String
    package var change: String
    package var count: Int
}

/// A recorded answer, compared with the answers that the instance gives now.
///
/// The same request is sent twice. What differs between both answers is noise, and no drift.
package struct AnswerDrift: Sendable {
    /// Failures first.
    package private(set) var observations: [DriftObservation] = []
    /// How many differences are noise.
    package private(set) var noise = 0
    /// How many values are times and update counters.
    package private(set) var moved: Int

    private struct Key: Hashable {
        var kind: String
        package var place: String
    }

    private struct Group {
        var tier: DriftTier
        var findings: [DriftFinding] = []
    }

    /// - Parameter recordedAt: the address of the instance that was recorded.
    package init(
        of read: TapeReads.Read, _ recorded: OutcomeRecord, _ first: OutcomeRecord, _ second: OutcomeRecord
    ) {
        let here = read.request.url.origin
        let old = recorded.comparable(at: here, recordedAt: read.recordedAt)
        let drift = ResponseDrift(old, first.comparable(), nil, maxListed: .max)
        moved = drift.moved
        let unstable = Set(
            ResponseDrift(first.comparable(), second.comparable(), nil, maxListed: .max).findings.map(Self.key))
        let holdsLabels = Self.holdsLabels(read.request.url.path)
        var groups: [Key: Group] = [:]
        var order: [Key] = []
        for finding in drift.findings {
            let key = Self.key(finding)
            if unstable.contains(key) {
                noise += 1
                continue
            }
            let tier = Self.tier(of: finding, holdsLabels: holdsLabels)
            let own = Key(kind: finding.kind.rawValue, place: key.place)
            if groups[own] == nil { order.append(own) }
            groups[own, default: Group(tier: tier)].findings.append(finding)
        }
        var values = DriftObservation(tier: .info, place: "", change: "", count: 0)
        var changed: [String] = []
        for own in order {
            guard let group = groups[own], let finding = group.findings.first else { continue }
            if finding.kind == .value, group.tier == .info {
                values.count += group.findings.count
                changed.append(own.place)
                continue
            }
            observations.append(
                DriftObservation(
                    tier: group.tier, place: own.place, change: Self.change(group.findings),
                    count: group.findings.count))
        }
        if values.count > 0 {
            values.place = changed.prefix(5).joined(separator: ", ") + (changed.count > 5 ? ", …" : "")
            values.change = values.count == 1 ? "1 value changed" : "\(values.count) values changed"
            observations.append(values)
        }
        let tiers = DriftTier.allCases
        observations = tiers.flatMap { tier in observations.filter { $0.tier == tier } }
    }

    package func count(_ tier: DriftTier) -> Int { observations.count { $0.tier == tier } }

    private static func tier(of finding: DriftFinding, holdsLabels: Bool) -> DriftTier {
        switch finding.kind {
        case .status, .answer, .mediaType, .type, .fieldRemoved, .exitStatus: .failure
        case .recordRemoved, .emptied, .label: .warning
        case .value: holdsLabels || isLabel(finding.place) ? .warning : .info
        case .fieldAdded, .recordAdded, .recordMoved, .total, .elements, .body, .command, .request: .info
        }
    }

    /// Whether a request reads definitions, whose values are choices, labels and types.
    private static func holdsLabels(_ path: String) -> Bool {
        let steps = path.split(separator: "/")
        return steps.contains { ["sys_choice", "sys_dictionary", "sys_documentation", "sys_db_object"].contains($0) }
            || path.contains("/ui/meta/")
    }

    private static func isLabel(_ place: String) -> Bool {
        [".label", ".column_label", ".plural", ".hint"].contains { place.hasSuffix($0) }
    }

    /// Values that change from one answer to the next are noise in whatever way they change.
    private static func key(_ finding: DriftFinding) -> Key {
        let kind: DriftFinding.Kind =
            switch finding.kind {
            case .label, .emptied: .value
            case .recordRemoved, .recordMoved, .elements: .recordAdded
            default: finding.kind
            }
        return Key(kind: kind.rawValue, place: withoutIndexes(finding.place))
    }

    /// `.result[3].state` as `.result[].state`.
    private static func withoutIndexes(_ place: String) -> String {
        var bytes: [UInt8] = []
        var isInside = false
        for byte in place.utf8 {
            if byte == UInt8(ascii: "]") { isInside = false }
            if !isInside { bytes.append(byte) }
            if byte == UInt8(ascii: "[") { isInside = true }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func change(_ findings: [DriftFinding]) -> String {
        let first = findings[0], names = findings.compactMap(\.record)
        let listed = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
        let records = names.count == 1 ? "record \(listed)" : "\(names.count) records (\(listed))"
        switch first.kind {
        case .recordAdded: return "\(records) added"
        case .recordRemoved: return "\(records) removed"
        case .recordMoved: return "\(records) moved"
        case .type: return "type changed from \(type(first.old)) to \(type(first.new))" + times(findings)
        case .fieldRemoved: return "field removed" + times(findings)
        case .fieldAdded: return "field added" + times(findings)
        default: return first.change + times(findings)
        }
    }

    private static func times(_ findings: [DriftFinding]) -> String {
        findings.count == 1 ? "" : " (\(findings.count) times)"
    }

    /// The type of a value by its JSON text.
    private static func type(_ text: String?) -> String {
        switch text?.utf8.first {
        case UInt8(ascii: "{"): "object"
        case UInt8(ascii: "["): "array"
        case UInt8(ascii: "\""): "string"
        case UInt8(ascii: "t"), UInt8(ascii: "f"): "boolean"
        case UInt8(ascii: "n"), nil: "null"
        default: "number"
        }
    }
}
