import ExchangeModel
import FoundationEssentials
import NowSDK

struct WebConnection: Sendable {
    let configuration: NowServiceConfiguration
    let core: (any NowCoreServiceProviding)?
    private let cache = WebCache()

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

    func preloader() throws(NowWebServiceError) -> Preloader {
        let (cache, clock) = try storage()
        return Preloader(client: try client(), cache: cache, clock: clock)
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
