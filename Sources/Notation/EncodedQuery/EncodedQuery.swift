/// An encoded query (`active=true^priority=1^ORpriority=2^ORDERBYnumber`) as a value.
///
/// Precedence: `^NQ` separates groups, which are OR-ed; inside one, terms are AND-ed; `^OR` joins a condition to the one
/// just before it. Two queries are equal when they say the same in the same order; where a part stood does not count.
package struct EncodedQuery: Sendable, Hashable {
    /// Alternatives joined by `^OR`; never empty.
    package struct Term: Sendable, Hashable {
        /// The alternatives, in order.
        package var conditions: [Condition]

        /// Alternatives, at least one.
        package init(_ conditions: [Condition]) { self.conditions = conditions }
    }

    /// Terms joined by `^`; never empty.
    package struct Group: Sendable, Hashable {
        /// The terms, in order.
        package var terms: [Term]

        /// Terms, at least one.
        package init(_ terms: [Term]) { self.terms = terms }
    }

    /// The alternatives joined by `^NQ`; none at all means every row.
    package var groups: [Group]
    /// What rows are ordered by, the first first.
    package var orderings: [Ordering]
    /// Columns of `^GROUPBY`, in order.
    package var groupings: [String]
    /// What could not be read, in order.
    package var unread: [Unread]

    /// A query of parts.
    package init(groups: [Group], orderings: [Ordering] = [], groupings: [String] = []) {
        self.groups = groups
        self.orderings = orderings
        self.groupings = groupings
        unread = []
    }

    /// Reads a query. It never fails: what cannot be read stands in `unread`.
    package init(_ text: String) {
        var reader = EncodedQueryReader(text)
        self = reader.read()
    }

    /// The query as text, operators in their usual spelling, conditions first, then groupings, then orderings. Reading
    /// it gives an equal query when nothing is unread; unread parts follow the conditions as they were. What travels to
    /// an instance is the text a user wrote, not this.
    package var text: String {
        let conditions = groups.map { group in
            group.terms.map { $0.conditions.map(\.text).joined(separator: "^OR") }.joined(separator: "^")
        }.joined(separator: "^NQ")
        let tail =
            unread.map(\.text) + groupings.map { "GROUPBY" + $0 } + orderings.map(\.text)
        return ((conditions.isEmpty ? [] : [conditions]) + tail).joined(separator: "^")
    }

    /// The query cut at its `^`: `active=true`, `^ORpriority=2`, `^NQ…`: what a diff of two queries compares. Blocks stay
    /// whole. Joined again, the parts are the text.
    package static func parts(of text: String) -> [String] {
        let bytes = Array(text.utf8)
        return EncodedQueryCut.ranges(of: bytes).compactMap { range in
            let start = max(range.lowerBound - 1, 0)
            return start == range.upperBound ? nil : String(decoding: bytes[start..<range.upperBound], as: UTF8.self)
        }
    }

    /// Whether a text can be the value of a condition. One that holds `^` cannot: how an instance would have it escaped
    /// is not documented, and unescaped it ends the condition.
    package static func mayStandAsValue(_ value: some StringProtocol) -> Bool {
        !value.utf8.contains(UInt8(ascii: "^"))
    }

    /// Whether a text can stand between the conditions of another query and do nothing but narrow it: conditions that
    /// are read as a whole, with alternatives of their own, but none to what stands around them.
    package static func mayStandAsConditions(_ text: String) -> Bool {
        let query = EncodedQuery(text)
        let parts = parts(of: "^" + text)
        let opens = text.hasPrefix("OR") && !text.hasPrefix("ORDERBY")
        let isWhole = !text.hasPrefix("^") && !text.hasSuffix("^") && query.unread.isEmpty
        return isWhole && query.groups.count <= 1 && !opens
            && !parts.contains { $0.hasPrefix("^NQ") || $0 == "^EQ" }
    }
}
