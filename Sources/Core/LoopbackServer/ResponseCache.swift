package import ExchangeModel
import Glibc
import Synchronization

/// Prepared responses by request: method, target and every header field that may change a response.
///
/// Its memory is limited, with second-chance eviction. It is split into stripes with a lock each, so that threads
/// rarely wait for each other.
package final class ResponseCache: Sendable {
    /// Names of header fields, in lower case, that do not change responses, by length.
    private let ignored: [[[UInt8]]]
    let clientField: String
    private let clientFieldBytes: [UInt8]
    private let stripes: [Stripe]

    /// The default capacity in bytes: bodies, header fields and keys.
    package static let room = 256 << 20

    /// An empty cache.
    ///
    /// - Parameters:
    /// - ignored: Names of header fields, in lower case, that do not change responses.
    /// - clientField: The name, in lower case, of the header field that names the client.
    package init(ignoring ignored: [String], clientField: String, room: Int = ResponseCache.room) {
        var lists = [[[UInt8]]](repeating: [], count: 1 + (ignored.map(\.utf8.count).max() ?? 0))
        for name in ignored { lists[name.utf8.count].append(Array(name.utf8)) }
        self.ignored = lists
        self.clientField = clientField
        clientFieldBytes = Array(clientField.utf8)
        let count = 64
        stripes = (0..<count).map { _ in Stripe(room: room / count) }
    }

    /// Whether a field with that name does not change responses.
    func ignores(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        name.count < ignored.count && ignored[name.count].contains { Self.isSame(name, $0) }
    }

    /// Whether a field with that name names the client.
    func names(_ name: UnsafeBufferPointer<UInt8>) -> Bool { Self.isSame(name, clientFieldBytes) }

    func find(_ key: UnsafeRawBufferPointer) -> CachedResponse? {
        let hash = StableHash.of(key)
        return stripe(hash).entries.withLock { entries in
            guard let kept = entries.byHash[hash], kept.isSame(key) else { return nil }
            kept.isWanted.store(true, ordering: .relaxed)
            return kept
        }
    }

    /// Adds a response, replacing another with the same digest.
    @discardableResult
    func keep(_ answer: PreparedResponse, responseID: Int64, for key: [UInt8]) -> CachedResponse {
        let hash = key.withUnsafeBytes { StableHash.of($0) }
        let stripe = stripe(hash)
        let kept = CachedResponse(key: key, answer: answer, responseID: responseID)
        // Freed outside the lock.
        var old: [CachedResponse] = []
        stripe.entries.withLock { old = $0.insert(kept, at: hash, room: stripe.room) }
        withExtendedLifetime(old) {}
        return kept
    }

    private func stripe(_ hash: UInt64) -> Stripe { stripes[Int(truncatingIfNeeded: hash >> 58)] }

    private static func isSame(_ name: UnsafeBufferPointer<UInt8>, _ other: [UInt8]) -> Bool {
        guard name.count == other.count else { return false }
        for place in 0..<name.count {
            let byte = name[place]
            guard (byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) == other[place] else { return false }
        }
        return true
    }

    final class CachedResponse: Sendable {
        let key: [UInt8]
        let answer: PreparedResponse
        let responseID: Int64
        let isWanted = Atomic<Bool>(false)

        init(key: [UInt8], answer: PreparedResponse, responseID: Int64) {
            self.key = key
            self.answer = answer
            self.responseID = responseID
        }

        var size: Int { key.count + answer.size + 512 }

        func isSame(_ other: UnsafeRawBufferPointer) -> Bool {
            key.withUnsafeBytes { mine in
                guard mine.count == other.count, let left = mine.baseAddress, let right = other.baseAddress else {
                    return false
                }
                return memcmp(left, right, mine.count) == 0
            }
        }
    }

    private final class Stripe: Sendable {
        let room: Int
        let entries = Mutex(Entries())
        init(room: Int) { self.room = room }
    }

    private struct Entries {
        var byHash: [UInt64: CachedResponse] = [:]
        /// In the order of the second-chance scan.
        var order: [UInt64] = []
        var hand = 0
        var size = 0

        mutating func insert(_ kept: CachedResponse, at hash: UInt64, room: Int) -> [CachedResponse] {
            guard kept.size <= room / 4 else { return [] }
            var old: [CachedResponse] = []
            if let before = byHash.updateValue(kept, forKey: hash) {
                size -= before.size
                old.append(before)
            } else {
                order.append(hash)
            }
            size += kept.size
            while size > room, order.count > 1 {
                hand %= order.count
                let looked = order[hand]
                if looked == hash || byHash[looked]?.isWanted.exchange(false, ordering: .relaxed) == true {
                    hand += 1
                    continue
                }
                if let gone = byHash.removeValue(forKey: looked) {
                    size -= gone.size
                    old.append(gone)
                }
                order[hand] = order[order.count - 1]
                order.removeLast()
            }
            return old
        }
    }
}

/// The response of a `CachingTransport`.
package struct CacheableReply: Sendable {
    package var response: HTTPResponse
    /// Set if the same request gets this response from every client in that state.
    package var condition: CacheCondition?

    /// Conditions of a cacheable response.
    package struct CacheCondition: Sendable {
        package var state: UInt64
        package var responseID: Int64

        package init(in state: UInt64, responseID: Int64) {
            self.state = state
            self.responseID = responseID
        }
    }

    /// A response, optionally cacheable.
    package init(_ response: HTTPResponse, condition: CacheCondition? = nil) {
        self.response = response
        self.condition = condition
    }
}

/// A cacheable response that a `CachingTransport` let prepare from bytes.
package struct CacheablePreparedReply: Sendable {
    package var response: PreparedResponse
    package var condition: CacheableReply.CacheCondition

    package init(response: PreparedResponse, condition: CacheableReply.CacheCondition) {
        self.response = response
        self.condition = condition
    }
}

/// A client, as far as the cache is concerned.
package protocol CacheClient: AnyObject, Sendable {
    /// A cached response is valid for all clients with the same state.
    var state: UInt64 { get }

    /// Called after a cached response was sent.
    ///
    /// - Parameter responseID: The transport's value for the response.
    func didReceive(_ responseID: Int64, status: Int, method: String, target: String)
}

/// A transport that marks responses as cacheable: the listener sends them again without calling the transport, or even
/// building a request.
package protocol CachingTransport: ImmediateTransport {
    var cache: ResponseCache { get }

    /// The client by the value of the cache's `clientField`; nil if there is none.
    func cacheClient(_ name: String?) -> any CacheClient

    /// The response to a GET without a body whose only header fields are `Host` with this server, an `Accept` without
    /// HTML, and ignored ones. Returning nil is always correct: then the whole request is passed.
    ///
    /// - Parameters:
    /// - target: As on the request line.
    /// - server: This server's origin, as the client names it.
    /// - prepare: Makes a response that can be sent; nil if HTTP does not allow it.
    func plainReply(
        to target: UnsafeBufferPointer<UInt8>, at server: String, for client: any CacheClient,
        prepare: (ResponseBytes) -> PreparedResponse?
    ) -> CacheablePreparedReply?

    /// The response, and whether it is cacheable.
    func reply(to request: HTTPRequest, for client: any CacheClient) -> CacheableReply
}

extension CachingTransport {
    /// Nil: the whole request is needed.
    package func plainReply(
        to target: UnsafeBufferPointer<UInt8>, at server: String, for client: any CacheClient,
        prepare: (ResponseBytes) -> PreparedResponse?
    ) -> CacheablePreparedReply? { nil }
}
