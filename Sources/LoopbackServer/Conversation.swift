import CMicrohttpd
import ExchangeModel

/// One request and its answer, while the library works on them.
///
/// It is touched by the connection's thread only, but for `outcome`, which another thread writes while the connection is
/// suspended; the library's lock around suspending and resuming orders the two. That makes it safe to pass.
final class Conversation: @unchecked Sendable {
    enum Stage { case fresh, receiving, waiting, answered }

    var stage = Stage.fresh
    /// The target as it stood on the request line; nil when it is not UTF-8.
    let target: String?
    private(set) var headers = HeaderFields()
    private(set) var hosts: [String] = []
    /// The body so far; nil while the request has none.
    private(set) var body: [UInt8]?
    /// Set when the request will not be answered by the transport.
    var refusal: Refusal?
    /// Bytes of a refused body that were ignored.
    private var discarded = 0
    /// By what an answer to this request is kept, and for whom; nil where none is.
    var keeping: (key: [UInt8], state: UInt64, asker: any KeptAsker)?
    var kept: (ResponseCache.Kept, asker: any KeptAsker)?
    var outcome: Result<HTTPResponse, TransportFailure>?

    init(target: UnsafePointer<CChar>?) {
        self.target = target.flatMap { String(validatingCString: $0) }
    }

    /// Reads the header lines. Those that concern this connection alone (RFC 9110, 7.6.1) and the framing of the body
    /// are not part of the request. Returns the stated length of the body.
    func readHead(on connection: Connection) -> Int {
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
        var kept: [HeaderField] = []
        kept.reserveCapacity(fields.count)
        for field in fields {
            switch Conversation.role(of: field.name) {
            case .content: kept.append(field)
            case .host: hosts.append(field.value)
            case .length:
                length = Int(field.value) ?? .max
                body = []
            case .coding: body = []
            case .connection: break
            }
        }
        headers = HeaderFields(kept)
        return length
    }

    /// Takes a piece of the body; false when a refused body goes on for too long to be ignored.
    func take(_ piece: UnsafeRawBufferPointer, limit: Int) -> Bool {
        if refusal == nil, piece.count > limit - (body?.count ?? 0) {
            refusal = Conversation.tooLarge(limit)
            body = nil
        }
        guard refusal == nil else {
            discarded += piece.count
            return discarded <= max(limit, 1 << 20)
        }
        body = body ?? []
        body?.append(contentsOf: piece)
        return true
    }

    static func tooLarge(_ limit: Int) -> Refusal {
        Refusal(413, "The body of the request is larger than \(limit) bytes, the limit.")
    }

    private enum Role { case content, host, length, coding, connection }

    private static func role(of name: String) -> Role {
        switch name.utf8.count {
        case 4 where HeaderFields.same(name, "Host"): .host
        case 14 where HeaderFields.same(name, "Content-Length"): .length
        case 17 where HeaderFields.same(name, "Transfer-Encoding"): .coding
        case 10 where HeaderFields.same(name, "Connection") || HeaderFields.same(name, "Keep-Alive"): .connection
        case 16 where HeaderFields.same(name, "Proxy-Connection"): .connection
        default: .content
        }
    }
}

/// The library's handle of one connection. It may be passed to another thread in order to be resumed from there.
struct Connection: @unchecked Sendable {
    let handle: OpaquePointer

    /// The longest name in a certificate that is read, in bytes; X.520 ends common names at 64 characters.
    private static let longestName = 256

