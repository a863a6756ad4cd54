/// Why signing in did not succeed, as far as the instance tells: the `cause` of a `TransportFailure` of kind `signIn`.
///
/// An instance tells little on purpose: wrong password, wrong client, locked user and expired refresh token get the same
/// answer (`401`, `server_error`, `access_denied`). What was sent tells them apart as far as anything does.
public enum SignInError: Error, Sendable, Hashable {
    /// A grant was refused. The error and its description are the instance's own words, at most 200 characters each.
    case grantRefused(GrantRefusal)
    /// `/oauth_token.do` answered with something that is no answer to a grant.
    case unreadableTokenAnswer(TokenAnswerFault)
    /// `/oauth_token.do` sent elsewhere; nothing was sent there. The address is without its query.
    case tokenRedirected(to: String)
    /// The instance wants the second factor's code, and no one gave one.
    case passcodeWanted(user: String?)
    /// The instance did not accept the second factor's code.
    case passcodeRefused(user: String?)
    /// The browser came back with an error instead of a code; the instance's words.
    case authorizationRefused(String)
    /// The browser came back with an answer that is not to this request; the sentence says why.
    case authorizationMismatch(String)
    /// Nothing came back from the browser in time, or no one could be sent there.
    case authorizationMissing(String)
    /// The private key of a JWT, or of a certificate, cannot be used; the sentence says why.
    case unusableKey(String)
    /// There is neither a private key nor a secret to sign a JWT with.
    case missingKey(String)
    /// The client certificate cannot be used; the sentence says why.
    case unusableCertificate(String)
    /// A client certificate cannot be used with an instance that is not reached over https.
    case certificateNeedsHTTPS(String)
    /// The source of a secret gave none; the sentence says which and why, without the secret.
    case noSecret(String)
    /// The instance shows no page to this sign-in: it was signed in again, and it went on showing where to sign in.
    case pagesClosed(SignedOut)
    /// A form, or another change, met a session that had ended. It was not sent again. `isCertain` says that the instance
    /// turned it away before it looked at it, so that nothing was changed; else no one knows.
    case formNotTaken(SignedOut, isCertain: Bool)

    /// A refused grant.
    public struct GrantRefusal: Sendable, Hashable {
        /// The `grant_type`.
        public var grantType: String
        /// The application that asked.
        public var clientID: String
        /// The user it asked for, as far as known.
        public var user: String?
        /// The status of the answer.
        public var status: Int
        /// The member `error`.
        public var error: String
        /// The member `error_description`.
        public var explanation: String
        /// By how many seconds the instance's clock is ahead of this machine's, where its answer has a `Date`.
        public var clockAhead: Int64?

        /// A refusal as the instance put it.
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

    /// What is wrong with an answer of `/oauth_token.do`.
    public enum TokenAnswerFault: Sendable, Hashable {
        /// A page, by its title: a login form, a proxy's or a captive portal's.
        case page(title: String, status: Int)
        /// JSON that breaks off.
        case truncated
        /// Neither JSON nor a page, of that media type.
        case notJSON(type: String, status: Int)
        /// JSON without this member, or with one that is unusable.
        case member(String)
        /// A token of a type that is not sent as a bearer's.
        case tokenType(String)
        /// A status that is neither success nor a refusal.
        case status(Int)
    }
}

extension SignInError {
    /// A short phrase for where no one phrases it better: what the instance, or the browser, did.
    var sentence: String {
        switch self {
        case .grantRefused(let refusal):
            "it refused the grant" + (refusal.error.isEmpty ? "" : " (" + refusal.error + ")")
        case .unreadableTokenAnswer(let fault): "its answer is " + fault.phrase
        case .tokenRedirected(let target): "it sends to " + target + ", which is not followed"
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
        case .truncated: "JSON that breaks off"
        case .notJSON: "not JSON"
        case .member(let name): "JSON without a usable “" + name + "”"
        case .tokenType(let type): "a token of the type “" + type + "”, which is not a bearer's"
        case .status(let status): "one of status \(status)"
        }
    }
}
