package import ExchangeModel

/// A command's own time and chance.
package struct CommandFrame: Sendable, Hashable {
    /// The command's number on the tape; nil for a command that plays and is not on it.
    package var id: Int64?
    /// The command's virtual time, read once.
    package var now: Timestamp
    /// What identifiers that the command generates are derived from.
    package var seed: UInt64

    /// A frame of these.
    package init(id: Int64?, now: Timestamp, seed: UInt64) {
        self.id = id
        self.now = now
        self.seed = seed
    }
}
