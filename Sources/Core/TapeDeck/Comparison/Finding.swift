import Notation

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
        // Of a command. Only one side has it, or the same values are written differently.
        case command
        case exitStatus = "exit status"
        case layout
        // Of a request.
        case request
        case status
        /// An answer instead of a failure, or another failure.
        case answer
        case mediaType = "media type"
        case total
        case body
        // Of an answer or an output.
        case line
        case fieldAdded = "field added"
        case fieldRemoved = "field removed"
        case type
        case value
        /// Another display value of the same stored value.
        case label
        case emptied
        case rows
        case recordAdded = "record added"
        case recordRemoved = "record removed"
        case recordMoved = "record moved"
    }

    /// Where the two sides are from, as in `only in monday`: `in monday`, `on the tape`, `now`.
    package struct Sides: Sendable {
        package let old, new: String

        package init(_ old: String, _ new: String) { (self.old, self.new) = (old, new) }

        package static let tapeAndNow = Sides("on the tape", "now")
    }

    package let kind: Kind
    /// A record's number or name, or its place in a list; nil for what belongs to no record.
    package let record: String?
    /// The field, or what else differs: `records`, `exit status`; empty for a whole record.
    package let field: String
    package let old: String?
    package let new: String?

    init(_ kind: Kind, _ field: String, _ old: String?, _ new: String?, record: String? = nil) {
        (self.kind, self.field, self.old, self.new, self.record) = (kind, field, old, new, record)
    }

    package var severity: Severity {
        switch kind {
        case .exitStatus, .status, .answer, .mediaType, .fieldRemoved, .type: .failure
        case .recordRemoved, .emptied, .label: .warning
        case .value: Self.labels.contains(field.split(separator: ".").last ?? "") ? .warning : .info
        case .rows: new == "0" ? .warning : .info
        case .command, .layout, .request, .total, .body, .line, .fieldAdded, .recordAdded, .recordMoved: .info
        }
    }

    /// Fields with texts that people read.
    private static let labels: Set<Substring> = ["label", "column_label", "plural", "hint"]

    static func worstFirst(_ findings: [Finding]) -> [Finding] {
        Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
    }

    // MARK: Text

    private static let maxLines = 20

    /// The change: `On Hold → In Progress`, `removed`.
    package func change(between sides: Sides) -> String {
        switch kind {
        case .command, .request: return "only " + (new == nil ? sides.old : sides.new)
        case .fieldAdded, .fieldRemoved: return kind.rawValue
        case .recordAdded: return "added"
        case .recordRemoved: return "removed"
        case .recordMoved: return "moved from \(old ?? "") to \(new ?? "")"
        case .type: return "type changed from \(old ?? "") to \(new ?? "")"
        default:
            let same = zip(old ?? "", new ?? "").prefix { $0 == $1 }.count
            return [old, new].map { Self.shown($0, from: same) }.joined(separator: " → ")
        }
    }

    /// At most 60 characters of a value, with those that differ.
    private static func shown(_ text: String?, from same: Int) -> String {
        guard let text, !text.isEmpty else { return text == nil ? "(none)" : "(empty)" }
        guard text.utf8.count > 60, case let count = text.count, count > 60 else { return text }
        let skipped = max(0, min(same - 20, count - 60))
        return (skipped > 0 ? "…" : "") + text.dropFirst(skipped).prefix(60) + (skipped + 60 < count ? "…" : "")
    }

    /// A line for each finding: `INC0010110  state  On Hold → In Progress`, after a severity above info. The same change
    /// of a definition in several records is one line.
    package static func lines(of findings: [Finding], between sides: Sides) -> [String] {
        var groups: [(first: Finding, count: Int)] = [], places: [[String]: Int] = [:]
        for finding in findings {
            if [.fieldAdded, .fieldRemoved, .type, .label].contains(finding.kind) {
                let same = [finding.kind.rawValue, finding.field, finding.change(between: sides)]
                if let place = places[same] {
                    groups[place].count += 1
                    continue
                }
                places[same] = groups.count
            }
            groups.append((finding, 1))
        }
        let more = groups.count - maxLines
        return groups.prefix(maxLines).map { finding, count in
            let change = finding.change(between: sides) + (count > 1 ? " (in \(count) records)" : "")
            let parts = [count > 1 ? "" : finding.record ?? "", finding.field, change].filter { !$0.isEmpty }
            return (finding.severity == .info ? "" : finding.severity.rawValue + ": ")
                + parts.map { SafeText.line($0) }.joined(separator: "  ")
        } + (more > 0 ? ["… and \(more) more"] : [])
    }

    // MARK: Noise

    /// Where a difference is, whatever the record and the way in which it differs. Values that change from one answer to
    /// the next do so in any way.
    struct Spot: Hashable {
        var kind: Kind
        var field: String
    }

    var spot: Spot {
        let folded: Kind =
            switch kind {
            case .label, .emptied: .value
            case .recordRemoved, .recordMoved, .rows: .recordAdded
            default: kind
            }
        return Spot(kind: folded, field: folded == .recordAdded ? "" : field)
    }
}
