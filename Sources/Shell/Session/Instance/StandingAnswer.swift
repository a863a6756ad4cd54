import ExchangeModel

/// Which recorded answers a tape that is extended gives again: those that nothing followed. A redirect, a refusal and a
/// plea for patience were the beginning of something that is to be done anew.
enum StandingAnswer {
    /// Whether an answer can stand alone.
    @Sendable static func isOne(_ request: HTTPRequest, _ response: HTTPResponse) -> Bool {
        if [401, 429, 502, 503, 504].contains(response.status) { return false }
        if response.headers["X-Is-Logged-In"]?.lowercased() == "false" { return false }
        return !request.followsRedirects || ![301, 302, 303, 307, 308].contains(response.status)
    }
}
