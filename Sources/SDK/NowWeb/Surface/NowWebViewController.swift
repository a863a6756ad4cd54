import ExchangeModel
public import FoundationEssentials

/// Navigates the pages of an instance for programs that display them in their own way. Where the mobile SDK has a view,
/// this has the parsed page.
///
/// It is isolated to the main actor; pages are fetched and parsed elsewhere. Starting a load cancels the previous one.
/// A failed load changes nothing; the error is thrown and reported to the delegate.
@MainActor public final class NowWebViewController {
    /// The URL of the first page, as given.
    public nonisolated let url: URL
    /// Receives events; referenced weakly.
    public var delegate: (any NowWebViewControllerDelegate)? {
        get { listener.delegate }
        set { listener = Listener(delegate: newValue) }
    }
    /// The current page; nil before the first.
    public private(set) var page: NowWebPage?
    /// Whether a page is being loaded.
    public private(set) var isLoading = false
    /// The colors of pages.
    public private(set) var theme: any NowWebThemeable
    /// The traits of the screen. The delegate is notified when the style changes.
    public var traitCollection = NowTraitCollection() {
        didSet {
            guard traitCollection != oldValue else { return }
            delegate?.nowWebViewController(self, systemThemeDidChange: traitCollection)
        }
    }

    /// Allows creating a controller off the main actor.
    private struct Listener: Sendable { weak let delegate: (any NowWebViewControllerDelegate)? }

    private var listener: Listener
    private let service: NowWebService
    private var history = NavigationHistory()
    /// The number of the current navigation; results of earlier ones are ignored.
    private var number = 0
    private var loading: Task<Result<WebPage, PageError>, Never>?

    nonisolated init(
        url: URL, service: NowWebService, delegate: (any NowWebViewControllerDelegate)?, theme: any NowWebThemeable
    ) {
        self.url = url
        self.service = service
        listener = Listener(delegate: delegate)
        self.theme = theme
    }

    /// Whether there is a page to go back to.
    public var canGoBack: Bool { history.canGoBack }
    /// Whether there is a page to go forward to.
    public var canGoForward: Bool { history.canGoForward }
    /// A style sheet with the theme's colors, to be added at the end of the page's head.
    public var themeSheet: String { ThemeSheet.css(for: WebTheme(theme, name: "own")) }

    /// Changes the theme of the current page and of later ones.
    public func updateTheme(themeColors: any NowWebThemeable) {
        theme = themeColors
        page?.sheet = themeSheet
    }

    /// Loads the first page. The task ends when it has arrived.
    @discardableResult
    public func loadPage() -> Task<NowWebPage, any Error> {
        let url = url
        return Task { try await self.load(url) }
    }

    /// Loads a page; a relative URL is relative to the instance.
    @discardableResult
    public func load(_ url: URL) async throws(NowWebServiceError) -> NowWebPage {
        try await go { service throws(NowWebServiceError) in
            HTTPRequest(.get, try service.page(url.absoluteString))
        }
    }

    /// Follows a link. A link to a fragment of the current page sends no request.
    @discardableResult
    public func follow(link: NowWebLink) async throws(NowWebServiceError) -> NowWebPage {
        if link.target.utf8.first == UInt8(ascii: "#"), let page, page.page.address == link.page { return page }
        return try await go { service throws(NowWebServiceError) in
            HTTPRequest(.get, try service.page(link.target, from: link.base))
        }
    }

    /// Fills in a form and submits it: fields by name, the name's last part, or label; options by value or label, several
    /// separated by commas; check boxes by a Boolean.
    ///
    /// If the session has ended, the form is not sent again, and `sessionEnded` is thrown. Its token has ended too:
    /// reload the page before sending it again.
    ///
    /// - Parameters:
    ///   - form: a form of a page that this controller has loaded.
    ///   - values: the values of fields; repeat a field to select several options.
    ///   - files: the files of file fields.
    ///   - button: the button to press, by value, label or name; nil for the first.
    @discardableResult
    public func submit(
        _ form: NowWebForm, _ values: KeyValuePairs<String, String> = [:], files: [NowWebFile] = [],
        pressing button: String? = nil
    ) async throws(NowWebServiceError) -> NowWebPage {
        let assignments =
            values.map { FormEntry($0.key, .text($0.value)) }
            + files.map {
                let file = FormFile(name: $0.name, contentType: $0.contentType, bytes: Array($0.data))
                return FormEntry($0.field, .file(file))
            }
        return try await go { service throws(NowWebServiceError) in
            try form.request(assignments, pressing: button, at: try service.instance())
        }
    }

    /// Reloads the current page, or loads the first one.
    @discardableResult
    public func reload() async throws(NowWebServiceError) -> NowWebPage {
        guard let current = history.current else { return try await load(url) }
        return try await go(arriving: history) { _ in HTTPRequest(.get, current.address) }
    }

