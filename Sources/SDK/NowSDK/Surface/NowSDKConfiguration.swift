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
import Glibc
import Notation
import Synchronization

/// The configuration of the SDK (`NowSDK.configure(with:)`).
public struct NowSDKConfiguration: Sendable {
    /// Provides the tokens that authenticate requests.
    public var authorizationProvider: any NowSDKAuthorizationProviding { provider.value }
    /// Decides which device permissions may be requested.
    public var permissionDelegate: any DevicePermissionDelegate { permissions.value }
    /// The least level that is logged: `debug` logs every request, `info` those that were rejected, and `error` those
    /// that failed.
    public let logLevel: NowLogLevel
    /// Identifies the application in service configurations.
    public let appBundleId: String
    /// How instances are reached; nil for the installed network.
    public let network: NowNetwork?
    let provider: Serialized<any NowSDKAuthorizationProviding>
    let permissions: Serialized<any DevicePermissionDelegate>
    let log: @Sendable (NowLogLevel, String) -> Void

    /// Creates a configuration. It has no effect until it is passed to `NowSDK.configure(with:)`.
    ///
    /// - Parameters:
    ///   - authorizationProvider: provides the tokens that authenticate requests.
    ///   - permissionDelegate: decides which device permissions may be requested; by default none.
    ///   - logLevel: the least level that is logged; by default nothing is.
    ///   - appBundleId: identifies the application in service configurations.
    ///   - network: how instances are reached; nil for the installed network.
    ///   - log: receives each message with its level; by default it is a line on standard error. Messages hold no
    ///     secrets and no queries.
    public init(
        authorizationProvider: sending any NowSDKAuthorizationProviding,
        permissionDelegate: sending any DevicePermissionDelegate = NoDevicePermissions(),
        logLevel: NowLogLevel = .none, appBundleId: String = "", network: NowNetwork? = nil,
        log: @escaping @Sendable (NowLogLevel, String) -> Void = standardErrorLog
    ) {
        provider = Serialized(authorizationProvider)
        permissions = Serialized(permissionDelegate)
        self.log = log
        self.logLevel = logLevel
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

/// Writes a line to standard error.
public func standardErrorLog(_ level: NowLogLevel, _ message: String) {
    let line = Array("NowSDK: \(level.rawValue): \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Logs the outcome of each request.
struct LoggingTransport: Transport {
    let next: any Transport
    let level: NowLogLevel
    let log: @Sendable (NowLogLevel, String) -> Void

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let what = "\(request.method) \(request.url.origin)\(request.url.path): "
        do throws(TransportFailure) {
            let response = try await next.send(request)
            note(response.status >= 500 ? .error : response.status >= 400 ? .info : .debug, what + "\(response.status)")
            return response
        } catch {
            note(error.kind == .cancelled ? .debug : .error, what + error.message)
            throw error
        }
    }

    private func note(_ level: NowLogLevel, _ message: String) {
        if level >= self.level { log(level, SafeText.line(message)) }
    }
}

/// Log levels.
public enum NowLogLevel: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Everything.
    case debug
    /// Information and above.
    case info
    /// Errors and fatal errors.
    case error
    /// Fatal errors only.
    case fatal
    /// Nothing.
    case none

    /// Whether the left level is less severe.
    public static func < (left: Self, right: Self) -> Bool {
        left != right && allCases.first { $0 == left || $0 == right } == left
    }
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

/// The device permissions that services may need.
public enum DevicePermission: String, Sendable, Hashable, CaseIterable {
    /// Taking pictures.
    case camera
    /// The device's location.
    case location
    /// Recording audio.
    case microphone
    /// Reading the photo library.
    case photoLibrary
    /// Speech recognition. The misspelling is the SDK's.
    case speachRecognition
}

/// Lets the application decide about device permissions. It may be a class with state: the SDK makes one call at a time.
public protocol DevicePermissionDelegate {
    /// Whether a service may request a permission from the user.
    func canRequestPermission(_ permission: DevicePermission) -> Bool
}

/// Allows no device permission: the default, for programs without a device's user.
public struct NoDevicePermissions: DevicePermissionDelegate, Sendable {
    /// Creates the delegate.
    public init() {}

    /// Returns false.
    public func canRequestPermission(_ permission: DevicePermission) -> Bool { false }
}
