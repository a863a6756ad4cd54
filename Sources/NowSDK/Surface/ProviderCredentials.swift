import FoundationEssentials
import Synchronization

/// Asks the application for tokens and takes the first that was not refused yet: an application may give an access token
/// and a refresh token behind it. After signing out everything counts again.
final class ProviderCredentials: CredentialSource {
    private let provider: any NowSDKAuthorizationProviding
    private struct State {
        var offered: Credential?
        var refused: Set<Credential> = []
    }
    private let state = Mutex(State())

    init(_ provider: any NowSDKAuthorizationProviding) { self.provider = provider }

    func credential(for request: CredentialRequest) async throws -> Credential {
        guard let url = URL(string: request.instance.description) else { return .anonymous }
        let waiting = Answer()
        let tokens = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.wait(continuation)
                // No one calls back any more once the application has let go of the closure.
                let end = Answer.End(waiting)
                provider.requestAuthorization(for: url) { end.answer.give($0) }
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

    /// What an application calls back with. One that calls back twice is heard once, one that never does has nothing.
    private final class Answer: Sendable {
        /// Gives no token when the last who could call back is gone.
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
