import ExchangeModel
public import FoundationEssentials
public import NowSDK

/// Called when preloading is over, whatever came of it, from any thread.
public typealias PreloadWebCacheCompletion = @Sendable () -> Void

/// Shows the web pages of an instance, signed in as the SDK is.
///
/// A first request carries the access token; from then on the session's cookies count alone, and when the instance shows
/// where to sign in, a new token is fetched and the page is requested again.
public final class NowWebService: NowService {
    /// The instance and the application this service was made for.
    public let configuration: NowServiceConfiguration
    private let line: WebLine

    /// Without a provider the SDK's core is used, as it is configured when a page is asked for.
    public init(configuration: NowServiceConfiguration, coreServiceProvider: (any NowCoreServiceProviding)? = nil) {
        self.configuration = configuration
        line = WebLine(configuration, coreServiceProvider)
    }

    /// Makes what shows a page and those it leads to. Nothing is fetched before its `loadPage()`.
    ///
    /// A relative address is relative to the instance. One of another host, or with a scheme that is neither http nor
    /// https, is told to the delegate when it is to be loaded.
    ///
    /// - Parameters:
    ///   - url: the first page.
    ///   - delegate: hears what happens. It is not kept alive.
    ///   - theme: the colors; the SDK's own unless given.
    /// - Returns: a failure when the service's configuration names no instance, or the address cannot be read.
    public func makeWebViewController(
        for url: URL, delegate: (any NowWebViewControllerDelegate)? = nil,
        theme: any NowWebThemeable = NowWebDefaultTheme(nowUITheme: NowUIDefaultTheme())
    ) -> Result<NowWebViewController, NowWebServiceError> {
        do throws(NowWebServiceError) {
            _ = try line.page(url)
        } catch .unsupportedUrl {
            // The delegate decides what becomes of it.
        } catch {
            return .failure(error)
        }
        return .success(NowWebViewController(url: url, line: line, delegate: delegate, theme: theme))
    }

    /// Fetches pages and what belongs to them in the background, so that opening them later takes less. Style sheets,
    /// scripts and pictures are kept as long as the instance says; pages themselves never are.
    ///
    /// Throws `NowWebServiceError` before anything is fetched: without a configuration, and for an address that is none
    /// of the instance's pages.
    public func preloadWebCache(
        urls: [URL], completion: PreloadWebCacheCompletion? = nil
    ) throws(NowWebServiceError) {
        let preloader = try line.preloader()
        let pages = try pages(urls)
        Task.detached {
            // Who wants to know what failed calls `preload(urls:)`.
            _ = try? await preloader.preload(pages)
            completion?()
        }
    }

    /// The same, waiting for it, and with its result.
    @discardableResult
    public func preload(urls: [URL]) async throws(NowWebServiceError) -> NowWebPreload {
        let preloader = try line.preloader()
        let pages = try pages(urls)
        do throws(PageError) {
            return NowWebPreload(try await preloader.preload(pages))
        } catch {
            throw NowWebServiceError(error)
        }
    }

    /// Something that belongs to a page, a style sheet or a picture for instance: what was preloaded while it is fresh,
    /// else from the instance. For applications that show pages by a web view of their own.
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

/// Makes a service for the web pages of an instance: `NowWeb.makeWebService(instanceUrl:) { result in … }`.
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

/// Makes a service for the web pages of an instance. Hold on to it for as long as its pages are of use: what was
/// preloaded is in it.
public func makeWebService(instanceUrl: URL) async throws(NowServiceError) -> NowWebService {
    var made: Result<NowWebService, NowServiceError> = .failure(.sdkNotConfigured)
    makeWebService(instanceUrl: instanceUrl) { made = $0 }
    return try made.get()
}

/// What came of preloading pages.
public struct NowWebPreload: Sendable, Hashable {
    /// How many pages came.
    public let pages: Int
    /// How many pages did not come, or came as an error.
    public let failedPages: Int
    /// How many style sheets, scripts and pictures the pages need.
    public let assets: Int
    /// How many of them are kept.
    public let keptAssets: Int
    /// How many requests were sent.
    public let requests: Int

    init(_ report: PreloadReport) {
        pages = report.pages.count { $0.failure == nil && ($0.status ?? 0) < 400 }
        failedPages = report.pages.count - pages
        assets = report.assets.count
        keptAssets = report.assets.count { $0.isKept }
        requests = report.requests
    }
}

/// Something that belongs to a page.
public struct NowWebAsset: Sendable, Hashable {
    /// What it holds.
    public let data: Data
    /// Its media type, as the instance says; nil when it says nothing.
    public let contentType: String?
    /// The status of the answer.
    public let statusCode: Int
    /// Whether it came from the cache, without a request.
    public let isFromCache: Bool

    init(_ answer: AssetAnswer) {
        data = Data(answer.response.body)
        contentType = answer.response.headers["Content-Type"]
        statusCode = answer.response.status
        isFromCache = answer.source == .cache
    }
}
