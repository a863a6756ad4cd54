/// Finds the columns that a request names for functions and groups.
struct AggregateColumns {
    let plan: JoinPlan
    let rules: AccessRules

    /// The column at the end of a dot-walk. Nil when there is none, or when its values are nobody's business or stand
    /// elsewhere. Refused when the user may not read it, or not in every record that a walk may lead to: the answer would
    /// tell what stands there.
    func operand(at path: String) throws -> JoinPlan.Operand? {
        guard let operand = try plan.operand(at: path), !operand.column.type.isSecret, !operand.column.isJournal
        else { return nil }
        let isWithheld = operand.alias != plan.alias && rules.verdict(.read, in: operand.table) != .everything
        guard rules.mayRead(operand.column), !isWithheld, rules.reading(operand.table) != .refused else {
            throw Refusal.queryRefused(plan.table.name)
        }
        return operand
    }
}
