/// One place in which a recording differs from an older one by what it means.
package struct DriftFinding: Sendable, Hashable {
    /// How much it matters to whoever relies on the older one.
    package enum Severity: String, Sendable, Hashable {
        /// What was relied on is not there any more: another status, a field that is gone, a value of another type.
        case broke
        /// Another value, another number of records.
        case changed
    }

    /// How much it matters.
    package var severity: Severity
    /// Where: `exit status`, `.result[0].state`.
    package var place: String
    /// What became of it: `1 → 2`.
    package var change: String

    init(_ severity: Severity, _ place: String, _ change: String) {
        self.severity = severity
        self.place = place
        self.change = change
    }

    init(_ severity: Severity, _ place: String, _ old: String?, _ new: String?) {
        let change: String =
            switch (old.map(Self.cut), new.map(Self.cut)) {
            case (let old?, let new?): "\(old) → \(new)"
            case (let old?, nil): "gone, it was \(old)"
            case (nil, let new?): "new, \(new)"
            case (nil, nil): ""
            }
        self.init(severity, place, change)
    }

    /// Values are shown, not read: a long one by its beginning.
    private static func cut(_ text: String) -> String {
        text.count > 60 ? text.prefix(59) + "…" : text
    }
}
