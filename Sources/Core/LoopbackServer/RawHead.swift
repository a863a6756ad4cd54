import CMicrohttpd
import ExchangeModel

/// A request as one run of bytes, the cache key: method, target, the header fields that may change a response, as they
/// were sent, and the body.
struct RawHead {
    /// In bytes. Longer heads are not looked up.
    static let longest = 4096
    /// In bytes. Requests with a longer body are not looked up.
    static let longestBody = 16 << 10

    private let room: UnsafeMutableRawBufferPointer
    private let cache: ResponseCache
    private(set) var count = 0
    private let mayHaveBody: Bool
    /// Whether the key is complete, names at most one client, and no more of the body is expected.
    private(set) var isUsable = true
    /// Whether the only header fields are `Host`, an `Accept` without HTML, and ignored ones.
    private(set) var isPlain = true
    /// Whether a browser may have sent it: Fetch Metadata, or an `Accept` with HTML.
    private(set) var isFromBrowser = false
    /// The value of the `Host` header.
    private(set) var host: UnsafeBufferPointer<UInt8>?
    private(set) var name: UnsafeBufferPointer<UInt8>?

    init(in room: UnsafeMutableRawBufferPointer, for cache: ResponseCache, mayHaveBody: Bool) {
        self.mayHaveBody = mayHaveBody
        self.room = room
        self.cache = cache
    }

    /// The bytes so far.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: room[..<count]) }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count < room.count - count else {
            isUsable = false
            return
        }
        UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: bytes)
        count += bytes.count
        // No field contains a zero byte, so different heads have different keys.
        room[count] = 0
        count += 1
    }

    mutating func append(_ number: UInt64) {
        withUnsafeBytes(of: number) { append($0) }
    }

    mutating func line(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        if cache.ignores(name) { return }
        if cache.names(name) {
            if self.name != nil { isUsable = false }
            self.name = value
            return
        }
        if name.isWord("content-length") || name.isWord("transfer-encoding") {
            // A body follows.
            if !mayHaveBody { isUsable = false }
        } else {
            note(name, value)
            append(UnsafeRawBufferPointer(name))
            append(UnsafeRawBufferPointer(value))
        }
    }

    private mutating func note(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        switch name.count {
        case 4 where name.isWord("host"):
            if host != nil { isPlain = false }
            host = value
        case 6 where name.isWord("accept"):
            guard value.containsWord("html") else { return }
            (isPlain, isFromBrowser) = (false, true)
        case 14 where name.isWord("sec-fetch-mode") || name.isWord("sec-fetch-dest") || name.isWord("service-worker"):
            (isPlain, isFromBrowser) = (false, true)
        default: isPlain = false
        }
    }

    mutating func read(_ connection: ClientConnection) {
        withUnsafeMutablePointer(to: &self) { head in
            _ = cmicrohttpd_headers(
                connection.handle,
                { context, _, name, nameCount, value, valueCount in
                    guard let context, let name else { return MHD_Result.YES }
                    func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
                        UnsafeBufferPointer(
                            start: UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self),
                            count: start == nil ? 0 : count)
                    }
                    context.assumingMemoryBound(to: RawHead.self).pointee.line(
                        bytes(name, nameCount), bytes(value, valueCount))
                    return MHD_Result.YES
                }, head)
        }
    }
}
