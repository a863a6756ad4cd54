import Database
import Notation

/// Conditions that compare a column with another one of the record, or of a record it leads to.
struct ColumnComparison {
    let plan: JoinPlan
    let context: QueryContext

    /// `opened_atGT_FIELDclosed_at`, `sla_dueSAMEASactivity_due@day`, `sla_dueMORETHANactivity_due@day@before@1`. Nil when
    /// the value names no column or is not of that form. Nothing is equal to an empty column, nor different from it.
    func compile(
        _ operand: JoinPlan.Operand, _ operation: Operator, _ value: String
    ) throws(QueryTooComplex) -> SQLFragment? {
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