    /// Goes back. On the first page it returns nil and asks the delegate to dismiss the controller.
    @discardableResult
    public func goBack() async throws(NowWebServiceError) -> NowWebPage? {
        var history = history
        guard let entry = history.goBack() else {
            delegate?.nowWebViewControllerDidRequestDismissal(self)
            return nil
        }
        return try await go(arriving: history) { _ in HTTPRequest(.get, entry.address) }
    }

    /// Goes forward; nil if there is no such page.
    @discardableResult
    public func goForward() async throws(NowWebServiceError) -> NowWebPage? {
        var history = history
        guard let entry = history.goForward() else { return nil }
        return try await go(arriving: history) { _ in HTTPRequest(.get, entry.address) }
    }

    /// Cancels the current load.
    public func stopLoading() {
        number += 1
        loading?.cancel()
        isLoading = false
    }

    private func go(
        arriving history: NavigationHistory? = nil,
        _ ask: @Sendable (NowWebService) throws(NowWebServiceError) -> HTTPRequest
    ) async throws(NowWebServiceError) -> NowWebPage {
        do throws(NowWebServiceError) {
            let request = try ask(service), client = try service.client()
            // Only a loadable URL cancels the current load.
            stopLoading()
            let navigation = number
            isLoading = true
            let task =
                Task.detached {
                    // Fetched and parsed off the main actor.
                    do throws(PageError) { return .success(try await client.page(for: request)) } catch {
                        return .failure(error)
                    }
                } as Task<Result<WebPage, PageError>, Never>
            loading = task
            let outcome = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            guard navigation == number else { throw .cancelled }
            isLoading = false
            switch outcome {
            case .success(let page): return show(page, by: history)
            case .failure(let error): throw Task.isCancelled ? .cancelled : NowWebServiceError(error)
            }
        } catch {
            report(error)
            throw error
        }
    }

    private func show(_ loaded: WebPage, by history: NavigationHistory?) -> NowWebPage {
        let page = NowWebPage(page: loaded, sheet: themeSheet)
        let entry = NavigationHistory.Entry(loaded.address, title: page.title)
        if let history {
            self.history = history
            self.history.arrive(at: entry)
        } else {
            self.history.visit(entry)
        }
        self.page = page
        delegate?.nowWebViewController(self, didShow: page)
        return page
    }

    private func report(_ error: NowWebServiceError) {
        switch error {
        case .cancelled: break
        case .unsupportedUrl(let url): delegate?.nowWebViewController(self, didReceive: url)
        default: delegate?.nowWebViewController(self, didFailNavigationWith: error)
        }
    }
}

/// Receives the events of a `NowWebViewController`, on the main actor.
///
/// Optional methods have default implementations that do nothing.
@MainActor public protocol NowWebViewControllerDelegate: AnyObject, Sendable {
    /// A flow of Cabrillo, the script interface between mobile pages and applications, has ended. Scripts are not run
    /// here, so only a program that runs them itself calls this.
    func nowWebViewController(_ nowWebViewController: NowWebViewController, didEndFlow flowName: String)
    /// A page failed to load with a `NowWebServiceError`. The previous page is still current.
    func nowWebViewController(
        _ nowWebViewController: NowWebViewController, didFailNavigationWith error: any Swift.Error)
    /// A URL is not on this instance, or its scheme is neither http nor https. Nothing was requested.
    func nowWebViewController(_ nowWebViewController: NowWebViewController, didReceive unsupportedUrl: URL)
    /// The style of `traitCollection` changed between light and dark.
    func nowWebViewController(
        _ nowWebViewController: NowWebViewController, systemThemeDidChange traitCollection: NowTraitCollection)
    /// The user went back from the first page; the application may dismiss the controller.
    func nowWebViewControllerDidRequestDismissal(_ nowWebViewController: NowWebViewController)
    /// A page has loaded and is the controller's page. The mobile SDK has no such method because its view shows the
    /// page.
    func nowWebViewController(_ nowWebViewController: NowWebViewController, didShow page: NowWebPage)
}

extension NowWebViewControllerDelegate {
    /// Does nothing.
    public func nowWebViewController(_ nowWebViewController: NowWebViewController, didEndFlow flowName: String) {}
    /// Does nothing.
    public func nowWebViewController(
        _ nowWebViewController: NowWebViewController, systemThemeDidChange traitCollection: NowTraitCollection
    ) {}
    /// Does nothing.
    public func nowWebViewControllerDidRequestDismissal(_ nowWebViewController: NowWebViewController) {}
    /// Does nothing.
    public func nowWebViewController(_ nowWebViewController: NowWebViewController, didShow page: NowWebPage) {}
}
