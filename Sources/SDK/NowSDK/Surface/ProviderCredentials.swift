import FoundationEssentials
import Synchronization

/// Requests tokens from the application and uses the first that was not rejected yet, for example an access token
/// before a refresh token. Signing out forgets the rejections.
final class ProviderCredentials: CredentialSource {
    private let provider: Serialized<any NowSDKAuthorizationProviding>
    private struct State {
        var offered: Credential?
        var refused: Set<Credential> = []
    }
    private let state = Mutex(State())

    init(_ provider: Serialized<any NowSDKAuthorizationProviding>) { self.provider = provider }

    func credential(for request: CredentialRequest) async throws -> Credential {
        guard let url = URL(string: request.instance.description) else { return .anonymous }
        let waiting = Answer()
        let tokens = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.wait(continuation)
                // The application released the closure, so it will never be called.
                let end = Answer.End(waiting)
                provider.call { $0.requestAuthorization(for: url) { end.answer.give($0) } }
            }
        } onCancel: {
            waiting.give(nil)
        }
        try Task.checkCancellation()
        return state.withLock { state in
            if request.reason == .first {
                state.refused = []
            } else if let offered = state.offered {
                state.refused.insert(offered)
            }
            let credential = (tokens ?? []).lazy.map(\.credential).first { !state.refused.contains($0) } ?? .anonymous
            state.offered = credential
            return credential
        }
    }

    /// The result of an application's callback. Only the first call counts; if the closure is released without a call,
    /// there are no tokens.
    private final class Answer: Sendable {
        /// Completes without tokens when the last reference to the callback is gone.
        final class End: Sendable {
            let answer: Answer
            init(_ answer: Answer) { self.answer = answer }
            deinit { answer.give(nil) }
        }
        private struct State {
            var isGiven = false
            var waiting: CheckedContinuation<[AuthorizationToken]?, Never>?
        }
        private let state = Mutex(State())

        func wait(_ continuation: CheckedContinuation<[AuthorizationToken]?, Never>) {
            let isOver = state.withLock { state in
                if !state.isGiven { state.waiting = continuation }
                return state.isGiven
            }
            if isOver { continuation.resume(returning: nil) }
        }

        func give(_ tokens: [AuthorizationToken]?) {
            let waiting = state.withLock { state in
                defer { state = State(isGiven: true) }
                return state.waiting
            }
            waiting?.resume(returning: tokens)
        }
    }
}
