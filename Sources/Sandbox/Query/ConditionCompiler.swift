import Database
import ExchangeModel
import Notation

/// Compiles one condition of an encoded query to SQL.
/// An empty column matches only tests for emptiness: SQL's NULL gives `!=` and `NOT LIKE` the documented behavior. The
/// only exception is `!=` on a boolean.
struct ConditionCompiler {
    let plan: JoinPlan
    let context: QueryContext

    /// The condition as SQL. Nil if an instance would ignore it: unknown column, invalid value, unknown operator.
    func compile(_ field: String, _ operation: Operator, _ value: String) throws(QueryComplexityError) -> SQLFragment? {
        guard let named = plan.column(at: field), !named.type.isSecret, operation.reads(value) else { return nil }
        let shown = operation.looksAtText ? plan.displayPath(of: field) : nil
        guard let operand = try plan.operand(at: shown ?? field) else { return nil }
        let column = operand.column
        if let records = ScriptValue(context: context).records(value), records.count != 1 {
            let isNegated = [.differs, .isNoneOf, .containsNot].contains(operation)
            let comparesRecords = isNegated || [.equals, .isOneOf].contains(operation)
            if records.isEmpty || comparesRecords { return member(operand, of: records, negated: isNegated) }
        }
        switch operation {
        case .isEmpty, .isEmptyText: return SQLFragment(operand.sql + " IS NULL")
        case .isNotEmpty: return SQLFragment(operand.sql + " IS NOT NULL")
        case .anything: return SQLFragment("1")
        case .changes, .changesFrom, .changesTo: return .never
        case .equals, .differs, .less, .lessOrEqual, .greater, .greaterOrEqual:
            return script(value, for: column).flatMap { compare(operand, operation, $0) }
        case .contains, .containsNot, .startsWith, .endsWith:
            guard let text = script(value, for: column) else { return nil }
            return like(operand, operation, text)
        case .isOneOf, .isNoneOf: return member(operand, of: value, negated: operation == .isNoneOf)
        case .between: return between(operand, value)
        case .on, .notOn: return within(operand, value, negated: operation == .notOn)
        case .sameAsColumn, .differsFromColumn, .greaterThanColumn, .lessThanColumn, .greaterOrEqualToColumn,
            .lessOrEqualToColumn, .furtherThan, .closerThan:
            return try ColumnComparison(plan: plan, context: context).compile(operand, operation, value)
        case .relativelyAfter, .relativelyBefore, .relativelyFrom, .relativelyUntil, .relativelyOn:
            return RelativeDate(context: context).compile(operand, operation, value)
        case .datePart: return DatePart(zone: context.zone).compile(operand, value)
        case .instanceOf, .dynamic, .inHierarchy, .inHierarchyDynamic, .hasNoTag, .excludesTag:
            return IdentityCondition(plan: plan, context: context).compile(operand, operation, value)
        case .relatedRows, .join, .subquery: return nil
        }
    }

    /// A value, or the result of its script. A time compared with a date column is converted to the date in the user's
    /// zone.
    private func script(_ value: String, for column: Column) -> String? {
        guard let found = ScriptValue(context: context).resolve(value) else { return nil }
        guard column.type == .date, value.hasPrefix("javascript:"), found.utf8.count > 10,
            let moment = Timestamp(glideText: found)
        else { return found }
        return context.zone.civil(at: moment).dateText
    }

    // References are compared by sys_id, choices by value, and a date with a date-time column as a whole day.
    private func compare(_ operand: JoinPlan.Operand, _ operation: Operator, _ text: String) -> SQLFragment? {
        let sql = operand.sql
        if text.isEmpty {
            switch operation {
            case .equals: return SQLFragment(sql + " IS NULL")
            case .differs: return SQLFragment(sql + " IS NOT NULL")
            default: return .never
            }
        }
        guard let value = operand.column.comparable(text) else {
            return operation == .differs ? SQLFragment(sql + " IS NOT NULL") : .never
        }
        if operand.column.type == .boolean, operation == .differs {
            return SQLFragment("(" + sql + " <> ? OR " + sql + " IS NULL)", [value])
        }
        if operand.column.type == .dateTime, text.utf8.count == 10,
            let end = operand.column.comparable(text + " 23:59:59")
        {
            if operation == .equals { return SQLFragment(sql + " BETWEEN ? AND ?", [value, end]) }
            if operation == .differs { return SQLFragment(sql + " NOT BETWEEN ? AND ?", [value, end]) }
        }
        return ConditionCompiler.sign(operation).map { SQLFragment(sql + " " + $0 + " ?", [value]) }
    }

    static func sign(_ operation: Operator) -> String? {
        switch operation {
        case .equals: "="
        case .differs: "<>"
        case .less, .lessThanColumn, .relativelyBefore: "<"
        case .lessOrEqual, .lessOrEqualToColumn, .relativelyUntil: "<="
        case .greater, .greaterThanColumn, .relativelyAfter: ">"
        case .greaterOrEqual, .greaterOrEqualToColumn, .relativelyFrom: ">="
        default: nil
        }
    }

    /// Text operators compare a number's digits, and text itself.
    private func like(_ operand: JoinPlan.Operand, _ operation: Operator, _ text: String) -> SQLFragment {
        let isText = operand.column.type.storage == .text || operand.column.isJournal
        let sql = "lower(" + (isText ? operand.sql : "CAST(" + operand.sql + " AS TEXT)") + ")"
        if text.isEmpty { return operation == .containsNot ? .never : SQLFragment(sql + " IS NOT NULL") }
        let value = SQLValue.text(ASCII.lowercased(text))
        return switch operation {
        case .contains: SQLFragment("instr(\(sql), ?) > 0", [value])
        case .containsNot: SQLFragment("instr(\(sql), ?) = 0", [value])
        case .startsWith: SQLFragment("substr(\(sql), 1, length(?)) = ?", [value, value])
        default: SQLFragment("substr(\(sql), -length(?)) = ?", [value, value])
        }
    }

