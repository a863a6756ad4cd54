import FoundationEssentials
import Synchronization

/// Asks the application for tokens and takes the first. A token that was refused is not offered again.
final class ProviderCredentials: CredentialSource {
    private let provider: any NowSDKAuthorizationProviding
    private let offered = Mutex<Credential?>(nil)

    init(_ provider: any NowSDKAuthorizationProviding) { self.provider = provider }

    func credential(for request: CredentialRequest) async throws -> Credential {
        guard let url = URL(string: request.instance.description) else { return .anonymous }
        let tokens = await withCheckedContinuation { continuation in
            // An application that calls back twice is heard once.
            let waiting = Answer(continuation)
            provider.requestAuthorization(for: url) { waiting.give($0) }
        }
        let credential = tokens?.first?.credential ?? .anonymous
        return offered.withLock { offered in
            defer { offered = credential }
            return request.reason != .first && offered == credential ? .anonymous : credential
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
