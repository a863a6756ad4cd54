import ExchangeModel
import Foundation
import FoundationNetworking

/// An answer as Foundation has it.
enum FoundationAnswer {
    /// Nil when the address is none to Foundation.
    static func make(_ response: HTTPResponse, at url: HTTPURL) -> HTTPURLResponse? {
        guard let address = URL(string: url.description) else { return nil }
        var lines: [String: String] = [:], names: [String: String] = [:]
        for field in response.headers {
            let key = field.name.lowercased()
            // Seeing it, FoundationNetworking would sign in and send the request once more, over the network.
            if response.status == 401, key == "www-authenticate" { continue }
            let name = names[key] ?? field.name
            names[key] = name
            lines[name] = lines[name].map { $0 + ", " + field.value } ?? field.value
        }
        return HTTPURLResponse(
            url: address, statusCode: response.status, httpVersion: "HTTP/" + response.facts.httpVersion,
            headerFields: lines)
    }
}

/// A failure as Foundation has it.
enum FoundationFailure {
    /// The error for a failure, with the report in its description and the failure itself underneath.
    static func error(_ failure: TransportFailure) -> URLError {
        let code: URLError.Code =
            switch failure.kind {
            case .resolve: .cannotFindHost
            case .connect: .cannotConnectToHost
            case .tls: .secureConnectionFailed
            case .timeout: .timedOut
            case .reset: .networkConnectionLost
            case .tooLarge: .dataLengthExceedsMaximum
            case .cancelled: .cancelled
            case .tape: .resourceUnavailable
            case .invalidRequest: .badURL
            case .redirect: .httpTooManyRedirects
            case .signIn: .userAuthenticationRequired
            }
        return error(
            code, failure.message, [NSUnderlyingErrorKey: failure])
    }

    /// An error that says in words what is the matter.
    static func error(_ code: URLError.Code, _ message: String, _ more: [String: Any] = [:]) -> URLError {
        URLError(code, userInfo: more.merging([NSLocalizedDescriptionKey: message]) { own, _ in own })
    }
}
