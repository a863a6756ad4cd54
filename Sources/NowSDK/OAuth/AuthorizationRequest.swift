package import ExchangeModel
import Notation

/// A person's leave for an application to act in their name, asked for in a browser (RFC 6749, 4.1, with PKCE).
package struct AuthorizationRequest: Sendable, Hashable {
    /// The instance that is asked.
    package let instance: Instance
    /// The application.
    package let clientID: String
    /// Where the browser is sent with the code.
    package let redirect: String
    /// The scope that is asked for; nil leaves it to the instance.
    package let scope: String?
    /// Comes back with the code, so that nobody slips in an answer to something else.
    package let state: String
    /// The proof that goes with the code.
    package let proof: PKCE

    /// A request with a state and a verifier of random bytes: at least 16 of the one, 32 to 96 of the other.
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

    /// The grounds that a code gives.
    package func grant(of code: Secret) -> OAuthGrant {
        .authorizationCode(code, verifier: proof.verifier, redirect: redirect)
    }
}