    private func member(_ operand: JoinPlan.Operand, of list: String, negated: Bool) -> SQLFragment? {
        guard let list = script(list, for: operand.column) else { return nil }
        return member(
            operand, of: list.split(separator: ",", omittingEmptySubsequences: false).map(String.init), negated: negated
        )
    }

    func member(_ operand: JoinPlan.Operand, of values: [String], negated: Bool) -> SQLFragment {
        var elements: [JSON] = []
        var holdsEmpty = false
        for value in values {
            if value.isEmpty {
                holdsEmpty = true
            } else {
                switch operand.column.comparable(value) {
                case .text(let text): elements.append(.string(text))
                case .integer(let number): elements.append(.number(String(number)))
                case .real(let number): elements.append(.number(String(number)))
                default: break
                }
            }
        }
        let sql = operand.sql
        let list = SQLValue.text(JSON.array(elements).compact)
        // In SQL even NULL is not in an empty list; here an empty column must not match.
        if negated, elements.isEmpty { return SQLFragment(sql + " IS NOT NULL") }
        if negated { return SQLFragment(sql + " NOT IN (SELECT value FROM json_each(?))", [list]) }
        let test = sql + " IN (SELECT value FROM json_each(?))"
        return SQLFragment(holdsEmpty ? "(" + test + " OR " + sql + " IS NULL)" : test, [list])
    }

    private func between(_ operand: JoinPlan.Operand, _ value: String) -> SQLFragment? {
        let ends = value.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard ends.count == 2, let low = script(ends[0], for: operand.column),
            let high = script(ends[1], for: operand.column)
        else { return nil }
        guard let low = operand.column.comparable(low), let high = operand.column.comparable(high) else {
            return .never
        }
        return SQLFragment(operand.sql + " BETWEEN ? AND ?", [low, high])
    }

    /// `Today@javascript:gs.beginningOfToday()@javascript:gs.endOfToday()`: the label is ignored. A date alone is that
    /// day in the user's zone.
    private func within(_ operand: JoinPlan.Operand, _ value: String, negated: Bool) -> SQLFragment? {
        guard operand.column.type.isTemporal else { return nil }
        let parts = value.split(separator: "@", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        let found: SQLFragment?
        if parts.count == 3 {
            found = between(operand, parts[1] + "@" + parts[2])
        } else {
            let ends = ["start", "end"].map { "javascript:gs.dateGenerate('\(value)','\($0)')" }
            found = parts.count == 1 ? between(operand, ends.joined(separator: "@")) : nil
        }
        guard let found else { return nil }
        return negated ? SQLFragment("NOT (" + found.text + ")", found.values) : found
    }
}

extension Operator {
    fileprivate var looksAtText: Bool {
        self == .contains || self == .containsNot || self == .startsWith || self == .endsWith
    }
}

struct ColumnComparison {
    let plan: JoinPlan
    let context: QueryContext

    /// `opened_atGT_FIELDclosed_at`, `sla_dueSAMEASactivity_due@day`, `sla_dueMORETHANactivity_due@day@before@1`. Nil
    /// if the value is malformed or names no column. An empty column is neither equal to anything nor different.
    func compile(
        _ operand: JoinPlan.Operand, _ operation: Operator, _ value: String
    ) throws(QueryComplexityError) -> SQLFragment? {
        let parts = value.split(separator: "@").map(String.init)
        guard let path = parts.first, let other = try plan.operand(at: path), !other.column.type.isSecret else {
            return nil
        }
        if operation == .furtherThan || operation == .closerThan {
            return parts.count == 1
                ? SQLFragment(operand.sql + (operation == .furtherThan ? " > " : " < ") + other.sql)
                : distance(operand, other, operation, parts)
        }
        let sign =
            operation == .sameAsColumn
            ? "=" : operation == .differsFromColumn ? "<>" : ConditionCompiler.sign(operation)
        guard let sign else { return nil }
        if parts.count > 1, operand.column.type.isTemporal {
            let dates = DatePart(zone: context.zone)
            guard let left = dates.truncated(operand, to: parts[1]), let right = dates.truncated(other, to: parts[1])
            else { return nil }
            return SQLFragment(left + " " + sign + " " + right)
        }
        return SQLFragment(operand.sql + " " + sign + " " + other.sql)
    }

    private func distance(
        _ operand: JoinPlan.Operand, _ other: JoinPlan.Operand, _ operation: Operator, _ parts: [String]
    ) -> SQLFragment? {
        guard parts.count == 4, operand.column.type.isTemporal, other.column.type.isTemporal, let count = Int(parts[3]),
            (0..<1_000_000).contains(count), let unit = DatePart.modifier(parts[1], count)
        else { return nil }
        let before = parts[2] == "before"
        guard before || parts[2] == "after" else { return nil }
        let bound = "datetime(" + other.sql + ", ?)"
        let shift = SQLValue.text((before ? "-" : "+") + unit)
        if operation == .furtherThan { return SQLFragment(operand.sql + (before ? " < " : " > ") + bound, [shift]) }
        return before
            ? SQLFragment(operand.sql + " BETWEEN " + bound + " AND " + other.sql, [shift])
            : SQLFragment(operand.sql + " BETWEEN " + other.sql + " AND " + bound, [shift])
    }
}
