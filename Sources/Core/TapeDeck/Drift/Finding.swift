/// A difference between two answers to one request, or between two runs of one command.
package struct Finding: Sendable, Hashable {
    /// How much it matters to a program that relies on the older answers.
    package enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Something relied on is gone: another status, a missing field, a value of another type.
        case failure
        case warning
        case info
    }

    package enum Kind: String, Sendable, Hashable {
        // Of a command.
        case command
        case exitStatus = "exit status"
        // Of an exchange.
        case request
        case status
        /// An answer instead of a failure, or another failure.
        case answer
        case mediaType = "media type"
        case total
        case body
        // At a place in a JSON body.
        case fieldAdded = "field added"
        case fieldRemoved = "field removed"
        case type
        case value
        /// Another display value of the same stored value.
        case label
        /// A value, or all elements of a list, are gone.
        case emptied
        case elements
        case recordAdded = "record added"
        case recordRemoved = "record removed"
        case order
    }

    package let kind: Kind
    /// Where: `exit status`, `.result[INC0010148].state`; `.result[].state` for several elements of a list.
    package private(set) var place: String
    package let old: String?
    package let new: String?
    /// The numbers, names or sys_ids of records that were added to their list or removed from it.
    package private(set) var records: [String]
    /// In how many elements of a list it is.
    package private(set) var count = 1

    init(_ kind: Kind, _ place: String, _ old: String?, _ new: String?, record: String? = nil) {
        func cut(_ text: String) -> String {
            text.utf8.count > 60 && text.count > 60 ? text.prefix(59) + "…" : text
        }
        (self.kind, self.place) = (kind, place)
        (self.old, self.new, records) = (old.map(cut), new.map(cut), record.map { [cut($0)] } ?? [])
    }

    package var severity: Severity {
        switch kind {
        case .exitStatus, .status, .answer, .mediaType, .fieldRemoved, .type: .failure
        case .recordRemoved, .emptied, .label: .warning
        case .value: Self.labels.contains { place.hasSuffix($0) } ? .warning : .info
        case .command, .request, .total, .body, .fieldAdded, .elements, .recordAdded, .order: .info
        }
    }

    /// Fields with texts that people read.
    private static let labels = [".label", ".column_label", ".plural", ".hint"]

    /// The change: `1 → 2`, `record INC0010148 added`.
    package var change: String {
        let times = count == 1 || !records.isEmpty ? "" : " (\(count) times)"
        let listed = records.prefix(5).joined(separator: ", ") + (records.count > 5 ? ", …" : "")
        let named = records.count == 1 ? "record \(listed)" : "\(records.count) records (\(listed))"
        switch (kind, old, new) {
        case (.command, _, _): return new == nil ? "was not run again" : "was not run before"
        case (.request, _, _): return new == nil ? "is no longer sent" : "was not sent before"
        case (.recordAdded, _, _): return "\(named) added"
        case (.recordRemoved, _, _): return "\(named) removed"
        case (.order, _, _): return "the same records in another order" + times
        case (.type, let old?, let new?): return "type changed from \(old) to \(new)" + times
        case (.fieldRemoved, _, _) where count > 1: return "field removed" + times
        case (.fieldAdded, _, _) where count > 1: return "field added" + times
        case (_, let old?, let new?): return "\(old) → \(new)" + (count == 1 ? "" : " and \(count - 1) more")
        case (_, let old?, nil): return "removed, it was \(old)"
        case (_, nil, let new?): return "new, \(new)"
        case (_, nil, nil): return times
        }
    }

    /// Where a difference is, whatever the element of the list and the way in which it differs. Values that change
    /// from one answer to the next do so in any way.
    struct Spot: Hashable {
        var kind: Kind
        var place: String
    }

    var spot: Spot {
        let folded: Kind =
            switch kind {
            case .label, .emptied: .value
            case .recordRemoved, .order, .elements: .recordAdded
            default: kind
            }
        return Spot(kind: folded, place: Self.withoutElements(place))
    }

    /// `.result[3].state` as `.result[].state`.
    private static func withoutElements(_ place: String) -> String {
        var depth = 0
        return String(
            place.filter { character in
                if character == "]" { depth -= 1 }
                defer { if character == "[" { depth += 1 } }
                return depth <= 0
            })
    }

    /// The findings, the worst first; those of one kind at the same place of several elements are one.
    static func grouped(_ findings: [Finding]) -> [Finding] {
        var groups: [Finding] = [], places: [Spot: Int] = [:]
        for finding in findings {
            let spot = Spot(kind: finding.kind, place: withoutElements(finding.place))
            if let place = places[spot] {
                groups[place].place = spot.place
                groups[place].count += finding.count
                groups[place].records += finding.records
            } else {
                places[spot] = groups.count
                groups.append(finding)
            }
        }
        return Severity.allCases.flatMap { severity in groups.filter { $0.severity == severity } }
    }
}
