public import ExchangeModel
public import FoundationEssentials
public import NowSDK

/// Called when preloading ends, successfully or not, on any thread.
public typealias PreloadWebCacheCompletion = @Sendable () -> Void

/// Shows web pages of an instance with the SDK's sign-in.
///
/// The first request carries the access token; later ones only the session cookies. If the instance shows its login
/// page, a new token is requested and the page is loaded again.
public final class NowWebService: NowService {
    /// The instance and the application this service was made for.
    public let configuration: NowServiceConfiguration
    private let core: (any NowCoreServiceProviding)?
    private let cache = WebCache()

    /// Creates a service. Without a provider, each call uses the SDK's core as configured at that time.
    public init(configuration: NowServiceConfiguration, coreServiceProvider: (any NowCoreServiceProviding)? = nil) {
        self.configuration = configuration
        core = coreServiceProvider
    }

    /// Creates a controller for a page and those it links to. Nothing is loaded before `loadPage()`.
    ///
    /// A relative URL is relative to the instance. A URL of another host or another scheme than http and https is
    /// reported to the delegate when it is loaded.
    ///
    /// - Parameters:
    ///   - url: the first page.
    ///   - delegate: receives events; referenced weakly.
    ///   - theme: the colors; by default the SDK's own.
    /// - Returns: a failure if the service's configuration has no instance or the URL is invalid.
    public func makeWebViewController(
        for url: URL, delegate: (any NowWebViewControllerDelegate)? = nil,
        theme: any NowWebThemeable = NowWebDefaultTheme(nowUITheme: NowUIDefaultTheme())
    ) -> Result<NowWebViewController, NowWebServiceError> {
        do throws(NowWebServiceError) {
            _ = try page(url.absoluteString)
        } catch .unsupportedUrl {
            // The delegate handles it.
        } catch {
            return .failure(error)
        }
        return .success(NowWebViewController(url: url, service: self, delegate: delegate, theme: theme))
    }

    /// Loads pages in the background and caches their style sheets, scripts and images, as long as the instance allows,
    /// to speed up opening them later. The pages themselves are not kept.
    ///
    /// Throws `NowWebServiceError` before loading anything if there is no configuration or a URL is not a page of the
    /// instance.
    public func preloadWebCache(urls: [URL], completion: PreloadWebCacheCompletion? = nil) throws(NowWebServiceError) {
        let (preloader, pages) = try preloading(urls)
        Task.detached {
            // Callers that need the result use `preload(urls:)`.
            _ = try? await preloader.preload(pages)
            completion?()
        }
    }

    /// An async variant that returns the result.
    @discardableResult
    public func preload(urls: [URL]) async throws(NowWebServiceError) -> NowWebPreload {
        let (preloader, pages) = try preloading(urls)
        do throws(PageError) {
            return NowWebPreload(report: try await preloader.preload(pages))
        } catch {
            throw NowWebServiceError(error)
        }
    }

    /// An asset of a page, such as a style sheet or image: from the cache while fresh, else from the instance. It is
    /// meant for applications with their own web view.
    public func asset(at url: URL) async throws(NowWebServiceError) -> NowWebAsset {
        let address = try page(url.absoluteString), client = try client(), (cache, clock) = try storage()
        do throws(TransportFailure) {
            let assets = AssetClient(transport: client.transport, cache: cache, clock: clock)
            return NowWebAsset(answer: try await assets.asset(at: address))
        } catch {
            throw NowWebServiceError(PageError.of(error, at: address))
        }
    }

    private func preloading(_ urls: [URL]) throws(NowWebServiceError) -> (Preloader, [HTTPURL]) {
        var pages: [HTTPURL] = []
        for url in urls { pages.append(try page(url.absoluteString)) }
        let (cache, clock) = try storage()
        return (Preloader(client: try client(), cache: cache, clock: clock), pages)
    }

    func instance() throws(NowWebServiceError) -> Instance {
        guard let instance = try? Instance(configuration.instanceUrl.absoluteString) else {
            throw .missingServiceConfiguration
        }
        return instance
    }

    func client() throws(NowWebServiceError) -> PageClient {
        let instance = try instance(), core = try knownCore()
        guard let transport = try? core.requestNetworkService(for: configuration, signedIn: true) else {
            throw .missingServiceConfiguration
        }
        return PageClient(instance: instance, transport: transport)
    }

    func page(_ text: String, from base: HTTPURL? = nil) throws(NowWebServiceError) -> HTTPURL {
        let instance = try instance(), other: String
        switch PageAddress(text, from: base, at: instance) {
        case .page(let page): return page
        case .fragment: return base ?? instance.origin
        case .elsewhere(let address): other = address.description
        case .unsupported: other = text
        case .unreadable: throw .invalidUrl(text)
        }
        throw URL(string: other).map { .unsupportedUrl($0) } ?? .invalidUrl(other)
    }

    private func knownCore() throws(NowWebServiceError) -> any NowCoreServiceProviding {
        guard let core = core ?? NowSDK.core() else { throw .missingServiceConfiguration }
        return core
    }

