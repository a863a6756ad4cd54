package import ExchangeModel
import NowSDK
import Synchronization

/// Fetches the assets of pages into the cache, so that each page opens with one request.
///
/// Pages are fetched first, then their assets, then those of their style sheets; each asset once, from this instance
/// only. Pages are not cached. Requests depend on the pages, the responses and the initial cache, never on the order of
/// responses, so a tape of a preload replays.
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
    ///   - client: fetches pages; assets use its transport.
    ///   - clock: decides freshness.
    package init(client: PageClient, cache: WebCache, clock: any Clock, limits: PreloadLimits = PreloadLimits()) {
        self.client = client
        self.cache = cache
        self.clock = clock
        self.limits = limits
    }

    /// Preloads pages. Failures are in the report.
    ///
    /// It runs on the global executor whatever the caller's executor, because one that blocks during a request would
    /// serialize all of them.
    ///
    /// - Parameters:
    ///   - progress: called after each page and asset, never concurrently.
    ///   - keep: called with each page that loaded, under the address it was requested at.
    /// - Throws: if no further request can succeed: the sign-in failed, the tape has no exchange or cannot be
    ///   written, or the task was cancelled (`.transport` with `.cancelled` as its cause). The cache keeps what was
    ///   fetched.
    package func preload(
        _ pages: [HTTPURL], progress: @escaping @Sendable (Progress) -> Void = { _ in },
        keep: @escaping @Sendable (HTTPURL, WebPage) -> Void = { _, _ in }
    ) async throws(PageError) -> PreloadReport {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(PageError) in
            let counting = CountingTransport(client.transport)
            var run = PreloadRun(
                client: PageClient(instance: client.instance, transport: counting),
                assets: AssetClient(
                    transport: counting, cache: cache, clock: clock,
                    limits: RequestLimits(seconds: 60, body: limits.assetBytes)),
                limits: limits, progress: progress, keep: keep)
            try await run.fetchPages(pages)
            try await run.fetchAssets()
            return run.report(requests: counting.count)
        }
    }
}

package struct PreloadLimits: Sendable, Hashable {
    package var parallel = 6
    package var assets = 2000
    /// The limit of bytes fetched for assets, checked after each round of requests.
    package var bytes = 48 << 20
    package var assetBytes = 16 << 20
    /// The limit of references from asset to asset, such as a style sheet that imports a style sheet with an image.
    package var depth = 4

    package init() {}
}

/// Counts requests.
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

/// Maps elements concurrently with a limit, and returns the results in order.
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
