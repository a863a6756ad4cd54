package import ExchangeModel
import Synchronization

/// Fetches the assets of pages into the cache, so that each page opens with one request.
///
/// Pages are fetched first, then their assets, then those of their style sheets; each asset once, from this instance
/// only. Pages are not cached. Requests depend on the pages, the responses and the initial cache, never on the order of
/// responses, so a tape of a preload replays.
package struct Preloader: Sendable {
    private let client: PageClient
    private let sent: CountingTransport
    private let assets: AssetClient
    private let limits: PreloadLimits
    private var report = PreloadReport()
    private var seen: Set<[UInt8]> = []
    private var leftOut: Set<[UInt8]> = []

    /// The number of requests per round. Cache and limits are checked between rounds only, so results do not depend on
    /// the order of responses.
    private static let round = 32

    package init(client: PageClient, cache: WebCache, clock: any Clock, limits: PreloadLimits = PreloadLimits()) {
        sent = CountingTransport(client.transport)
        self.client = PageClient(instance: client.instance, transport: sent)
        assets = AssetClient(
            transport: sent, cache: cache, clock: clock, limits: RequestLimits(seconds: 60, body: limits.assetBytes))
        self.limits = limits
    }

    /// Preloads pages. Failures are in the report. Throws if no further request can succeed: the sign-in failed, the tape
    /// has no exchange or cannot be written, or the task was cancelled (`.transport` with `.cancelled` as its cause).
    ///
    /// It runs on the global executor whatever the caller's executor, because one that blocks during a request would
    /// serialize all of them.
    package func preload(_ pages: [HTTPURL]) async throws(PageError) -> PreloadReport {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(PageError) in
            var run = self
            try await run.fetchPages(pages)
            try await run.fetchAssets()
            run.report.requests = sent.count
            return run.report
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

private enum Parallel {
    static func map<Item: Sendable, Value: Sendable, Failure: Error>(
        _ items: [Item], atOnce width: Int, _ work: @escaping @Sendable (Item) async throws(Failure) -> Value
    ) async -> [Result<Value, Failure>] {
        await withTaskGroup(of: (Int, Result<Value, Failure>).self) { group in
            var results: [Int: Result<Value, Failure>] = [:]
            for (number, item) in items.enumerated() {
                if number >= max(1, width), let (done, result) = await group.next() { results[done] = result }
                group.addTask {
                    do throws(Failure) { return (number, .success(try await work(item))) } catch {
                        return (number, .failure(error))
                    }
                }
            }
            for await (number, result) in group { results[number] = result }
            return items.indices.compactMap { results[$0] }
        }
    }
}

/// The result of a preload, independent of the order of responses.
package struct PreloadReport: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        package var address: HTTPURL
        /// The source of an asset; nil if there was no response.
        package var source: AssetResponse.Source?
        package var status: Int?
        /// Why there is no page or asset; nil if there is one.
        package var failure: String?
        package var bytes = 0
        package var isKept = false

        package var isGood: Bool { failure == nil && (status.map { $0 < 400 } ?? false) }
    }

    package var pages: [Item] = []
    /// The distinct assets in page order, then those of style sheets.
    package var assets: [Item] = []
    /// The assets of each other host that pages refer to. Nothing is requested from it.
    package var elsewhere: [String: Set<[UInt8]>] = [:]
    /// Requests sent, including redirects of pages but not sign-in.
    package var requests = 0
    package var conditional = 0
    /// Assets not requested because of a limit.
    package var leftOut = 0

    package var renewed: Int { assets.count { $0.source == .renewed } }
    package var cached: Int { assets.count { $0.source == .cache } }
    /// Bytes of assets fetched from the instance. Pages are not counted: redaction changes their size on a tape.
    package var bytesFetched: Int { assets.reduce(0) { $0 + ($1.source == .instance ? $1.bytes : 0) } }
    package var isComplete: Bool { leftOut == 0 && pages.allSatisfy(\.isGood) && assets.allSatisfy(\.isGood) }
}