    /// Without a clock there is no cache, because freshness could not be determined.
    private func storage() throws(NowWebServiceError) -> (WebCache, any Clock) {
        guard let clock = try knownCore().networkClock else { return (WebCache(limit: 0), NoClock()) }
        return (cache, clock)
    }

    private struct NoClock: Clock {
        var now: Timestamp { Timestamp(seconds: 0) }
        func sleep(microseconds: Int64) async throws {}
    }
}

/// Creates a service for the web pages of an instance: `NowWeb.makeWebService(instanceUrl:) { result in … }`.
///
/// `completion` is called once, before the function returns.
public func makeWebService(instanceUrl: URL, completion: @escaping (Result<NowWebService, NowServiceError>) -> Void) {
    guard let core = NowSDK.core() else { return completion(.failure(.sdkNotConfigured)) }
    guard let configuration = NowSDK.makeServiceConfiguration(for: instanceUrl) else {
        return completion(.failure(.serviceConfigurationInvalid))
    }
    completion(.success(NowWebService(configuration: configuration, coreServiceProvider: core)))
}

/// Creates a service for the web pages of an instance. The service owns the cache, so keep it as long as its pages are
/// used.
public func makeWebService(instanceUrl: URL) async throws(NowServiceError) -> NowWebService {
    var made: Result<NowWebService, NowServiceError> = .failure(.sdkNotConfigured)
    makeWebService(instanceUrl: instanceUrl) { made = $0 }
    return try made.get()
}

/// The result of preloading pages.
public struct NowWebPreload: Sendable, Hashable {
    let report: PreloadReport

    /// The number of pages that loaded.
    public var pages: Int { report.pages.count(where: \.isGood) }
    /// The number of pages that failed or returned an error.
    public var failedPages: Int { report.pages.count - pages }
    /// The number of assets that the pages need.
    public var assets: Int { report.assets.count }
    /// The number of these that are cached.
    public var keptAssets: Int { report.assets.count(where: \.isKept) }
    /// The number of requests sent.
    public var requests: Int { report.requests }
}

/// An asset of a page.
public struct NowWebAsset: Sendable, Hashable {
    let answer: AssetResponse

    /// The content.
    public var data: Data { Data(answer.response.body) }
    /// The media type; nil if missing.
    public var contentType: String? { answer.response.headers["Content-Type"] }
    /// The HTTP status.
    public var statusCode: Int { answer.response.status }
    /// Whether it came from the cache without a request.
    public var isFromCache: Bool { answer.source == .cache }
}

/// Why a page cannot be shown.
public enum NowWebServiceError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The SDK is not configured, or the service's configuration has no instance.
    case missingServiceConfiguration
    /// The URL is on another host or its scheme is neither http nor https. Nothing was requested.
    case unsupportedUrl(URL)
    /// The text, for example of a link, is not a URL.
    case invalidUrl(String)
    /// There was no response, for this reason.
    case network(TransportFailure)
    /// The instance still shows its login page with a new token.
    case notSignedIn
    /// The session had ended when a form was sent, and it was not sent again. `isCertain`: nothing was changed; false if
    /// the instance does not say so.
    case sessionEnded(isCertain: Bool)
    /// The instance responded with an error and this page.
    case badResponse(statusCode: Int, page: NowWebPage)
    /// The form was not sent, for this reason.
    case form(FormError)
    /// Another page was loaded in the meantime, or the task was cancelled.
    case cancelled

    /// One sentence.
    public var description: String {
        switch self {
        case .missingServiceConfiguration: "The service has no configuration that names an instance."
        case .unsupportedUrl: "The address is not a page of the instance."
        case .invalidUrl: "The address cannot be read."
        case .network(let failure): failure.message
        case .notSignedIn: "The instance shows where to sign in, although the sign-in was renewed."
        case .sessionEnded(true): "The form was not sent: the session had ended. Nothing was changed."
        case .sessionEnded(false):
            "The session had ended, and the instance does not say whether it accepted the form."
        case .badResponse(let status, _): "The instance answered with HTTP status \(status)."
        case .form(let failure): failure.description
        case .cancelled: "The request for the page was cancelled."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }

    init(_ failure: PageError) {
        switch failure.kind {
        case .elsewhere:
            let url = failure.address.flatMap { URL(string: $0.description) }
            self = url.map { .unsupportedUrl($0) } ?? .invalidUrl(failure.address?.description ?? "")
        case .notSignedIn: self = .notSignedIn
        case .sessionEnded: self = .sessionEnded(isCertain: failure.isNotTaken)
        case .refused:
            guard let page = failure.page else { fallthrough }
            self = .badResponse(statusCode: page.response.status, page: NowWebPage(page: page))
        case .transport:
            let cause = failure.cause ?? TransportFailure(.reset, failure.message)
            self = cause.kind == .cancelled ? .cancelled : cause.kind == .signIn ? .notSignedIn : .network(cause)
        }
    }
}
