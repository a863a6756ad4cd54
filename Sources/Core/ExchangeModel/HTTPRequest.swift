/// A request exactly as it is sent.
public struct HTTPRequest: Sendable, Hashable {
    /// The method of the request line; see also `effectiveMethod`.
    public var method: HTTPMethod
    /// The URL.
    public var url: HTTPURL
    /// The headers in order. `Host`, `Content-Length` and `Transfer-Encoding` are set by the transport.
    public var headers: HeaderFields
    /// The body; nil for none, as opposed to an empty one.
    public var body: [UInt8]?
    /// The purpose; not sent.
    public var purpose: RequestPurpose
    /// The user it is sent as, if known; not sent, but part of the request key.
    public var principal: String?
    /// On a server: the verified name in the client certificate of the request's connection. A client cannot set it
    /// through the request.
    package var certifiedName: String?
    /// The limits of this exchange; nil for the transport's. Not sent.
    public var limits: RequestLimits?

    /// The request that redirected to this one, if any. Not sent.
    package var redirector: Redirector?

    /// Whether redirects are followed or returned. Not sent.
    package var followsRedirects = true

    /// Whether a recorder returns the response only when it is on the tape. If not, nothing of it may be shown before
    /// the deck has settled. Not sent.
    package var awaitsRecording = true

    /// Creates a request.
    public init(
        _ method: HTTPMethod, _ url: HTTPURL, headers: HeaderFields = [:], body: [UInt8]? = nil,
        purpose: RequestPurpose = .command, principal: String? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.purpose = purpose
        self.principal = principal
    }

    /// The method that takes effect at an instance: `X-HTTP-Method-Override` of a POST replaces it (documented for the
    /// Table API). Request keys have it; guards trust neither of the two.
    public var effectiveMethod: HTTPMethod {
        guard method == .post, let other = headers["X-HTTP-Method-Override"] else { return method }
        return HTTPMethod(rawValue: other.uppercased())
    }
}

/// A request method. Names are case-sensitive (RFC 9110, 9.1).
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name as sent.
    public let rawValue: String
    /// Creates a method with a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name as sent.
    public var description: String { rawValue }

    /// Reads a resource.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Reads the headers only.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Requests the allowed methods.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// Creates a resource, or has another effect.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Replaces a resource; an instance treats it like PATCH.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Updates fields of a resource.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// Deletes a resource.
    public static let delete = HTTPMethod(rawValue: "DELETE")
}

/// Why a request is sent. It is never sent itself; the tape uses it to keep sign-in, schema and completion traffic out
/// of epochs and out of a command's exchanges.
public enum RequestPurpose: String, Sendable, Hashable, CaseIterable {
    /// A command of the user.
    case command
    /// Signing in or renewing a token.
    case signIn
    /// Reading tables, columns and choices.
    case schema
    /// Completion.
    case completion
}

/// The limits of one exchange. They are neither sent nor part of the request key.
public struct RequestLimits: Sendable, Hashable {
    /// The time limit of the whole exchange in seconds.
    public var seconds: Int
    /// The maximum size of the decoded body in bytes.
    public var body: Int

    /// Creates limits.
    public init(seconds: Int, body: Int) {
        self.seconds = seconds
        self.body = body
    }
}

/// The origin of a redirect: the host of the first request and the address that responded.
///
/// A redirect names a host whose address is known only when a connection is opened. A transport does not connect to a
/// loopback, link-local or private address unless the redirector's own address is in the same range.
package struct Redirector: Sendable, Hashable {
    /// The host of the first request.
    package let host: String
    /// Its address; nil if unknown, behind a proxy or on a tape.
    package let address: String?

    package init(host: String, address: String?) {
        self.host = host
        self.address = address
    }
}

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
