import ExchangeModel
import NowSDK
import TapeDeck

/// Says what may be sent to the instance while a tape is recorded: reading always, changing on this machine (a sandbox) and
/// where it was allowed by name.
struct LiveGuard: Sendable {
    private let allowed: Instance?
    private let isNamed: Bool

    /// - Parameter isNamed: whether somebody said which instance is recorded from.
    init(_ setup: CassetteSetup, isNamed: Bool) {
        allowed = setup.environment.variables["SNOWDECK_ALLOW_WRITES"].flatMap { try? Instance($0) }
        self.isNamed = isNamed
    }

    /// Throws what keeps a request from being sent.
    func check(_ request: HTTPRequest) throws(TransportFailure) {
        let address = "\(request.method) \(request.url.origin)\(request.url.path)"
        guard isNamed else {
            throw TransportFailure(
                .tape,
                "The tape does not hold \(address), and no instance is named to record it from: set "
                    + "SNOWDECK_INSTANCE.")
        }
        guard request.purpose == .command, !Safety.isSafe(request), !request.url.isLoopback else { return }
        guard let allowed, allowed.origin.origin == request.url.origin else {
            throw TransportFailure(
                .tape,
                "\(address) would change something at an instance that is no sandbox. To allow it: "
                    + "SNOWDECK_ALLOW_WRITES=\(request.url.host)")
        }
    }
}
