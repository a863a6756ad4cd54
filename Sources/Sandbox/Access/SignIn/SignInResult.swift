/// What became of a request's credentials.
enum SignInResult {
    /// Somebody is asking, in a session whose cookies the answer sets.
    case signedIn(SessionBook.Session, cookies: [String])
    case refused(SignInRefusal)
}

/// Why a request is not answered: all of them are a 401.
enum SignInRefusal: Error, Hashable {
    /// There is no credential and no session, or the credential is wrong. Which of the two, nobody is told.
    case credentials
    /// The user has a second factor, and its passcode is missing or wrong.
    case passcode
    /// The session visited a page, and the request lacks this token (`X-UserToken`).
    case userToken(String)
}
