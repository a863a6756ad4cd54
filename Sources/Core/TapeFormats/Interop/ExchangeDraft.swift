import CassetteStore
import ExchangeModel
import Notation

/// An exchange as another program describes it, not checked yet.
package struct ExchangeDraft: Sendable {
    struct Response: Sendable {
        var status: Int?
        var reason = ""
        var headers = HeaderFields()
        var body: [UInt8] = []
        /// Whether the body is text that the file's format holds in UTF-8, whatever was sent.
        var isText = false
        /// Whether the format holds decoded bodies; compressed ones are decompressed all the same.
        var isDecoded = false
        var version = "1.1"
        var timings = Timings()
    }

    var method: String?
    var address: String?
    var headers = HeaderFields()
    var body: [UInt8]?
    /// Nil for a request that was never sent.
    var response: Response?
    var startedAt: Timestamp?
    /// Whether the browser answered from its cache, so that nothing was sent.
    var isCached = false
    var changes: [ConversionLosses.Kind] = []
    /// Why it is left out.
    var error: EntryError?

    func exchange(_ number: Int, startedAt: Timestamp, bodyLimit: Int) throws(EntryError) -> ImportedExchange {
        if let error { throw error }
        guard let method, !method.isEmpty, method.utf8.allSatisfy(HeaderValue.isToken) else {
            throw .unreadable("its method is not an HTTP method")
        }
        guard let address else { throw .unreadable("it has no address") }
        guard let url = HTTPURL(address) else { throw EntryError(address: address) }
        var exchange = ImportedExchange(
            number: number, startedAt: startedAt,
            request: HTTPRequest(HTTPMethod(rawValue: method), url, headers: headers, body: body),
            outcome: .interrupted, isCached: isCached, changes: changes)
        exchange.request.headers = ImportedFields.fields(headers, &exchange.changes)
        ImportedFields.removeConnection(&exchange.request.headers, &exchange.changes)
        guard let response else {
            exchange.changes.append(.noResponse)
            return exchange
        }
        guard let status = response.status, (100...999).contains(status) else {
            throw .unreadable("its status is not a number from 100 to 999")
        }
        var answer = HTTPResponse(
            status: status, reason: response.reason, headers: response.headers, body: response.body,
            facts: ResponseFacts(httpVersion: response.version, timings: response.timings))
        answer.headers = ImportedFields.fields(response.headers, &exchange.changes)
        try ImportedFields.settle(&answer, of: &exchange, response, bodyLimit)
        exchange.outcome = .response(answer)
        return exchange
    }
}

extension HeaderFields {
    /// Appends a field unless there is one of that name. Returns whether there was none.
    @discardableResult
    mutating func addMissing(_ name: String, _ value: String) -> Bool {
        guard self[name] == nil else { return false }
        append(name, value)
        return true
    }
}

extension EntryError {
    static func unreadable(_ reason: String) -> EntryError { EntryError(sort: .unreadable, reason: reason) }

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
    static func fields(_ lines: HeaderFields, _ changes: inout [ConversionLosses.Kind]) -> HeaderFields {
        var fields: [HeaderField] = []
        var hasInvalid = false
        for line in lines {
            // Pseudo-header fields of HTTP/2.
            if line.name.utf8.first == UInt8(ascii: ":") { continue }
            guard !line.name.isEmpty, line.name.utf8.allSatisfy(HeaderValue.isToken) else {
                hasInvalid = true
                continue
            }
            for part in line.value.utf8.split(separator: 10, omittingEmptySubsequences: false) {
                let value = String(ASCII.trimmed(Substring(part)))
                guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 }) else {
                    hasInvalid = true
                    continue
                }
                fields.append(HeaderField(line.name, value))
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

    /// Makes an answer of a file what a client would have received: a 304 with the body that the browser had in its
    /// cache is a 200, content codings are decoded, and text that is in UTF-8 now says so.
    static func settle(
        _ answer: inout HTTPResponse, of exchange: inout ImportedExchange, _ draft: ExchangeDraft.Response, _ limit: Int
    ) throws(EntryError) {
        if answer.status == 304, !answer.body.isEmpty {
            (answer.status, answer.reason) = (200, "OK")
            for name in ["If-None-Match", "If-Modified-Since"] { exchange.request.headers.remove(name) }
            exchange.changes.append(.keptBody)
        }
        if let change = try decode(&answer, isDecoded: draft.isDecoded, limit) { exchange.changes.append(change) }
        if draft.isText, nameText(&answer) { exchange.changes.append(.textForm) }
        if answer.hasWrongLength(answering: exchange.request.method) { answer.headers.remove("Content-Length") }
    }

    /// Decodes the content codings, as a tape holds decoded bodies. Some programs write the field of a body that they
    /// have already decoded.
    private static func decode(
        _ response: inout HTTPResponse, isDecoded: Bool, _ limit: Int
    ) throws(EntryError) -> ConversionLosses.Kind? {
        let codings = response.headers.values(of: "Content-Encoding").flatMap { $0.utf8.split(separator: 44) }
            .map { ASCII.lowercased(String(ASCII.trimmed(Substring($0)))) }.filter { $0 != "identity" }
        guard !codings.isEmpty else { return nil }
        var change = ConversionLosses.Kind.decoded
        for coding in codings.reversed() where !response.body.isEmpty {
            let isText = String(validating: response.body, as: UTF8.self) != nil
            let plain: [UInt8]?
            switch coding {
            case "gzip", "x-gzip":
                guard response.body.starts(with: [0x1F, 0x8B]) else { continue }
                plain = Gzip.decompress(response.body, limit: limit)
            case _ where isText || isDecoded: continue
            case "deflate": plain = Deflate.decompressCoding(response.body, limit: limit)
            default: throw EntryError(sort: .undecoded, reason: SafeText.line(coding, limit: 40))
            }
            guard let plain else { throw .unreadable("its \(coding) body is damaged or too large") }
            response.body = plain
            change = .decompressed
        }
        response.headers.remove("Content-Encoding")
        response.headers.remove("Content-Length")
        response.facts.contentCoding = codings.joined(separator: ", ")
        return change
    }

    /// Sets the `charset` of text that is in UTF-8, whatever was sent. Returns whether it was another.
    private static func nameText(_ response: inout HTTPResponse) -> Bool {
        guard response.body.contains(where: { $0 >= 0x80 }), let type = response.headers["Content-Type"],
            let value = HeaderValue(type), let charset = value["charset"],
            !["utf-8", "utf8"].contains(ASCII.lowercased(charset))
        else { return false }
        let others = value.parameters.filter { $0.name != "charset" }.map { "; \($0.name)=\"\($0.value)\"" }
        response.headers["Content-Type"] = value.essence + others.joined() + "; charset=utf-8"
        return true
    }
}

extension HTTPResponse {
    /// Whether the body has another size than its Content-Length: placeholders are not as long as secrets.
    func hasWrongLength(answering method: HTTPMethod) -> Bool {
        method != .head && status != 304 && headers["Content-Length"].map { Int($0) != body.count } ?? false
    }

    /// The response with the Content-Length of its body, if it has that field. Clients that wait for more would fail.
    func withOwnLength(answering method: HTTPMethod) -> HTTPResponse {
        var response = self
        if hasWrongLength(answering: method) { response.headers["Content-Length"] = String(body.count) }
        return response
    }
}
