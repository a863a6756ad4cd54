package import ExchangeModel
import NowSDK
import Synchronization

/// Fetches the assets of many pages into the cache, so that opening the pages takes a request each.
///
/// Pages come first, then what they name, then what their style sheets name; each asset once over all pages, and those of
/// this instance only. Pages themselves are not kept. What is requested follows from the pages, the answers and what the
/// cache held before, never from the order in which answers come: so a tape of it replays.
package struct Preloader: Sendable {
    package struct Progress: Sendable, Hashable {
        package var done: Int
        package var total: Int
    }

    private let client: PageClient
    private let cache: WebCache
    private let clock: any Clock
    private let limits: PreloadLimits

    /// - Parameters:
    ///   - client: what pages come by. Assets come by its transport.
    ///   - clock: what freshness is judged by.
    package init(client: PageClient, cache: WebCache, clock: any Clock, limits: PreloadLimits = PreloadLimits()) {
        self.client = client
        self.cache = cache
        self.clock = clock
        self.limits = limits
    }

    /// Preloads pages; what failed stands in the report.
    ///
    /// It runs on the pool's threads whatever thread the caller's tasks run on, since one that blocks while a request is
    /// under way would send one after the other.
    ///
    /// - Parameter progress: told after each page and each asset, one call after the other.
    /// - Throws: when nothing else can succeed either: signing in failed, a tape has no answer or takes none, or the task
    ///   was cancelled (`.transport` with `.cancelled` as its cause). What came until then is in the cache.
    package func preload(
        _ pages: [HTTPURL], progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws(PageError) -> PreloadReport {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(PageError) in
            let counting = CountingTransport(client.transport)
            var run = PreloadRun(
                client: PageClient(instance: client.instance, transport: counting),
                assets: AssetClient(
                    transport: counting, cache: cache, clock: clock,
                    limits: RequestLimits(seconds: 60, body: limits.assetBytes)),
                limits: limits, progress: progress)
            try await run.fetchPages(pages)
            try await run.fetchAssets()
            return run.report(requests: counting.count)
        }
    }
}

package struct PreloadLimits: Sendable, Hashable {
    package var parallel = 6
    package var assets = 2000
    /// Bytes of assets that come from the instance; what is beyond is seen after a round of requests.
    package var bytes = 48 << 20
    package var assetBytes = 16 << 20
    /// How often an asset may lead to others, a sheet to a sheet to a picture for instance.
    package var depth = 4

    package init() {}
}

/// Counts the requests that pass.
final class CountingTransport: Transport {
    private let next: any Transport
    private let sent = Atomic(0)

    init(_ next: any Transport) { self.next = next }

    var count: Int { sent.load(ordering: .relaxed) }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        sent.add(1, ordering: .relaxed)
        return try await next.send(request)
    }
}

/// Does something with each of many, so many at once, and gives what came of it in their order.
enum Parallel {
    static func map<Item: Sendable, Result: Sendable>(
        _ items: [Item], atOnce width: Int, _ work: @escaping @Sendable (Item) async -> Result,
        each done: () -> Void
    ) async -> [Result] {
        await withTaskGroup(of: (Int, Result).self) { group in
            var results = [Result?](repeating: nil, count: items.count)
            var next = 0
            func start() {
                guard next < items.count else { return }
                let number = next
                next += 1
                group.addTask { (number, await work(items[number])) }
            }
            for _ in 0..<max(1, width) { start() }
            while let (number, result) = await group.next() {
                results[number] = result
                done()
                start()
            }
            return results.compactMap { $0 }
        }
    }
}
