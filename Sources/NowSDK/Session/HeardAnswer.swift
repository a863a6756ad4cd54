import ExchangeModel

/// An answer, and what it says of the sign-in that its request went out with.
struct HeardAnswer: Sendable {
    let response: HTTPResponse
    /// What shows that a page was answered as to nobody.
    var sign: SignedOut.Sign?
    /// Whether the same request may fare better, signed in anew.
    var mayHelp = false
    /// The user it went out for, as far as known.
    var user: String?
    /// How it was signed in.
    var kind: SignInKind?
}

extension HTTPRequest {
    /// Whether it asks for something and changes nothing, so that it may go out again.
    var isReading: Bool { method == .get || method == .head }
}
