package import ExchangeModel
import Notation

/// A person's leave for an application to act in their name, asked for in a browser (RFC 6749, 4.1, with PKCE).
package struct AuthorizationRequest: Sendable, Hashable {
    package let instance: Instance
    package let clientID: String
    package let redirect: String
    /// The scope that is asked for; nil leaves it to the instance.
    package let scope: String?
    /// Comes back with the code, so that no one slips in an answer to something else.
    package let state: String
    package let proof: PKCE

    package init(
        instance: Instance, clientID: String, redirect: String, scope: String? = nil, stateBytes: [UInt8],
        verifierBytes: [UInt8]
    ) {
        precondition(stateBytes.count >= 16, "a state is made of 16 bytes or more")
        self.instance = instance
        self.clientID = clientID
        self.redirect = redirect
        self.scope = scope
        state = Base64.encodeForURL(stateBytes)
        proof = PKCE(random: verifierBytes)
    }

    /// Where to send the browser. It holds no secret.
    package var url: HTTPURL {
        let fields = [
            (name: "response_type", value: "code"), (name: "client_id", value: clientID),
            (name: "redirect_uri", value: redirect), (name: "state", value: state),
            (name: "code_challenge", value: proof.challenge), (name: "code_challenge_method", value: PKCE.method),
        ]
        return instance.url("/oauth_auth.do", query: fields + (scope.map { [(name: "scope", value: $0)] } ?? []))
    }

    package func grant(of code: Secret) -> OAuthGrant {
        .authorizationCode(code, verifier: proof.verifier, redirect: redirect)
    }
}

extension AuthorizationRequest {
    /// Whether an address brings the state of this request. Who listens for the answer lets everything else pass by, or
    /// any page could end the wait.
    package func isAnswered(by target: String) -> Bool {
        guard let answer = AuthorizationAnswer(target) else { return false }
        return answer.states.count == 1 && answer.states.allSatisfy(isOwn)
    }

    /// The same of what a person pasted, with what stands around an address then.
    package func isAnswered(byPasted text: String) -> Bool { isAnswered(by: AuthorizationAnswer.cleaned(text)) }

    /// Reads the address that the browser was sent to, or its path and query as a listener sees them.
    ///
    /// Fails with `.authorizationRefused` for an error, with `.authorizationMismatch` for a state that is missing, repeated
    /// or another's and for a repeated code, and with `.authorizationMissing` when there is neither code nor error.
    package func grant(fromRedirect target: String) throws(SignInError) -> OAuthGrant {
        guard let answer = AuthorizationAnswer(target) else { throw AuthorizationRequest.nothing }
        return try grant(from: answer)
    }

    /// Reads what a person pasted: the address, with blanks, line ends and quotes in and around it, its query alone, or
    /// the code alone, which brings no state; PKCE keeps another's code from being of use.
    package func grant(fromPasted text: String) throws(SignInError) -> OAuthGrant {
        guard text.utf8.count <= AuthorizationAnswer.longest else { throw AuthorizationRequest.nothing }
        let cleaned = AuthorizationAnswer.cleaned(text)
        if let answer = AuthorizationAnswer(cleaned), answer.saysAnything { return try grant(from: answer) }
        guard !cleaned.utf8.contains(where: Array("/?#&".utf8).contains),
            let code = AuthorizationAnswer.code(PercentCoding.decode(cleaned))
        else { throw AuthorizationRequest.nothing }
        return grant(of: code)
    }

    private func grant(from answer: AuthorizationAnswer) throws(SignInError) -> OAuthGrant {
        guard answer.saysAnything else { throw AuthorizationRequest.nothing }
        for (name, values) in [("code", answer.codes), ("error", answer.errors), ("state", answer.states)]
        where values.count > 1 {
            throw .authorizationMismatch("The browser's answer holds “\(name)” more than once.")
        }
        guard answer.states.allSatisfy(isOwn) else {
            throw .authorizationMismatch("The browser's answer belongs to another request: its state is another one.")
        }
        if let error = answer.errors.first {
            throw .authorizationRefused(
                InstanceWords.of(([error] + answer.explanations.prefix(1)).joined(separator: ": ")))
        }
        guard !answer.states.isEmpty else {
            throw .authorizationMismatch("The browser's answer may be to another request: it holds no state.")
        }
        guard let code = answer.codes.first.flatMap(AuthorizationAnswer.code) else {
            throw AuthorizationRequest.nothing
        }
        return grant(of: code)
    }

    private func isOwn(_ other: String) -> Bool { other.utf8.elementsEqual(state.utf8) }

    private static let nothing = SignInError.authorizationMissing("The browser's answer holds no code.")
}

/// The fields of the address that a browser comes back to; a field of OAuth's may stand there once only.
struct AuthorizationAnswer {
    let codes, errors, explanations, states: [String]

    /// Longer texts are not read, in bytes.
    static let longest = 65_536

    /// Reads an address, its path and query, or its query. Nil when there is no query.
    init?(_ text: String) {
        guard text.utf8.count <= AuthorizationAnswer.longest else { return nil }
        let bytes = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        let query: Substring.UTF8View
        if let mark = bytes.firstIndex(of: UInt8(ascii: "?")) {
            query = bytes[mark...].dropFirst()
        } else if bytes.contains(UInt8(ascii: "=")) {
            query = bytes
        } else {
            return nil
        }
        let fields = HTTPURL(scheme: "http", host: "localhost", query: String(Substring(query))).queryFields
        func values(_ name: String) -> [String] {
            fields.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
        }
        codes = values("code")
        errors = values("error")
        explanations = values("error_description")
        states = values("state")
    }

    var saysAnything: Bool { !codes.isEmpty || !errors.isEmpty }

    /// A code that can be sent on; nil for an empty one and for one with blanks or control characters.
    static func code(_ text: String) -> Secret? {
        guard !text.isEmpty, text.utf8.count <= TokenResponse.longestToken, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { return nil }
        return Secret(text)
    }

    /// The text without what a terminal, a mail or a person adds to an address: white space anywhere (an address has
    /// none, a terminal breaks lines), marks that cannot be seen, and quotes and brackets around it.
    static func cleaned(_ text: String) -> String {
        var scalars = TerminalText.plain(text).unicodeScalars.filter {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        }[...]
        let quotes = Set("\"'`<>«»“”‘’„‚".unicodeScalars)
        while let first = scalars.first, quotes.contains(first) { scalars = scalars.dropFirst() }
        while let last = scalars.last, quotes.contains(last) { scalars = scalars.dropLast() }
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: scalars)
        return String(kept)
    }
}

/// The proof that the one who brings a code is who asked for it (RFC 7636): a verifier that is kept, and a challenge made of
/// it that is shown.
package struct PKCE: Sendable, Hashable {
    package let verifier: Secret

    package init(random bytes: [UInt8]) {
        precondition((32...96).contains(bytes.count), "a verifier is made of 32 to 96 bytes")
        verifier = Secret(Base64.encodeForURL(bytes))
    }

    /// Sent before it, with the method `S256`.
    package var challenge: String { Base64.encodeForURL(SHA256.digest(Array(verifier.text.utf8))) }

    /// The one method there is: the other shows the verifier.
    package static let method = "S256"
}
