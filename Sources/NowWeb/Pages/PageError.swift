package import ExchangeModel
import NowSDK

/// Why there is no page.
package struct PageError: Error, Sendable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// The request had no answer; `cause` is the failure.
        case transport
        /// The address, or where it redirects to, is another host's; `address` is that.
        case elsewhere
        /// The address is no page's.
        case unsupported
        /// The instance still shows its sign-in page after signing in again.
        case notSignedIn
        /// The session ended before a form was sent; nothing was sent again.
        case sessionEnded
        /// What was asked for is not there, or may not be seen: the instance answered with an error; `page` shows it.
        case refused
    }

    package let kind: Kind
    /// One sentence, without secrets and terminal control.
    package let message: String
    package var address: HTTPURL?
    package var page: WebPage?
    package var cause: TransportFailure?

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    package var description: String { message }
}

extension PageError {
    static func elsewhere(_ url: HTTPURL) -> PageError {
        var failure = PageError(
            .elsewhere, "The page leads to another host, \(shown(url)), which is not opened here.")
        failure.address = url
        return failure
    }

    static func refusal(_ page: WebPage) -> PageError {
        let status = page.response.status
        var failure =
            status == 401
            ? PageError(.notSignedIn, "\(shown(page.address)) does not accept the sign-in (HTTP 401).")
            : PageError(.refused, "\(shown(page.address)) answers with an error (HTTP \(status)).")
        failure.address = page.address
        failure.page = page
        return failure
    }

    /// Why a request had no answer.
    static func of(_ cause: TransportFailure, at url: HTTPURL) -> PageError {
        if let known = cause.cause as? PageError { return known }
        let kind: Kind
        switch cause.cause as? SignInError {
        case .pagesClosed?: kind = .notSignedIn
        case .formNotTaken?: kind = .sessionEnded
        default: kind = .transport
        }
        var failure = PageError(kind, cause.message)
        failure.address = url
        failure.cause = cause
        return failure
    }

    /// An address without its query, which may hold secrets, and in plain ASCII.
    private static func shown(_ url: HTTPURL) -> String {
        let text = url.origin + url.path
        return text.utf8.allSatisfy { $0 < 0x80 } ? text : PercentCoding.encode(url.host)
    }
}
