import FoundationEssentials
import Synchronization

/// Asks the application for tokens and takes the first that was not refused yet: an application may give an access token
/// and a refresh token behind it. After signing out everything counts anew.
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
        let tokens = await withCheckedContinuation { continuation in
            // An application that calls back twice is heard once.
            let waiting = Answer(continuation)
            provider.requestAuthorization(for: url) { waiting.give($0) }
        }
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

    private final class Answer: Sendable {
        private let continuation: Mutex<CheckedContinuation<[AuthorizationToken]?, Never>?>
        init(_ continuation: CheckedContinuation<[AuthorizationToken]?, Never>) {
            self.continuation = Mutex(continuation)
        }
        func give(_ tokens: [AuthorizationToken]?) {
            let waiting = continuation.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            waiting?.resume(returning: tokens)
        }
    }
}
