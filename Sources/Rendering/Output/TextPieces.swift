/// Gives the next lines of a long text, nil at the end.
package struct TextPieces: Sendable {
    /// The next piece of whole lines, each ended; nil at the end.
    package let next: @Sendable () async throws -> String?
    /// Pieces that are made by a function.
    package init(next: @escaping @Sendable () async throws -> String?) { self.next = next }
}
