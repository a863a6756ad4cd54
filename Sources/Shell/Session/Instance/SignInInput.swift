import NowSDK

/// Who signed in is an input of a command when it is not what the session says: nobody did, or somebody tried again
/// after a rejection. Only the user's name is kept. A replay then takes the same turns as the recording.
enum SignInInput {
    /// What the input is called on the tape.
    static func name(_ reason: CredentialRequest.Reason) -> String {
        switch reason {
        case .first: "sign-in"
        case .rejected: "sign-in after a rejection"
        case .expired: "sign-in after an expiry"
        }
    }

    /// What holds when the tape says nothing: the session's user at first, and giving up after a rejection.
    static func usual(_ reason: CredentialRequest.Reason, user: String?) -> String? { reason == .first ? user : nil }
}
