/// The tables one statement reads: the table asked for and, for every dot-walk, those it leads through.
///
/// Each path is joined once, however many conditions, fields and orderings walk it. A left join keeps a record whose
/// reference is empty or leads nowhere; the columns behind it are then empty.
final class JoinPlan {
    struct Operand {
        /// How the statement names the column, or an expression for its value.
        let sql: String
        let column: Column
        let alias: String
        let table: Table
    }

    struct Reach {
        let reference: String
        let key: String
        let plan: JoinPlan
        /// The rest of the walk, from there.
        let path: String
    }

    /// The most references one path may walk through.
    static let deepestWalk = 10
    /// The most joins of one statement; SQLite allows 64 tables.
    static let maxJoins = 56
    /// The most statements inside one statement.
    static let maxInnerPlans = 16
    /// The most walks that are answered by a set of records; further ones are joined.
    static let maxReaches = 256

    let schema: Schema
    let table: Table
    let alias: String
    /// The tables that are read: what the store must have filled before the statement runs.
    private(set) var tables: Set<String>
    private var joins: [String] = []
    private var sortJoins: [ReferenceIndexJoin.Rank] = []
    private var ranks: [String: String] = [:]
    private var innerPlans = 0
    private var reaches = 0
    private var aliases: [String: (alias: String, table: Table)] = [:]
    private let indexJoin: ReferenceIndexJoin?
    private var references: [Column] = []
    private var asksRows = false
    private var findsByReference = false

    /// Begins a plan; `alias` must differ from that of a plan around it. With `reference`, an indexed column, its
    /// statements go by the values of that column.
    init(_ table: Table, in schema: Schema, alias: String = "t", by reference: Column? = nil) {
        self.table = table
        self.schema = schema
        self.alias = alias
        indexJoin = reference.map { ReferenceIndexJoin(table: table, column: $0, alias: alias) }
        tables = [table.name]
    }

    /// The one reference that everything which was asked of this plan lies behind; nil when rows were asked themselves,
    /// or several references.
    var soleReference: Column? { asksRows || references.count != 1 ? nil : references.first }

    var source: String {
        (findsByReference ? indexJoin?.source() : nil) ?? table.storage + " AS " + alias + joins.joined()
    }

    /// The same with the ranks of an order.
    var sortedSource: String { indexJoin?.source(sortJoins) ?? source + sortJoins.map(\.join).joined() }

    /// The condition that keeps rows of other classes out; nil when there are none.
    var classCondition: String? {
        guard table.sharesStorage else { return nil }
        let names = SQLFragment.list(table.classNames)
        return alias + ".\"sys_class_name\" IN (" + names + ")"
    }

    /// The order of rows when a request asks for none, and between equals when it does.
    var naturalOrder: String {
        alias + (table.definition.ordering == .sysID ? ".\"sys_id\"" : ".\"_row\"")
    }

