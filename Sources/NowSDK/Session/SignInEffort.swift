/// What one request has already been through to be signed in, so that nothing is tried for ever.
struct SignInEffort: Sendable {
    /// Credentials that were refused while this request tried.
    var refusedCredentials = 0
    /// Access tokens that were refused while this request tried.
    var refusedTokens = 0
    /// How often a page was answered as to nobody.
    var timesSignedOut = 0
    /// Codes of the second factor that were given for this request.
    var codes = 0
    /// The token that came for this request. It is sent once, whatever the clock says: an instance gives the same token
    /// again, with what is left of its life.
    var freshToken: Int?
    /// Whether a guest who is refused may sign in.
    var mayReplaceGuest = true
    /// Whether the source may be asked at all.
    var mayTurnToSource = true

    /// Whoever mistypes a password is asked once more.
    var mayUseAnotherCredential: Bool { refusedCredentials <= 1 }
    /// A token that was refused is renewed once.
    var mayUseAnotherToken: Bool { refusedTokens <= 1 }
    /// A page is asked for once more; twice where somebody else's session was over before this request had it.
    var mayAskForPageAgain: Bool { timesSignedOut < 2 }
    /// A wrong code is asked for again twice.
    var mayAskForCode: Bool { codes < 3 }

    /// Notes what an answer refused.
    mutating func note(_ means: SignInPass.Means, _ heard: HeardAnswer? = nil) {
        if heard?.sign != nil {
            timesSignedOut += 1
            return
        }
        switch means {
        case .nothing, .session: break
        case .credential: refusedCredentials += 1
        case .token: refusedTokens += 1
        }
    }
}
