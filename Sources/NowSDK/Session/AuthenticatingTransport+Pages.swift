import ExchangeModel

extension AuthenticatingTransport {
    /// What an answer comes to when nothing else is to be tried. A page that was answered as to nobody is a failure: of
    /// the sign-in, or of the form that was sent, which is never sent again. What may be the page all the same is it.
    func answer(_ heard: HeardAnswer, to request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        guard let sign = heard.sign else { return heard.response }
        let found = SignedOut(user: heard.user, kind: heard.kind, sign: sign)
        if request.isReading {
            if sign.mayBeThePage { return heard.response }
            throw TransportFailure(
                .signIn, "\(instance.name) goes on showing where to sign in, although it was signed in anew.",
                cause: SignInTrouble.pagesClosed(found))
        }
        // Where a form leads afterwards may be another host.
        if sign == .otherOrigin { return heard.response }
        let isCertain = sign.comesBeforeEverything
        throw TransportFailure(
            .signIn,
            isCertain
                ? "The session at \(instance.name) ended before the form was sent; nothing was changed."
                : "Nobody is signed in at \(instance.name) any more; whether it took the form, its answer does not say.",
            cause: SignInTrouble.formNotTaken(found, isCertain: isCertain))
    }
}
