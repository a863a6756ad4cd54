/// One line of the result: what was measured, beside what, and whether that keeps the budget.
struct BudgetRow: Sendable {
    enum Verdict: String, Sendable {
        case ok, over
        /// Nothing to be judged: a peer beside the one that the budget names.
        case shown = ""
        /// What the budget names is not here, or something failed; `other` says what.
        case unknown = "?"
    }

    var name: String
    var ours: String
    /// The peer or the limit, with its figure.
    var other: String
    var ratio: String = ""
    var budget: String = ""
    var verdict: Verdict = .shown

    /// Ours beside a peer, in nanoseconds, with a budget as a ratio.
    static func against(
        _ name: String, ours: Sample, _ peer: String, _ other: Sample, atMost limit: Double? = nil
    ) -> BudgetRow {
        let ratio = ours.ratio(to: other)
        return BudgetRow(
            name: name, ours: Amount.time(ours.median), other: "\(peer) \(Amount.time(other.median))",
            ratio: Amount.ratio(ratio), budget: limit.map { "at most " + Amount.ratio($0) } ?? "",
            verdict: limit.map { ratio <= $0 ? .ok : .over } ?? .shown)
    }

    /// Ours beside a fixed limit in nanoseconds, with what to compare it by.
    static func limit(_ name: String, ours: Sample, atMost limit: Double, _ other: String = "") -> BudgetRow {
        BudgetRow(
            name: name, ours: Amount.time(ours.median), other: other, budget: "at most " + Amount.time(limit),
            verdict: ours.median <= limit ? .ok : .over)
    }

    /// A row that could not be measured, and why.
    static func missing(_ name: String, _ why: String, ours: String = "") -> BudgetRow {
        BudgetRow(name: name, ours: ours, other: why, verdict: .unknown)
    }

    /// A peer that is not on this machine.
    static func absent(_ name: String, _ peer: String, ours: Sample) -> BudgetRow {
        BudgetRow(name: name, ours: Amount.time(ours.median), other: "\(peer) not installed")
    }
}
