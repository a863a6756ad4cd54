/// A parsed encoded query (`active=true^priority=1^ORpriority=2^ORDERBYnumber`).
///
/// Precedence: `^NQ` separates groups, which are OR-ed; terms of a group are AND-ed; `^OR` joins a condition to the
/// previous one. Queries are equal if they have the same content in the same order, regardless of source ranges.
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
    package var groupings: [String]
    package var unparsed: [Unparsed]

    package init(groups: [Group], orderings: [Ordering] = [], groupings: [String] = []) {
        self.groups = groups
        self.orderings = orderings
        self.groupings = groupings
        unparsed = []
    }

    /// Parses a query. It never fails: parts that cannot be parsed are in `unparsed`.
    package init(_ text: String) {
        var reader = EncodedQueryReader(text)
        self = reader.read()
    }

    /// The parts for a diff of two queries: the text split before each `^` outside blocks, such as `active=true`,
    /// `^ORpriority=2`, `^NQ…`. Joined, they are the text.
    package static func parts(of text: String) -> [String] {
        let bytes = Array(text.utf8)
        return EncodedQuerySplitter.ranges(of: bytes).compactMap { range in
            let start = max(range.lowerBound - 1, 0)
            return start == range.upperBound ? nil : String(decoding: bytes[start..<range.upperBound], as: UTF8.self)
        }
    }

    /// Whether a text can be a condition's value. `^` is not possible: it ends the condition, and no escape for it is
    /// documented.
    package static func isValidValue(_ value: some StringProtocol) -> Bool { !value.utf8.contains(UInt8(ascii: "^")) }

    /// Whether a text can be inserted between the conditions of another query and only narrow it: complete conditions,
    /// possibly with alternatives of their own, but none to the surrounding conditions.
    package static func canNarrowQuery(_ text: String) -> Bool {
        let query = EncodedQuery(text)
        let parts = parts(of: "^" + text)
        let opens = text.hasPrefix("OR") && !text.hasPrefix("ORDERBY")
        let isWhole = !text.hasPrefix("^") && !text.hasSuffix("^") && query.unparsed.isEmpty
        return isWhole && query.groups.count <= 1 && !opens
            && !parts.contains { $0.hasPrefix("^NQ") || $0 == "^EQ" }
    }

    package struct Condition: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case comparison
            /// Full-text search in a record: `123TEXTQUERY321=words`.
            case textSearch
            /// The text index of a full-text search: `123TEXTINDEXGROUP321=name`.
            case textIndexGroup
            /// Related rows: `RLQUERY…^ENDRLQUERY`, `JOIN…`, `SUBQUERY…^ENDSUBQUERY`.
            case block
        }

        package static let textSearchField = "123TEXTQUERY321"
        package static let textIndexGroupField = "123TEXTINDEXGROUP321"

        /// The column, dot-walks included: `caller_id.department.name`. Empty for a block without one.
        package var field: String
        package var `operator`: Operator
        /// The value as written; empty if the operator takes none. For a block, its content without the end marker.
        package var value: String
        /// The source range in UTF-8 bytes, without `^`, `^OR` or `^NQ`.
        @SourcePosition package var span: Range<Int>

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

    package struct Ordering: Sendable, Hashable {
        package var field: String
        package var descending: Bool
        @SourcePosition package var span: Range<Int>

        package init(_ field: String, descending: Bool = false, span: Range<Int> = 0..<0) {
            self.field = field
            self.descending = descending
            self.span = span
        }

        package var text: String { (descending ? "ORDERBYDESC" : "ORDERBY") + field }
    }

    /// A query with orderings appended. A trailing `^` is dropped: a second one could be taken for an escape, and the
    /// ordering for part of a value.
    package static func text(of query: String, orderedBy orderings: [Ordering]) -> String {
        var head = query.utf8[...]
        if !orderings.isEmpty { while head.last == UInt8(ascii: "^") { head.removeLast() } }
        return ((head.isEmpty ? [] : [String(Substring(head))]) + orderings.map(\.text)).joined(separator: "^")
    }

    package struct Unparsed: Sendable, Hashable {
        /// The part without its `^`; `^^` for an empty one.
        package var text: String
        /// The source range in UTF-8 bytes.
        @SourcePosition package var span: Range<Int>
    }
}

@propertyWrapper package struct SourcePosition: Sendable, Hashable {
    package var wrappedValue: Range<Int>

    package init(wrappedValue: Range<Int>) { self.wrappedValue = wrappedValue }

    package static func == (left: Self, right: Self) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}

extension EncodedQuery {
    /// A normal form for comparison, independent of the order of terms, alternatives and list values, but not of
    /// orderings. Nil if a part was not parsed; then only equal texts are equivalent.
    ///
    /// It is not a valid query: all blocks are closed, joins included, so that what follows is not taken for their
    /// content.
    package var normalForm: String? {
        guard unparsed.isEmpty else { return nil }
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
        // The commas of a script separate arguments.
        guard condition.operator.takesList, !condition.value.hasPrefix("javascript:") else { return condition.text }
        let items = condition.value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return Condition(condition.field, condition.operator, sorted(items).joined(separator: ",")).text
    }

    private static func sorted(_ texts: [String]) -> [String] {
        texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

package enum EncodedQueryBlock: Sendable, Hashable {
    package struct Place: Sendable, Hashable, CustomStringConvertible {
        package let table: String
        package let column: String
        package var description: String { table + "." + column }

        fileprivate init?(_ text: Substring) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
            (table, column) = (String(parts[0]), String(parts[1]))
        }
    }

    /// How many rows refer to a record: `incident.problem_id,>=1^priority=1`, also with a comma before the conditions,
    /// or `sys_group_has_role.group,>0,m2m^role.nameLIKEadmin`.
    case counted(Place, sign: String, count: Int, query: String)
    /// Which records are among other rows: `sys_user.sys_id=sys_user_group.manager!active=true`.
    case joined(Place, to: Place, query: String)

    package var query: String {
        switch self {
        case .counted(_, _, _, let query), .joined(_, _, let query): query
        }
    }

    package var table: String {
        switch self {
        case .counted(let place, _, _, _), .joined(_, let place, _): place.table
        }
    }

    /// Nil for a malformed block, and for `SUBQUERY`, whose syntax is not documented.
    package init?(_ block: EncodedQuery.Condition) {
        switch block.operator {
        case .relatedRows: self.init(counted: block.value)
        case .join: self.init(joined: block.value)
        default: return nil
        }
    }

    private init?(counted text: String) {
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let place = Place(parts[0]),
            let sign = [">=", "<=", "!=", ">", "<", "="].first(where: parts[1].hasPrefix)
        else { return nil }
        let rest = parts[1].dropFirst(sign.count), digits = rest.prefix { $0.isASCII && $0.isNumber }
        var query = rest[digits.endIndex...]
        guard let count = Int(digits), query.isEmpty || ",^".contains(query.first ?? "^") else { return nil }
        if query.first == "," { query = query.dropFirst() }
        if query.hasPrefix("m2m") { query = query.dropFirst(3) }
        while query.first == "^" { query = query.dropFirst() }
        self = .counted(place, sign: sign, count: count, query: String(query))
    }

    private init?(joined text: String) {
        let mark = text.firstIndex(of: "!") ?? text.endIndex
        let sides = text[..<mark].split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, let own = Place(sides[0]), let other = Place(sides[1]) else { return nil }
        self = .joined(own, to: other, query: String(text[mark...].dropFirst()))
    }
}
