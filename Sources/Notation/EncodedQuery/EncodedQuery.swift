/// An encoded query (`active=true^priority=1^ORpriority=2^ORDERBYnumber`) as a value.
///
/// Precedence: `^NQ` separates groups, which are OR-ed; inside one, terms are AND-ed; `^OR` joins a condition to the one
/// just before it. Two queries are equal when they say the same in the same order; where a part stood does not count.
package struct EncodedQuery: Sendable, Hashable {
    /// Alternatives joined by `^OR`; never empty.
    package struct Term: Sendable, Hashable {
        package var conditions: [Condition]

        package init(_ conditions: [Condition]) { self.conditions = conditions }
    }

    /// Terms joined by `^`; never empty.
    package struct Group: Sendable, Hashable {
        package var terms: [Term]

        package init(_ terms: [Term]) { self.terms = terms }
    }

    package var groups: [Group]
    package var orderings: [Ordering]
    /// Columns of `^GROUPBY`, in order.
    package var groupings: [String]
    package var unread: [Unread]

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

extension EncodedQuery {
    package struct Condition: Sendable {
        package enum Kind: Sendable, Hashable {
            case comparison
            /// Words anywhere in a record: `123TEXTQUERY321=words`.
            case textSearch
            /// The text index that a text search uses: `123TEXTINDEXGROUP321=name`.
            case textIndexGroup
            /// Other rows: `RLQUERY…^ENDRLQUERY`, `JOIN…`, `SUBQUERY…^ENDSUBQUERY`.
            case block
        }

        package static let textSearchField = "123TEXTQUERY321"
        package static let textIndexGroupField = "123TEXTINDEXGROUP321"

        /// Column, dot-walks included: `caller_id.department.name`. Empty for a block without one.
        package var field: String
        package var `operator`: Operator
        /// The value as it was written; empty when the operator takes none. A block's inside, without its closing.
        package var value: String
        /// Where it stands in the text it was read from, in UTF-8 bytes, without `^`, `^OR` or `^NQ`.
        package var span: Range<Int>

        package init(_ field: String, _ operator: Operator, _ value: String = "", span: Range<Int> = 0..<0) {
            self.field = field
            self.operator = `operator`
            self.value = value
            self.span = span
        }

        package var kind: Kind {
            if `operator`.isBlock { return .block }
            switch field {
            case Condition.textSearchField: return .textSearch
            case Condition.textIndexGroupField: return .textIndexGroup
            default: return .comparison
            }
        }

        package var text: String {
            field + `operator`.rawValue + value + (`operator`.closing.map { "^" + $0 } ?? "")
        }
    }
}

// Where it stood is no part of what it says.
extension EncodedQuery.Condition: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        left.field == right.field && left.operator == right.operator && left.value == right.value
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(field)
        hasher.combine(`operator`)
        hasher.combine(value)
    }
}

extension EncodedQuery {
    package struct Ordering: Sendable {
        package var field: String
        package var descending: Bool
        package var span: Range<Int>

        package init(_ field: String, descending: Bool = false, span: Range<Int> = 0..<0) {
            self.field = field
            self.descending = descending
            self.span = span
        }

        package var text: String { (descending ? "ORDERBYDESC" : "ORDERBY") + field }
    }

    /// The text of a query with orderings behind it. A `^` that stands at its end is left out: followed by another it
    /// might be taken for an escaped one, and the ordering for the rest of a value.
    package static func text(of query: String, orderedBy orderings: [Ordering]) -> String {
        var head = query.utf8[...]
        if !orderings.isEmpty { while head.last == UInt8(ascii: "^") { head.removeLast() } }
        return ((head.isEmpty ? [] : [String(Substring(head))]) + orderings.map(\.text)).joined(separator: "^")
    }
}

// Where it stood is no part of what it says.
extension EncodedQuery.Ordering: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        left.field == right.field && left.descending == right.descending
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(field)
        hasher.combine(descending)
    }
}

extension EncodedQuery {
    /// A part that could not be read; an instance drops it silently.
    package struct Unread: Sendable {
        /// The part without its `^`; `^^` for an empty one.
        package var text: String
        /// Where it stands in the text it was read from, in UTF-8 bytes.
        package var span: Range<Int>
    }
}

// Where it stood is no part of what it says.
extension EncodedQuery.Unread: Hashable {
    package static func == (left: Self, right: Self) -> Bool { left.text == right.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension EncodedQuery {
    /// One text for all spellings that mean the same (order of AND-ed terms, of OR-ed alternatives and of lists does not
    /// count, order of orderings does). Nil when a part was not understood: then only equal text means the same.
    ///
    /// It is for comparing and is no query: every block is closed in it, a join too, so that nothing behind one can be
    /// taken for its inside.
    package var normalForm: String? {
        guard unread.isEmpty else { return nil }
        let groups = groups.map { group in
            group.terms.map { term in
                Self.sorted(term.conditions.map(Self.normalForm)).joined(separator: "^OR")
            }
        }.map { Self.sorted($0).joined(separator: "^") }
        let tail = groupings.map { "^GROUPBY" + $0 } + orderings.map { "^" + $0.text }
        return Self.sorted(groups).joined(separator: "^NQ") + tail.joined()
    }

    private static func normalForm(of condition: Condition) -> String {
        if condition.operator == .join { return condition.text + "^ENDJOIN" }
        // A script's commas separate arguments.
        guard condition.operator.takesList, !condition.value.hasPrefix("javascript:") else { return condition.text }
        let items = condition.value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return Condition(condition.field, condition.operator, sorted(items).joined(separator: ",")).text
    }

    /// In the order of UTF-8 bytes, which is the same on every machine.
    private static func sorted(_ texts: [String]) -> [String] {
        texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
