package import ExchangeModel
import Synchronization

package struct AssetResponse: Sendable, Hashable {
    package enum Source: String, Sendable, Hashable, CaseIterable {
        case cache
        case renewed
        case instance
    }

    package var response: HTTPResponse
    package var source: Source
    /// What the cache has from now on.
    var kept: CachedResponse?
    /// Whether it was asked whether the cached response is still valid.
    var isConditional = false
}

/// Fetches the assets of pages (style sheets, scripts, images): from the cache while fresh, then revalidated, else from
/// the instance.
package struct AssetClient: Sendable {
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

    package func asset(at address: HTTPURL) async throws(TransportFailure) -> AssetResponse {
        let found = try await find(address, cache[address])
        cache[address] = found.kept
        return found
    }

    /// Like `asset(at:)` for a given cache entry, without changing the cache.
    func find(_ address: HTTPURL, _ kept: CachedResponse?) async throws(TransportFailure) -> AssetResponse {
        if var kept, kept.isFresh(at: clock.now) {
            kept.hits += 1
            return AssetResponse(response: kept.response, source: .cache, kept: kept)
        }
        var request = HTTPRequest(.get, address, headers: ["Accept": PageClient.acceptAsset])
        request.followsRedirects = false
        request.limits = limits
        let conditional = kept?.asking(request)
        let response = try await transport.send(conditional ?? request)
        let isRenewed = conditional != nil && response.status == 304
        var entry = CachedResponse(
            address: address, response: isRenewed ? kept?.renewed(by: response) ?? response : response,
            received: clock.now)
        if isRenewed { entry?.hits = (kept?.hits ?? 0) + 1 }
        return AssetResponse(
            response: isRenewed ? entry?.response ?? kept?.response ?? response : response,
            source: isRenewed ? .renewed : .instance,
            // A server error does not invalidate the cached response.
            kept: (500...599).contains(response.status) ? kept : entry, isConditional: conditional != nil)
    }
}

/// An in-memory cache of an instance's assets by URL (RFC 9111). Pages are `no-store` and never cached.
///
/// It belongs to one session and starts empty, so a replay finds the same entries as the recording. It is cleared when
/// the user or the instance changes.
package final class WebCache: Sendable {
    package let limit: Int
    private let state = Mutex(State())

    private struct State {
        /// The key of each URL, and when it was stored.
        var answers: [[UInt8]: (answer: CachedResponse, lastUse: Int)] = [:]
        var cost = 0
        var uses = 0
    }

    /// Creates an empty cache of at most `limit` bytes with LRU eviction.
    package init(limit: Int = 64 << 20) { self.limit = max(0, limit) }

    /// The entry of a URL, fresh or not. A response larger than the cache is not stored. A look-up is no use.
    package subscript(address: HTTPURL) -> CachedResponse? {
        get { state.withLock { $0.answers[address.key]?.answer } }
        set {
            state.withLock { state in
                func remove(_ key: [UInt8]) {
                    state.cost -= state.answers.removeValue(forKey: key).map { WebCache.cost(of: $0.answer) } ?? 0
                }
                remove(address.key)
                guard let answer = newValue, WebCache.cost(of: answer) <= limit else { return }
                state.uses += 1
                state.answers[address.key] = (answer, state.uses)
                state.cost += WebCache.cost(of: answer)
                guard state.cost > limit else { return }
                for (key, _) in state.answers.sorted(by: { $0.value.lastUse < $1.value.lastUse })
                where state.cost > limit { remove(key) }
            }
        }
    }

    package func removeAll() { state.withLock { $0 = State() } }

    package var answers: [CachedResponse] {
        state.withLock { Array($0.answers) }.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value.answer)
    }

    package var size: Int { state.withLock { $0.cost } }

    /// Includes a constant overhead, to bound the number of tiny entries.
    private static func cost(of answer: CachedResponse) -> Int {
        answer.response.headers.reduce(256 + answer.response.body.count + answer.address.description.utf8.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
    }
}

extension HTTPURL {
    /// Compared by bytes: Swift's string equality would treat canonically equivalent URLs as equal.
    var key: [UInt8] { Array(description.utf8) }
}
