import NowSDK
import Synchronization

/// The request whose answer a listener waits for, named once the listener's own port is known.
final class ExpectedRequest: Sendable {
    private let request = Mutex<AuthorizationRequest?>(nil)

    func set(_ made: AuthorizationRequest) { request.withLock { $0 = made } }

    /// Whether an address brings its state.
    func isAnswered(by target: String) -> Bool {
        request.withLock { $0 }?.isAnswered(by: target) ?? false
    }
}
