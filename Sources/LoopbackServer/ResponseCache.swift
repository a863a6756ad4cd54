package import ExchangeModel
import Glibc
import Synchronization

/// Answers ready to be sent, by what was asked: method, target and every header line that may change an answer.
///
/// Its memory is bounded; what has not been asked for since it was last looked over goes first. It is made of stripes
/// with a lock each, so that threads hardly ever wait for each other.
package final class ResponseCache: Sendable {
    /// The names, in lower case, of header lines that change no answer, by their lengths.
    private let ignored: [[[UInt8]]]
    let naming: String
    private let namingBytes: [UInt8]
    private let stripes: [Stripe]

    /// How many bytes are kept by default: bodies, header lines and keys.
    package static let room = 256 << 20

    /// An empty cache.
    ///
    /// - Parameters:
    ///   - ignored: Names of header lines, in lower case, that change no answer.
    ///   - naming: The name, in lower case, of the line that says who asks.
    package init(ignoring ignored: [String], naming: String, room: Int = ResponseCache.room) {
        var lists = [[[UInt8]]](repeating: [], count: 1 + (ignored.map(\.utf8.count).max() ?? 0))
        for name in ignored { lists[name.utf8.count].append(Array(name.utf8)) }
        self.ignored = lists
        self.naming = naming
        namingBytes = Array(naming.utf8)
        let count = 64
        stripes = (0..<count).map { _ in Stripe(room: room / count) }
    }

    /// Whether a line of that name changes no answer.
    func ignores(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        name.count < ignored.count && ignored[name.count].contains { Self.isSame(name, $0) }
    }

    /// Whether a line of that name says who asks.
    func names(_ name: UnsafeBufferPointer<UInt8>) -> Bool { Self.isSame(name, namingBytes) }

    func find(_ key: UnsafeRawBufferPointer) -> Kept? {
        let hash = StableHash.of(key)
        return stripe(hash).entries.withLock { entries in
            guard let kept = entries.byHash[hash], kept.isSame(key) else { return nil }
            kept.isWanted.store(true, ordering: .relaxed)
            return kept
        }
    }

    /// Keeps an answer. Another one with the same digest gives way.
    @discardableResult
    func keep(_ answer: ReadyAnswer, mark: Int64, for key: [UInt8]) -> Kept {
        let hash = key.withUnsafeBytes { StableHash.of($0) }
        let stripe = stripe(hash)
        let kept = Kept(key: key, answer: answer, mark: mark)
        // Freed outside of the lock.
        var old: [Kept] = []
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

    final class Kept: Sendable {
        let key: [UInt8]
        let answer: ReadyAnswer
        let mark: Int64
        let isWanted = Atomic<Bool>(false)

        init(key: [UInt8], answer: ReadyAnswer, mark: Int64) {
            self.key = key
            self.answer = answer
            self.mark = mark
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
        var byHash: [UInt64: Kept] = [:]
        /// In the order in which they are looked over.
        var order: [UInt64] = []
        var hand = 0
        var size = 0

        mutating func insert(_ kept: Kept, at hash: UInt64, room: Int) -> [Kept] {
            guard kept.size <= room / 4 else { return [] }
            var old: [Kept] = []
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

/// An answer of a keeping transport.
package struct KeptReply: Sendable {
    package var response: HTTPResponse
    /// Set when the same request gets this answer from everybody in that state.
    package var standing: Standing?

    /// Of an answer that stands.
    package struct Standing: Sendable {
        package var state: UInt64
        package var mark: Int64

        package init(in state: UInt64, mark: Int64) {
            self.state = state
            self.mark = mark
        }
    }

    /// An answer, which stands or does not.
    package init(_ response: HTTPResponse, standing: Standing? = nil) {
        self.response = response
        self.standing = standing
    }
}

/// Someone who asks, as far as kept answers are concerned.
package protocol KeptAsker: AnyObject, Sendable {
    /// Kept answers hold for all who are in the same state, and for as long as they are.
    var state: UInt64 { get }

    /// A kept answer was given.
    ///
    /// - Parameter mark: What the transport said of it.
    func wasGiven(_ mark: Int64, status: Int, method: String, target: String)
}

/// A transport that can say of an answer that it stands: the listener keeps such answers ready to be sent, and gives them
/// again without asking, before it has even made a request.
package protocol KeepingTransport: ImmediateTransport {
    var cache: ResponseCache { get }

    /// Who asks, by what it calls itself in the cache's naming line; nil when it has none.
    func asker(_ name: String?) -> any KeptAsker

    /// The answer to a GET without a body that says nothing but its host, which is this server, what it accepts, which is
    /// no page, and what changes no answer. Nil when it takes the whole request to tell, which is always right.
    ///
    /// - Parameter target: As it stands on the request line.
    func plainReply(to target: UnsafeBufferPointer<UInt8>, for asker: any KeptAsker) -> KeptReply?

    /// The answer, and whether it stands.
    func reply(to request: HTTPRequest, for asker: any KeptAsker) -> KeptReply
}

extension KeepingTransport {
    /// Nil: the whole request is needed.
    package func plainReply(to target: UnsafeBufferPointer<UInt8>, for asker: any KeptAsker) -> KeptReply? { nil }
}
