import ExchangeModel
import FoundationEssentials
import NowSDK
import Synchronization

struct WebConnection: Sendable {
    let configuration: NowServiceConfiguration
    let core: (any NowCoreServiceProviding)?
    private let cache = WebCache()
    private let preloaded = PreloadedPages()

    init(_ configuration: NowServiceConfiguration, _ core: (any NowCoreServiceProviding)?) {
        self.configuration = configuration
        self.core = core
    }

    func instance() throws(NowWebServiceError) -> Instance {
        do {
            return try Instance(configuration.instanceUrl.absoluteString)
        } catch {
            throw .missingServiceConfiguration
        }
    }

    func client() throws(NowWebServiceError) -> PageClient {
        let instance = try instance()
        do {
            return PageClient(
                instance: instance, transport: try known().requestNetworkService(for: configuration, signedIn: true))
        } catch {
            throw .missingServiceConfiguration
        }
    }

    /// Preloads assets into the cache, and pages for the next load of each.
    func preload(_ pages: [HTTPURL]) throws(NowWebServiceError) -> @Sendable () async throws(PageError) -> PreloadReport
    {
        let (cache, clock) = try storage()
        let client = try client(), preloaded = preloaded
        let preloader = Preloader(client: client, cache: cache, clock: clock)
        return { () async throws(PageError) in
            try await preloader.preload(pages, keep: { preloaded.keep($1, at: $0, for: client, clock.now) })
        }
    }

    /// The page of a request: the preloaded one unless it is loaded again, or from the instance. A change makes all
    /// preloaded pages outdated.
    func result(
        of request: HTTPRequest, filledWith form: NowWebForm.Filling?, isAgain: Bool, by client: PageClient
    ) async -> Result<WebPage, PageError> {
        if form != nil { preloaded.removeAll() }
        let clock = try? storage().1
        if let clock, let page = preloaded.take(request.url, for: client, clock.now), !isAgain { return .success(page) }
        do throws(PageError) {
            let page =
                if let form {
                    try await client.submit(request, form.entries, from: form.page)
                } else {
                    try await client.page(for: request)
                }
            // Parsed here and not on the main actor.
            _ = page.document
            return .success(page)
        } catch {
            return .failure(error)
        }
    }

    func assets() throws(NowWebServiceError) -> AssetClient {
        let (cache, clock) = try storage()
        return AssetClient(transport: try client().transport, cache: cache, clock: clock)
    }

    /// Resolves a URL relative to the instance.
    func page(_ url: URL) throws(NowWebServiceError) -> HTTPURL {
        try page(url.absoluteString, from: nil)
    }

    func page(_ text: String, from base: HTTPURL?) throws(NowWebServiceError) -> HTTPURL {
        let instance = try instance()
        switch PageAddress(text, from: base, at: instance) {
        case .page(let page): return page
        case .fragment: return base ?? instance.origin
        case .elsewhere(let address): throw WebConnection.unsupported(address.description)
        case .unsupported: throw WebConnection.unsupported(text)
        case .unreadable: throw .invalidUrl(text)
        }
    }

    private static func unsupported(_ text: String) -> NowWebServiceError {
        URL(string: text).map { .unsupportedUrl($0) } ?? .invalidUrl(text)
    }

    private func known() throws(NowWebServiceError) -> any NowCoreServiceProviding {
        guard let core = core ?? NowSDK.core() else { throw .missingServiceConfiguration }
        return core
    }

    /// Without a clock there is no cache, because freshness could not be determined.
    private func storage() throws(NowWebServiceError) -> (WebCache, any Clock) {
        guard let clock = try known().networkClock else { return (WebCache(limit: 0), NoClock()) }
        return (cache, clock)
    }

    private struct NoClock: Clock {
        var now: Timestamp { Timestamp(seconds: 0) }
        func sleep(microseconds: Int64) async throws {}
    }
}

/// Preloaded pages, each for one load within five minutes by the same session: as long as browsers keep a page that was
/// prefetched, whatever its caching headers say.
final class PreloadedPages: Sendable {
    private struct Entry {
        let page: WebPage
        let until: Timestamp
        let session: Timestamp
    }

    private static let seconds: Int64 = 300
    private static let limit = 64
    private let entries = Mutex<[AddressKey: Entry]>([:])

    func keep(_ page: WebPage, at address: HTTPURL, for client: PageClient, _ now: Timestamp) {
        guard let session = Self.session(client) else { return }
        let entry = Entry(page: page, until: now.advanced(bySeconds: Self.seconds), session: session)
        entries.withLock { entries in
            entries = entries.filter { $0.value.until > now }
            if entries.count < Self.limit { entries[AddressKey(address)] = entry }
        }
    }

    func take(_ address: HTTPURL, for client: PageClient, _ now: Timestamp) -> WebPage? {
        guard let entry = entries.withLock({ $0.removeValue(forKey: AddressKey(address)) }), entry.until > now,
            entry.session == Self.session(client)
        else { return nil }
        return entry.page
    }

    func removeAll() { entries.withLock { $0 = [:] } }

    /// When the session of the pages was opened; nil without one.
    private static func session(_ client: PageClient) -> Timestamp? {
        (client.transport as? AuthenticatingTransport)?.status.pages?.opened
    }
}
