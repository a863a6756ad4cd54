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
    /// Bytes of a refused body that were passed over.
    private var discarded = 0
    /// By what an answer to this request is kept, and for whom; nil where none is.
    var keeping: (key: [UInt8], state: UInt64, asker: any KeptAsker)?
    /// The kept answer that is to be sent.
    var kept: (AnswerShelf.Kept, asker: any KeptAsker)?
    /// What the transport said.
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

    /// Takes a piece of the body; false when a refused body goes on for too long to be passed over.
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
