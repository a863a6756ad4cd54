public import ExchangeModel

/// What services need of the core.
public protocol NowCoreServiceProviding: Sendable {
    /// The transport to a service's instance. Services of one instance share it, and with it one session. A transport
    /// that is not `signedIn` sends everything as a guest.
    func requestNetworkService(
        for configuration: NowServiceConfiguration, signedIn: Bool
    ) throws(NowServiceError) -> any Transport
    /// Whether requests of that service go out as a guest's, as far as known.
    func isGuestUser(for service: any NowService) async -> Bool
    /// Whether the application lets services ask the person for that permission.
    func canRequestPermission(_ permission: DevicePermission) -> Bool
}
