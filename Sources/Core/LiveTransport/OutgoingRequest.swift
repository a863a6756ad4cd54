import ExchangeModel

/// A valid HTTP request with its header lines.
struct OutgoingRequest: Sendable {
    let method: String
    let url: HTTPURL
    /// Lines for libcurl: `Name: value`, `Name;` for an empty value, `Name:` to suppress one that libcurl adds.
    let headerLines: [String]
    let body: [UInt8]?
    /// A body that is still arriving.
    let stream: BodyStream?
    /// Whether `Accept-Encoding: gzip` is sent and the response decoded; not if the request has that header. libcurl's own
    /// decoder rejects gzip of several members.
    let decodesBody: Bool

    /// Whether the response never has a body.
    var isHead: Bool { method == "HEAD" }

    /// Whether the method is idempotent (RFC 9110, 9.2.2), and the body is still there.
    var isRepeatable: Bool { stream == nil && ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].contains(method) }

    /// Throws `.invalidRequest` if HTTP does not allow the request.
    init(_ request: HTTPRequest) throws(TransportFailure) {
        method = request.method.rawValue
        url = request.url
        body = request.body
        stream = request.stream
        guard OutgoingRequest.isToken(method), method != "CONNECT" else {
            throw TransportFailure(.invalidRequest, "The request method cannot be sent: it is not a plain word.")
        }
        guard OutgoingRequest.isSendable(url) else {
            throw TransportFailure(
                .invalidRequest, "The address of the request cannot be sent: HTTP does not allow it.")
        }
        guard !(method == "HEAD" && body != nil) else {
            throw TransportFailure(.invalidRequest, "A HEAD request to \(url.host) cannot carry a body.")
        }
        var lines: [String] = []
        for field in request.headers {
            guard OutgoingRequest.isToken(field.name) else {
                throw TransportFailure(
                    .invalidRequest, "A header of the request to \(url.host) has a name HTTP does not allow.")
            }
            guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
                throw TransportFailure(
                    .invalidRequest,
                    "The header \(field.name) of the request to \(url.host) holds a line break or another control character."
                )
            }
            if OutgoingRequest.own.contains(where: { HeaderFields.same($0, field.name) }) { continue }
            lines.append(field.value.isEmpty ? field.name + ";" : field.name + ": " + field.value)
        }
        for name in ["Accept", "Content-Type", "Expect"] where request.headers[name] == nil { lines.append(name + ":") }
        lines.append("Proxy-Connection:")
        decodesBody = request.headers["Accept-Encoding"] == nil
        if decodesBody { lines.append("Accept-Encoding: gzip") }
        headerLines = lines
    }

    private static let own = ["Host", "Content-Length", "Transfer-Encoding", "Proxy-Connection"]

    private static func isSendable(_ url: HTTPURL) -> Bool {
        guard let authority = HTTPURL(url.origin + "/"), authority.host == url.host, authority.path == "/" else {
            return false
        }
        let target = url.target.utf8
        guard target.first == UInt8(ascii: "/") || url.target == "*" else { return false }
        return target.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    /// RFC 9110, 5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"),
                    UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
                    true
                default: false
                }
            }
    }
}
