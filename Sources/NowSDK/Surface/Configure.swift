public import ExchangeModel
public import FoundationEssentials
import Synchronization

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
