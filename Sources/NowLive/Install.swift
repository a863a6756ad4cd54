public import ExchangeModel
import LiveTransport
import NowSDK

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
