/// A difference between two outcomes of one request, or between two runs of one command.
package struct DriftFinding: Sendable, Hashable {
    /// How much it matters to a program that relies on the older responses.
    package enum Severity: String, Sendable, Hashable {
        /// Something relied on is gone: another status, a missing field, a value of another type.
        case broke
        case changed
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
        case recordMoved = "record moved"
    }

    package var kind: Kind
    /// Where: `exit status`, `.result[0].state`. For a record, the place of its list.
    package var place: String
    package var old: String?
    package var new: String?
    /// The number, name or sys_id of a record that was added, removed or moved in its list.
    package var record: String?

    init(_ kind: Kind, _ place: String, _ old: String?, _ new: String?, record: String? = nil) {
        self.kind = kind
        self.place = place
        self.old = old.map(Self.cut)
        self.new = new.map(Self.cut)
        self.record = record.map(Self.cut)
    }

    package var severity: Severity {
        switch kind {
        case .exitStatus, .status, .answer, .mediaType, .fieldRemoved, .type: .broke
        case .command, .request, .total, .body, .fieldAdded, .value, .label, .emptied, .elements, .recordAdded,
            .recordRemoved, .recordMoved:
            .changed
        }
    }

    /// The change: `1 → 2`, `record INC0010148 added`.
    package var change: String {
        switch (kind, old, new) {
        case (.command, _, _): new == nil ? "was not run again" : "was not run before"
        case (.request, _, _): new == nil ? "is no longer sent" : "was not sent before"
        case (.recordAdded, _, _): "record \(record ?? "") added"
        case (.recordRemoved, _, _): "record \(record ?? "") removed"
        case (.recordMoved, let old?, let new?): "record \(record ?? "") moved from place \(old) to \(new)"
        case (_, let old?, let new?): "\(old) → \(new)"
        case (_, let old?, nil): "removed, it was \(old)"
        case (_, nil, let new?): "new, \(new)"
        case (_, nil, nil): ""
        }
    }

    private static func cut(_ text: String) -> String {
        text.utf8.count > 60 && text.count > 60 ? text.prefix(59) + "…" : text
    }
}
