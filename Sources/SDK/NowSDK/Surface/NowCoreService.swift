public import ExchangeModel
public import FoundationEssentials
import Synchronization

/// The core as services see it.
public protocol NowCoreServiceProviding: Sendable {
    /// The transport to a service's instance. Services of one instance share it and its session. A transport that is
    /// not `signedIn` sends everything unauthenticated.
    func requestNetworkService(
        for configuration: NowServiceConfiguration, signedIn: Bool
    ) throws(NowServiceError) -> NetworkService
}

/// What sends the requests of services.
public typealias NetworkService = any Transport

extension NowCoreServiceProviding {
    /// The authenticated transport to a service's instance.
    public func requestNetworkService(for service: any NowService) throws(NowServiceError) -> NetworkService {
        try requestNetworkService(for: service.configuration, signedIn: true)
    }

    /// The clock of the configured network; nil if the core is not the SDK's own.
    package var networkClock: (any Clock)? { (self as? NowCoreService)?.network.clock }
}

/// The core of a configured SDK, with one session for each instance.
final class NowCoreService: NowCoreServiceProviding {
    let configuration: NowSDKConfiguration
    let network: NowNetwork
    private struct Key: Hashable {
        let instance: Instance
        let isSignedIn: Bool
    }
    private let transports = Mutex<[Key: AuthenticatingTransport]>([:])

    init(configuration: NowSDKConfiguration, network: NowNetwork) {
        self.configuration = configuration
        self.network = network
    }

    func requestNetworkService(
        for configuration: NowServiceConfiguration, signedIn: Bool
    ) throws(NowServiceError) -> any Transport {
        guard let instance = try? Instance(configuration.instanceUrl.absoluteString) else {
            throw .serviceConfigurationInvalid
        }
        return transport(to: instance, signedIn: signedIn)
    }

    func signOut() {
        for transport in transports.withLock({ Array($0.values) }) { transport.signOut() }
    }

    /// Signs out locally and at every instance. The first failure is thrown at the end.
    func revoke() async throws(TransportFailure) {
        var trouble: TransportFailure?
        for transport in transports.withLock({ Array($0.values) }) {
            do throws(TransportFailure) {
                try await transport.revoke()
            } catch {
                trouble = trouble ?? error
            }
        }
        if let trouble { throw trouble }
    }

    private func transport(to instance: Instance, signedIn: Bool) -> AuthenticatingTransport {
        transports.withLock { transports in
            let key = Key(instance: instance, isSignedIn: signedIn)
            if let known = transports[key] { return known }
            let source: any CredentialSource =
                signedIn ? ProviderCredentials(configuration.provider) : FixedCredentials(.anonymous)
            let made = AuthenticatingTransport(
                instance: instance, next: network.transport, credentials: source, secrets: network.secrets,
                clock: network.clock)
            transports[key] = made
            return made
        }
    }
}

/// A service of the SDK.
public protocol NowService: Sendable {
    /// The instance and the application of the service.
    var configuration: NowServiceConfiguration { get }
}

/// The instance and the application of a service.
public struct NowServiceConfiguration: Sendable, Hashable {
    /// The URL of the instance; only its origin is used.
    public let instanceUrl: URL
    /// Identifies the application.
    public let appBundleId: String

    /// Creates a configuration. The URL is validated on use.
    public init(instanceUrl: URL, appBundleId: String) {
        self.instanceUrl = instanceUrl
        self.appBundleId = appBundleId
    }
}

/// Why a service cannot be created (the SDK's documented cases).
public enum NowServiceError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// `NowSDK.configure(with:)` was not called.
    case sdkNotConfigured
    /// The instance's URL is invalid.
    case serviceConfigurationInvalid

    /// One sentence.
    public var description: String {
        switch self {
        case .sdkNotConfigured: "The SDK is not configured; call NowSDK.configure(with:) first."
        case .serviceConfigurationInvalid: "Invalid instance URL."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}
