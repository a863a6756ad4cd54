/// A response with its decoded body.
public struct HTTPResponse: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The reason phrase of HTTP/1; empty for HTTP/2.
    public var reason: String
    /// The headers in order, without `Content-Encoding` once the body is decoded.
    public var headers: HeaderFields
    /// The decoded body.
    public var body: [UInt8]
    /// Properties of the transfer.
    public var facts: ResponseFacts
    /// A body larger than `RequestLimits.body`, still arriving; `body` is empty then. Only for requests that stream.
    package var stream: BodyStream?

    /// Creates a response.
    public init(
        status: Int, reason: String = "", headers: HeaderFields = [:], body: [UInt8] = [],
        facts: ResponseFacts = .init()
    ) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
        self.facts = facts
    }
}

/// How a response was transferred.
public struct ResponseFacts: Sendable, Hashable {
    /// `1.0`, `1.1` or `2`.
    public var httpVersion: String
    /// The content coding of the transfer (`gzip`, `br`, …); nil for none.
    public var contentCoding: String?
    /// When the stages of the exchange ended.
    public var timings: Timings
    /// The address that responded; nil behind a proxy and on a tape.
    package var address: String?

    /// Creates facts.
    public init(httpVersion: String = "1.1", contentCoding: String? = nil, timings: Timings = .init()) {
        self.httpVersion = httpVersion
        self.contentCoding = contentCoding
        self.timings = timings
    }
}

/// When the stages of an exchange ended, in microseconds since its start. A stage that did not take place (reused
/// connection, no TLS) repeats the previous value.
public struct Timings: Sendable, Hashable {
    /// The host name was resolved.
    public var resolved: Int64
    /// The connection was established.
    public var connected: Int64
    /// The TLS handshake was complete.
    public var secured: Int64
    /// The first byte of the response arrived.
    public var firstByte: Int64
    /// The response was complete.
    public var total: Int64

    /// Creates timings.
    public init(resolved: Int64 = 0, connected: Int64 = 0, secured: Int64 = 0, firstByte: Int64 = 0, total: Int64 = 0) {
        self.resolved = resolved
        self.connected = connected
        self.secured = secured
        self.firstByte = firstByte
        self.total = total
    }
}

/// A response as bytes in the memory of its source, such as a row of a database: valid only during the call that passes
/// it.
package struct ResponseBytes {
    package var status: Int
    package var headers: [HeaderBytes]
    package var body: UnsafeRawBufferPointer

    package init(status: Int, headers: [HeaderBytes], body: UnsafeRawBufferPointer) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header field; empty if there is none.
    ///
    /// - Parameter name: in lower case.
    package func value(of name: StaticString) -> UnsafeBufferPointer<UInt8> {
        headers.first { $0.name.isWord(name) }?.value ?? UnsafeBufferPointer(start: nil, count: 0)
    }
}

/// A header field as bytes, valid as long as the memory that they are in.
package struct HeaderBytes {
    package var name: UnsafeBufferPointer<UInt8>
    package var value: UnsafeBufferPointer<UInt8>

    package init(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        self.name = name
        self.value = value
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether it is that word, ignoring ASCII case.
    ///
    /// - Parameter word: in lower case.
    package func isWord(_ word: StaticString) -> Bool { count == word.utf8CodeUnitCount && hasWord(word, at: 0) }

    /// Whether that word occurs, ignoring ASCII case.
    ///
    /// - Parameter word: in lower case.
    package func containsWord(_ word: StaticString) -> Bool {
        var place = 0
        while place + word.utf8CodeUnitCount <= count {
            if hasWord(word, at: place) { return true }
            place += 1
        }
        return false
    }

    private func hasWord(_ word: StaticString, at place: Int) -> Bool {
        for offset in 0..<word.utf8CodeUnitCount {
            let byte = self[place + offset]
            guard ((65...90).contains(byte) ? byte | 0x20 : byte) == word.utf8Start[offset] else { return false }
        }
        return true
    }
}
