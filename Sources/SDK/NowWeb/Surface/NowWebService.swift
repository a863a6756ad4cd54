import ExchangeModel
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
    private let line: WebConnection

    /// Creates a service. Without a provider, each call uses the SDK's core as configured at that time.
    public init(configuration: NowServiceConfiguration, coreServiceProvider: (any NowCoreServiceProviding)? = nil) {
        self.configuration = configuration
        line = WebConnection(configuration, coreServiceProvider)
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
            _ = try line.page(url)
        } catch .unsupportedUrl {
            // The delegate handles it.
        } catch {
            return .failure(error)
        }
        return .success(NowWebViewController(url: url, line: line, delegate: delegate, theme: theme))
    }

    /// Loads pages and their assets in the background to speed up opening them later. The next `loadPage()` of such a
    /// page within five minutes shows the preloaded one without a request, unless a form was sent in between. Style
    /// sheets, scripts and images are cached as long as the instance allows.
    ///
    /// Throws `NowWebServiceError` before loading anything if there is no configuration or a URL is not a page of the
    /// instance.
    public func preloadWebCache(
        urls: [URL], completion: PreloadWebCacheCompletion? = nil
    ) throws(NowWebServiceError) {
        let preload = try line.preload(try pages(urls))
        Task.detached {
            // Callers that need the result use `preload(urls:)`.
            _ = try? await preload()
            completion?()
        }
    }

    /// An async variant that returns the result.
    @discardableResult
    public func preload(urls: [URL]) async throws(NowWebServiceError) -> NowWebPreload {
        let preload = try line.preload(try pages(urls))
        do throws(PageError) {
            return NowWebPreload(try await preload())
        } catch {
            throw NowWebServiceError(error)
        }
    }

    /// An asset of a page, such as a style sheet or image: from the cache while fresh, else from the instance. It is
    /// meant for applications with their own web view.
    public func asset(at url: URL) async throws(NowWebServiceError) -> NowWebAsset {
        let address = try line.page(url)
        let assets = try line.assets()
        do throws(TransportFailure) {
            return NowWebAsset(try await assets.asset(at: address))
        } catch {
            throw NowWebServiceError(PageError(of: error, at: address))
        }
    }

    private func pages(_ urls: [URL]) throws(NowWebServiceError) -> [HTTPURL] {
        var pages: [HTTPURL] = []
        for url in urls { pages.append(try line.page(url)) }
        return pages
    }
}

/// Creates a service for the web pages of an instance: `NowWeb.makeWebService(instanceUrl:) { result in … }`.
///
/// `completion` is called once, before the function returns.
public func makeWebService(
    instanceUrl: URL, completion: @escaping (Result<NowWebService, NowServiceError>) -> Void
) {
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
    /// The number of pages that loaded.
    public let pages: Int
    /// The number of pages that failed or returned an error.
    public let failedPages: Int
    /// The number of assets that the pages need.
    public let assets: Int
    /// The number of these that are cached.
    public let keptAssets: Int
    /// The number of requests sent.
    public let requests: Int

    init(_ report: PreloadReport) {
        pages = report.pages.count { $0.failure == nil && ($0.status ?? 0) < 400 }
        failedPages = report.pages.count - pages
        assets = report.assets.count
        keptAssets = report.assets.count { $0.isKept }
        requests = report.requests
    }
}

/// An asset of a page.
public struct NowWebAsset: Sendable, Hashable {
    /// The content.
    public let data: Data
    /// The media type; nil if missing.
    public let contentType: String?
    /// The HTTP status.
    public let statusCode: Int
    /// Whether it came from the cache without a request.
    public let isFromCache: Bool

    init(_ answer: AssetResponse) {
        data = Data(answer.response.body)
        contentType = answer.response.headers["Content-Type"]
        statusCode = answer.response.status
        isFromCache = answer.source == .cache
    }
}
