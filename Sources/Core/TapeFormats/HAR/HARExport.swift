import CassetteStore
import ExchangeModel
import Notation
import Redactors

/// Writes HAR. Every exchange is one line.
struct HARWriter: ExchangeWriter {
    let takesRequestsAlone = true
    private let version: String
    private var isFirst = true

    init(version: String) { self.version = version }

    func begin() -> [UInt8] {
        let creator: JSON = ["name": "Snowdeck", "version": .string(version)]
        return Array("{\"log\": {\"version\": \"1.2\", \"creator\": \(creator.compact),\n\"entries\": [\n".utf8)
    }

    mutating func write(_ exchange: ExportedExchange, _ losses: inout ConversionLosses) -> [UInt8] {
        func isText(_ bytes: [UInt8]?) -> Bool { String(validating: bytes ?? [], as: UTF8.self) != nil }
        if exchange.response == nil { losses.add(.noOutcome, at: exchange.place) }
        if !isText(exchange.request.body) { losses.add(.latin, at: exchange.place) }
        if !isText(exchange.response?.body) { losses.add(.binary, at: exchange.place) }
        defer { isFirst = false }
        return (isFirst ? [] : [UInt8(ascii: ",")]) + HAREntryWriter(exchange).json.compactBytes + [10]
    }

    func end() -> [UInt8] { Array("]}}\n".utf8) }
}

private struct HAREntryWriter {
    private let exchange: ExchangeRecord
    private let answer: HTTPResponse?

    init(_ exchange: ExportedExchange) { (self.exchange, answer) = (exchange.record, exchange.response) }

    var json: JSON {
        let times = answer?.facts.timings ?? Timings()
        return [
            "startedDateTime": .string(exchange.request.startedAt.exactText),
            "time": HARTime.milliseconds(times.total),
            "request": request, "response": response, "cache": [:],
            "timings": [
                "blocked": -1, "dns": HARTime.milliseconds(times.resolved),
                "connect": HARTime.milliseconds(times.secured - times.resolved),
                "ssl": times.secured > times.connected
                    ? HARTime.milliseconds(times.secured - times.connected) : .number("-1"),
                "send": 0, "wait": HARTime.milliseconds(times.firstByte - times.secured),
                "receive": HARTime.milliseconds(times.total - times.firstByte),
            ],
        ]
    }

    private var version: String { "HTTP/" + (answer?.facts.httpVersion ?? "1.1") }

    private var request: JSON {
        let request = exchange.request
        let query = HTTPURL(request.url)?.queryFields ?? []
        var members: [JSON.Member] = [
            .init("method", .string(request.method)), .init("url", .string(request.url)),
            .init("httpVersion", .string(version)), .init("cookies", .array([])),
            .init("headers", Self.json(of: request.headers)),
            .init("queryString", .array(query.map { ["name": .string($0.name), "value": .string($0.value)] })),
            .init("headersSize", .number("-1")), .init("bodySize", .number(String(request.body?.count ?? 0))),
        ]
        if let body = request.body {
            var data: [JSON.Member] = [.init("mimeType", .string(request.headers["Content-Type"] ?? ""))]
            if let text = String(validating: body, as: UTF8.self) {
                data.append(.init("text", .string(text)))
            } else {
                data += [.init("text", .string(Latin1.text(of: body))), .init("_encoding", .string(Latin1.name))]
            }
            members.append(.init("postData", .object(data)))
        }
        return .object(members)
    }

    private var response: JSON {
        guard let response = answer else {
            var reason = "The program ended during the request."
            if case .failure(let failure) = exchange.outcome { reason = failure.message }
            return [
                "status": 0, "statusText": "", "httpVersion": "", "cookies": [], "headers": [],
                "content": ["size": 0, "mimeType": "x-unknown"], "redirectURL": "", "headersSize": .number("-1"),
                "bodySize": .number("-1"), "_error": .string(reason),
            ]
        }
        var content: [JSON.Member] = [
            .init("size", .number(String(response.body.count))),
            .init("mimeType", .string(response.headers["Content-Type"] ?? "x-unknown")),
        ]
        if let text = String(validating: response.body, as: UTF8.self) {
            if !text.isEmpty { content.append(.init("text", .string(text))) }
        } else {
            content += [.init("text", .string(Base64.encode(response.body))), .init("encoding", "base64")]
        }
        return [
            "status": .number(String(response.status)), "statusText": .string(response.reason),
            "httpVersion": .string(version), "cookies": .array([]),
            "headers": Self.json(of: response.headers), "content": .object(content),
            "redirectURL": .string(response.headers["Location"] ?? ""), "headersSize": .number("-1"),
            "bodySize": .number(response.facts.contentCoding == nil ? String(response.body.count) : "-1"),
        ]
    }

    private static func json(of headers: HeaderFields) -> JSON {
        .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
    }
}

/// Bytes as a text with one character for each. HAR has no other form for a binary request body; mitmproxy uses it too.
enum Latin1 {
    package static let name = "latin1"

    package static func text(of bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
        return String(text)
    }

    /// Nil if a character is not of Latin-1.
    package static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
