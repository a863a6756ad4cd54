package import ExchangeModel
import Synchronization

/// What a session keeps of an instance's assets, by address and in memory: answers that may be used again, with what says
/// how long (RFC 9111). Pages say `no-store` and are never in it.
///
/// It belongs to one session and begins empty, so that a replay finds in it what the recording found. It is emptied when
/// the user or the instance changes.
package final class WebCache: Sendable {
    /// How many bytes it holds at most, bodies and header lines together.
    package let limit: Int
    let coalescer = RequestCoalescer()
    private let state = Mutex(State())

    private struct State: Sendable {
        var answers: [AddressKey: (answer: CachedAnswer, lastUse: Int)] = [:]
        var cost = 0
        private var uses = 0

        mutating func put(_ answer: CachedAnswer) {
            uses += 1
            let replaced = answers.updateValue((answer, uses), forKey: AddressKey(answer.address))
            cost += WebCache.cost(of: answer) - (replaced.map { WebCache.cost(of: $0.answer) } ?? 0)
        }

        mutating func remove(_ key: AddressKey) {
            if let removed = answers.removeValue(forKey: key) { cost -= WebCache.cost(of: removed.answer) }
        }

        /// Removes what was used longest ago until the rest fits.
        mutating func shrink(to limit: Int) {
            guard cost > limit else { return }
            for (key, _) in answers.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where cost > limit {
                remove(key)
            }
        }
    }

    /// An empty cache of at most so many bytes; what was used longest ago goes first.
    package init(limit: Int = 64 << 20) { self.limit = max(0, limit) }

    /// What is kept of an address, fresh or not. Looking does not count as a use.
    package func answer(at address: HTTPURL) -> CachedAnswer? {
        state.withLock { $0.answers[AddressKey(address)]?.answer }
    }

    /// Keeps an answer, in place of another of the same address. One that is larger than the cache is not kept, and what
    /// it would have replaced is gone too: it is out of date.
    package func keep(_ answer: CachedAnswer) {
        state.withLock { state in
            guard WebCache.cost(of: answer) <= limit else { return state.remove(AddressKey(answer.address)) }
            state.put(answer)
            state.shrink(to: limit)
        }
    }

    package func use(_ address: HTTPURL) {
        state.withLock { state in
            guard var answer = state.answers[AddressKey(address)]?.answer else { return }
            answer.hits += 1
            state.put(answer)
        }
    }

    /// Forgets what is kept of an address, after a change was sent there for instance (RFC 9111, 4.4).
    package func remove(_ address: HTTPURL) { state.withLock { $0.remove(AddressKey(address)) } }

    package func removeAll() { state.withLock { $0 = State() } }

    package var answers: [CachedAnswer] {
        state.withLock { $0.answers.values.map(\.answer) }
            .map { (Array($0.address.description.utf8), $0) }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    }

    /// How many bytes of its limit are taken.
    package var size: Int { state.withLock { $0.cost } }

    /// With a share for what holds it, so that very many empty ones are bounded too.
    private static func cost(of answer: CachedAnswer) -> Int {
        answer.response.headers.reduce(256 + answer.response.body.count + answer.address.description.utf8.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
    }
}

/// An address as a key: byte for byte, because two texts that Swift calls equal may be two addresses.
struct AddressKey: Sendable, Hashable {
    private let bytes: [UInt8]

    init(_ address: HTTPURL) { bytes = Array(address.description.utf8) }
}
