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
        let data = request.body.map { body in
            let text = String(validating: body, as: UTF8.self)
            return JSON.object(present: [
                "mimeType": .string(request.headers["Content-Type"] ?? ""),
                "text": .string(text ?? Latin1.text(of: body)), "_encoding": text == nil ? .string(Latin1.name) : nil,
            ])
        }
        return .object(present: [
            "method": .string(request.method), "url": .string(request.url), "httpVersion": .string(version),
            "cookies": [], "headers": Self.json(of: request.headers),
            "queryString": .array(query.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "headersSize": .number("-1"), "bodySize": .number(String(request.body?.count ?? 0)), "postData": data,
        ])
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
        let text = String(validating: response.body, as: UTF8.self)
        let content = JSON.object(present: [
            "size": .number(String(response.body.count)),
            "mimeType": .string(response.headers["Content-Type"] ?? "x-unknown"),
            "text": response.body.isEmpty ? nil : .string(text ?? Base64.encode(response.body)),
            "encoding": text == nil ? "base64" : nil,
        ])
        return [
            "status": .number(String(response.status)), "statusText": .string(response.reason),
            "httpVersion": .string(version), "cookies": .array([]),
            "headers": Self.json(of: response.headers), "content": content,
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
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Nil if a character is not of Latin-1.
    package static func bytes(of text: String) -> [UInt8]? {
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == text.unicodeScalars.count ? bytes : nil
    }
}
