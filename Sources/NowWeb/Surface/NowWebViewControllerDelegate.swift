public import FoundationEssentials

/// Hears what happens to the pages of a `NowWebViewController`.
///
/// It is called on the main actor, as the views of other systems call theirs. Those it may leave out have defaults that
/// do nothing.
@MainActor
public protocol NowWebViewControllerDelegate: AnyObject, Sendable {
    /// A flow of Cabrillo, the scripts that mobile pages speak to their application by, has ended. Scripts are not run
    /// here, so nothing here calls it: a program that runs them may.
    func nowWebViewController(_ nowWebViewController: NowWebViewController, didEndFlow flowName: String)
    /// A page did not come; the error is a `NowWebServiceError`. What was shown before is still there.
    func nowWebViewController(
        _ nowWebViewController: NowWebViewController, didFailNavigationWith error: any Swift.Error)
    /// An address is not of this instance, or its scheme is neither http nor https; nothing was asked of it.
    func nowWebViewController(_ nowWebViewController: NowWebViewController, didReceive unsupportedUrl: URL)
    /// The screen has become light or dark: the program has said so by `traitCollection`.
    func nowWebViewController(
        _ nowWebViewController: NowWebViewController, systemThemeDidChange traitCollection: NowTraitCollection)
    /// Somebody went back from the first page: the application may put the controller away.
    func nowWebViewControllerDidRequestDismissal(_ nowWebViewController: NowWebViewController)
    /// A page has come; it is the controller's page now. The SDK has no such call, since its view shows the page.
    func nowWebViewController(_ nowWebViewController: NowWebViewController, didShow page: NowWebPage)
}

extension NowWebViewControllerDelegate {
    /// Nothing.
    public func nowWebViewController(_ nowWebViewController: NowWebViewController, didEndFlow flowName: String) {}
    /// Nothing.
    public func nowWebViewController(
        _ nowWebViewController: NowWebViewController, systemThemeDidChange traitCollection: NowTraitCollection
    ) {}
    /// Nothing.
    public func nowWebViewControllerDidRequestDismissal(_ nowWebViewController: NowWebViewController) {}
    /// Nothing.
    public func nowWebViewController(_ nowWebViewController: NowWebViewController, didShow page: NowWebPage) {}
}
