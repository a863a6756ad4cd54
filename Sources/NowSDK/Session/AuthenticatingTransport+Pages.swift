import ExchangeModel

extension AuthenticatingTransport {
    /// The result of an answer when nothing else is to be tried. A page that was answered as to a guest is a failure: of
    /// the sign-in, or of the form that was sent, which is never sent again. What may be the page all the same is it.
    func answer(_ outcome: AuthOutcome, to request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        guard let sign = outcome.sign else { return outcome.response }
        let found = SignedOut(user: outcome.user, kind: outcome.kind, sign: sign)
        if request.isReading {
            if sign.mayBeThePage { return outcome.response }
            throw TransportFailure(
                .signIn, "\(instance.name) still shows its sign-in page after signing in again.",
                cause: SignInError.pagesClosed(found))
        }
        // Where a form leads afterwards may be another host.
        if sign == .otherOrigin { return outcome.response }
        let isCertain = sign.comesBeforeEverything
        throw TransportFailure(
            .signIn,
            isCertain
                ? "The session at \(instance.name) ended before the form was sent; nothing was changed."
                : "The session at \(instance.name) has ended; its answer does not say whether it took the form.",
            cause: SignInError.formNotTaken(found, isCertain: isCertain))
    }
}
