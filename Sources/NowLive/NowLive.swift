public import ExchangeModel
import Glibc
import Keyring
import LiveTransport
public import NowSDK

/// Makes the real network what the SDK uses: after `NowLive.install()` and `NowSDK.configure(with:)` the free functions
/// of `NowData` reach instances over the wire.
///
/// Nothing is read from the environment: give it as `environment` for its proxy variables to count. `certificateFile` is
/// a PEM file of authorities that are trusted beside those of the machine; `timeout` bounds a whole exchange, in seconds.
/// Nothing is loaded or started before the first request.
public func install(
    clock: any Clock = MachineClock(), secrets: SecretBook = SecretBook(), environment: [String: String] = [:],
    certificateFile: String? = nil, timeout: Int = 60
) {
    let options = WireOptions(
        totalTimeout: .seconds(timeout), certificateFile: certificateFile,
        proxies: ProxySettings(environment: environment))
    NowSDK.installNetwork(NowNetwork(transport: CurlTransport(options), clock: clock, secrets: secrets))
}

/// The desktop's keyring, for the one who keeps names and passwords between runs: what `Authenticator` of `MyWork` takes as
/// its `store`. It is asked through the program `secret-tool` of libsecret, and its entries are those of Snowdeck.
///
/// Nothing is read from this process's environment: give it as `environment`, for the way to the session's D-Bus stands
/// there. Without one every question fails with the kind `missing`.
public func keychain(environment: [String: String]) -> any SecretStore { SecretTool(environment: environment) }

/// The machine's own clock: for applications, which are their own top floor.
public struct MachineClock: ExchangeModel.Clock {
    /// The one clock of this machine.
    public init() {}

    /// The present moment, to the microsecond.
    public var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// Waits; throws `CancellationError` when the task is cancelled.
    public func sleep(microseconds: Int64) async throws {
        try await Task.sleep(for: .microseconds(microseconds))
    }
}
