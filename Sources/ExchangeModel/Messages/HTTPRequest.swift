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
    /// does not travel; nothing that a client writes into a request ends up here. Whoever sends leaves it nil.
    package var certifiedName: String?
    /// Limits of this exchange; nil leaves them to the transport. They do not travel.
    public var limits: RequestLimits?

    /// Whose redirect led to it; nil when none did. It does not travel.
    package var redirector: Redirector?

    /// Whether whoever signs it in also follows redirects; else a redirect is the answer. It does not travel.
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
