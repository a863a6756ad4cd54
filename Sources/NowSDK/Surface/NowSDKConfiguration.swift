public import ExchangeModel
public import FoundationEssentials
import Synchronization

/// What the SDK is configured with (`NowSDK.configure(with:)`).
public struct NowSDKConfiguration: Sendable {
    /// Gives the tokens that sign requests in.
    public let authorizationProvider: any NowSDKAuthorizationProviding
    /// Says which device permissions may be asked for.
    public let permissionDelegate: any DevicePermissionDelegate
    /// How much is logged. Nothing here logs; services read it.
    public let logLevel: NowLogLevel
    /// Names the application in service configurations.
    public let appBundleId: String
    /// How instances are reached; nil uses the installed network.
    public let network: NowNetwork?

    /// Makes a configuration; nothing happens before it is given to `NowSDK.configure(with:)`.
    public init(
        authorizationProvider: any NowSDKAuthorizationProviding, permissionDelegate: any DevicePermissionDelegate,
        logLevel: NowLogLevel = .error, appBundleId: String = "", network: NowNetwork? = nil
    ) {
        self.authorizationProvider = authorizationProvider
        self.permissionDelegate = permissionDelegate
        self.logLevel = logLevel
        self.appBundleId = appBundleId
        self.network = network
    }
}

/// Configures the SDK. Call it once, before any service is made; calling it again signs everybody out and starts over.
///
/// Throws when the configuration names no network and none is installed (the `NowLive` library installs one).
public func configure(with configuration: NowSDKConfiguration) throws(NowSDKError) {
    let core = try SharedConfiguration.makeCore(configuration)
    SharedConfiguration.core?.signOut()
    SharedConfiguration.use(core)
}

/// Runs `operation` with a configuration of its own, which nothing outside of it sees: how tests that run side by side
/// configure the SDK.
public func withConfiguration<Result: Sendable>(
    _ configuration: NowSDKConfiguration, operation: () async throws -> Result
) async throws -> Result {
    let core = try SharedConfiguration.makeCore(configuration)
    return try await SharedConfiguration.$ownCore.withValue(core) { try await operation() }
}

/// The core service; nil before `configure(with:)`.
public func core() -> (any NowCoreServiceProviding)? { SharedConfiguration.core }

/// What a service needs to know about an instance; nil when the address is none an instance may be reached at, or the
/// SDK is not configured.
public func makeServiceConfiguration(for instanceUrl: URL) -> NowServiceConfiguration? {
    guard let core = SharedConfiguration.core, (try? Instance(instanceUrl.absoluteString)) != nil else { return nil }
    return NowServiceConfiguration(instanceUrl: instanceUrl, appBundleId: core.configuration.appBundleId)
}

/// Forgets every session and credential. The SDK stays configured. Instances are not told; see `revokeAndLogout()`.
public func logout() { SharedConfiguration.core?.signOut() }

/// Forgets every session and credential, and has the instances revoke the tokens they gave. The first failure to revoke
/// is thrown, when everything is forgotten all the same.
public func revokeAndLogout() async throws(TransportFailure) { try await SharedConfiguration.core?.revoke() }

/// Sets the network that configurations use which name none.
public func installNetwork(_ network: NowNetwork) { SharedConfiguration.use(network) }

/// The SDK's configuration, which its free functions need: the one piece of global state there is. It is locked, and a
/// task can have one of its own.
enum SharedConfiguration {
    private struct State {
        var core: NowCoreService?
        var network: NowNetwork?
    }
    private static let state = Mutex(State())

    @TaskLocal static var ownCore: NowCoreService?

    static var core: NowCoreService? { ownCore ?? state.withLock { $0.core } }

    static func makeCore(_ configuration: NowSDKConfiguration) throws(NowSDKError) -> NowCoreService {
        guard let network = configuration.network ?? state.withLock({ $0.network }) else {
            throw .configurationInvalid("No network is set in the configuration, and none is installed.")
        }
        return NowCoreService(configuration: configuration, network: network)
    }

    static func use(_ core: NowCoreService) { state.withLock { $0.core = core } }
    static func use(_ network: NowNetwork) { state.withLock { $0.network = network } }
}

/// How the SDK reaches instances: the wire or a tape, the time, and the book in which secrets are noted.
public struct NowNetwork: Sendable {
    /// Performs exchanges. It follows no redirect and keeps no cookie.
    public let transport: any Transport
    /// Decides when cookies end.
    public let clock: any Clock
    /// Learns every secret before it is sent. Give a recorder's own, so that no secret reaches its cassette.
    public let secrets: SecretBook

    /// Names what the SDK is to use.
    public init(transport: any Transport, clock: any Clock, secrets: SecretBook = SecretBook()) {
        self.transport = transport
        self.clock = clock
        self.secrets = secrets
    }
}

/// How much is logged.
public enum NowLogLevel: String, Sendable, Hashable, CaseIterable {
    /// Everything.
    case debug
    /// What happens, and everything below.
    case info
    /// What went wrong, and what is fatal.
    case error
    /// What ends the application.
    case fatal
    /// Nothing.
    case none
}

/// Why the SDK cannot be configured.
public enum NowSDKError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// Says in one sentence what is missing or wrong.
    case configurationInvalid(String)

    /// One sentence.
    public var description: String {
        switch self {
        case .configurationInvalid(let message): message
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}

/// The device permissions the SDK's services may need.
public enum DevicePermission: String, Sendable, Hashable, CaseIterable {
    /// Taking pictures.
    case camera
    /// Where the device is.
    case location
    /// Recording sound.
    case microphone
    /// Pictures that were taken.
    case photoLibrary
    /// Understanding speech; the spelling is the SDK's.
    case speachRecognition
}

/// The application's say in device permissions.
public protocol DevicePermissionDelegate: Sendable {
    /// Whether a service may ask the person for that permission.
    func canRequestPermission(_ permission: DevicePermission) -> Bool
}
