import Notation

/// What a request is signed in with when no session serves.
public enum Credential: Sendable, Hashable {
    /// Nothing: the request goes out as a guest's.
    case anonymous
    /// User name and password (RFC 7617).
    case basic(user: String, password: Secret)
    /// A token that is its own proof (RFC 6750), and the user it speaks for as far as known.
    case bearer(token: Secret, user: String?)

    /// The user in whose name requests are sent; nil for a guest and where a token does not tell.
    public var user: String? {
        switch self {
        case .anonymous: nil
        case .basic(let user, _): user
        case .bearer(_, let user): user
        }
    }

    /// The value of the `Authorization` line, nil for a guest.
    var headerValue: String? {
        switch self {
        case .anonymous: nil
        case .basic(let user, let password): "Basic " + Base64.encode((user + ":" + password.text).utf8)
        case .bearer(let token, _): "Bearer " + token.text
        }
    }

    /// The texts that must never be seen again, with the label each goes by.
    var secrets: [(text: String, label: String)] {
        switch self {
        case .anonymous: []
        case .basic(let user, let password):
            [(password.text, "password"), (Base64.encode((user + ":" + password.text).utf8), "authorization")]
        case .bearer(let token, _): [(token.text, "token")]
        }
    }
}
