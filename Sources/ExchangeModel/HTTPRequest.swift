/// One request, exactly as it is to travel.
public struct HTTPRequest: Sendable, Hashable {
    /// The method on the request line; `effectiveMethod` is the one that counts.
    public var method: HTTPMethod
    /// Where it goes.
    public var url: HTTPURL
    /// Lines in the order they are sent. `Host`, `Content-Length` and `Transfer-Encoding` belong to the transport.
    public var headers: HeaderFields
    /// The body's bytes; nil when there is none, which is not the same as an empty one.
    public var body: [UInt8]?
    /// Why it is sent; does not travel.
    public var purpose: RequestPurpose
    /// The user in whose name it is sent, as far as known; does not travel, but is part of the request key.
    public var principal: String?
    /// At a server: the name in the client certificate that the server has verified on the request's own connection. It
    /// does not travel; nothing that a client writes into a request ends up here. Clients leave it nil.
    package var certifiedName: String?
    /// Limits of this exchange; nil leaves them to the transport. They do not travel.
    public var limits: RequestLimits?

    /// Whose redirect led to it; nil when none did. It does not travel.
    package var redirector: Redirector?

    /// Whether redirects are followed; else a redirect is the answer. It does not travel.
    package var followsRedirects = true

    /// A request to that address.
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

    /// The method that counts: a POST whose `X-HTTP-Method-Override` names another is that other
    /// (documented for the Table API).
    public var effectiveMethod: HTTPMethod {
        guard method == .post, let other = headers["X-HTTP-Method-Override"] else { return method }
        return HTTPMethod(rawValue: other.uppercased())
    }
}

/// A request method. Names are case-sensitive (RFC 9110, 9.1).
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name as it travels.
    public let rawValue: String
    /// A method of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name as it travels.
    public var description: String { rawValue }

    /// Reads.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Reads without the body.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Asks what is allowed.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// Creates, or whatever the resource makes of it.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Replaces; an instance treats it like PATCH.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Changes the named fields.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// Deletes.
    public static let delete = HTTPMethod(rawValue: "DELETE")
}

/// What a request is sent for. It never travels; the tape uses it to keep sign-in, schema and completion traffic out of
/// epochs and out of a command's own record.
public enum RequestPurpose: String, Sendable, Hashable, CaseIterable {
    /// The command the user gave.
    case command
    /// Getting or renewing a sign-in.
    case signIn
    /// Learning tables, columns and choices.
    case schema
    /// Filling a completion menu.
    case completion
}

/// What one exchange may cost at most. Not part of what travels, nor of the request key.
public struct RequestLimits: Sendable, Hashable {
    /// Seconds the whole exchange may take.
    public var seconds: Int
    /// Bytes the decoded body of the answer may have.
    public var body: Int

    /// Limits of one exchange.
    public init(seconds: Int, body: Int) {
        self.seconds = seconds
        self.body = body
    }
}

/// Who led to a request by a redirect: the host that was asked first, and the address at which it answered.
///
/// A redirect may lead anywhere by name; where the name leads is known only when a connection is made. A transport makes
/// none to a loopback, link-local or private address, unless the redirector's own is in the same range.
package struct Redirector: Sendable, Hashable {
    /// The host of the request that was redirected first.
    package let host: String
    /// Its address; nil when it is not known, behind a proxy or on a tape.
    package let address: String?

    package init(host: String, address: String?) {
        self.host = host
        self.address = address
    }
}
