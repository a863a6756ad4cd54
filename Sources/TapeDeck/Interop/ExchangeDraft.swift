import CassetteStore
import ExchangeModel
import Notation

/// An exchange as another program describes it, not checked yet.
struct ExchangeDraft: Sendable {
    struct Response: Sendable {
        var status: Int?
        var reason = ""
        var headers: [(String, String)] = []
        var body: [UInt8] = []
        var version = "1.1"
    }

    var method: String?
    var address: String?
    var headers: [(String, String)] = []
    var body: [UInt8]?
    /// Nil for a request that was never sent.
    var response: Response?
    var startedAt: Timestamp?
    /// The duration in microseconds.
    var duration: Int64 = 0
    var changes: [ConversionLosses.Kind] = []

    func exchange(_ number: Int, startedAt: Timestamp, bodyLimit: Int) throws(EntryError) -> ImportedExchange {
        guard let method, !method.isEmpty, method.utf8.allSatisfy(HeaderValue.isToken) else {
            throw EntryError(sort: .unreadable, reason: "its method is not an HTTP method")
        }
        guard let address else { throw EntryError(sort: .unreadable, reason: "it has no address") }
        guard let url = HTTPURL(address) else { throw EntryError(address: address) }
        var exchange = ImportedExchange(
            number: number, startedAt: startedAt, request: HTTPRequest(HTTPMethod(rawValue: method), url, body: body),
            outcome: .interrupted, changes: changes)
        exchange.request.headers = ImportedFields.fields(headers, &exchange.changes)
        ImportedFields.removeConnection(&exchange.request.headers, &exchange.changes)
        guard let response else {
            exchange.changes.append(.noResponse)
            return exchange
        }
        guard let status = response.status, (100...999).contains(status) else {
            throw EntryError(sort: .unreadable, reason: "its status is not a number from 100 to 999")
        }
        var answer = HTTPResponse(
            status: status, reason: response.reason,
            headers: ImportedFields.fields(response.headers, &exchange.changes), body: response.body,
            facts: ResponseFacts(
                httpVersion: response.version, timings: Timings(firstByte: duration, total: duration)))
        if let change = try ImportedFields.decode(&answer, bodyLimit) { exchange.changes.append(change) }
        ImportedFields.checkLength(&answer, of: exchange.request.method)
        exchange.outcome = .response(answer)
        return exchange
    }
}

extension EntryError {
    /// Why an address is not that of an HTTP request.
    init(address: String) {
        let scheme = ASCII.lowercased(String(address.prefix { $0 != ":" }))
        switch scheme {
        case "ws", "wss": self.init(sort: .webSocket)
        case "http", "https": self.init(sort: .unreadable, reason: "its address has no host")
        default:
            let isScheme = scheme.utf8.count < 32 && scheme.utf8.allSatisfy(ASCII.isName)
            if isScheme, scheme.utf8.count < address.utf8.count {
                self.init(sort: .notHTTP, reason: scheme + ":")
            } else {
                self.init(sort: .unreadable, reason: "its address cannot be read")
            }
        }
    }
}

/// Header fields as a recorder would have seen them.
enum ImportedFields {
    /// The fields that are valid, in order. Chromium joins several values of one name with newlines.
    static func fields(
        _ lines: some Sequence<(String, String)>, _ changes: inout [ConversionLosses.Kind]
    ) -> HeaderFields {
        var fields: [HeaderField] = []
        var hasInvalid = false
        for (name, value) in lines {
            // Pseudo-header fields of HTTP/2.
            if name.utf8.first == UInt8(ascii: ":") { continue }
            guard !name.isEmpty, name.utf8.allSatisfy(HeaderValue.isToken) else {
                hasInvalid = true
                continue
            }
            for part in value.utf8.split(separator: 10, omittingEmptySubsequences: false) {
                let value = String(ASCII.trimmed(Substring(part)))
                guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 }) else {
                    hasInvalid = true
                    continue
                }
                fields.append(HeaderField(name, value))
            }
        }
        if hasInvalid { changes.append(.headers) }
        return HeaderFields(fields)
    }

    /// Removes the fields that the transport adds: a recorder does not see them either.
    static func removeConnection(_ headers: inout HeaderFields, _ changes: inout [ConversionLosses.Kind]) {
        let before = headers.count
        for name in ["Host", "Content-Length", "Transfer-Encoding", "Connection", "Proxy-Connection"] {
            headers.remove(name)
        }
        if headers.count < before { changes.append(.connectionLines) }
    }

    /// Decodes the content coding, as a tape holds decoded bodies. Some programs write the field of a body that they
    /// have already decoded.
    static func decode(_ response: inout HTTPResponse, _ limit: Int) throws(EntryError) -> ConversionLosses.Kind? {
        let codings = response.headers.values(of: "Content-Encoding").filter { !HeaderFields.same($0, "identity") }
        guard !codings.isEmpty else { return nil }
        var change = ConversionLosses.Kind.decoded
        if response.body.starts(with: [0x1F, 0x8B]), codings.count == 1, ASCII.lowercased(codings[0]).hasSuffix("gzip")
        {
            guard let plain = Gzip.decompress(response.body, limit: limit) else {
                throw EntryError(sort: .unreadable, reason: "its gzip body is damaged or too large")
            }
            response.body = plain
            change = .decompressed
        } else if String(validating: response.body, as: UTF8.self) == nil {
            return .undecoded
        }
        response.headers.remove("Content-Encoding")
        response.headers.remove("Content-Length")
        response.facts.contentCoding = ASCII.lowercased(codings.joined(separator: ", "))
        return change
    }

    /// Removes a length that is not that of the body.
    static func checkLength(_ response: inout HTTPResponse, of method: HTTPMethod) {
        if response.wrongLength(answering: method) != nil { response.headers.remove("Content-Length") }
    }
}

extension HTTPResponse {
    /// Its Content-Length if the body has another size, as after redaction: placeholders are not as long as secrets.
    func wrongLength(answering method: HTTPMethod) -> String? {
        guard method != .head, status != 304, let length = headers["Content-Length"], Int(length) != body.count else {
            return nil
        }
        return length
    }

    /// The response with the Content-Length of its body, if it has that field. Clients that wait for more would fail.
    func withOwnLength(answering method: HTTPMethod) -> HTTPResponse {
        var response = self
        if wrongLength(answering: method) != nil { response.headers["Content-Length"] = String(body.count) }
        return response
    }
}
