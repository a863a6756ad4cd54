package import ExchangeModel
import NowSDK

/// Fetches the assets of many pages into the cache, so that opening the pages takes a request each.
///
/// Pages come first, then what they name, then what their style sheets name; each asset once over all pages, and those of
/// this instance only. Pages themselves are not kept. What is requested follows from the pages, the answers and what the
/// cache held before, never from the order in which answers come: so a tape of it replays.
package struct Preloader: Sendable {
    /// How far a preload is. The total grows while pages are read.
    package struct Progress: Sendable, Hashable {
        /// Pages and assets that are done.
        package var done: Int
        /// Pages and assets known of.
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
    ) async throws(PageFailure) -> PreloadReport {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(PageFailure) in
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
