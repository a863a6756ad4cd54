import Database
import Notation

/// Conditions on rows of other tables: `RLQUERY` counts rows that refer to a record, `JOIN` asks for one that matches.
struct RelatedRows {
    let plan: JoinPlan
    let context: QueryContext

    /// The block as SQL. Nil when it does not parse or names what does not exist.
    func compile(_ block: EncodedQuery.Condition) throws(QueryTooComplex) -> SQLFragment? {
        switch block.operator {
        case .relatedRows: try counted(block.value)
        case .join: try joined(block.value)
        default: nil
        }
    }

    /// `incident.problem_id,>=1,priority=1` or `sys_group_has_role.group,>0,m2m^role.nameLIKEadmin`.
    private func counted(_ text: String) throws(QueryTooComplex) -> SQLFragment? {
        let parts = text.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let (table, column) = place(parts[0]), column.reference != nil else { return nil }
        let signs = [">=", "<=", "!=", ">", "<", "="]
        guard let sign = signs.first(where: { parts[1].hasPrefix($0) }), let count = Int(parts[1].dropFirst(sign.count))
        else { return nil }
        var query = parts.count > 2 ? parts[2] : ""
        if query.hasPrefix("m2m") { query = query.dropFirst(3) }
        while query.first == "^" { query = query.dropFirst() }
        let inner = try plan.inner(table)
        let condition = try QueryCompiler(plan: inner, context: context).condition(of: EncodedQuery(String(query)))
        plan.adopt(inner)
        // Counted once for all records. Where none is as good as some, those with a wrong count are left out.
        let holdsOfNone = RelatedRows.holds(0, sign, count)
        let link = inner.alias + "." + column.sqlName
        let test = "count(*) " + (sign == "!=" ? "<>" : sign) + " ?"
        return SQLFragment(
            plan.alias + ".\"sys_id\"" + (holdsOfNone ? " NOT IN" : " IN") + " (SELECT " + link + " FROM "
                + inner.source
                + " WHERE " + link + " IS NOT NULL" + (condition.map { " AND (" + $0.text + ")" } ?? "")
                + " GROUP BY " + link + " HAVING " + (holdsOfNone ? "NOT (" + test + ")" : test) + ")",
            (condition?.values ?? []) + [.integer(Int64(count))])
    }

    private static func holds(_ number: Int, _ sign: String, _ count: Int) -> Bool {
        switch sign {
        case ">=": number >= count
        case "<=": number <= count
        case "!=": number != count
        case ">": number > count
        case "<": number < count
        default: number == count
        }
    }

    /// `sys_user.sys_id=sys_user_group.manager!active=true`.
    private func joined(_ text: String) throws(QueryTooComplex) -> SQLFragment? {
        let mark = text.firstIndex(of: "!") ?? text.endIndex
        let sides = text[..<mark].split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, let (base, left) = place(sides[0]), let (table, right) = place(sides[1]),
            plan.table.isKind(of: base.name), !left.isJournal, !right.isJournal
        else { return nil }
        let inner = try plan.inner(table)
        let query = EncodedQuery(String(text[mark...].dropFirst()))
        let condition = try QueryCompiler(plan: inner, context: context).condition(of: query)
        plan.adopt(inner)
        return SQLFragment(
            plan.alias + "." + left.sqlName + " IN (SELECT " + inner.alias + "." + right.sqlName + " FROM "
                + inner.source
                + (condition.map { " WHERE " + $0.text } ?? "") + ")", condition?.values ?? [])
    }

    private func place(_ text: Substring) -> (Table, Column)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let table = plan.schema[String(parts[0])], let column = table[String(parts[1])],
            !column.type.isSecret
        else { return nil }
        return (table, column)
    }
}
