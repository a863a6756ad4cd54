import Database
import Notation

struct IdentityCondition {
    let plan: JoinPlan
    let context: QueryContext

    func compile(_ operand: JoinPlan.Operand, _ operation: Operator, _ value: String) -> SQLFragment? {
        switch operation {
        case .instanceOf: instance(operand, of: value)
        case .dynamic: dynamic(operand, value)
        case .inHierarchy, .inHierarchyDynamic: hierarchy(operand, operation, value)
        case .hasNoTag, .excludesTag: tags(operand, value)
        default: nil
        }
    }

    private func instance(_ operand: JoinPlan.Operand, of name: String) -> SQLFragment? {
        guard operand.column.type == .className else { return nil }
        guard let table = plan.schema[name] else { return .never }
        let names = SQLFragment.list(table.classNames)
        return SQLFragment(operand.sql + " IN (" + names + ")")
    }

    private func dynamic(_ operand: JoinPlan.Operand, _ identifier: String) -> SQLFragment? {
        guard let wanted = context.dynamicValues[identifier] else { return nil }
        guard operand.column.type == .list else {
            return ConditionCompiler(plan: plan, context: context).member(operand, of: wanted, negated: false)
        }
        let terms = wanted.map {
            SQLFragment("instr(',' || " + operand.sql + " || ',', ?) > 0", [.text("," + $0 + ",")])
        }
        return SQLFragment.joined(terms, by: "OR") ?? .never
    }

    /// `managerIN_HIERARCHY<definition>%40<start>`: the start itself and its descendants by the hierarchy's column: the
    /// same column if the target table has it, else its `parent` or `manager`.
    private func hierarchy(_ operand: JoinPlan.Operand, _ operation: Operator, _ value: String) -> SQLFragment? {
        let mark = value.firstRange(of: "%40") ?? value.firstRange(of: "@")
        let last = mark.map { String(value[$0.upperBound...]) } ?? value
        let starts = operation == .inHierarchy ? [last] : context.dynamicValues[last]
        guard let starts, !last.isEmpty, let table = operand.column.reference.flatMap({ plan.schema[$0] }) else {
            return nil
        }
        let compiler = ConditionCompiler(plan: plan, context: context)
        let step = [operand.column.name, "parent", "manager"].lazy.compactMap { table[$0] }.first { column in
            column.reference.flatMap { plan.schema[$0] }?.root == table.root
        }
        guard let step else { return compiler.member(operand, of: starts, negated: false) }
        plan.read(table.name)
        let list = SQLValue.text(JSON.array(starts.map(JSON.string)).compact)
        return SQLFragment(
            operand.sql
                + " IN (WITH RECURSIVE h(id) AS (SELECT value FROM json_each(?) UNION SELECT c.\"sys_id\" FROM h "
                + "CROSS JOIN \(table.storage) AS c ON c.\(step.sqlName) = h.id) SELECT id FROM h)", [list])
    }

    /// Tags are entries of `label_entry`. Without that table there are none.
    private func tags(_ operand: JoinPlan.Operand, _ value: String) -> SQLFragment? {
        guard let table = plan.schema["label_entry"], let label = table["label"], let record = table["table_key"] else {
            return SQLFragment("1")
        }
        plan.read(table.name)
        let wanted = value.split(separator: ",").map { JSON.string(String($0)) }
        return SQLFragment(
            operand.alias + ".\"sys_id\" NOT IN (SELECT e.\(record.sqlName) FROM \(table.storage) AS e WHERE "
                + "e.\(record.sqlName) IS NOT NULL AND e.\(label.sqlName) IN (SELECT value FROM json_each(?)))",
            [.text(JSON.array(wanted).compact)])
    }
}

/// Conditions on rows of other tables: `RLQUERY` counts rows that refer to a record, `JOIN` requires one that matches.
struct RelatedRows {
    let plan: JoinPlan
    let context: QueryContext

    func compile(_ block: EncodedQuery.Condition) throws(QueryComplexityError) -> SQLFragment? {
        switch EncodedQueryBlock(block) {
        case .counted(let place, let sign, let count, let query): try counted(place, sign, count, query)
        case .joined(let own, let other, let query): try joined(own, other, query)
        case nil: nil
        }
    }

    private func counted(
        _ place: EncodedQueryBlock.Place, _ sign: String, _ count: Int, _ query: String
    ) throws(QueryComplexityError) -> SQLFragment? {
        guard let (table, column) = found(place), column.reference != nil else { return nil }
        let inner = try plan.inner(table)
        let condition = try QueryCompiler(plan: inner, context: context).condition(of: EncodedQuery(query))
        plan.adopt(inner)
        // Counted once for all records. If a count of zero matches, the records with another wrong count are excluded.
        let holdsOfNone = RelatedRows.holds(0, sign, count)
        let link = inner.alias + "." + column.sqlName
        let test = "count(*) " + (sign == "!=" ? "<>" : sign) + " ?"
        return SQLFragment(
            plan.alias + ".\"sys_id\"" + (holdsOfNone ? " NOT IN" : " IN") + " (SELECT " + link + " FROM "
                + inner.source + " WHERE " + link + " IS NOT NULL" + (condition.map { " AND (" + $0.text + ")" } ?? "")
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

    private func joined(
        _ own: EncodedQueryBlock.Place, _ other: EncodedQueryBlock.Place, _ query: String
    ) throws(QueryComplexityError) -> SQLFragment? {
        guard let (base, left) = found(own), let (table, right) = found(other), plan.table.isKind(of: base.name),
            !left.isJournal, !right.isJournal
        else { return nil }
        let inner = try plan.inner(table)
        let condition = try QueryCompiler(plan: inner, context: context).condition(of: EncodedQuery(query))
        plan.adopt(inner)
        return SQLFragment(
            plan.alias + "." + left.sqlName + " IN (SELECT " + inner.alias + "." + right.sqlName + " FROM "
                + inner.source + (condition.map { " WHERE " + $0.text } ?? "") + ")", condition?.values ?? [])
    }

    private func found(_ place: EncodedQueryBlock.Place) -> (Table, Column)? {
        guard let table = plan.schema[place.table], let column = table[place.column], !column.type.isSecret else {
            return nil
        }
        return (table, column)
    }
}

/// `123TEXTQUERY321=words`: rows that contain every word in their text. An instance uses an index with stemming and
/// ranking, also of references and journals; here it is a substring search.
struct TextSearch {
    /// Further words are ignored.
    static let maxWords = 16

    let plan: JoinPlan

    func condition(for text: String) -> SQLFragment? {
        let columns = plan.table.columns.filter { $0.type.isSearchable && !$0.name.hasPrefix("sys_") }
        let own = columns.map { "coalesce(" + plan.alias + "." + $0.sqlName + ", '')" }
        // One text for all columns, so that it is lowercased once; no word contains a line feed.
        let all = own.isEmpty ? "''" : own.joined(separator: " || char(10) || ")
        var terms: [SQLFragment] = []
        for word in text.split(whereSeparator: { " ()\"\t\n\r".contains($0) }).prefix(TextSearch.maxWords) {
            guard word.utf8.count < 200 else { return .never }
            terms.append(SQLFragment("instr(lower(\(all)), ?) > 0", [.text(ASCII.lowercased(String(word)))]))
        }
        return SQLFragment.joined(terms, by: "AND")
    }
}
