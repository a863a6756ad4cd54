/// The rows that a query describes, in its order, before it is said how many of them are wanted.
///
/// The plan holds the joins that the condition and the order walk, and no others: what an answer shows of the rows is
/// read afterwards, for the rows of a window alone.
struct RowSelection {
    let plan: JoinPlan
    /// What follows WHERE; nil for all rows.
    let condition: SQLFragment?
    /// What follows ORDER BY. It ends with something unique, so that windows of one selection never overlap.
    let order: String

    /// The row numbers in order.
    var rows: SQLFragment { statement("\(plan.alias).\"_row\"", from: plan.sortedSource, tail: " ORDER BY " + order) }

    /// How many rows there are.
    var count: SQLFragment { statement("count(*)", from: plan.source) }

    private func statement(_ result: String, from source: String, tail: String = "") -> SQLFragment {
        SQLFragment(
            "SELECT \(result) FROM \(source)" + (condition.map { " WHERE " + $0.text } ?? "") + tail,
            condition?.values ?? [])
    }
}
