import ExchangeModel
import Notation

/// A signed statement of who a user is (a JWT, RFC 7519), as it came: nothing of it is believed yet.
struct SignedAssertion {
    let algorithm: SignatureAlgorithm
    /// Which of several keys it was signed with, if it says so.
    let keyID: String?
    let issuer: String
    let subject: String
    let audience: [String]
    /// Seconds since 1970, as all its moments.
    let expires: Int64
    let issued: Int64?
    let notBefore: Int64?
    let identifier: String?
    let signature: [UInt8]
    /// What is signed.
    let message: [UInt8]

    /// Nil when the text is no such statement, or is signed in a way that is not known.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = SignedAssertion.object(parts[0]),
            let claims = SignedAssertion.object(parts[1]), let signature = Base64.decode(parts[2]),
            let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init),
            let issuer = claims["iss"]?.string, let subject = claims["sub"]?.string, !subject.isEmpty,
            let expires = SignedAssertion.moment(claims["exp"])
        else { return nil }
        self.algorithm = algorithm
        self.issuer = issuer
        self.subject = subject
        self.expires = expires
        self.signature = signature
        keyID = header["kid"]?.string
        audience =
            claims["aud"].map { $0.kind == .array ? $0.elements.compactMap(\.string) : [$0.string].compactMap { $0 } }
            ?? []
        issued = SignedAssertion.moment(claims["iat"])
        notBefore = SignedAssertion.moment(claims["nbf"])
        identifier = claims["jti"]?.string
        message = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
    }

    private static func object(_ part: Substring.UTF8View) -> JSONNode? {
        guard let bytes = Base64.decode(part), let root = try? JSONDocument(bytes).root, root.kind == .object else {
            return nil
        }
        return root
    }

    /// Whole seconds; the form may have decimals (RFC 7519, 2).
    private static func moment(_ node: JSONNode?) -> Int64? {
        guard let digits = node?.number else { return nil }
        return Int64(digits) ?? Double(digits).flatMap { Int64(exactly: $0.rounded(.down)) }
    }
}
