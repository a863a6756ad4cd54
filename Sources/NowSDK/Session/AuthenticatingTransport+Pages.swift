import ExchangeModel

extension AuthenticatingTransport {
    /// The final result for a response. A page that was answered as to a guest becomes a failure of the sign-in, or of
    /// the submitted form, which is never sent twice. Inconclusive responses are returned.
    func answer(_ outcome: AuthOutcome, to request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        guard let sign = outcome.sign else { return outcome.response }
        let found = SignedOut(user: outcome.user, kind: outcome.kind, sign: sign)
        if request.isReadOnly {
            if sign.isInconclusive { return outcome.response }
            throw TransportFailure(
                .signIn, "\(instance.name) still shows its sign-in page after signing in again.",
                cause: SignInError.pagesClosed(found))
        }
        // After a form, an instance may redirect to another host.
        if sign == .otherOrigin { return outcome.response }
        let isCertain = sign.precedesProcessing
        throw TransportFailure(
            .signIn,
            isCertain
                ? "The session at \(instance.name) ended before the form was sent; nothing was changed."
                : "The session at \(instance.name) has ended; its answer does not say whether it took the form.",
            cause: SignInError.formNotTaken(found, isCertain: isCertain))
    }
}
