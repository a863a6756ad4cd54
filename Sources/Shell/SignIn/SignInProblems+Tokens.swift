import ExchangeModel
import NowSDK

extension SignInProblems {
    /// The problem for a rejected grant. Servers say little on purpose, so what was sent decides which hints come
    /// first.
    func problem(_ refusal: SignInError.GrantRefusal) -> Problem {
        var problem = words(refusal)
        if let ahead = refusal.clockAhead, ahead.magnitude > Self.skew {
            let skew =
                "The clock of \(name) is \(Phrase.duration(ahead)) \(ahead > 0 ? "ahead of" : "behind") this machine's"
            if refusal.grantType == OAuthGrant.assertion(Secret("")).type {
                problem.message = "\(skew), and it rejects a JWT signed at another time: \(said(refusal))."
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

    /// How far clocks may differ, in seconds: what instances allow for a JWT.
    private static let skew: UInt64 = 300

    private func words(_ refusal: SignInError.GrantRefusal) -> Problem {
        let application = "the application \(refusal.clientID)", user = refusal.user ?? who
        let said = said(refusal)
        let registry = "table list oauth_entity -q client_id=\(Quoting.word(refusal.clientID)) -f name,type,active"
        if refusal.error == "invalid_client" {
            return Problem(
                .refused, "\(name) does not know \(application), or its secret is wrong: \(said).",
                hints: [registry, withOtherClient])
        }
        switch refusal.grantType {
        case "password":
            return lockOut(
                Problem(
                    .refused, "\(name) gives \(application) no token for the password of \(user): \(said).",
                    notes: [
                        "It sends the same error for a wrong password, a locked or inactive user, one with a second factor, an "
                            + "unknown client id, a wrong client secret, and where passwords get no tokens at all "
                            + "(glide.oauth.inbound.ropc.grant_type.disabled)."
                    ],
                    hints: asking("\(again) --from ask tells whether it is the password.") + [registry]))
        case "refresh_token":
            return Problem(
                .refused, "\(name) does not renew the sign-in of \(user): \(said).",
                notes: [
                    "The refresh token may have expired (after 100 days, unless \(application) says otherwise), or been revoked."
                ],
                hints: ["\(again) signs in again."])
        case "client_credentials":
            return Problem(
                .refused, "\(name) gives \(application) no token in its own name: \(said).",
                notes: [
                    "It sends the same error for an unknown client id and a wrong secret, and where the application has no user or "
                        + "glide.oauth.inbound.client.credential.grant_type.enabled is not true."
                ],
                hints: asking("\(again) --client-from ask tells whether it is the secret.") + [registry])
        case "authorization_code":
            return Problem(
                .refused, "\(name) rejects the authorization code from \(application): \(said).",
                notes: [
                    "A code is valid once, for a short time, with the redirect URL and the secret of its request."
                ],
                hints: [
                    "\(again) asks for another code.",
                    "table list oauth_entity -q client_id=\(clientID) -f name,redirect_url,active",
                ])
        case OAuthGrant.assertion(Secret("")).type:
            return Problem(
                .refused, "\(name) gives \(application) no token for the signed JWT that names \(user): \(said).",
                notes: [
                    "It sends the same error for an unknown client id, a key that does not belong to the application's certificate, "
                        + "an unknown user, and a clock that is wrong."
                ],
                hints: ["table list jwt_verifier_map -f name,kid", registry])
        default:
            return Problem(.refused, "\(name) gives \(application) no token (\(refusal.grantType)): \(said).")
        }
    }

    private static func phrase(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

    private func said(_ refusal: SignInError.GrantRefusal) -> String {
        let words = [refusal.explanation, refusal.error].map(Self.phrase).filter { !$0.isEmpty }
        return (words.isEmpty ? "it does not say why" : words.joined(separator: ", ")) + " (HTTP \(refusal.status))"
    }
}

extension SignInProblems {
    func pagesClosed(_ found: SignedOut) -> Problem {
        let kind = found.kind ?? choice.kind
        return Problem(
            .refused, "\(name) shows no page to \(found.user ?? who): \(Self.what(found.sign)).",
            notes: [kind.method.whyNoPage],
            hints: kind.method.withoutPage(self) + ["whoami shows who is signed in, and how."])
    }

    func formNotTaken(_ found: SignedOut, isCertain: Bool) -> Problem {
        if isCertain {
            return Problem(
                .refused,
                "The session at \(name) ended before the form was sent: \(Self.what(found.sign)). Nothing was changed.",
                hints: ["page reload shows the page again; then fill in the form again."])
        }
        return Problem(
            .refused, "\(name) answered the form as if no user were signed in: \(Self.what(found.sign)).",
            notes: ["It was sent once; the response does not say whether the instance accepted it."],
            hints: ["page reload shows what is there now."])
    }

    /// What the instance did, as the second half of a sentence.
    private static func what(_ sign: SignedOut.Sign) -> String {
        switch sign {
        case .timeout: "it says that the session has ended"
        case .loginPage: "it sends to its login page"
        case .singleSignOn: "it sends to a single sign-on"
        case .loginForm: "it answers with its login form"
        case .otherOrigin: "it sends to another host"
        case .guest: "it answers as it answers guests"
        }
    }
}
