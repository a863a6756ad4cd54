/// The epochs that belong to one series of changes. Sessions follow each other in the shared range; a client that is
/// recorded at the same time as others has a range of its own, so its changes do not open epochs of the others.
package struct EpochRange: Sendable, Hashable {
    /// The range of sessions without a client's name.
    package static let shared = EpochRange(number: 0)

    /// More epochs than a tape can hold.
    private static let count: Int64 = 1_000_000_000
    /// So that every epoch is at most 2⁵³.
    private static let maxNumber: Int64 = 9_000_000

    package let start: Int64

    private init(number: Int64) { start = number * Self.count }

    /// - Parameter session: the client's first session on the tape.
    package init?(ofSession session: Int64) {
        guard (1...Self.maxNumber).contains(session) else { return nil }
        self.init(number: session)
    }

    /// The range of an epoch; for a number that no recording has, the shared one.
    package init(containing epoch: Int64) {
        let number = epoch / Self.count
        self.init(number: (0...Self.maxNumber).contains(number) ? number : 0)
    }

    /// The end, exclusive.
    package var end: Int64 { start + Self.count }

    /// An epoch as it is shown: counted from the start of its range.
    package static func shown(_ epoch: Int64) -> Int64 { epoch % count }

    package func contains(_ epoch: Int64) -> Bool { epoch >= start && epoch < end }
}
