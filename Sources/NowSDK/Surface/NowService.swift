/// A service of the SDK.
public protocol NowService: Sendable {
    /// The instance it speaks to, and the application it speaks for.
    var configuration: NowServiceConfiguration { get }
}
