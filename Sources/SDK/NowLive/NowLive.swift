public import ExchangeModel
import Glibc
import Keyring
import LiveTransport
@_exported public import NowSDK

/// The real network: for the `network` of `NowSDKConfiguration`, and for `Authenticator` of `MyWork`.
///
/// No environment variables are read; pass them as `environment` to use proxy settings. `certificateFile` is a PEM file
/// of additional trusted authorities; `timeout` limits a whole exchange, in seconds. Nothing is loaded or started
/// before the first request.
public func network(
    clock: any Clock = MachineClock(), secrets: SecretBook = SecretBook(), environment: [String: String] = [:],
    certificateFile: String? = nil, timeout: Int = 60
) -> NowNetwork {
    let options = WireOptions(
        totalTimeout: .seconds(timeout), certificateFile: certificateFile,
        proxies: ProxySettings(environment: environment))
    return NowNetwork(transport: CurlTransport(options), clock: clock, secrets: secrets)
}

/// Installs the real network for configurations that have none: after `NowLive.install()` and
/// `NowSDK.configure(with:)` the free functions of `NowData` reach instances. The parameters are those of `network()`.
public func install(
    clock: any Clock = MachineClock(), secrets: SecretBook = SecretBook(), environment: [String: String] = [:],
    certificateFile: String? = nil, timeout: Int = 60
) {
    NowSDK.installNetwork(
        network(
            clock: clock, secrets: secrets, environment: environment, certificateFile: certificateFile,
            timeout: timeout))
}

/// The desktop's keyring as a `store` for `Authenticator` of `MyWork`. It uses the program `secret-tool` of libsecret
/// and shares its entries with Snowdeck.
///
/// The process environment is not read; pass it as `environment`, because it contains the address of the session's
/// D-Bus. Without that, every request fails with the kind `missing`.
public func keychain(environment: [String: String]) -> any SecretStore { SecretTool(environment: environment) }

/// The system clock, for applications.
public struct MachineClock: ExchangeModel.Clock {
    /// Creates a clock.
    public init() {}

    /// The current time in microseconds.
    public var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// Suspends the task. Throws `CancellationError` if the task is cancelled.
    public func sleep(microseconds: Int64) async throws { try await Task.sleep(for: .microseconds(microseconds)) }
}
