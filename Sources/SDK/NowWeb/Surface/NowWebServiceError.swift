public import ExchangeModel
public import FoundationEssentials

/// Why a page cannot be shown.
public enum NowWebServiceError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The SDK is not configured, or the service's configuration has no instance.
    case missingServiceConfiguration
    /// The URL is on another host or its scheme is neither http nor https. Nothing was requested.
    case unsupportedUrl(URL)
    /// The text, for example of a link, is not a URL.
    case invalidUrl(String)
    /// There was no response, for this reason.
    case network(TransportFailure)
    /// The instance still shows its login page with a new token.
    case notSignedIn
    /// The session had ended when a form was sent, and it was not sent again. `isCertain`: nothing was changed; false if
    /// the instance does not say so. The form is the controller's page again, with what was filled in.
    case sessionEnded(isCertain: Bool)
    /// The instance responded with an error and this page.
    case badResponse(statusCode: Int, page: NowWebPage)
    /// The form was not sent, for this reason.
    case form(FormError)
    /// Another page was loaded in the meantime, or the task was cancelled.
    case cancelled

    /// One sentence.
    public var description: String {
        switch self {
        case .missingServiceConfiguration: "The service has no configuration that names an instance."
        case .unsupportedUrl: "The address is not a page of the instance."
        case .invalidUrl: "The address cannot be read."
        case .network(let failure): failure.message
        case .notSignedIn: "The instance shows where to sign in, although the sign-in was renewed."
        case .sessionEnded(true): "The form was not sent: the session had ended. Nothing was changed."
        case .sessionEnded(false):
            "The session had ended, and the instance does not say whether it accepted the form."
        case .badResponse(let status, _): "The instance answered with HTTP status \(status)."
        case .form(let failure): failure.description
        case .cancelled: "The request for the page was cancelled."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}

extension NowWebServiceError {
    /// Converts a page error.
    init(_ failure: PageError) {
        switch failure.kind {
        case .elsewhere:
            let url = failure.address.flatMap { URL(string: $0.description) }
            self = url.map { .unsupportedUrl($0) } ?? .invalidUrl(failure.address?.description ?? "")
        case .unsupported: self = .invalidUrl(failure.address?.description ?? "")
        case .notSignedIn: self = .notSignedIn
        case .sessionEnded: self = .sessionEnded(isCertain: failure.isNotTaken)
        case .refused:
            guard let page = failure.page else { fallthrough }
            self = .badResponse(statusCode: page.response.status, page: NowWebPage(page))
        case .transport:
            let cause = failure.cause ?? TransportFailure(.reset, failure.message)
            self = cause.kind == .cancelled ? .cancelled : cause.kind == .signIn ? .notSignedIn : .network(cause)
        }
    }
}
