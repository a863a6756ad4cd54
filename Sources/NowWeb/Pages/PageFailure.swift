package import ExchangeModel

/// Why there is no page.
package struct PageFailure: Error, Sendable, CustomStringConvertible {
    /// The class of failure.
    package enum Kind: Sendable, Hashable {
        /// The request had no answer; `cause` is the failure.
        case transport
        /// The address, or where it redirects to, is another host's; `address` is that.
        case elsewhere
        /// The address is no page's.
        case unsupported
        /// Signing in anew did not help: the instance goes on showing where to sign in.
        case notSignedIn
        /// The session ended before a form was sent; nothing was sent again.
        case sessionEnded
        /// What was asked for is not there, or may not be seen: the instance answered with an error; `page` shows it.
        case refused
    }

    /// The class of failure.
    package let kind: Kind
    /// One sentence, without secrets and terminal control.
    package let message: String
    /// The address it is about.
    package var address: HTTPURL?
    /// The page that the instance answered with.
    package var page: WebPage?
    /// The failure behind it.
    package var cause: TransportFailure?

    /// A failure of that class.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message.
    package var description: String { message }
}
