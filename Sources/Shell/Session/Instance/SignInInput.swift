import NowSDK

/// With what somebody signed in is an input of a command when it is not what the session says. Never a secret: what is
/// kept is the user's name or the shape of the credential, and that a second factor's code was given or not. A replay
/// then takes the same turns as the recording.
enum SignInInput {
    /// What the input is called on the tape.
    static func name(_ reason: CredentialRequest.Reason) -> String {
        switch reason {
        case .first: "sign-in"
        case .rejected: "sign-in after a rejection"
        case .expired: "sign-in after an expiry"
        }
    }

    /// What the sign-in of a guest who was refused is called.
    static let guestName = "sign-in of a guest"

    /// What the code of the second factor is called, by what it was wanted for.
    static func codeName(_ reason: CredentialRequest.Reason) -> String { name(reason) + ", second factor" }

    /// Stands on the tape where nobody gave a code.
    static let noCode = "There was no code."

    /// What holds when the tape says nothing: the session's user and a password at first, and giving up later.
    static func usual(_ reason: CredentialRequest.Reason, user: String?) -> CredentialShape {
        guard reason == .first, let user else { return CredentialShape(.guest) }
        return CredentialShape(.basic, user: user)
    }

    /// Whether the tape need not say it. Of what follows a rejection or an expiry there may be several in one command, so
    /// each is kept.
    static func isUnderstood(_ shape: CredentialShape, _ reason: CredentialRequest.Reason, user: String?) -> Bool {
        reason == .first && shape == usual(reason, user: user)
    }
}
