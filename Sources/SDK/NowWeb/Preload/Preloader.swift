package import ExchangeModel
import Notation
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

/// The result of a preload, independent of the order of responses.
package struct PreloadReport: Sendable, Hashable {
    package struct Page: Sendable, Hashable {
        package var address: HTTPURL
        /// The status; nil if there is no page.
        package var status: Int?
        /// Why there is no page; nil if there is one.
        package var failure: String?
        /// The title; empty if there is none.
        package var title = ""
        /// How many assets of the instance the page needs, including those of its style sheets.
        package var assets = 0
    }

    package struct Asset: Sendable, Hashable {
        package var address: HTTPURL
        /// The source of the response; nil if there was none.
        package var source: AssetResponse.Source?
        /// The status; nil if there was no response.
        package var status: Int?
        /// Why there was no response; nil if there was one.
        package var failure: String?
        package var bytes = 0
        package var isKept = false
        package var pages = 0

        package var isGood: Bool { status.map { (200...399).contains($0) } ?? false }
    }

    /// Another host that pages refer to. Nothing is requested from it.
    package struct ForeignHost: Sendable, Hashable {
        package var origin: String
        package var assets: Int
    }

    /// The distinct pages, in the given order.
    package var pages: [Page] = []
    /// The distinct assets in page order, then those of style sheets.
    package var assets: [Asset] = []
    package var elsewhere: [ForeignHost] = []
    /// Requests sent, including redirects of pages but not sign-in.
    package var requests = 0
    package var conditional = 0
    /// Assets not requested because of a limit.
    package var leftOut = 0
    /// Requests needed to open each page with an empty cache.
    package var coldRequests = 0
    package var coldBytes = 0

    package var renewed: Int { assets.count { $0.source == .renewed } }
    package var cached: Int { assets.count { $0.source == .cache } }
    /// Bytes of assets fetched from the instance. Pages are not counted: redaction changes their size on a tape.
    package var bytesFetched: Int { assets.reduce(0) { $0 + ($1.source == .instance ? $1.bytes : 0) } }
    package var savedRequests: Int { max(0, coldRequests - requests) }
    /// Bytes of assets saved when opening these pages, compared with an empty cache.
    package var savedBytes: Int { max(0, coldBytes - bytesFetched) }
    package var isComplete: Bool {
        leftOut == 0 && pages.allSatisfy { $0.failure == nil && ($0.status ?? 0) < 400 }
            && assets.allSatisfy(\.isGood)
    }
}

/// A preload in progress. Requests run in parallel; decisions are made between rounds, in order.
struct PreloadRun {
    let client: PageClient
    let assets: AssetClient
    let limits: PreloadLimits
    let progress: @Sendable (Preloader.Progress) -> Void
    let keep: @Sendable (HTTPURL, WebPage) -> Void

    private var pages: [PreloadedPage] = []
    private var found: [PreloadReport.Asset] = []
    /// The indexes of the assets that each asset refers to, parallel to `found`.
    private var following: [[Int]] = []
    private var places: [AddressKey: Int] = [:]
    private var elsewhere: [String: Set<AddressKey>] = [:]
    private var conditional = 0
    private var fetched = 0
    private var leftOut: Set<AddressKey> = []
    private var done = 0
    private var total = 0

    /// The number of requests per round. Cache and limits are checked between rounds only, so results do not depend on
    /// the order of responses.
    private static let round = 32

    init(
        client: PageClient, assets: AssetClient, limits: PreloadLimits,
        progress: @escaping @Sendable (Preloader.Progress) -> Void, keep: @escaping @Sendable (HTTPURL, WebPage) -> Void
    ) {
        self.client = client
        self.assets = assets
        self.limits = limits
        self.progress = progress
        self.keep = keep
    }

    /// Fetches the pages and finds their assets. The first page is fetched alone, because it may have to sign in.
    mutating func fetchPages(_ addresses: [HTTPURL]) async throws(PageError) {
        var seen: Set<AddressKey> = []
        let addresses = addresses.filter { seen.insert(AddressKey($0)).inserted }
        total = addresses.count
        for batch in [addresses.prefix(1), addresses.dropFirst()] where !batch.isEmpty {
            let client = client
            let read = await Parallel.map(Array(batch), atOnce: limits.parallel) { address in
                await PreloadedPage(of: address, by: client)
            } each: {
                advance()
            }
            for page in read {
                if let failure = page.failure, failure.endsPreload { throw failure }
                if let loaded = page.page { keep(page.address, loaded) }
                pages.append(page)
            }
            try Self.checkCancelled()
        }
    }

    mutating func fetchAssets() async throws(PageError) {
        for number in pages.indices { pages[number].assets = note(pages[number].links) }
        var level = found.indices
        var depth = 0
        while !level.isEmpty {
            var next = level.startIndex
            while next < level.endIndex {
                let end = min(level.endIndex, next + Self.round)
                try await fetch(next..<end, leads: depth < limits.depth)
                next = end
            }
            level = level.endIndex..<found.endIndex
            depth += 1
        }
    }

