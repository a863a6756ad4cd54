/// A block of a query that relates its records to rows of other tables.
package enum EncodedQueryBlock: Sendable, Hashable {
    /// `incident.problem_id`.
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

    /// The conditions on the other rows; empty if there are none.
    package var query: String {
        switch self {
        case .counted(_, _, _, let query), .joined(_, _, let query): query
        }
    }

    /// The table of the other rows.
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
