import CassetteStore
import ExchangeModel
import Notation

/// Writes one exchange as an entry, with every member that HAR 1.2 asks for.
struct HAREntryWriter {
    private let exchange: ExchangeRecord

    init(_ exchange: ExchangeRecord) { self.exchange = exchange }

    /// Whether there is no answer.
    var hasNoAnswer: Bool { if case .response = exchange.outcome { false } else { true } }

    /// Whether a body of it stands in base64.
    var hasBinary: Bool {
        var bodies = [exchange.request.body ?? []]
        if case .response(let response) = exchange.outcome { bodies.append(response.body) }
        return bodies.contains { String(validating: $0, as: UTF8.self) == nil }
    }

    var json: JSON {
        var times = Timings()
        if case .response(let response) = exchange.outcome { times = response.facts.timings }
        return [
            "startedDateTime": .string(exchange.request.startedAt.exactText),
            "time": HARMoment.milliseconds(times.total),
            "request": request, "response": response, "cache": [:],
            "timings": [
                "blocked": -1, "dns": HARMoment.milliseconds(times.resolved),
                "connect": HARMoment.milliseconds(times.secured - times.resolved),
                "ssl": times.secured > times.connected
                    ? HARMoment.milliseconds(times.secured - times.connected) : .number("-1"),
                "send": 0, "wait": HARMoment.milliseconds(times.firstByte - times.secured),
                "receive": HARMoment.milliseconds(times.total - times.firstByte),
            ],
            HAROwn.name: HAROwn.Exchange.json(of: exchange),
        ]
    }

    private var version: String {
        if case .response(let response) = exchange.outcome { "HTTP/" + response.facts.httpVersion } else { "HTTP/1.1" }
    }

    private var request: JSON {
        let request = exchange.request
        let query = HTTPURL(request.url)?.queryFields ?? []
        var members: [JSON.Member] = [
            .init("method", .string(request.method)), .init("url", .string(request.url)),
            .init("httpVersion", .string(version)), .init("cookies", .array(HARCookies.sent(request.headers))),
            .init("headers", Self.json(of: request.headers)),
            .init("queryString", .array(query.map { ["name": .string($0.name), "value": .string($0.value)] })),
            .init("headersSize", .number("-1")), .init("bodySize", .number(String(request.body?.count ?? 0))),
        ]
        if let body = request.body {
            var data: [JSON.Member] = [.init("mimeType", .string(request.headers["Content-Type"] ?? ""))]
            if let text = String(validating: body, as: UTF8.self) {
                data.append(.init("text", .string(text)))
            } else {
                data += [.init("text", .string(Base64.encode(body))), .init("_encoding", "base64")]
            }
            members.append(.init("postData", .object(data)))
        }
        return .object(members)
    }

    private var response: JSON {
        guard case .response(let response) = exchange.outcome else {
            var reason = "The program died while the request was under way."
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
            "httpVersion": .string(version), "cookies": .array(HARCookies.set(response.headers)),
            "headers": Self.json(of: response.headers), "content": .object(content),
            "redirectURL": .string(response.headers["Location"] ?? ""), "headersSize": .number("-1"),
            "bodySize": .number(response.facts.contentCoding == nil ? String(response.body.count) : "-1"),
        ]
    }

    private static func json(of headers: HeaderFields) -> JSON {
        .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
    }
}
