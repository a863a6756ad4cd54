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
