public import FoundationEssentials

/// The application's part of signing in.
public protocol NowSDKAuthorizationProviding: Sendable {
    /// Calls `completion` once, from any thread, with the tokens for an instance, the best first; nil or none at all
    /// makes a guest. It is called again when the instance refused what was given.
    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void)
}
