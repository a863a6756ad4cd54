/// The part of a selection that one answer shows: `sysparm_limit` rows from `sysparm_offset` on.
struct RowWindow {
    /// The row numbers (`_row`) in the selection's order, whatever the user may read of them.
    let rows: [Int64]
    /// How many rows the whole selection has; nil when nobody asked.
    let total: Int?
}
