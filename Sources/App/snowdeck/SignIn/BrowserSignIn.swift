import ExchangeModel
import Glibc
import LineEditing
import LoopbackServer
import NowSDK
import Programs
import Synchronization

/// Opens the instance's consent page and waits for the authorization code: from a local browser, which is redirected to
/// a local port, or from the user, who pastes the address that a browser elsewhere was redirected to.
struct BrowserSignIn {
    let instance: Instance
    let clientID: String
    let scope: String?
    let sources: SecretSources
    let browser: BrowserProgram

    private static let patience = Duration.seconds(300)

    func grant() async throws -> OAuthGrant {
        guard !sources.isNonInteractive else { throw missing("--no-input was given, so no browser is opened.") }
        guard TerminalQuestions().isAvailable else {
            throw missing("There is no terminal for a sign-in in the browser.")
        }
        guard let answer = BrowserAnswer() else { throw missing("This process has no file descriptor left.") }
        let states = MachineEnvironment.randomBytes(16), verifiers = MachineEnvironment.randomBytes(32)
        // The port is known after the listener starts, and the request after that. No answer can come earlier.
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
        // The address is on the screen if no browser can be opened.
        let file = browser.canShow ? browser.open(request.url.description) : nil
        defer { withExtendedLifetime(file) {} }
        sources.say("Sign in to \(instance.name) in a browser:\n\(request.url)")
        return try await withTaskCancellationHandler {
            try await wait(for: answer, to: request)
        } onCancel: {
            answer.take(.cancelled)
        }
    }

    private func wait(for answer: BrowserAnswer, to request: AuthorizationRequest) async throws -> OAuthGrant {
        var question = "If the browser does not return automatically, paste its final address: "
        while true {
            switch await TerminalQuestions().ask(question, until: answer.descriptor) {
            case .text(let text):
                if text.allSatisfy(\.isWhitespace) { continue }
                do throws(SignInError) {
                    let grant = try request.grant(fromPasted: text)
                    note(grant)
                    return grant
                } catch {
                    guard let why = mismatch(error, in: text, request) else { throw failure(error) }
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
                case .late?: throw missing("The browser did not return within five minutes.")
                case .cancelled?, nil: throw CancellationError()
                }
            case .interrupted: throw CancellationError()
            case .end: throw missing("The sign-in in the browser was not finished.")
            case .failed: throw missing("There is no terminal for a sign-in in the browser.")
            }
        }
    }

    /// Why the pasted text is not an answer to this request; nil if it is one, even a rejection. The address may be
    /// left over from an earlier attempt.
    private func mismatch(_ error: SignInError, in text: String, _ request: AuthorizationRequest) -> String? {
        switch error {
        case .authorizationMissing(let why): why
        case .authorizationMismatch(let why) where !request.isAnswered(byPasted: text): why
        default: nil
        }
    }

    /// A code is a secret until it is used.
    private func note(_ grant: OAuthGrant) {
        if case .authorizationCode(let code, _, _) = grant { sources.write(code, as: "token") }
    }

    private static func clock(_ answer: BrowserAnswer) -> Task<Void, Never> {
        Task.detached {
            if (try? await Task.sleep(for: patience)) != nil { answer.take(.late) }
        }
    }

    /// Stops listening after a delay, so that the browser still gets its page.
    private static func stop(_ listener: LoopbackListener) {
        Task.detached {
            try? await Task.sleep(for: .seconds(1))
            listener.stop()
        }
    }

    private func missing(_ message: String) -> TransportFailure { failure(.authorizationMissing(message)) }

    private func failure(_ error: SignInError) -> TransportFailure {
        let sentence =
            switch error {
            case .authorizationMissing(let text), .authorizationRefused(let text), .authorizationMismatch(let text):
                text
            default: "The sign-in in the browser did not succeed."
            }
        return TransportFailure(.signIn, sentence, cause: error)
    }
}

/// The browser's answer. The first one counts, and ends the prompt.
final class BrowserAnswer: Sendable {
    enum Outcome: Sendable {
        case redirect(String)
        case late
        case cancelled
    }

    private let state = Mutex<Outcome?>(nil)
    private let wake: DescriptorPair

    init?() {
        guard let wake = DescriptorPair.pipe() else { return nil }
        self.wake = wake
    }

    deinit { wake.close() }

    var descriptor: Int32 { wake.read }

    var outcome: Outcome? { state.withLock { $0 } }

    /// Sets the outcome; false if there was one already.
    @discardableResult
    func take(_ outcome: Outcome) -> Bool {
        let isFirst = state.withLock { state in
            guard state == nil else { return false }
            state = outcome
            return true
        }
        var byte: UInt8 = 0
        if isFirst { _ = write(wake.write, &byte, 1) }
        return isFirst
    }
}

/// The redirect target on this machine: accepts the answer that matches the request and shows a page with the next
/// step. Other requests are ignored, so that no web page can end the wait.
struct CallbackPage: ImmediateTransport {
    static let path = "/callback"

    let isAnswered: @Sendable (_ target: String) -> Bool
    let answer: BrowserAnswer

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        guard request.url.path == Self.path else {
            return HTTPResponse.page(404, "Not found", ["Snowdeck is waiting at another address."])
        }
        guard request.method == .get else {
            var refusal = HTTPResponse.page(
                405, "Method not allowed", ["Snowdeck is waiting for the browser to return."])
            refusal.headers.append("Allow", "GET")
            return refusal
        }
        guard isAnswered(request.url.target) else {
            return HTTPResponse.page(
                400, "Unexpected response", ["Snowdeck did not request this response and keeps waiting."])
        }
        answer.take(.redirect(request.url.target))
        return HTTPResponse.page(
            200, "Back to Snowdeck", ["You can close this tab. Snowdeck continues in its terminal."])
    }

}

/// The request whose answer a listener waits for, set once the listener's port is known.
final class ExpectedRequest: Sendable {
    private let request = Mutex<AuthorizationRequest?>(nil)

    func set(_ made: AuthorizationRequest) { request.withLock { $0 = made } }

    func isAnswered(by target: String) -> Bool {
        request.withLock { $0 }?.isAnswered(by: target) ?? false
    }
}
