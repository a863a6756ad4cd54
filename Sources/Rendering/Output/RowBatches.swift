/// Gives the next batch of rows, nil at the end.
package struct RowBatches: Sendable {
    /// The next rows, each as long as there are columns; nil at the end.
    package let next: @Sendable () async throws -> [[Cell]]?
    /// Batches that are fetched by a function.
    package init(next: @escaping @Sendable () async throws -> [[Cell]]?) { self.next = next }
}
