/// The tables of one statement: the requested table and, for every dot-walk, those on its path.
///
/// Each path is joined once, however many conditions, fields and orderings use it. Left joins keep records with empty
/// or dangling references; the columns behind them are then NULL.
final class JoinPlan {
    struct Operand {
        /// The column's SQL name, or an expression for its value.
        let sql: String
        let column: Column
        let alias: String
        let table: Table
    }

    static let deepestWalk = 10
    /// The maximum number of joins in one statement; SQLite allows 64 tables.
    static let maxJoins = 56
    static let maxInnerPlans = 16

    let schema: Schema
    let table: Table
    let alias: String
    private(set) var tables: Set<String>
    private var joins: [String] = []
    private var innerPlans = 0
    private var aliases: [String: (alias: String, table: Table)] = [:]

    /// Begins a plan; `alias` must differ from that of an enclosing plan.
    init(_ table: Table, in schema: Schema, alias: String = "t") {
        self.table = table
        self.schema = schema
        self.alias = alias
        tables = [table.name]
    }

    var source: String { table.storage + " AS " + alias + joins.joined() }

    var classCondition: String? {
        guard table.sharesStorage else { return nil }
        let names = SQLFragment.list(table.classNames)
        return alias + ".\"sys_class_name\" IN (" + names + ")"
    }

    var naturalOrder: String { alias + (table.definition.ordering == .sysID ? ".\"sys_id\"" : ".\"_row\"") }

    func operand(at path: String) throws(QueryComplexityError) -> Operand? {
        var place = (alias: alias, table: table)
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = parts.last, parts.count <= JoinPlan.deepestWalk + 1 else { return nil }
        var walked = ""
        for part in parts.dropLast() {
            guard let column = place.table[String(part)], let target = column.reference, let next = schema[target]
            else {
                return nil
            }
            walked += walked.isEmpty ? String(part) : "." + part
            place = try join(next, by: column, from: place.alias, path: walked)
        }
        guard let column = place.table[String(last)] else { return nil }
        return Operand(
            sql: expression(for: column, alias: place.alias), column: column, alias: place.alias, table: place.table)
    }

    func column(at path: String) -> Column? {
        var place = table
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = parts.last, parts.count <= JoinPlan.deepestWalk + 1 else { return nil }
        for part in parts.dropLast() {
            guard let next = place[String(part)]?.reference.flatMap({ schema[$0] }) else { return nil }
            place = next
        }
        return place[String(last)]
    }

    /// The path of the display value of the reference at `path`: the display column of its target. Nil if it is not a
    /// reference, or the target is unknown or has no such column.
    func displayPath(of path: String) -> String? {
        guard let column = column(at: path), column.type == .reference,
            let display = column.reference.flatMap({ schema[$0] })?.displayColumn
        else { return nil }
        let shown = path + "." + display.name
        return self.column(at: shown) == nil ? nil : shown
    }

    func displayOperand(of operand: Operand, at path: String) throws(QueryComplexityError) -> Operand? {
        guard let shown = displayPath(of: path) else { return nil }
        return try self.operand(at: shown)
    }

    func inner(_ table: Table) throws(QueryComplexityError) -> JoinPlan {
        // A deeper plan has a longer alias, so this also limits nesting.
        guard innerPlans < JoinPlan.maxInnerPlans, alias.utf8.count < 12 else {
            throw QueryComplexityError(limit: "related queries", most: JoinPlan.maxInnerPlans)
        }
        innerPlans += 1
        return JoinPlan(table, in: schema, alias: alias + "i" + String(innerPlans) + "_")
    }

    func read(_ name: String) { tables.insert(name) }

    func adopt(_ inner: JoinPlan) { tables.formUnion(inner.tables) }

    private func join(
        _ target: Table, by column: Column, from alias: String, path: String
    ) throws(QueryComplexityError) -> (alias: String, table: Table) {
        if let known = aliases[path] { return known }
        guard joins.count < JoinPlan.maxJoins else {
            throw QueryComplexityError(limit: "joins", most: JoinPlan.maxJoins)
        }
        let name = self.alias + String(joins.count + 1)
        let key = "\"" + JoinPlan.key(of: column) + "\""
        joins.append(
            " LEFT JOIN " + target.storage + " AS " + name + " ON " + name + "." + key + " = " + alias + "."
                + column.sqlName)
        tables.insert(target.name)
        aliases[path] = (name, target)
        return (name, target)
    }

    private static func key(of column: Column) -> String { column.definition.referenceKey ?? "sys_id" }

    /// The value of a journal column, which is not stored itself, is all its entries together.
    private func expression(for column: Column, alias: String) -> String {
        guard column.isJournal else { return alias + "." + column.sqlName }
        tables.insert("sys_journal_field")
        let elements = column.name == "comments_and_work_notes" ? "'comments', 'work_notes'" : "'" + column.name + "'"
        return "(SELECT group_concat(j.\"value\", char(10)) FROM \"sys_journal_field\" AS j WHERE j.\"element_id\" = "
            + alias + ".\"sys_id\" AND j.\"element\" IN (" + elements + "))"
    }
}
