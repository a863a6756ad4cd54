import ExchangeModel
import Notation

/// What a request is signed in with when no session serves.
public enum Credential: Sendable, Hashable {
    /// Nothing: the request goes out as a guest's.
    case anonymous
    /// User name and password (RFC 7617).
    case basic(user: String, password: Secret)
    /// A token that is its own proof (RFC 6750), and the user it speaks for as far as known.
    case bearer(token: Secret, user: String?)
    /// A key of the instance's, sent as `x-sn-apikey`, and the user it speaks for as far as known.
    case apiKey(Secret, user: String?)
    /// What a token is asked for with; requests go out with the token.
    case oauth(OAuthCredential)
    /// A client certificate: the connection is the proof, and nothing is added to a request.
    case certificate(user: String?)

    /// The user in whose name requests are sent; nil for a guest and where a token does not tell.
    public var user: String? {
        switch self {
        case .anonymous: nil
        case .basic(let user, _): user
        case .bearer(_, let user), .apiKey(_, let user), .certificate(let user): user
        case .oauth(let credential): credential.user
        }
    }

    /// The line that proves who sends, nil when none does.
    var header: HeaderField? {
        switch self {
        case .anonymous, .certificate, .oauth: nil
        case .basic(let user, let password):
            HeaderField("Authorization", "Basic " + Base64.encode((user + ":" + password.text).utf8))
        case .bearer(let token, _): HeaderField("Authorization", "Bearer " + token.text)
        case .apiKey(let key, _): HeaderField("x-sn-apikey", key.text)
        }
    }

    /// The texts that must never be seen again, with the label each goes by.
    var secrets: [(text: String, label: String)] {
        switch self {
        case .anonymous, .certificate: []
        case .basic(let user, let password):
            [(password.text, "password"), (Base64.encode((user + ":" + password.text).utf8), "authorization")]
        case .bearer(let token, _): [(token.text, "token")]
        case .apiKey(let key, _): [(key.text, "key")]
        case .oauth(let credential): credential.secrets
        }
    }
}
