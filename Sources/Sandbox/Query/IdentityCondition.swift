import Database
import Notation

/// Conditions on what a record is, who it belongs to, where it stands in a hierarchy and which tags it has.
struct IdentityCondition {
    let plan: JoinPlan
    let context: QueryContext

    /// Nil when the operator does not fit the column or the value says nothing.
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
        let names = table.classNames.map { "'" + $0 + "'" }.joined(separator: ", ")
        return SQLFragment(operand.sql + " IN (" + names + ")")
    }

    /// A list holds what a dynamic filter gives when one of its entries is that.
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

    /// `managerIN_HIERARCHY<definition>%40<start>`: the start itself, and those that lead to it by the column that makes
    /// the hierarchy: the same one where the table referred to has it, else its `parent` or `manager`.
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

    /// Tags are entries of `label_entry`. An instance without that table has given nobody one.
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
