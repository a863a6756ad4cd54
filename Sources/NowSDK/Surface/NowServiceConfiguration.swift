public import FoundationEssentials

/// The instance a service speaks to, and the application it speaks for.
public struct NowServiceConfiguration: Sendable, Hashable {
    /// The address of the instance; only its origin counts.
    public let instanceUrl: URL
    /// Names the application.
    public let appBundleId: String

    /// Makes a configuration; the address is judged when it is used.
    public init(instanceUrl: URL, appBundleId: String) {
        self.instanceUrl = instanceUrl
        self.appBundleId = appBundleId
    }
}