// Requests run in parallel; decisions are made between rounds, in order.
extension Preloader {
    /// Fetches the pages and finds their assets. The first page is fetched alone, because it may have to sign in.
    private mutating func fetchPages(_ addresses: [HTTPURL]) async throws(PageError) {
        var known: Set<[UInt8]> = []
        let addresses = addresses.filter { known.insert($0.key).inserted }
        for batch in [addresses.prefix(1), addresses.dropFirst()] where !batch.isEmpty {
            let client = client
            let read = await Parallel.map(Array(batch), atOnce: limits.parallel) { address async throws(PageError) in
                try await client.page(at: address)
            }
            for (address, outcome) in zip(batch, read) {
                var item = PreloadReport.Item(address: address)
                switch outcome {
                case .success(let page):
                    item.status = page.response.status
                    note(AssetLinks.of(page, client.instance))
                case .failure(let error):
                    if error.endsPreload { throw error }
                    // An error page is not the requested page, but it has a status.
                    (item.status, item.failure) = (error.page?.response.status, error.message)
                }
                report.pages.append(item)
            }
            try Self.checkCancelled()
        }
    }

    private mutating func fetchAssets() async throws(PageError) {
        var level = report.assets.indices, depth = 0
        while !level.isEmpty {
            for start in stride(from: level.startIndex, to: level.endIndex, by: Self.round) {
                try await fetch(start..<min(level.endIndex, start + Self.round), leads: depth < limits.depth)
            }
            level = level.endIndex..<report.assets.endIndex
            depth += 1
        }
        report.leftOut = leftOut.count
    }

    private mutating func fetch(_ round: Range<Int>, leads: Bool) async throws(PageError) {
        let assets = assets, now = assets.clock.now, isOver = report.bytesFetched >= limits.bytes
        // Look-ups in the cache precede the first request of the round.
        var wanted = round.map { place in
            let address = report.assets[place].address
            return (place: place, address: address, kept: assets.cache[address])
        }
        if isOver {
            // Fresh cache entries cost nothing.
            for asset in wanted where asset.kept?.isFresh(at: now) != true { leftOut.insert(asset.address.key) }
            wanted.removeAll { $0.kept?.isFresh(at: now) != true }
        }
        let outcomes = await Parallel.map(wanted, atOnce: limits.parallel) { wanted async throws(TransportFailure) in
            try await assets.find(wanted.address, wanted.kept)
        }
        var end: PageError?
        for (asset, outcome) in zip(wanted, outcomes) {
            switch outcome {
            case .success(let answer):
                assets.cache[asset.address] = answer.kept
                if answer.isConditional { report.conditional += 1 }
                let response = answer.response
                report.assets[asset.place] = PreloadReport.Item(
                    address: asset.address, source: answer.source, status: response.status,
                    bytes: response.body.count, isKept: assets.cache[asset.address] != nil)
                if leads { note(AssetLinks.of(response, at: asset.address, client.instance)) }
            case .failure(let failure):
                report.assets[asset.place].failure = failure.message
                if failure.endsPreload, end == nil { end = PageError.of(failure, at: asset.address) }
            }
        }
        if let end { throw end }
        try Self.checkCancelled()
    }

    private mutating func note(_ addresses: [PageAddress]) {
        for address in addresses {
            switch address {
            case .elsewhere(let address): report.elsewhere[address.origin, default: []].insert(address.key)
            case .page(let address) where !seen.contains(address.key):
                guard report.assets.count < limits.assets else {
                    leftOut.insert(address.key)
                    continue
                }
                seen.insert(address.key)
                report.assets.append(PreloadReport.Item(address: address))
            case .page, .fragment, .unsupported, .unreadable: break
            }
        }
    }

    private static func checkCancelled() throws(PageError) {
        guard Task.isCancelled else { return }
        throw PageError.of(TransportFailure(.cancelled, "The preload was cancelled."), at: nil)
    }
}

extension PageError {
    fileprivate var endsPreload: Bool { kind == .notSignedIn || (cause?.endsPreload ?? false) }
}

extension TransportFailure {
    /// Whether no other request can succeed.
    fileprivate var endsPreload: Bool { [.tape, .signIn, .cancelled].contains(kind) }
}