    /// The column at the end of a dot-walk. Nil when a part of it names no column or no reference.
    func operand(at path: String) throws(QueryComplexityError) -> Operand? {
        asksRows = true
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
            sql: expression(for: column, alias: place.alias), column: column, alias: place.alias,
            table: place.table)
    }

    /// The column at the end of a dot-walk, found in the schema alone.
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

    /// The path to what people read for the reference at `path`: the display column of the table it points into.
    /// Nil when it is no reference into a table that is known here and has such a column.
    func displayPath(of path: String) -> String? {
        guard let column = column(at: path), column.type == .reference,
            let display = column.reference.flatMap({ schema[$0] })?.displayColumn
        else { return nil }
        let shown = path + "." + display.name
        return self.column(at: shown) == nil ? nil : shown
    }

    /// What people read for the reference at `path`, joined; nil as for `displayPath`.
    func displayOperand(of operand: Operand, at path: String) throws(QueryComplexityError) -> Operand? {
        guard let shown = displayPath(of: path) else { return nil }
        return try self.operand(at: shown)
    }

    /// The first step of a walk into another hierarchy: its records are asked on their own, each once, however many
    /// rows refer to them. Nil for a walk inside one hierarchy, where as many records may be referred to as refer.
    func reach(_ path: String) -> Reach? {
        guard let reach = step(path) else { return nil }
        findsByReference = true
        return reach
    }

    private func step(_ path: String) -> Reach? {
        guard let dot = path.firstIndex(of: "."), reaches < JoinPlan.maxReaches,
            let column = table[String(path[..<dot])], let target = column.reference.flatMap({ schema[$0] }),
            target.root != table.root
        else { return nil }
        reaches += 1
        if !references.contains(where: { $0.name == column.name }) { references.append(column) }
        let plan = JoinPlan(target, in: schema, alias: alias + "r" + String(reaches) + "_")
        return Reach(
            reference: indexJoin?.key ?? alias + "." + column.sqlName,
            key: plan.alias + ".\"" + JoinPlan.key(of: column) + "\"",
            plan: plan, path: String(path[path.index(after: dot)...]))
    }

    /// An expression to order by what stands at the end of a dot-walk.
    ///
    /// Where the walk leads into another hierarchy, its records are put in order once and each row compares a number,
    /// not a text behind three joins.
    func sortKey(at path: String, descending: Bool = false) throws(QueryComplexityError) -> String? {
        if let known = ranks[path] { return known }
        guard sortJoins.count < JoinPlan.maxJoins / 2, let reach = step(path) else {
            return try operand(at: path)?.sql
        }
        guard let value = try reach.plan.operand(at: reach.path)?.sql else { return nil }
        adopt(reach.plan)
        let name = alias + "s" + String(sortJoins.count + 1)
        let join =
            " LEFT JOIN (SELECT \(reach.key) AS k, CASE WHEN \(value) IS NOT NULL THEN dense_rank() OVER "
            + "(ORDER BY \(value)) END AS v FROM \(reach.plan.source)) AS \(name) ON \(name).k = \(reach.reference)"
        sortJoins.append(ReferenceIndexJoin.Rank(join: join, name: name, descending: descending))
        let rank = indexJoin == nil ? name + ".v" : alias + "k." + name
        ranks[path] = rank
        return rank
    }

    func inner(_ table: Table) throws(QueryComplexityError) -> JoinPlan {
        // A deeper plan has a longer alias, so this bounds how deep plans are nested, too.
        guard innerPlans < JoinPlan.maxInnerPlans, alias.utf8.count < 12 else {
            throw QueryComplexityError(limit: "related queries", most: JoinPlan.maxInnerPlans)
        }
        innerPlans += 1
        asksRows = true
        return JoinPlan(table, in: schema, alias: alias + "i" + String(innerPlans) + "_")
    }

    /// Counts a table as read that is named in a condition and not joined.
    func read(_ name: String) {
        asksRows = true
        tables.insert(name)
    }

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

    /// Journal columns hold nothing themselves: their value here is all their entries together.
    private func expression(for column: Column, alias: String) -> String {
        guard column.isJournal else { return alias + "." + column.sqlName }
        tables.insert("sys_journal_field")
        let elements =
            column.name == "comments_and_work_notes" ? "'comments', 'work_notes'" : "'" + column.name + "'"
        return "(SELECT group_concat(j.\"value\", char(10)) FROM \"sys_journal_field\" AS j WHERE j.\"element_id\" = "
            + alias + ".\"sys_id\" AND j.\"element\" IN (" + elements + "))"
    }
}

/// A statement's way to its rows by one reference column: each of the column's values once, and from there, in the
/// column's index, the rows that hold it.
///
/// A long table refers to few records. Where a list asks for nothing but what lies behind one reference, this settles
/// each of those records once, in place of once for every row that refers to it.
struct ReferenceIndexJoin {
    let table: Table
    let column: Column
    let alias: String

    /// What the conditions compare in place of the row's own column, as that is compared.
    var key: String { alias + "k.k COLLATE NOCASE" }

    /// The values, empty first. Each is sought behind the one before, which costs by how many values there are and not
    /// by how many rows.
    var values: String {
        let name = column.sqlName, from = "FROM " + table.storage + " AS u WHERE u."
        return
            "(WITH RECURSIVE next(k) AS (SELECT * FROM (SELECT u.\(name) \(from)\(name) IS NOT NULL ORDER BY u.\(name) "
            + "LIMIT 1) UNION ALL SELECT (SELECT u.\(name) \(from)\(name) > next.k ORDER BY u.\(name) LIMIT 1) FROM next "
            + "WHERE next.k IS NOT NULL) SELECT NULL AS k UNION ALL SELECT k FROM next WHERE k IS NOT NULL)"
    }

    /// What follows FROM. CROSS keeps SQLite from beginning with the rows; the index is named because SQLite, which
    /// cannot know how few the values are, would rather make one of its own.
    func source(_ ranks: [Rank] = []) -> String {
        (ranks.isEmpty ? values : ordered(by: ranks)) + " AS " + alias + "k CROSS JOIN " + table.storage + " AS "
            + alias
            + " INDEXED BY \"" + table.root + "." + column.name + "\" ON " + alias + "." + column.sqlName + " IS "
            + alias + "k.k"
    }

    /// A place that the records behind the reference have in an order.
    struct Rank {
        /// The join that gives it, as `v`.
        let join: String
        let name: String
        let descending: Bool
    }

    /// The values in the order of the ranks, so that the rows come nearly in theirs: the first hundred are then found
    /// without moving others out again. SQLite leaves an order inside away unless there is a limit beside it.
    private func ordered(by ranks: [Rank]) -> String {
        "(SELECT " + alias + "k.k" + ranks.map { ", \($0.name).v AS \($0.name)" }.joined() + " FROM " + values + " AS "
            + alias + "k" + ranks.map(\.join).joined() + " ORDER BY "
            + ranks.map { $0.name + ".v" + ($0.descending ? " DESC" : "") }.joined(separator: ", ") + " LIMIT -1)"
    }
}
