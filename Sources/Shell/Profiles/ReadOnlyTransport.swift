import ExchangeModel
import TapeDeck

/// Lets nothing through that changes an instance, whichever command sends it: what a read-only profile promises. Signing in
/// changes nothing.
struct ReadOnlyTransport: Transport {
    let next: any Transport
    let profile: String

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        guard request.purpose == .signIn || Safety.isSafe(request) else {
            let problem = Self.refusal(of: profile, "\(request.method) \(request.url.path) was not sent.")
            throw TransportFailure(.invalidRequest, problem.message, cause: problem)
        }
        return try await next.send(request)
    }

    static func refusal(of profile: String, _ consequence: String) -> Problem {
        Problem(
            .guardRefused, "The profile \(profile) is read-only: \(consequence)",
            hints: ["profile edit \(profile) --guard confirm lets changes through that are confirmed."])
    }
}