    /// The name in the client's certificate, if an authority vouches for it now. Only where clients are asked for one.
    var certifiedName: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.longestName) { room in
            let count = cmicrohttpd_client_name(handle, room.baseAddress, room.count)
            guard count > 0 else { return nil }
            return String(validating: room.prefix(count).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}

/// An answer in the library's own form, to be sent any number of times and on several connections at once: the library
/// counts who uses it, and locks for itself.
final class ReadyAnswer: @unchecked Sendable {
    private let handle: OpaquePointer
    private let code: UInt32
    /// Its bytes, about.
    let size: Int

    init(handle: OpaquePointer, status: UInt32, size: Int) {
        self.handle = handle
        code = status
        self.size = size
    }

    deinit { cmicrohttpd_response_free(handle) }

    var status: Int { Int(code) }

    /// Queues it; false when the library takes none any more, which closes the connection.
    func queue(on connection: Connection) -> Bool {
        cmicrohttpd_queue(connection.handle, code, handle) == MHD_Result.YES
    }
}

/// Hands an answer to the library. It adds `Date`, unless the answer has one, and `Content-Length`; reason phrases are
/// the library's own.
struct ResponseWriter {
    /// Whether the request was HEAD, whose answer states the length of a body it does not have.
    let isHead: Bool
    /// The header of a request whose answer may be compressed; nil sends every answer as it is.
    var compressesFor: HeaderFields?
    /// Whether the answer may say what becomes of the connection.
    var keepsConnectionLines = false

    /// Queues the answer; false when the library takes none any more, which closes the connection.
    func queue(_ response: HTTPResponse, on connection: Connection) -> Bool {
        let response = compressesFor.map { Compression.applied(to: response, for: $0) } ?? response
        guard let made = make(response) ?? make(ResponseWriter.unsendable.response) else { return false }
        defer { cmicrohttpd_response_free(made.handle) }
        return cmicrohttpd_queue(connection.handle, made.status, made.handle) == MHD_Result.YES
    }

    /// The answer ready to be sent many times; nil when HTTP does not allow it.
    func ready(_ response: HTTPResponse) -> ReadyAnswer? {
        make(response).map { made in
            let lines = response.headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 }
            return ReadyAnswer(handle: made.handle, status: made.status, size: lines + response.body.count)
        }
    }

    private static let unsendable = Refusal(
        502, "The answer cannot be sent: HTTP does not allow its status or a header.")

    /// Nil when HTTP does not allow the status or a header line.
    private func make(_ response: HTTPResponse) -> (handle: OpaquePointer, status: UInt32)? {
        guard (200...999).contains(response.status), let handle = handle(of: response) else { return nil }
        for field in response.headers where !isOwn(field.name) {
            // The library takes no empty value; one space reads the same.
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
        // The length of a body that is not sent again; where none is stated, the library insists on 0.
        case 304: return cmicrohttpd_response_head(stated ?? 0)
        case _ where isHead: return cmicrohttpd_response_head(stated ?? UInt64(response.body.count))
        default: return response.body.withUnsafeBytes { cmicrohttpd_response($0.baseAddress, $0.count) }
        }
    }

    /// Lines that belong to this connection: the length is that of the bytes sent here.
    private func isOwn(_ name: String) -> Bool {
        switch name.utf8.count {
        case 14: HeaderFields.same(name, "Content-Length")
        case 17: HeaderFields.same(name, "Transfer-Encoding")
        case 10:
            !keepsConnectionLines && (HeaderFields.same(name, "Connection") || HeaderFields.same(name, "Keep-Alive"))
        default: false
        }
    }
}

/// Gzip for clients that accept it (RFC 9110, 12.5.3).
enum Compression {
    private static let shortest = 1400

    /// The answer to a request, compressed if its body is text and the client accepts gzip.
    static func applied(to response: HTTPResponse, for request: HeaderFields) -> HTTPResponse {
        guard response.body.count >= shortest, response.headers["Content-Encoding"] == nil,
            isText(response.headers["Content-Type"]), accepts(request["Accept-Encoding"])
        else { return response }
        var compressed = response
        compressed.body = Gzip.compress(response.body, fast: true)
        compressed.headers.append("Content-Encoding", "gzip")
        compressed.headers.append("Vary", "Accept-Encoding")
        return compressed
    }

    private static func isText(_ type: String?) -> Bool {
        guard let type = type?.prefix(while: { $0 != ";" }).lowercased() else { return false }
        return type.hasPrefix("text/") || ["json", "xml", "javascript"].contains { type.hasSuffix($0) }
    }

    private static func accepts(_ codings: String?) -> Bool {
        let weights = (codings ?? "").lowercased().split(separator: ",").map {
            coding -> (name: String, weight: Double) in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (parts.first ?? "", weight)
        }
        let named = weights.first { $0.name == "gzip" || $0.name == "x-gzip" } ?? weights.first { $0.name == "*" }
        return (named?.weight ?? 0) > 0
    }
}
