/// Part of a long list.
package struct RecordBatch: Sendable {
    /// The records in the order they came.
    package let rows: [TableRow]
    /// Where in the list it begins.
    package let offset: Int
    /// How many rows match on the instance; nil when it did not count.
    package let total: Int?
    /// Rows of this window that were not shown, for want of rights; nil when the instance did not count.
    package let withheld: Int?
}
