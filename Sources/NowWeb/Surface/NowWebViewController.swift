import ExchangeModel
public import FoundationEssentials

/// Walks through the pages of an instance for a program that shows them in its own way, or not at all: where the mobile
/// SDK has a view, this has the page.
///
/// It lives on the main actor like the views of other systems; pages are fetched and read elsewhere. One page is asked
/// for at a time: asking for another calls the first off. What fails leaves everything as it was, and is told to the
/// delegate as well as to who asked.
@MainActor
public final class NowWebViewController {
    /// The first page's address, as it was given.
    public nonisolated let url: URL
    /// Hears what happens. It is not kept alive.
    public var delegate: (any NowWebViewControllerDelegate)? {
        get { listener.delegate }
        set { listener = Listener(delegate: newValue) }
    }
    /// The page that came last; nil before the first.
    public private(set) var page: NowWebPage?
    /// Whether a page is on its way.
    public private(set) var isLoading = false
    /// The colors that pages are to have.
    public private(set) var theme: any NowWebThemeable
    /// What is known of the screen. The delegate hears of it when it becomes light or dark.
    public var traitCollection = NowTraitCollection() {
        didSet {
            guard traitCollection != oldValue else { return }
            delegate?.nowWebViewController(self, systemThemeDidChange: traitCollection)
        }
    }

    /// Makes a controller possible anywhere, although it lives on the main actor.
    private struct Listener: Sendable {
        weak let delegate: (any NowWebViewControllerDelegate)?
    }

    private var listener: Listener
    private let line: WebLine
    private var walk = NavigationHistory()
    /// Which navigation counts; one that was overtaken does not.
    private var number = 0
    private var loading: Task<Result<NowWebPage, NowWebServiceError>, Never>?

    nonisolated init(
        url: URL, line: WebLine, delegate: (any NowWebViewControllerDelegate)?, theme: any NowWebThemeable
    ) {
        self.url = url
        self.line = line
        listener = Listener(delegate: delegate)
        self.theme = theme
    }

    /// Whether there is a page to go back to.
    public var canGoBack: Bool { walk.canGoBack }
    /// Whether there is a page to go forward to.
    public var canGoForward: Bool { walk.canGoForward }
    /// A style sheet that gives a page the theme's colors; it stands last in the page's head.
    public var themeSheet: String { ThemeSheet.css(for: WebTheme(theme, name: "own")) }

    /// Gives pages other colors from now on.
    public func updateTheme(themeColors: any NowWebThemeable) { theme = themeColors }

    /// Fetches the first page; the task ends when it has arrived.
    @discardableResult
    public func loadPage() -> Task<NowWebPage, any Error> {
        let url = url
        return Task { try await self.load(url) }
    }

    /// Goes to a page; what is relative is so to the instance.
    @discardableResult
    public func load(_ url: URL) async throws(NowWebServiceError) -> NowWebPage {
        try await go { line throws(NowWebServiceError) in HTTPRequest(.get, try line.page(url)) }
    }

    /// Goes to where a link leads. One that leads to a place in the page itself asks for nothing.
    @discardableResult
    public func follow(link: NowWebLink) async throws(NowWebServiceError) -> NowWebPage {
        if link.target.utf8.first == UInt8(ascii: "#"), let page, page.page.address == link.page { return page }
        return try await go { line throws(NowWebServiceError) in
            HTTPRequest(.get, try line.page(link.target, from: link.base))
        }
    }

    /// Fills in a form and sends it: fields by name or label, choices by value or label, check boxes by yes or no.
    ///
    /// - Parameters:
    ///   - form: a form of a page that this controller has shown.
    ///   - values: what fields are to hold; the same field more than once is several options of a choice.
    ///   - files: what file fields are to hold.
    ///   - button: the button that is pressed, by its value, label or name; nil: the first.
    @discardableResult
    public func submit(
        _ form: NowWebForm, _ values: KeyValuePairs<String, String> = [:], files: [NowWebFile] = [],
        pressing button: String? = nil
    ) async throws(NowWebServiceError) -> NowWebPage {
        let assignments =
            values.map { FormAssignment($0.key, .text($0.value)) }
            + files.map {
                FormAssignment($0.field, .file(name: $0.name, contentType: $0.contentType, bytes: Array($0.data)))
            }
        return try await go { line throws(NowWebServiceError) in
            try form.request(assignments, pressing: button, at: try line.instance())
        }
    }

    /// Fetches the current page again, or the first one when there is none.
    @discardableResult
    public func reload() async throws(NowWebServiceError) -> NowWebPage {
        guard let current = walk.current else { return try await load(url) }
        return try await go(arriving: walk) { _ in HTTPRequest(.get, current.address) }
    }

    /// Asks for the page before this one. On the first page there is none: the delegate may put the controller away.
    @discardableResult
    public func goBack() async throws(NowWebServiceError) -> NowWebPage? {
        var walk = walk
        guard let entry = walk.goBack() else {
            delegate?.nowWebViewControllerDidRequestDismissal(self)
            return nil
        }
        return try await go(arriving: walk) { _ in HTTPRequest(.get, entry.address) }
    }

    /// Asks for the page that was left by going back; nil when there is none.
    @discardableResult
    public func goForward() async throws(NowWebServiceError) -> NowWebPage? {
        var walk = walk
        guard let entry = walk.goForward() else { return nil }
        return try await go(arriving: walk) { _ in HTTPRequest(.get, entry.address) }
    }

    /// Calls off what is on its way.
    public func stopLoading() {
        number += 1
        loading?.cancel()
        isLoading = false
    }

    /// Asks for a page and goes there: as a new one, or as the current one of `walk`.
    private func go(
        arriving walk: NavigationHistory? = nil, _ ask: @Sendable (WebLine) throws(NowWebServiceError) -> HTTPRequest
    ) async throws(NowWebServiceError) -> NowWebPage {
        do throws(NowWebServiceError) {
            let request = try ask(line)
            let client = try line.client()
            // Only what can be asked for calls off what is on its way.
            stopLoading()
            let mine = number
            isLoading = true
            let task = Task { await NowWebPage.fetch(request, by: client) }
            loading = task
            let outcome = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            guard mine == number else { throw .cancelled }
            isLoading = false
            let page = try outcome.get()
            let entry = NavigationHistory.Entry(
                page.page.address, title: page.title, wasPosted: request.method == .post)
            if let walk {
                self.walk = walk
                self.walk.arrive(at: entry)
            } else {
                self.walk.visit(entry)
            }
            self.page = page
            delegate?.nowWebViewController(self, didShow: page)
            return page
        } catch {
            tell(error)
            throw error
        }
    }

    private func tell(_ error: NowWebServiceError) {
        switch error {
        case .cancelled: break
        case .unsupportedUrl(let url): delegate?.nowWebViewController(self, didReceive: url)
        default: delegate?.nowWebViewController(self, didFailNavigationWith: error)
        }
    }
}

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
    /// The user went back from the first page: the application may dismiss the controller.
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
