package import CassetteStore
package import ExchangeModel
import Notation
import Redactors
import TapeDeck

/// Writes a tape as HAR, piece by piece. Everything is redacted again first, so a secret that an older version recorded
/// is not exported.
package struct HARExport: TapeExport {
    private enum Stage {
        case head, sessions, commands(after: Int64), exchanges(after: Int64), end
    }

    private let tape: RedactedTape
    private let version: String
    private var stage = Stage.head
    private var isFirst = true
    package private(set) var losses = ConversionLosses()
    package private(set) var count = 0

    /// Nothing is read before the first call of `next()`.
    package init(of cassette: Cassette, version: String, secrets: SecretBook) {
        self.version = version
        tape = RedactedTape(cassette, secrets: secrets)
    }

    /// The next piece, at most one record; nil at the end. Every exchange, command and session is one line.
    package mutating func next() throws(CassetteError) -> [UInt8]? {
        switch stage {
        case .head:
            stage = .sessions
            let creator: JSON = ["name": "Snowdeck", "version": .string(version)]
            return Array(
                """
                {"log": {"version": "1.2", "creator": \(creator.compact),
                "\(HARExtension.name)": {"form": \(HARExtension.form), "sessions": [

                """.utf8)
        case .sessions:
            stage = .commands(after: 0)
            let lines = try tape.sessions().map { HARExtensionLog.json(of: $0).compact }
            return Array((lines.joined(separator: ",\n") + "\n], \"commands\": [\n").utf8)
        case .commands(let last):
            guard let record = try tape.cassette.commands(after: last, limit: 1).first else {
                stage = .exchanges(after: 0)
                isFirst = true
                return Array("]},\n\"entries\": [\n".utf8)
            }
            stage = .commands(after: record.id)
            losses.add(.commands)
            return line(HARExtensionLog.json(of: try tape.command(record)))
        case .exchanges(let last):
            guard let id = try tape.cassette.requests(after: last, limit: 1).first?.id,
                let exchange = try tape.exchange(id)
            else {
                stage = .end
                return Array("]}}\n".utf8)
            }
            stage = .exchanges(after: id)
            count += 1
            return line(entry(of: exchange))
        case .end: return nil
        }
    }

    private mutating func line(_ json: JSON) -> [UInt8] {
        defer { isFirst = false }
        return (isFirst ? [] : [UInt8(ascii: ",")]) + json.compactBytes + [10]
    }

    private mutating func entry(of exchange: RedactedTape.Exchange) -> JSON {
        let place = "exchange \(exchange.record.id)"
        if !exchange.isReadable { losses.add(.unreadable, at: place) }
        if exchange.hadSecrets { losses.add(.secrets, at: place) }
        if LargeBody.isNoted(in: exchange.record.outcome) { losses.add(.largeBodies, at: place) }
        let writer = HAREntryWriter(exchange.record)
        if writer.hasNoAnswer { losses.add(.noOutcome, at: place) }
        if writer.hasBinaryRequest { losses.add(.latin, at: place) }
        if writer.hasBinaryResponse { losses.add(.binary, at: place) }
        return writer.json
    }
}

struct HAREntryWriter {
    private let exchange: ExchangeRecord

    init(_ exchange: ExchangeRecord) { self.exchange = exchange }

    var hasNoAnswer: Bool { if case .response = exchange.outcome { false } else { true } }

    var hasBinaryRequest: Bool { String(validating: exchange.request.body ?? [], as: UTF8.self) == nil }

    var hasBinaryResponse: Bool {
        guard case .response(let response) = exchange.outcome else { return false }
        return String(validating: response.body, as: UTF8.self) == nil
    }

    var json: JSON {
        var times = Timings()
        if case .response(let response) = exchange.outcome { times = response.facts.timings }
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
            HARExtension.name: HARExtension.Exchange.json(of: exchange),
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
        guard case .response(let recorded) = exchange.outcome else {
            var reason = "The program ended during the request."
            if case .failure(let failure) = exchange.outcome { reason = failure.message }
            return [
                "status": 0, "statusText": "", "httpVersion": "", "cookies": [], "headers": [],
                "content": ["size": 0, "mimeType": "x-unknown"], "redirectURL": "", "headersSize": .number("-1"),
                "bodySize": .number("-1"), "_error": .string(reason),
            ]
        }
        let response = recorded.withOwnLength(answering: HTTPMethod(rawValue: exchange.request.method))
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
