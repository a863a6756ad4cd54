import ExchangeModel

/// How an application names itself to the token endpoint: in the form or, where the form has no secret, in a Basic header
/// (RFC 6749, 2.3.1).
struct ClientCredentials {
    let clientID: String?
    let secret: String?

    /// Nil when the form and the header name two applications.
    init?(_ form: TokenForm, header: RequestCredential?) {
        guard form["client_secret"] == nil, case .basic(let user, let password)? = header else {
            (clientID, secret) = (form["client_id"], form["client_secret"])
            return
        }
        // User and password are encoded like fields of a form before they become Base64.
        (clientID, secret) = (PercentCoding.decodeForm(user), PercentCoding.decodeForm(password))
        guard form["client_id"] ?? clientID == clientID else { return nil }
    }
}
