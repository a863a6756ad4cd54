package import ExchangeModel
import Notation

/// An authorization request that a user approves in a browser (RFC 6749, 4.1, with PKCE).
package struct AuthorizationRequest: Sendable, Hashable {
    package let instance: Instance
    package let clientID: String
    package let redirect: String
    /// The requested scope; nil for the instance's default.
    package let scope: String?
    /// Returned with the code, to detect forged responses.
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

    /// The URL to open in the browser. It contains no secret.
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

    /// Whether a URL carries this request's `state`. A listener ignores all other requests; otherwise any page could
    /// end the wait.
    package func isAnswered(by target: String) -> Bool {
        guard let answer = AuthorizationAnswer(target) else { return false }
        return answer.states.count == 1 && answer.states.allSatisfy(isOwn)
    }

    /// The same for a pasted text.
    package func isAnswered(byPasted text: String) -> Bool { isAnswered(by: AuthorizationAnswer.cleaned(text)) }

    /// Parses the redirect URL, or only its path and query as a listener sees them.
    ///
    /// Throws `.authorizationRefused` for an error response, `.authorizationMismatch` for a missing, repeated or
    /// foreign `state` or a repeated code, and `.authorizationMissing` if there is neither a code nor an error.
    package func grant(fromRedirect target: String) throws(SignInError) -> OAuthGrant {
        guard let answer = AuthorizationAnswer(target) else { throw AuthorizationRequest.nothing }
        return try grant(from: answer)
    }

    /// Parses a pasted redirect URL (with white space, line breaks and quotes in or around it), its query, or the code
    /// alone. A code alone has no `state`, but PKCE makes a foreign code useless.
    package func grant(fromPasted text: String) throws(SignInError) -> OAuthGrant {
        guard text.utf8.count <= AuthorizationAnswer.maxLength else { throw AuthorizationRequest.nothing }
        let cleaned = AuthorizationAnswer.cleaned(text)
        if let answer = AuthorizationAnswer(cleaned), answer.hasResult { return try grant(from: answer) }
        guard !cleaned.utf8.contains(where: Array("/?#&".utf8).contains),
            let code = AuthorizationAnswer.code(PercentCoding.decode(cleaned))
        else { throw AuthorizationRequest.nothing }
        return grant(of: code)
    }

    private func grant(from answer: AuthorizationAnswer) throws(SignInError) -> OAuthGrant {
        guard answer.hasResult else { throw AuthorizationRequest.nothing }
        for (name, values) in [("code", answer.codes), ("error", answer.errors), ("state", answer.states)]
        where values.count > 1 {
            throw .authorizationMismatch("The browser's answer has “\(name)” more than once.")
        }
        guard answer.states.allSatisfy(isOwn) else {
            throw .authorizationMismatch("The browser's answer belongs to another request: its state is another one.")
        }
        if let error = answer.errors.first {
            throw .authorizationRefused(
                ServerMessage.of(([error] + answer.explanations.prefix(1)).joined(separator: ": ")))
        }
        guard !answer.states.isEmpty else {
            throw .authorizationMismatch("The browser's answer may be to another request: it has no state.")
        }
        guard let code = answer.codes.first.flatMap(AuthorizationAnswer.code) else {
            throw AuthorizationRequest.nothing
        }
        return grant(of: code)
    }

    private func isOwn(_ other: String) -> Bool { other.utf8.elementsEqual(state.utf8) }

    private static let nothing = SignInError.authorizationMissing("The browser's answer has no code.")
}

/// The parameters of a redirect URL. OAuth parameters must not be repeated.
struct AuthorizationAnswer {
    let codes, errors, explanations, states: [String]

    /// The longest text that is parsed, in bytes.
    static let maxLength = 65_536

    /// Parses a URL, its path and query, or its query; nil if there is no query.
    init?(_ text: String) {
        guard text.utf8.count <= AuthorizationAnswer.maxLength else { return nil }
        let bytes = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        let query: Substring.UTF8View
        if let mark = bytes.firstIndex(of: UInt8(ascii: "?")) {
            query = bytes[mark...].dropFirst()
        } else if bytes.contains(UInt8(ascii: "=")) {
            query = bytes
        } else {
            return nil
        }
        let fields = PercentCoding.fields(of: String(Substring(query)))
        func values(_ name: String) -> [String] {
            fields.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
        }
        codes = values("code")
        errors = values("error")
        explanations = values("error_description")
        states = values("state")
    }

    var hasResult: Bool { !codes.isEmpty || !errors.isEmpty }

    /// A code; nil if it is empty or contains white space or control characters.
    static func code(_ text: String) -> Secret? {
        guard !text.isEmpty, text.utf8.count <= TokenResponse.maxTokenLength,
            text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { return nil }
        return Secret(text)
    }

    /// Removes what terminals, mail programs and people add to a URL: white space, invisible characters, and
    /// surrounding quotes and brackets.
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

/// A PKCE code verifier and its challenge (RFC 7636).
package struct PKCE: Sendable, Hashable {
    package let verifier: Secret

    package init(random bytes: [UInt8]) {
        precondition((32...96).contains(bytes.count), "a verifier is made of 32 to 96 bytes")
        verifier = Secret(Base64.encodeForURL(bytes))
    }

    /// The code challenge, sent with the method `S256`.
    package var challenge: String { Base64.encodeForURL(SHA256.digest(Array(verifier.text.utf8))) }

    /// The only supported method; `plain` would reveal the verifier.
    package static let method = "S256"
}
