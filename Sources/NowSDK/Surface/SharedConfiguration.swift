import Synchronization

/// The SDK's configuration, which its free functions need: the one piece of global state there is. It is locked, and a
/// task can have one of its own.
enum SharedConfiguration {
    private struct State {
        var core: NowCoreService?
        var network: NowNetwork?
    }
    private static let state = Mutex(State())

    /// What this task uses in place of the process's configuration.
    @TaskLocal static var ownCore: NowCoreService?

    static var core: NowCoreService? { ownCore ?? state.withLock { $0.core } }

    /// Makes a core out of a configuration and the network to use when it names none.
    static func makeCore(_ configuration: NowSDKConfiguration) throws(NowSDKError) -> NowCoreService {
        guard let network = configuration.network ?? state.withLock({ $0.network }) else {
            throw .configurationInvalid("There is no network: the configuration names none and none is installed.")
        }
        return NowCoreService(configuration: configuration, network: network)
    }

    static func use(_ core: NowCoreService) { state.withLock { $0.core = core } }
    static func use(_ network: NowNetwork) { state.withLock { $0.network = network } }
}
