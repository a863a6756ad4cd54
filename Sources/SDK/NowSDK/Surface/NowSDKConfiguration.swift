// The types of `ExchangeModel` in signatures of the libraries, so that applications need not import it. Others, such as
// `Clock`, which would hide Swift's, take `import ExchangeModel`.
@_exported public import struct ExchangeModel.HTTPRequest
@_exported public import struct ExchangeModel.HTTPResponse
@_exported public import struct ExchangeModel.HTTPURL
@_exported public import struct ExchangeModel.HeaderField
@_exported public import struct ExchangeModel.HeaderFields
@_exported public import enum ExchangeModel.NetworkError
@_exported public import class ExchangeModel.SecretBook
@_exported public import struct ExchangeModel.Timestamp
@_exported public import protocol ExchangeModel.Transport
@_exported public import struct ExchangeModel.TransportFailure
public import ExchangeModel
public import FoundationEssentials
import Synchronization

/// The configuration of the SDK (`NowSDK.configure(with:)`).
public struct NowSDKConfiguration: Sendable {
    /// Provides the tokens that authenticate requests.
    public var authorizationProvider: any NowSDKAuthorizationProviding { provider.value }
    /// Identifies the application in service configurations.
    public let appBundleId: String
    /// How instances are reached; nil for the installed network.
    public let network: NowNetwork?
    let provider: Serialized<any NowSDKAuthorizationProviding>

    /// Creates a configuration. It has no effect until it is passed to `NowSDK.configure(with:)`.
    ///
    /// - Parameters:
    ///   - authorizationProvider: provides the tokens that authenticate requests.
    ///   - appBundleId: identifies the application in service configurations.
    ///   - network: how instances are reached; nil for the installed network.
    public init(
        authorizationProvider: sending any NowSDKAuthorizationProviding,
        appBundleId: String = "", network: NowNetwork? = nil
    ) {
        provider = Serialized(authorizationProvider)
        self.appBundleId = appBundleId
        self.network = network
    }
}

/// Configures the SDK. Call it once, before creating services. Calling it again signs out of all instances and starts
/// over.
///
/// Throws if the configuration has no network and none is installed (the `NowLive` library installs one).
public func configure(with configuration: NowSDKConfiguration) throws(NowSDKError) {
    let core = try SharedConfiguration.makeCore(configuration)
    SharedConfiguration.core?.signOut()
    SharedConfiguration.use(core)
}

/// Runs `operation` with a task-local configuration, so that parallel tests can each configure the SDK.
public func withConfiguration<Result: Sendable>(
    _ configuration: NowSDKConfiguration, operation: () async throws -> Result
) async throws -> Result {
    let core = try SharedConfiguration.makeCore(configuration)
    return try await SharedConfiguration.$ownCore.withValue(core) { try await operation() }
}

/// The core service; nil before `configure(with:)`.
public func core() -> (any NowCoreServiceProviding)? { SharedConfiguration.core }

/// The configuration for services of an instance; nil if the URL is not a valid instance URL or the SDK is not
/// configured.
public func makeServiceConfiguration(for instanceUrl: URL) -> NowServiceConfiguration? {
    guard let core = SharedConfiguration.core, (try? Instance(instanceUrl.absoluteString)) != nil else { return nil }
    return NowServiceConfiguration(instanceUrl: instanceUrl, appBundleId: core.configuration.appBundleId)
}

/// Clears all sessions and credentials. The SDK stays configured, and nothing is revoked at the instances; see
/// `revokeAndLogout()`.
public func logout() { SharedConfiguration.core?.signOut() }

/// Clears all sessions and credentials and revokes the tokens at the instances. The first failure to revoke is thrown
/// after everything is cleared.
public func revokeAndLogout() async throws(TransportFailure) { try await SharedConfiguration.core?.revoke() }

/// Sets the network for configurations that have none.
public func installNetwork(_ network: NowNetwork) { SharedConfiguration.use(network) }

/// The SDK's configuration: the only global state, needed by its free functions. It is locked and can be overridden per
/// task.
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

/// How the SDK reaches instances: a transport (network or tape), a clock and a secret book.
public struct NowNetwork: Sendable {
    /// Performs exchanges. It follows no redirects and keeps no cookies.
    public let transport: any Transport
    /// Decides when cookies expire.
    public let clock: any Clock
    /// Receives every secret before it is sent. Pass a recorder's own book to keep secrets off its cassette.
    public let secrets: SecretBook

    /// Creates a network from its parts.
    public init(transport: any Transport, clock: any Clock, secrets: SecretBook = SecretBook()) {
        self.transport = transport
        self.clock = clock
        self.secrets = secrets
    }
}

/// An object of the application, which need not be safe to call from several threads at a time.
final class Serialized<Value>: @unchecked Sendable {
    let value: Value
    private let turn = Mutex(())

    init(_ value: sending Value) { self.value = value }

    func call<Result>(_ body: (Value) -> Result) -> Result { turn.withLock { _ in body(value) } }
}

/// Why the SDK cannot be configured.
public enum NowSDKError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The configuration is incomplete or wrong; the sentence says how.
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
