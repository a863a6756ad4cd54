import CMicrohttpd
import ExchangeModel

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
            // The library takes no empty value; one space is the same to whoever reads it.
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
