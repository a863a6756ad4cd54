import ExchangeModel

/// How one request is signed in: what is added to it, and what its refusal would be about.
///
/// Credentials and tokens are told apart by number, never by comparing them: on a tape all of them are the same stand-in.
struct SignInPass: Sendable {
    /// What proves who sends.
    enum Means: Sendable, Hashable {
        /// Nothing: no credential is to be had.
        case nothing
        /// The cookies of a session.
        case session
        /// The credential itself.
        case credential(number: Int)
        /// An access token.
        case token(number: Int)
    }

    let means: Means
    /// The user in whose name the request goes out, as far as known.
    let user: String?
    /// The line that proves who sends; nil when cookies or the connection do.
    var line: HeaderField?
    let realm: SignInRealm
    /// The cookies at hand, and which they are.
    let cookies: String?
    let generation: Int
    /// Goes with cookies alone, where the instance wants it.
    let userToken: String?

    /// The request with everything added.
    func signed(_ request: HTTPRequest) -> HTTPRequest {
        var signed = request
        if let cookies, signed.headers["Cookie"] == nil { signed.headers.append("Cookie", cookies) }
        if let line { signed.headers.append(line.name, line.value) }
        if let userToken, signed.headers["X-UserToken"] == nil { signed.headers.append("X-UserToken", userToken) }
        signed.principal = user
        return signed
    }
}
