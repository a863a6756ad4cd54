import ExchangeModel
import NowSDK

extension PageFailure {
    /// An address of another host.
    static func elsewhere(_ url: HTTPURL) -> PageFailure {
        var failure = PageFailure(
            .elsewhere, "The page leads to another host, \(shown(url)), which is not opened here.")
        failure.address = url
        return failure
    }

    /// An answer that is an error.
    static func refusal(_ page: WebPage) -> PageFailure {
        let status = page.response.status
        var failure =
            status == 401
            ? PageFailure(.notSignedIn, "\(shown(page.address)) does not accept the sign-in (HTTP 401).")
            : PageFailure(.refused, "\(shown(page.address)) answers with an error (HTTP \(status)).")
        failure.address = page.address
        failure.page = page
        return failure
    }

    /// Why a request had no answer.
    static func of(_ cause: TransportFailure, at url: HTTPURL) -> PageFailure {
        if let known = cause.cause as? PageFailure { return known }
        let kind: Kind
        switch cause.cause as? SignInError {
        case .pagesClosed?: kind = .notSignedIn
        case .formNotTaken?: kind = .sessionEnded
        default: kind = .transport
        }
        var failure = PageFailure(kind, cause.message)
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
