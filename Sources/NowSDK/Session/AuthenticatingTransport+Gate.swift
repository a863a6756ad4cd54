import ExchangeModel
import Synchronization

extension AuthenticatingTransport {
    /// What comes of a request's turn in the gate.
    enum Turn: Sendable {
        case answer(HTTPResponse)
        /// No credential is to be had, and none was refused: the request may go out as it is.
        case asGuest(SignInPass)
    }

    /// Gets what is needed to sign in and sends the request with it, while everybody else waits: those behind find the
    /// session that the answer opens. `refusal` is what the request was refused with before.
    ///
    /// The order of attempts: the token at hand, the token renewed, the credential, another credential once.
    func signInAndSend(
        _ request: HTTPRequest, after refusal: HeardAnswer?, _ effort: inout SignInEffort
    ) async throws(TransportFailure) -> Turn {
        let mayAsk = request.purpose != .completion
        var refusal = refusal
        while true {
            // A menu that was refused shows nothing, and nobody is asked for its sake.
            if refusal != nil, !mayAsk { effort.mayTurnToSource = false }
            let pass = try await pass(for: request.url, mayAsk: mayAsk, &effort)
            guard pass.means != .nothing else {
                if let refusal { return .answer(try answer(refusal, to: request)) }
                try refuseWriteOfTheRefused(request)
                return .asGuest(pass)
            }
            let heard = try await perform(request, pass, mayRepeat: false, effort)
            let response = heard.response
            if heard.sign != nil {
                guard SignIn.mayHelpToRepeat(request, pass, after: heard, effort) else {
                    return .answer(try answer(heard, to: request))
                }
                effort.note(pass.means, heard)
                refusal = heard
                continue
            }
            guard SignIn.isRefusal(response) else {
                await tellOfSuccess(response, from: request.url, pass)
                return .answer(response)
            }
            refusal = heard
            // Then user and password are right, and what is missing is asked for.
            if wantsCode { continue }
            effort.note(pass.means)
            if !effort.mayUseAnotherCredential { return .answer(response) }
            if !effort.mayUseAnotherToken {
                reject(pass)
                return .answer(response)
            }
        }
    }

    /// Whoever was refused and gives up asks on as a guest, and hears the instance's own words. A change is not sent so:
    /// an instance that lets guests in would carry it out in nobody's name.
    private func refuseWriteOfTheRefused(_ request: HTTPRequest) throws(TransportFailure) {
        guard request.method != .get, request.method != .head,
            state.withLock({ if case .rejected = $0.standing { true } else { false } })
        else { return }
        let message = "\(instance.name) did not accept the last sign-in, and a change is not sent as a guest's."
        throw TransportFailure(.signIn, message, cause: SignInTrouble.noSecret(message))
    }

    /// Tells the source that its credential is good, the first time that shows.
    private func tellOfSuccess(_ response: HTTPResponse, from url: HTTPURL, _ pass: SignInPass) async {
        guard SignIn.isAcceptance(response, from: url), case .credential(let number) = pass.means else { return }
        let credential = state.withLock { state -> Credential? in
            guard state.number == number, !state.isAccepted, case .held(let credential) = state.standing else {
                return nil
            }
            state.isAccepted = true
            return credential
        }
        if let credential { await credentials.accepted(credential, tokens: nil, at: instance) }
    }

    /// A token was refused although it had just come: what it was given for is of no use.
    private func reject(_ pass: SignInPass) {
        state.withLock { state in
            guard case .token(let number) = pass.means, state.tokens?.number == number else { return }
            state.lose(.rejected(user: pass.user, nil))
        }
    }

    private var wantsCode: Bool {
        state.withLock { state in
            if case .held = state.standing, case .wanted = state.secondFactor { true } else { false }
        }
    }
}
