public import FoundationEssentials

/// Why a test has no tape.
public struct CassetteTestingError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The kinds of error.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// There is no cassette with that name.
        case noCassette
        /// The cassette cannot be read or written.
        case unreadable
        /// There is no current cassette.
        case noneAround
        /// The trait, call or environment requests something impossible.
        case misuse
        /// Exchanges or stubs were required but not played.
        case unplayed
    }

    /// The kind of error.
    public let kind: Kind
    /// One sentence with the error and what to do.
    public let message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message.
    public var description: String { message }
    /// The message.
    public var errorDescription: String? { message }

    static let noneAround = CassetteTestingError(
        .noneAround,
        "This code runs outside a cassette. Give the test one, `@Test(.cassette(\"name\"))`, or use `withCassette`; "
            + "a detached task and a dispatch queue do not see their test's.")
}
