public import FoundationEssentials

/// Why a test has no tape.
public struct CassetteTestingError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The class of trouble.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// There is no cassette by that name.
        case noCassette
        /// The cassette cannot be read or written.
        case unreadable
        /// No cassette is around this code.
        case noneAround
        /// What the trait, the call or the environment asks for is not possible.
        case misuse
        /// Something was not played that had to be.
        case unplayed
    }

    /// The class of trouble.
    public let kind: Kind
    /// One sentence about what happened, and what to do.
    public let message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The sentence.
    public var description: String { message }
    /// The sentence.
    public var errorDescription: String? { message }

    static let noneAround = CassetteTestingError(
        .noneAround,
        "This code runs outside a cassette. Give the test one, `@Test(.cassette(\"name\"))`, or use `withCassette`; "
            + "a detached task and a dispatch queue do not see their test's.")
}
