package import ExchangeModel
import NowSDK
import Synchronization

package struct AssetResponse: Sendable, Hashable {
    package enum Source: String, Sendable, Hashable, CaseIterable {
        /// The cache, without a request.
        case cache
        /// The cache, after revalidation.
        case renewed
        case instance
    }

    /// What it changes in the cache.
    enum Change: Sendable, Hashable {
        case none
        case keep(CachedResponse)
        case remove
    }

    package var response: HTTPResponse
    package var source: Source
    var change = Change.none
    /// Whether it was asked whether the cached response is still valid.
    var isConditional = false
}

/// Fetches the assets of pages (style sheets, scripts, images): from the cache while fresh, then revalidated, else from
/// the instance.
package struct AssetClient: Sendable {
    /// The authenticating transport.
    package let transport: any Transport
    package let cache: WebCache
    let clock: any Clock
    private let limits: RequestLimits?

    /// - Parameters:
    ///   - clock: decides freshness; the sending command's clock, so that a replay agrees.
    ///   - limits: the limits of each request; nil for the transport's.
    package init(transport: any Transport, cache: WebCache, clock: any Clock, limits: RequestLimits? = nil) {
        self.transport = transport
        self.cache = cache
        self.clock = clock
        self.limits = limits
    }

    /// The response to a GET. Redirects are not followed.
    package func asset(at address: HTTPURL) async throws(TransportFailure) -> AssetResponse {
        let found = try await find(address, cache.answer(at: address))
        applied(found, at: address)
        return found
    }

    /// Like `asset(at:)` for a given cache entry, without changing the cache; `applied` changes it.
    func find(_ address: HTTPURL, _ kept: CachedResponse?) async throws(TransportFailure) -> AssetResponse {
        if var kept, kept.isFresh(at: clock.now) {
            kept.hits += 1
            return AssetResponse(response: kept.answer(at: clock.now), source: .cache, change: .keep(kept))
        }
        var request = HTTPRequest(.get, address, headers: ["Accept": PageClient.acceptAsset])
        request.followsRedirects = false
        request.limits = limits
        let requested = clock.now, conditional = kept?.asking(request)
        let response = try await transport.send(conditional ?? request)
        let isRenewed = conditional != nil && response.status == 304
        var entry = CachedResponse(
            address: address, response: isRenewed ? kept?.renewed(by: response) ?? response : response,
            requested: requested, received: clock.now)
        if isRenewed { entry?.hits = (kept?.hits ?? 0) + 1 }
        var change = entry.map(AssetResponse.Change.keep) ?? .remove
        // A server error does not invalidate the cached response.
        if entry == nil, (500...599).contains(response.status) { change = .none }
        return AssetResponse(
            response: isRenewed ? entry?.answer(at: clock.now) ?? kept?.response ?? response : response,
            source: isRenewed ? .renewed : .instance, change: change, isConditional: conditional != nil)
    }

    func applied(_ answer: AssetResponse, at address: HTTPURL) {
        switch answer.change {
        case .none: break
        case .keep(let entry): cache.keep(entry)
        case .remove: cache.remove(address)
        }
    }
}

/// An in-memory cache of an instance's assets by URL (RFC 9111). Pages are `no-store` and never cached.
///
/// It belongs to one session and starts empty, so a replay finds the same entries as the recording. It is cleared when
/// the user or the instance changes.
package final class WebCache: Sendable {
    /// The maximum size in bytes, bodies and headers together.
    package let limit: Int
    private let state = Mutex(State())

    private struct State: Sendable {
        var answers: [AddressKey: (answer: CachedResponse, lastUse: Int)] = [:]
        var cost = 0
        private var uses = 0

        mutating func put(_ answer: CachedResponse) {
            uses += 1
            let replaced = answers.updateValue((answer, uses), forKey: AddressKey(answer.address))
            cost += WebCache.cost(of: answer) - (replaced.map { WebCache.cost(of: $0.answer) } ?? 0)
        }

        mutating func remove(_ key: AddressKey) {
            if let removed = answers.removeValue(forKey: key) { cost -= WebCache.cost(of: removed.answer) }
        }

        /// Evicts the least recently used entries.
        mutating func shrink(to limit: Int) {
            guard cost > limit else { return }
            for (key, _) in answers.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where cost > limit {
                remove(key)
            }
        }
    }

    /// Creates an empty cache of at most `limit` bytes with LRU eviction.
    package init(limit: Int = 64 << 20) { self.limit = max(0, limit) }

    /// The entry of a URL, fresh or not. A look-up does not count as a use.
    package func answer(at address: HTTPURL) -> CachedResponse? {
        state.withLock { $0.answers[AddressKey(address)]?.answer }
    }

    /// Stores a response, replacing the previous one. A response larger than the cache is not stored, but still removes
    /// the outdated one.
    package func keep(_ answer: CachedResponse) {
        state.withLock { state in
            guard WebCache.cost(of: answer) <= limit else { return state.remove(AddressKey(answer.address)) }
            state.put(answer)
            state.shrink(to: limit)
        }
    }

    /// Removes an entry, for example after a change was sent to its URL (RFC 9111, 4.4).
    package func remove(_ address: HTTPURL) { state.withLock { $0.remove(AddressKey(address)) } }

    package func removeAll() { state.withLock { $0 = State() } }

    package var answers: [CachedResponse] {
        state.withLock { $0.answers.values.map(\.answer) }
            .map { (Array($0.address.description.utf8), $0) }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    }

    /// The current size in bytes.
    package var size: Int { state.withLock { $0.cost } }

    /// Includes a constant overhead, to bound the number of tiny entries.
    private static func cost(of answer: CachedResponse) -> Int {
        answer.response.headers.reduce(256 + answer.response.body.count + answer.address.description.utf8.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
    }
}

/// A URL compared by bytes: Swift's string equality would treat canonically equivalent URLs as equal.
struct AddressKey: Sendable, Hashable {
    private let bytes: [UInt8]

    init(_ address: HTTPURL) { bytes = Array(address.description.utf8) }
}
