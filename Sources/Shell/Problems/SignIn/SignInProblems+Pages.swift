import NowSDK

extension SignInProblems {
    /// The instance shows no page to this sign-in, although it was signed in anew.
    func pagesClosed(_ found: SignedOut) -> Problem {
        let kind = found.kind ?? choice.kind
        return Problem(
            .refused, "\(name) shows no page to \(found.user ?? who): \(Self.what(found.sign)).",
            notes: [Self.why(kind)], hints: hints(kind) + ["whoami shows who is signed in, and how."])
    }

    /// A form met a session that had ended.
    func formNotTaken(_ found: SignedOut, isCertain: Bool) -> Problem {
        if isCertain {
            return Problem(
                .refused,
                "The session at \(name) ended before the form was sent: \(Self.what(found.sign)). Nothing was changed.",
                hints: ["page reload shows the page anew; then fill the form in once more."])
        }
        return Problem(
            .refused, "\(name) answered the form as to nobody: \(Self.what(found.sign)).",
            notes: ["It was sent once. Whether the instance took it, its answer does not say."],
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

    private static func why(_ kind: SignInKind) -> String {
        switch kind {
        case .basic:
            "The password may be wrong, or good for the APIs alone: where people sign in by a single sign-on, pages often "
                + "take no password."
        case .apiKey: "An API key opens APIs, and no pages."
        case .guest: "Nobody is signed in."
        case .certificate: "The certificate may be good for the APIs alone."
        case .token, .oauthPassword, .oauthCode, .oauthClient, .oauthJWT:
            "The token may be good for the APIs alone, or its user be one that pages turn away: without a role, locked, or "
                + "with a second factor to set up."
        }
    }

    private func hints(_ kind: SignInKind) -> [String] {
        switch kind {
        case .oauthCode: ["\(again) signs in anew."]
        case .basic:
            asking("\(command) --from ask asks for the password anew.") + [
                "\(command) --sign-in oauth-code --client-id ID signs in by way of the browser."
            ]
        case .apiKey, .certificate, .guest, .token, .oauthPassword, .oauthClient, .oauthJWT:
            [
                "\(command) --sign-in oauth-code --client-id ID signs in by way of the browser.",
                "\(command) --sign-in basic --user NAME signs in by a password.",
            ]
        }
    }
}
