import ExchangeModel
import Notation

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
    /// Fails with `.authorizationRefused` for an error, a state that is missing, repeated or another's, and a repeated
    /// code, and with `.authorizationMissing` when there is neither code nor error.
    package func grant(fromRedirect target: String) throws(SignInTrouble) -> OAuthGrant {
        guard let answer = AuthorizationAnswer(target) else { throw AuthorizationRequest.nothing }
        return try grant(from: answer)
    }

    /// Reads what a person pasted: the address, with blanks, line ends and quotes in and around it, its query alone, or
    /// the code alone, which brings no state; PKCE keeps another's code from being of use.
    package func grant(fromPasted text: String) throws(SignInTrouble) -> OAuthGrant {
        guard text.utf8.count <= AuthorizationAnswer.longest else { throw AuthorizationRequest.nothing }
        let cleaned = AuthorizationAnswer.cleaned(text)
        if let answer = AuthorizationAnswer(cleaned), answer.saysAnything { return try grant(from: answer) }
        guard !cleaned.utf8.contains(where: Array("/?#&".utf8).contains),
            let code = AuthorizationAnswer.code(PercentCoding.decode(cleaned))
        else { throw AuthorizationRequest.nothing }
        return grant(of: code)
    }

    private func grant(from answer: AuthorizationAnswer) throws(SignInTrouble) -> OAuthGrant {
        guard answer.saysAnything else { throw AuthorizationRequest.nothing }
        for (name, values) in [("code", answer.codes), ("error", answer.errors), ("state", answer.states)]
        where values.count > 1 {
            throw .authorizationRefused("The browser's answer holds “\(name)” more than once.")
        }
        guard answer.states.allSatisfy(isOwn) else {
            throw .authorizationRefused("The browser's answer belongs to another request: its state is another one.")
        }
        if let error = answer.errors.first {
            throw .authorizationRefused(
                InstanceWords.of(([error] + answer.explanations.prefix(1)).joined(separator: ": ")))
        }
        guard !answer.states.isEmpty else {
            throw .authorizationRefused("The browser's answer may be to another request: it holds no state.")
        }
        guard let code = answer.codes.first.flatMap(AuthorizationAnswer.code) else {
            throw AuthorizationRequest.nothing
        }
        return grant(of: code)
    }

    private func isOwn(_ other: String) -> Bool { other.utf8.elementsEqual(state.utf8) }

    private static let nothing = SignInTrouble.authorizationMissing("The browser's answer holds no code.")
}