    private mutating func fetch(_ round: Range<Int>, leads: Bool) async throws(PageError) {
        let assets = assets, now = assets.clock.now
        var places = Array(round)
        if fetched >= limits.bytes {
            // Fresh cache entries cost nothing.
            places = places.filter { assets.cache.answer(at: found[$0].address)?.isFresh(at: now) ?? false }
            let held = Set(places)
            for place in round where !held.contains(place) { leftOut.insert(AddressKey(found[place].address)) }
        }
        // Look-ups in the cache precede the first request of the round.
        let wanted = places.map { place in
            (address: found[place].address, kept: assets.cache.answer(at: found[place].address))
        }
        let outcomes = await Parallel.map(wanted, atOnce: limits.parallel) { wanted in
            do throws(TransportFailure) {
                return Result<AssetResponse, TransportFailure>.success(
                    try await assets.find(wanted.address, wanted.kept))
            } catch {
                return .failure(error)
            }
        } each: {
            advance()
        }
        var end: PageError?
        for (place, outcome) in zip(places, outcomes) {
            switch outcome {
            case .success(let answer): take(answer, at: place, leads: leads)
            case .failure(let failure):
                found[place].failure = failure.message
                if failure.endsPreload, end == nil { end = PageError(of: failure, at: found[place].address) }
            }
        }
        if let end { throw end }
        try Self.checkCancelled()
    }

    private mutating func take(_ answer: AssetResponse, at place: Int, leads: Bool) {
        assets.apply(answer)
        conditional += answer.asks
        found[place].source = answer.source
        found[place].status = answer.response.status
        found[place].bytes = answer.response.body.count
        found[place].isKept = assets.cache.answer(at: found[place].address) != nil
        if answer.source == .instance { fetched += answer.response.body.count }
        guard leads else { return }
        following[place] = note(AssetLinks.of(answer.response, at: found[place].address, client.instance))
    }

    /// Assigns indexes to the URLs of this instance and returns the distinct indexes.
    private mutating func note(_ links: [AssetLinks.Link]) -> [Int] {
        var noted: [Int] = []
        var seen: Set<Int> = []
        for link in links {
            switch link {
            case .elsewhere(let address): elsewhere[address.origin, default: []].insert(AddressKey(address))
            case .here(let address):
                guard let place = place(of: address), seen.insert(place).inserted else { continue }
                noted.append(place)
            }
        }
        return noted
    }

    private mutating func place(of address: HTTPURL) -> Int? {
        let key = AddressKey(address)
        if let place = places[key] { return place }
        guard found.count < limits.assets else {
            leftOut.insert(key)
            return nil
        }
        places[key] = found.count
        found.append(PreloadReport.Asset(address: address))
        following.append([])
        total += 1
        return found.count - 1
    }

    private mutating func advance() {
        done += 1
        progress(Preloader.Progress(done: done, total: total))
    }

    private static func checkCancelled() throws(PageError) {
        guard Task.isCancelled else { return }
        throw PageError(of: TransportFailure(.cancelled, "The preload was cancelled."), at: nil)
    }

    func report(requests: Int) -> PreloadReport {
        var report = PreloadReport(assets: found, requests: requests, conditional: conditional, leftOut: leftOut.count)
        for page in pages {
            let needed = closure(of: page.assets)
            for place in needed { report.assets[place].pages += 1 }
            report.pages.append(page.reported(assets: needed.count))
            report.coldRequests += page.requests + needed.count
            report.coldBytes += needed.reduce(0) { $0 + found[$1].bytes }
        }
        report.elsewhere = elsewhere.map { PreloadReport.ForeignHost(origin: $0.key, assets: $0.value.count) }
            .sorted { $0.origin.utf8.lexicographicallyPrecedes($1.origin.utf8) }
        return report
    }

    private func closure(of places: [Int]) -> Set<Int> {
        var reached = Set(places)
        var open = places
        while let place = open.popLast() {
            for next in following[place] where reached.insert(next).inserted { open.append(next) }
        }
        return reached
    }
}

struct PreloadedPage: Sendable {
    let address: HTTPURL
    private(set) var page: WebPage?
    private(set) var status: Int?
    private(set) var title = ""
    private(set) var failure: PageError?
    /// The assets it refers to.
    private(set) var links: [AssetLinks.Link] = []
    /// Requests sent, including redirects.
    private(set) var requests = 0
    var assets: [Int] = []

    init(of address: HTTPURL, by client: PageClient) async {
        self.address = address
        let counting = CountingTransport(client.transport)
        do throws(PageError) {
            take(
                try await PageClient(instance: client.instance, transport: counting).page(at: address), client.instance)
        } catch {
            failure = error
            // An error page is not the requested page, but it has a status.
            status = error.page?.response.status
        }
        requests = counting.count
    }

    private mutating func take(_ page: WebPage, _ instance: Instance) {
        self.page = page
        status = page.response.status
        title = page.document.title
        links = AssetLinks.of(page, instance)
    }

    func reported(assets: Int) -> PreloadReport.Page {
        PreloadReport.Page(
            address: address, status: status, failure: failure?.message, title: title, assets: assets)
    }
}

extension PageError {
    init(of cause: TransportFailure, at address: HTTPURL?) {
        self.init(.transport, cause.message)
        self.cause = cause
        self.address = address
    }

    /// Whether no other request can succeed.
    var endsPreload: Bool { kind == .notSignedIn || (cause?.endsPreload ?? false) }
}

extension TransportFailure {
    /// Whether no other request can succeed.
    var endsPreload: Bool { [.tape, .signIn, .cancelled].contains(kind) }
}
