import CMicrohttpd
import ExchangeModel

/// One request and its response, while libmicrohttpd handles it.
///
/// Used only by the connection's thread, except `outcome`, which another thread sets while the connection is suspended;
/// the library's lock around suspending and resuming orders the two. That makes it safe to send.
final class Conversation: @unchecked Sendable {
    enum Stage { case fresh, receiving, waiting, answered }

    var stage = Stage.fresh
    /// The target of the request line; nil if it is not UTF-8.
    let target: String?
    /// The URL; nil before the head was read, and if the request is rejected.
    var url: HTTPURL?
    private(set) var headers = HeaderFields()
    private(set) var hosts: [String] = []
    /// The body so far; nil if there is none.
    private(set) var body: [UInt8]?
    /// Set if the request is not passed to the transport.
    var rejection: ListenerResponse?
    /// Whether the request at the name for pages is a POST; nil at any other name.
    var isFormOfPage: Bool?
    /// How many bytes of a rejected body were ignored.
    private var discarded = 0
    var outcome: Result<HTTPResponse, TransportFailure>?

    init(target: UnsafePointer<CChar>?) {
        self.target = target.flatMap { String(validatingCString: $0) }
    }

    /// Reads the header fields, without those for this connection only (RFC 9110, 7.6.1) and those for framing. Returns
    /// the value of `Content-Length`. Sets `rejection` if the request states its length twice, in one way or in two.
    func readHead(on connection: ClientConnection) -> Int {
        var fields: [HeaderField] = []
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = cmicrohttpd_headers(
                connection.handle,
                { context, _, name, nameCount, value, valueCount in
                    guard let context, let name else { return MHD_Result.YES }
                    func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
                        UnsafeBufferPointer(
                            start: UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self), count: count)
                    }
                    context.assumingMemoryBound(to: [HeaderField].self).pointee.append(
                        HeaderField(name: bytes(name, nameCount), value: bytes(value, value == nil ? 0 : valueCount)))
                    return MHD_Result.YES
                }, fields)
        }
        var length = 0
        var named: [String] = []
        for field in fields {
            let name = field.name.lowercased()
            if name == "content-length" || name == "transfer-encoding" {
                if body != nil { rejection = Conversation.twoLengths }
                if name == "content-length" { length = Int(field.value) ?? .max }
                body = []
            } else if name == "host" {
                hosts.append(field.value)
            } else if name == "connection" {
                named += field.value.lowercased().split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
            }
        }
        // A transport rejects an upgrade with a reason.
        named.removeAll { $0 == "upgrade" }
        headers = HeaderFields(
            fields.filter { field in
                let name = field.name.lowercased()
                return !Self.ofConnection.contains(name) && !named.contains(name)
            })
        return length
    }

    /// Fields for this connection or for framing.
    private static let ofConnection: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "keep-alive", "proxy-connection",
    ]

    /// Takes a piece of the body; false if a rejected body is too long to be ignored.
    func take(_ piece: UnsafeRawBufferPointer, limit: Int) -> Bool {
        if rejection == nil, piece.count > limit - (body?.count ?? 0) {
            rejection = Conversation.tooLarge(limit)
            body = nil
        }
        guard rejection == nil else {
            discarded += piece.count
            return discarded <= max(limit, 1 << 20)
        }
        body = body ?? []
        body?.append(contentsOf: piece)
        return true
    }

    /// A server that uses the other length sees another request (RFC 9112, 6.3).
    private static let twoLengths = ListenerResponse(400, "The request states its length twice.")

    static func tooLarge(_ limit: Int) -> ListenerResponse {
        ListenerResponse(413, "The body of the request is larger than \(limit) bytes, the limit.")
    }
}

/// libmicrohttpd's handle of a connection. Another thread may use it to resume the connection.
struct ClientConnection: @unchecked Sendable {
    let handle: OpaquePointer

    /// In bytes. X.520 limits common names to 64 characters.
    private static let longestName = 256

    /// The common name of the client's certificate, if a CA is configured and the certificate is valid now.
    var certifiedName: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.longestName) { room in
            let count = cmicrohttpd_client_name(handle, room.baseAddress, room.count)
            guard count > 0 else { return nil }
            return String(validating: room.prefix(count).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}

/// Passes responses to libmicrohttpd, which adds `Date`, if missing, `Content-Length` and the reason phrase.
struct ResponseWriter {
    /// For HEAD, `Content-Length` is that of the body that is not sent.
    let isHead: Bool
    /// Whether the header field `Connection` is sent.
    var keepsConnectionLines = false

    /// Queues a response; false if the library rejects it, which closes the connection.
    func queue(_ response: HTTPResponse, on connection: ClientConnection) -> Bool {
        guard let made = make(response) ?? make(ResponseWriter.unsendable.response) else { return false }
        defer { cmicrohttpd_response_free(made.handle) }
        return cmicrohttpd_queue(connection.handle, made.status, made.handle) == MHD_Result.YES
    }

    private static let unsendable = ListenerResponse(
        502, "The answer cannot be sent: HTTP does not allow its status or a header.")

    /// Nil if HTTP does not allow the status or a header field.
    private func make(_ response: HTTPResponse) -> (handle: OpaquePointer, status: UInt32)? {
        guard (200...999).contains(response.status), let handle = handle(of: response) else { return nil }
        for field in response.headers where !isOwn(field.name) {
            // The library rejects empty values; one space is equivalent.
            let value = field.value.isEmpty ? " " : field.value
            guard !value.utf8.contains(0), cmicrohttpd_add_header(handle, field.name, value) == MHD_Result.YES else {
                cmicrohttpd_response_free(handle)
                return nil
            }
        }
        return (handle, UInt32(response.status))
    }

    private func handle(of response: HTTPResponse) -> OpaquePointer? {
        let stated = response.headers["Content-Length"].flatMap { UInt64($0) }
        switch response.status {
        case 204: return cmicrohttpd_response(nil, 0)
        // The length of a body that is not sent; if there is none, the library insists on 0.
        case 304: return cmicrohttpd_response_head(stated ?? 0)
        case _ where isHead: return cmicrohttpd_response_head(stated ?? UInt64(response.body.count))
        default: return response.body.withUnsafeBytes { cmicrohttpd_response($0.baseAddress, $0.count) }
        }
    }

    /// Fields of this connection: the length is that of the bytes sent here.
    private func isOwn(_ name: String) -> Bool {
        switch name.lowercased() {
        case "content-length", "transfer-encoding", "keep-alive": true
        case "connection": !keepsConnectionLines
        default: false
        }
    }
}
