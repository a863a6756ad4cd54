package import ExchangeModel
import NowSDK

/// Why a page cannot be shown.
package struct PageError: Error, Sendable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// There was no response; see `cause`.
        case transport
        /// The URL, or its redirect, is on another host: `address`.
        case elsewhere
        /// The URL is not a page.
        case unsupported
        /// The instance still shows its login page after signing in again.
        case notSignedIn
        /// The session ended before a form was sent. The form was not sent again.
        case sessionEnded
        /// The page does not exist or is not readable: `page` is the instance's error page.
        case refused
    }

    package let kind: Kind
    /// One sentence, without secrets and terminal control characters.
    package let message: String
    package var address: HTTPURL?
    /// The instance's error page, or for `.sessionEnded` the form with what was typed.
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

    static func errorResponse(_ page: WebPage) -> PageError {
        let status = page.response.status
        var failure =
            status == 401
            ? PageError(.notSignedIn, "\(shown(page.address)) does not accept the sign-in (HTTP 401).")
            : PageError(.refused, "\(shown(page.address)) answers with an error (HTTP \(status)).")
        failure.address = page.address
        failure.page = page
        return failure
    }

    /// Converts a transport failure.
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

    /// A URL without its query, which may contain secrets, in ASCII.
    private static func shown(_ url: HTTPURL) -> String {
        let text = url.origin + url.path
        return text.utf8.allSatisfy { $0 < 0x80 } ? text : PercentCoding.encode(url.host)
    }
}
