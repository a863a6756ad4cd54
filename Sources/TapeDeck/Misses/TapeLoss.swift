package import CassetteStore

/// Why a tape that was being recorded takes nothing more.
package struct TapeLoss: Sendable, Hashable {
    /// The exchange whose answer is not on the tape; nil when every answer is.
    package var exchange: Int64?
    /// What the cassette said.
    package var trouble: CassetteError
}
