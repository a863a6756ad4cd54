/// Why a browser did not do what was asked of it.
package struct ChromiumFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of failure.
    package enum Kind: Sendable, Hashable {
        /// There is no Chromium on this machine.
        case missing
        /// It is there and did not start.
        case didNotStart
        /// It ended, or stopped speaking, while it was needed.
        case lost
        /// The page could not be opened, or its script failed.
        case pageFailed
        /// It did not answer in time.
        case tooLate
        /// The task was called off.
        case cancelled
    }

    /// The class of failure.
    package let kind: Kind
    /// One sentence. What a page said stands in it as the page said it.
    package let message: String

    /// A failure of that class.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message.
    package var description: String { message }
}
