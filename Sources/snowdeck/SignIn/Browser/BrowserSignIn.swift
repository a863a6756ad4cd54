import ExchangeModel
import LineEditing
import LoopbackServer
import NowSDK
import Shell

/// Sends somebody to the instance's page of consent, and waits for the code: from the browser of this machine, which comes
/// back to a port of it, or from the person, who pastes the address that a browser elsewhere ended at.
struct BrowserSignIn {
    let instance: Instance
    let clientID: String
    let scope: String?
    let sources: SecretSources
    let browser: BrowserProgram

    /// How long a person may take.
    private static let patience = Duration.seconds(300)

    /// The grounds for a token. Throws `SignInError` as the cause of a failure, and a cancellation for Ctrl-C.
    func grant() async throws -> OAuthGrant {
        guard !sources.asksNothing else { throw missing("--no-input was given, so nobody is sent to a browser.") }
        guard TerminalQuestions().isThere else {
            throw missing("There is no terminal, so nobody can be sent to a browser.")
        }
        guard let answer = BrowserAnswer() else { throw missing("This process has no file descriptor left.") }
        let states = MachineEnvironment.freshBytes(16), verifiers = MachineEnvironment.freshBytes(32)
        // The port is known once the listener stands, and the request once the port is: nobody can answer before.
        let expected = ExpectedRequest()
        let page = CallbackPage(isAnswered: { expected.isAnswered(by: $0) }, answer: answer)
        let listener: LoopbackListener
        do throws(ListenerError) {
            listener = try LoopbackListener(page, options: ListenerOptions(maximumBody: 0, connectionMemory: 128 << 10))
        } catch {
            throw missing("The browser's answer cannot be waited for: \(error.message)")
        }
        defer { Self.stop(listener) }
        let request = AuthorizationRequest(
            instance: instance, clientID: clientID, redirect: "http://127.0.0.1:\(listener.port)\(CallbackPage.path)",
            scope: scope, stateBytes: states, verifierBytes: verifiers)
        expected.set(request)
        sources.write(request.proof.verifier, as: "token")
        let clock = Self.clock(answer)
        defer { clock.cancel() }
        // One that cannot be opened is no trouble: the address stands on the screen.
        if browser.canShow { browser.open(request.url.description) }
        sources.say("Sign in to \(instance.name) in a browser:\n\(request.url)")
        return try await withTaskCancellationHandler {
            try await wait(for: answer, to: request)
        } onCancel: {
            answer.take(.cancelled)
        }
    }

    private func wait(for answer: BrowserAnswer, to request: AuthorizationRequest) async throws -> OAuthGrant {
        var question = "If it does not come back here by itself, paste the address it ends at: "
        while true {
            switch await TerminalQuestions().ask(question, until: answer.descriptor) {
            case .text(let text):
                if text.allSatisfy(\.isWhitespace) { continue }
                do throws(SignInError) {
                    let grant = try request.grant(fromPasted: text)
                    note(grant)
                    return grant
                } catch {
                    guard let why = mistake(error, in: text, request) else { throw failure(error) }
                    question = "\(why) Paste the whole address, or Ctrl-D: "
                }
            case .superseded:
                switch answer.outcome {
                case .redirect(let target)?:
                    do throws(SignInError) {
                        let grant = try request.grant(fromRedirect: target)
                        note(grant)
                        return grant
                    } catch {
                        throw failure(error)
                    }
                case .late?: throw missing("Nothing came back from the browser within five minutes.")
                case .cancelled?, nil: throw CancellationError()
                }
            case .interrupted: throw CancellationError()
            case .end: throw missing("The sign-in in the browser was not finished.")
            case .failed: throw missing("There is no terminal, so nobody can be sent to a browser.")
            }
        }
    }

    /// Why what was pasted is no answer to this request; nil when it is one, and says no. An address may be left over from
    /// an earlier try.
    private func mistake(_ trouble: SignInError, in text: String, _ request: AuthorizationRequest) -> String? {
        switch trouble {
        case .authorizationMissing(let why): why
        case .authorizationRefused(let why) where !request.isAnswered(byPasted: text): why
        case .authorizationMismatch(let why) where !request.isAnswered(byPasted: text): why
        default: nil
        }
    }

    /// A code is a secret until it was used.
    private func note(_ grant: OAuthGrant) {
        if case .authorizationCode(let code, _, _) = grant { sources.write(code, as: "token") }
    }

    private static func clock(_ answer: BrowserAnswer) -> Task<Void, Never> {
        Task.detached {
            if (try? await Task.sleep(for: patience)) != nil { answer.take(.late) }
        }
    }

    /// Stops listening a moment later: the browser is still to be shown its page.
    private static func stop(_ listener: LoopbackListener) {
        Task.detached {
            try? await Task.sleep(for: .seconds(1))
            listener.stop()
        }
    }

    private func missing(_ message: String) -> TransportFailure { failure(.authorizationMissing(message)) }

    private func failure(_ trouble: SignInError) -> TransportFailure {
        let sentence =
            switch trouble {
            case .authorizationMissing(let text), .authorizationRefused(let text), .authorizationMismatch(let text):
                text
            default: "The sign-in in the browser did not succeed."
            }
        return TransportFailure(.signIn, sentence, cause: trouble)
    }
}
