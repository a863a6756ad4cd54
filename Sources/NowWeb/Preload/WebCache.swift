package import ExchangeModel
import Synchronization

/// What a session keeps of an instance's assets, by address and in memory: answers that may be used again, with what says
/// how long (RFC 9111). Pages say `no-store` and are never in it.
///
/// It belongs to one session and begins empty with it, so that a replay finds in it what the recording found. Whoever
/// changes the user or the instance empties it.
package final class WebCache: Sendable {
    /// How many bytes it holds at most, bodies and header lines together.
    package let limit: Int
    /// The requests of assets under way, so that the same is asked once.
    let coalescer = RequestCoalescer()
    private let state = Mutex(State())

    private struct State: Sendable {
        var answers = RecentFirst<AddressKey, CachedAnswer>()
        var cost = 0

        mutating func put(_ answer: CachedAnswer) {
            let replaced = answers.put(answer, for: AddressKey(answer.address))
            cost += WebCache.cost(of: answer) - (replaced.map(WebCache.cost) ?? 0)
        }
    }

    /// An empty cache of at most so many bytes; what was used longest ago goes first.
    package init(limit: Int = 64 << 20) { self.limit = max(0, limit) }

    /// What is kept of an address, fresh or not. Looking does not count as a use.
    package func answer(at address: HTTPURL) -> CachedAnswer? {
        state.withLock { $0.answers[AddressKey(address)] }
    }

    /// Keeps an answer, in place of another of the same address. One that is larger than the cache is not kept, and what
    /// it would have replaced is gone too: it is out of date.
    package func keep(_ answer: CachedAnswer) {
        state.withLock { state in
            guard WebCache.cost(of: answer) <= limit else { return WebCache.remove(answer.address, &state) }
            state.put(answer)
            while state.cost > limit, let oldest = state.answers.removeOldest() {
                state.cost -= WebCache.cost(of: oldest)
            }
        }
    }

    /// Notes that what is kept of an address was used.
    package func use(_ address: HTTPURL) {
        state.withLock { state in
            guard var answer = state.answers[AddressKey(address)] else { return }
            answer.hits += 1
            state.put(answer)
        }
    }

    /// Forgets what is kept of an address, after a change was sent there for instance (RFC 9111, 4.4).
    package func remove(_ address: HTTPURL) { state.withLock { WebCache.remove(address, &$0) } }

    /// Forgets everything.
    package func removeAll() { state.withLock { $0 = State() } }

    /// What it holds, by address.
    package var answers: [CachedAnswer] {
        state.withLock { $0.answers.values }
            .map { (Array($0.address.description.utf8), $0) }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    }

    /// How many bytes of its limit are taken.
    package var size: Int { state.withLock { $0.cost } }

    private static func remove(_ address: HTTPURL, _ state: inout State) {
        if let removed = state.answers.remove(AddressKey(address)) { state.cost -= cost(of: removed) }
    }

    /// With a share for what holds it, so that very many empty ones are bounded too.
    private static func cost(of answer: CachedAnswer) -> Int {
        answer.response.headers.reduce(256 + answer.response.body.count + answer.address.description.utf8.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
    }
}
