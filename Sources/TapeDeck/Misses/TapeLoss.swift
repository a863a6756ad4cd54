package import CassetteStore

/// What was lost, and why.
package struct TapeLoss: Sendable, Hashable {
    /// The exchange whose answer is not on the tape.
    package var exchange: Int64
    /// What the cassette said.
    package var trouble: CassetteError
}
