import ExchangeModel
import NowSDK

extension SignInProblems {
    /// A grant that the instance refused. It tells little on purpose: what was sent says what may be wrong, and what is to
    /// be looked at first.
    func problem(_ refusal: SignInError.GrantRefusal) -> Problem {
        var problem = words(refusal)
        if let ahead = refusal.clockAhead, ahead.magnitude > Self.skew {
            let skew =
                "The clock of \(name) is \(Phrase.duration(ahead)) \(ahead > 0 ? "ahead of" : "behind") this machine's"
            if refusal.grantType == OAuthGrant.assertion(Secret("")).type {
                problem.message = "\(skew), and it refuses a statement signed at another time: \(said(refusal))."
                problem.notes.removeAll()
            } else {
                problem.notes.append(skew + ".")
            }
            problem.hints.insert("timedatectl status shows whether this machine's clock is right.", at: 0)
        }
        return problem
    }

    private var withOtherClient: String {
        guard !isStanding else { return "\(command) --client-id ID" }
        var choice = choice.withoutPlaces
        choice.clientID = "ID"
        return command + choice.words
    }

    /// Seconds by which clocks may differ: what instances allow a signed statement.
    private static let skew: UInt64 = 300

    private func words(_ refusal: SignInError.GrantRefusal) -> Problem {
        let application = "the application \(refusal.clientID)", user = refusal.user ?? who
        let said = said(refusal)
        let registry = "table list oauth_entity -q client_id=\(Quoting.word(refusal.clientID)) -f name,type,active"
        if refusal.error == "invalid_client" {
            return Problem(
                .refused, "\(name) does not know \(application), or its secret is another: \(said).",
                hints: [registry, withOtherClient])
        }
        switch refusal.grantType {
        case "password":
            return lockOut(
                Problem(
                    .refused, "\(name) gives \(application) no token for the password of \(user): \(said).",
                    notes: [
                        "It says the same of a wrong password, a locked or inactive user, one with a second factor, an "
                            + "unknown client id, a wrong client secret, and where passwords get no tokens at all "
                            + "(glide.oauth.inbound.ropc.grant_type.disabled)."
                    ],
                    hints: asking("\(again) --from ask tells whether it is the password.") + [registry]))
        case "refresh_token":
            return Problem(
                .refused, "\(name) does not renew the sign-in of \(user): \(said).",
                notes: [
                    "What renews it may have ended (after 100 days, unless \(application) says otherwise), or been revoked."
                ],
                hints: ["\(again) signs in anew."])
        case "client_credentials":
            return Problem(
                .refused, "\(name) gives \(application) no token in its own name: \(said).",
                notes: [
                    "It says the same of an unknown client id and a wrong secret, and where the application has no user or "
                        + "glide.oauth.inbound.client.credential.grant_type.enabled is not true."
                ],
                hints: asking("\(again) --client-from ask tells whether it is the secret.") + [registry])
        case "authorization_code":
            return Problem(
                .refused, "\(name) does not take its own code back from \(application): \(said).",
                notes: [
                    "A code is good once and for a short time, for the redirect URL and the secret it was asked for with."
                ],
                hints: [
                    "\(again) asks for another code.",
                    "table list oauth_entity -q client_id=\(clientID) -f name,redirect_url,active",
                ])
        case OAuthGrant.assertion(Secret("")).type:
            return Problem(
                .refused, "\(name) gives \(application) no token for the signed statement about \(user): \(said).",
                notes: [
                    "It says the same of an unknown client id, a key that does not belong to the application's certificate, "
                        + "an unknown user, and a clock that is wrong."
                ],
                hints: ["table list jwt_verifier_map -f name,kid", registry])
        default:
            return Problem(.refused, "\(name) gives \(application) no token (\(refusal.grantType)): \(said).")
        }
    }

    /// Somebody's sentence as a part of another one.
    private static func phrase(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

    /// The instance's own words.
    private func said(_ refusal: SignInError.GrantRefusal) -> String {
        let words = [refusal.explanation, refusal.error].map(Self.phrase).filter { !$0.isEmpty }
        return (words.isEmpty ? "it does not say why" : words.joined(separator: ", ")) + " (HTTP \(refusal.status))"
    }
}
