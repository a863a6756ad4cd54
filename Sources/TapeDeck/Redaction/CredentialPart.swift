import ExchangeModel
import Notation

/// A secret inside another one: the password of `Authorization: Basic`, the text of a percent-encoded cookie.
///
/// A server may repeat only this part, so it is searched for by value like the whole. A user name is no secret.
struct CredentialPart {
    let secret: [UInt8]
    let label: String

    static func parts(of secret: [UInt8], _ label: String) -> [CredentialPart] {
        switch label {
        case "authorization": passwords(of: secret) ?? parameters(of: secret)
        case "cookie": decoded(secret).map { [CredentialPart(secret: $0, label: label)] } ?? []
        default: []
        }
    }

    /// The password of `user:password` in base64 (RFC 7617), in UTF-8 also if it was sent in Latin-1, and decoded if it
    /// is the percent-encoded secret of an OAuth client (RFC 6749, 2.3.1). Nil for other credentials.
    private static func passwords(of credentials: [UInt8]) -> [CredentialPart]? {
        guard let bytes = Base64.decode(credentials[...]), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        var password = Array(bytes[(colon + 1)...])
        // A key may be sent as the user, with nothing after it. A password equal to the name is everywhere.
        if password.isEmpty {
            password = Array(bytes[..<colon])
        } else if password == Array(bytes[..<colon]) {
            return []
        }
        var forms = [password]
        if String(validating: password, as: UTF8.self) == nil {
            forms.append(password.flatMap { UTF8.encode(Unicode.Scalar($0)).map(Array.init) ?? [] })
        }
        if let plain = decoded(password) { forms.append(plain) }
        return forms.map { CredentialPart(secret: $0, label: "password") }
    }

    /// What follows a scheme that is not kept (`Token abc`), and the secret parameters of any scheme (`oauth_token="…"`,
    /// the `response` of Digest).
    private static func parameters(of credentials: [UInt8]) -> [CredentialPart] {
        var start = 0
        if let space = credentials.firstIndex(of: UInt8(ascii: " ")),
            credentials[..<space].allSatisfy({ ASCII.isName($0) && $0 != UInt8(ascii: "=") })
        {
            start = space + 1
        }
        let rest = credentials[start...]
        guard rest.contains(UInt8(ascii: "=")), rest.contains(UInt8(ascii: ",")) else {
            return start > 0 ? [CredentialPart(secret: Array(rest), label: "authorization")] : []
        }
        return rest.split(separator: UInt8(ascii: ",")).compactMap { pair in
            guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), let value = CookieRedactor.value(of: pair) else {
                return nil
            }
            let name = pair[..<sign].filter { !ASCII.isSpace($0) }
            guard name.elementsEqual("response".utf8) || SecretNames.label(of: name[...]) != nil else { return nil }
            return CredentialPart(secret: Array(credentials[value.range]), label: "authorization")
        }
    }

    /// A percent-encoded text decoded; nil for one without escapes.
    private static func decoded(_ text: [UInt8]) -> [UInt8]? {
        guard text.contains(UInt8(ascii: "%")), let plain = EscapedView(text[...], of: .form)?.bytes, plain != text
        else {
            return nil
        }
        return plain
    }
}
