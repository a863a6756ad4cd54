/// Why signing in failed: the `cause` of a `TransportFailure` of kind `signIn`.
///
/// Instances reveal little on purpose: a wrong password, wrong client, locked user and expired refresh token get the
/// same response (`401`, `server_error`, `access_denied`), so the request that was sent is the best clue.
public enum SignInError: Error, Sendable, Hashable {
    /// The grant was rejected. The error and its description are the instance's, at most 200 characters each.
    case grantRefused(GrantRefusal)
    /// `/oauth_token.do` sent a response that is not a token response.
    case unreadableTokenAnswer(TokenAnswerFault)
    /// `/oauth_token.do` redirected; the redirect was not followed. The URL is without its query.
    case tokenRedirected(to: String)
    /// An API led to an identity provider, whose host this is, in place of an answer.
    case singleSignOn(provider: String)
    /// The instance requires a multi-factor code and none was given.
    case passcodeWanted(user: String?)
    /// The instance rejected the multi-factor code.
    case passcodeRefused(user: String?)
    /// The browser returned an error instead of a code, with this message.
    case authorizationRefused(String)
    /// The browser returned a response to a different request; the sentence says why.
    case authorizationMismatch(String)
    /// The browser returned nothing in time, or could not be opened.
    case authorizationMissing(String)
    /// The private key of a JWT or a certificate is unusable; the sentence says why.
    case unusableKey(String)
    /// There is no private key or secret to sign a JWT with.
    case missingKey(String)
    /// The client certificate is unusable; the sentence says why.
    case unusableCertificate(String)
    /// Client certificates require https.
    case certificateNeedsHTTPS(String)
    /// The source of a secret had none; the sentence says which and why, without the secret.
    case noSecret(String)
    /// Pages are not available with this sign-in: after signing in again, the instance still showed its login page.
    case pagesClosed(SignedOut)
    /// A form or another change was sent after the session had ended, and was not sent again. `isCertain`: the instance
    /// rejected it before processing, so nothing changed; otherwise the outcome is unknown.
    case formNotTaken(SignedOut, isCertain: Bool)

    /// A rejected grant.
    public struct GrantRefusal: Sendable, Hashable {
        /// The `grant_type`.
        public var grantType: String
        /// The client id.
        public var clientID: String
        /// The user, if known.
        public var user: String?
        /// The HTTP status.
        public var status: Int
        /// The member `error`.
        public var error: String
        /// The member `error_description`.
        public var explanation: String
        /// How many seconds the instance's clock is ahead of the local one; nil if the response has no `Date`.
        public var clockAhead: Int64?

        /// Creates a rejection from the instance's response.
        public init(
            grantType: String, clientID: String, user: String?, status: Int, error: String, explanation: String,
            clockAhead: Int64?
        ) {
            self.grantType = grantType
            self.clientID = clientID
            self.user = user
            self.status = status
            self.error = error
            self.explanation = explanation
            self.clockAhead = clockAhead
        }
    }

    /// What is wrong with a response of `/oauth_token.do`.
    public enum TokenAnswerFault: Sendable, Hashable {
        /// An HTML page, by its title: a login form, or a page of a proxy or captive portal.
        case page(title: String, status: Int)
        /// The JSON is truncated.
        case truncated
        /// Neither JSON nor HTML, with this media type.
        case notJSON(type: String, status: Int)
        /// This member is missing or unusable.
        case member(String)
        /// The token type is not `Bearer`.
        case tokenType(String)
        /// The status is neither success nor a rejection.
        case status(Int)
    }

    /// A short description, used where there is no more specific message.
    var sentence: String {
        switch self {
        case .grantRefused(let rejection):
            "it refused the grant" + (rejection.error.isEmpty ? "" : " (" + rejection.error + ")")
        case .unreadableTokenAnswer(let fault): "its answer is " + fault.phrase
        case .tokenRedirected(let target): "it sends to " + target + ", which is not followed"
        case .singleSignOn(let provider): "it signs in through " + provider
        case .passcodeWanted: "it wants the second factor's code"
        case .passcodeRefused: "it did not accept the second factor's code"
        case .pagesClosed: "it keeps showing its sign-in page"
        case .formNotTaken: "the session had ended before the form was sent"
        case .authorizationRefused(let words), .authorizationMismatch(let words), .authorizationMissing(let words),
            .unusableKey(let words), .missingKey(let words), .unusableCertificate(let words),
            .certificateNeedsHTTPS(let words), .noSecret(let words):
            words.hasSuffix(".") ? String(words.dropLast()) : words
        }
    }
}

extension SignInError.TokenAnswerFault {
    fileprivate var phrase: String {
        switch self {
        case .page(let title, _): title.isEmpty ? "a page" : "a page, “" + title + "”"
        case .truncated: "truncated JSON"
        case .notJSON: "not JSON"
        case .member(let name): "JSON without a usable “" + name + "”"
        case .tokenType(let type): "a token of the type “" + type + "”, which is not a bearer's"
        case .status(let status): "one of status \(status)"
        }
    }
}
