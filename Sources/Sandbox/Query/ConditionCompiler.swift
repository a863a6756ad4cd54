import Database
import ExchangeModel
import Notation

/// Turns one condition of an encoded query into SQL.
///
/// Rows whose column is empty match nothing but a test for emptiness: SQL's NULL gives `!=` and `NOT LIKE` the
/// documented behaviour by itself. The one exception is `!=` on a boolean.
struct ConditionCompiler {
    let plan: JoinPlan
    let context: QueryContext

    /// The condition as SQL. Nil when an instance would drop it: unknown column, unusable value, unknown operator.
    func compile(_ field: String, _ operation: Operator, _ value: String) throws(QueryTooComplex) -> SQLFragment? {
        guard let operand = try plan.operand(at: field), operand.column.type != .password else { return nil }
        switch operation {
        case .isEmpty, .isEmptyText: return SQLFragment(operand.sql + " IS NULL")
        case .isNotEmpty: return SQLFragment(operand.sql + " IS NOT NULL")
        case .anything: return SQLFragment("1")
        case .changes, .changesFrom, .changesTo: return .never
        case .equals, .differs, .less, .lessOrEqual, .greater, .greaterOrEqual:
            return script(value).flatMap { compare(operand, operation, $0) }
        case .contains, .containsNot, .startsWith, .endsWith:
            guard let text = script(value) else { return nil }
            return like(try readable(operand, at: field), operation, text)
        case .isOneOf, .isNoneOf: return member(operand, of: value, negated: operation == .isNoneOf)
        case .between: return between(operand, value)
        case .on, .notOn: return within(operand, value, negated: operation == .notOn)
        case .sameAsColumn, .differsFromColumn, .greaterThanColumn, .lessThanColumn, .greaterOrEqualToColumn,
            .lessOrEqualToColumn:
            return try columnToColumn(operand, operation, value)
        case .furtherThan, .closerThan: return try distance(operand, operation, value)
        case .relativelyAfter, .relativelyBefore, .relativelyFrom, .relativelyUntil, .relativelyOn:
            return RelativeDate(context: context).compile(operand, operation, value)
        case .datePart: return RelativeDate(context: context).part(operand, value)
        case .instanceOf: return instance(operand, of: value)
        case .dynamic: return dynamic(operand, value)
        default: return nil
        }
    }

    private func script(_ value: String) -> String? { ScriptValue(context: context).resolve(value) }

    // A reference is compared by sys_id, a choice by its value, a day on a moment's column by its whole length.
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

    /// What text operators look at: a reference's display value, a number's digits, else the text itself.
    private func readable(_ operand: JoinPlan.Operand, at field: String) throws(QueryTooComplex) -> String {
        if let display = try plan.displayOperand(of: operand, at: field) { return display.sql }
        return operand.column.type.storage == .text ? operand.sql : "CAST(" + operand.sql + " AS TEXT)"
    }

    private func like(_ sql: String, _ operation: Operator, _ text: String) -> SQLFragment? {
        if text.isEmpty { return operation == .containsNot ? .never : SQLFragment(sql + " IS NOT NULL") }
        // SQLite refuses patterns above 50 000 bytes; no column that is searched so holds that much.
        guard text.utf8.count < 20_000 else {
            return operation == .containsNot ? SQLFragment(sql + " IS NOT NULL") : .never
        }
        var pattern = operation == .startsWith ? "" : "%"
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        if operation != .endsWith { pattern += "%" }
        let word = operation == .containsNot ? " NOT LIKE ? ESCAPE '\\'" : " LIKE ? ESCAPE '\\'"
        return SQLFragment(sql + word, [.text(pattern)])
    }

    /// `IN` with any number of values as one bound list. An empty entry stands for an empty column.
    func member(_ operand: JoinPlan.Operand, of list: String, negated: Bool) -> SQLFragment? {
        guard let list = script(list) else { return nil }
        return member(
            operand, of: list.split(separator: ",", omittingEmptySubsequences: false).map(String.init), negated: negated
        )
    }

    /// The same with the values already apart.
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
        if negated { return SQLFragment(sql + " NOT IN (SELECT value FROM json_each(?))", [list]) }
        let test = sql + " IN (SELECT value FROM json_each(?))"
        return SQLFragment(holdsEmpty ? "(" + test + " OR " + sql + " IS NULL)" : test, [list])
    }

    private func between(_ operand: JoinPlan.Operand, _ value: String) -> SQLFragment? {
        let ends = value.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard ends.count == 2, let low = script(ends[0]), let high = script(ends[1]) else { return nil }
        guard let low = operand.column.comparable(low), let high = operand.column.comparable(high) else {
            return .never
        }
        return SQLFragment(operand.sql + " BETWEEN ? AND ?", [low, high])
    }

    /// `Today@javascript:gs.beginningOfToday()@javascript:gs.endOfToday()`: the label says nothing.
    private func within(_ operand: JoinPlan.Operand, _ value: String, negated: Bool) -> SQLFragment? {
        let parts = value.split(separator: "@", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let found = between(operand, parts[1] + "@" + parts[2]) else { return nil }
        return negated ? SQLFragment("NOT (" + found.text + ")", found.values) : found
    }

    private func columnToColumn(
        _ operand: JoinPlan.Operand, _ operation: Operator, _ value: String
    ) throws(QueryTooComplex) -> SQLFragment? {
        let parts = value.split(separator: "@", maxSplits: 1).map(String.init)
        guard let path = parts.first, let other = try plan.operand(at: path), other.column.type != .password else {
            return nil
        }
        let sign =
            operation == .sameAsColumn
            ? "=" : operation == .differsFromColumn ? "<>" : ConditionCompiler.sign(operation)
        guard let sign else { return nil }
        if parts.count > 1, operand.column.type.isTemporal {
            guard let left = RelativeDate.truncated(operand.sql, to: parts[1]),
                let right = RelativeDate.truncated(other.sql, to: parts[1])
            else { return nil }
            return SQLFragment(left + " " + sign + " " + right)
        }
        return SQLFragment(operand.sql + " " + sign + " " + other.sql)
    }

    /// `sla_dueMORETHANactivity_due@day@before@1`.
    private func distance(
        _ operand: JoinPlan.Operand, _ operation: Operator, _ value: String
    ) throws(QueryTooComplex) -> SQLFragment? {
        let parts = value.split(separator: "@").map(String.init)
        guard parts.count == 4, let other = try plan.operand(at: parts[0]), operand.column.type.isTemporal,
            other.column.type.isTemporal, let count = Int(parts[3]), (0..<1_000_000).contains(count),
            let unit = RelativeDate.modifier(parts[1], count)
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

    private func instance(_ operand: JoinPlan.Operand, of name: String) -> SQLFragment? {
        guard operand.column.type == .className else { return nil }
        guard let table = plan.schema[name] else { return .never }
        let names = table.classNames.map { "'" + $0 + "'" }.joined(separator: ", ")
        return SQLFragment(operand.sql + " IN (" + names + ")")
    }

    /// Rows of `sys_filter_option_dynamic`: "Me" and "One of My Groups", by the sys_ids that every instance has.
    private func dynamic(_ operand: JoinPlan.Operand, _ identifier: String) -> SQLFragment? {
        switch identifier {
        case "54635e965f510100a9ad2572f2b4774c": SQLFragment(operand.sql + " = ?", [.text(context.userID)])
        case "d6435e965f510100a9ad2572f2b47744": member(operand, of: context.groupIDs, negated: false)
        default: nil
        }
    }
}
