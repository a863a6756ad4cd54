import CassetteStore
import ExchangeModel
import Notation
import Redactors

/// Text of a tape in a report's data, without what could control a terminal.
enum ReportText {
    static let outputLimit = 1 << 20, bodyLimit = 256 << 10

    static func plain(_ text: String) -> JSON { .string(TerminalText.plain(text)) }

    static func number(_ value: Int64) -> JSON { .number(String(value)) }

    /// `[text, size, left out]` in bytes, with null for what is not text; null for nothing.
    static func content(_ bytes: [UInt8], limit: Int) -> JSON {
        if bytes.isEmpty { return .null }
        var end = min(bytes.count, limit)
        // Not inside a character.
        while end < bytes.count, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        guard let text = String(validating: bytes[..<end], as: UTF8.self), !text.utf8.contains(0) else {
            return [.null, number(Int64(bytes.count))]
        }
        return [plain(text), number(Int64(bytes.count)), number(Int64(bytes.count - end))]
    }

    static func picture(_ bytes: [UInt8], _ type: String) -> JSON {
        .string("data:\(type);base64,\(Base64.encode(bytes))")
    }

    static func headers(_ headers: HeaderFields) -> JSON {
        .array(headers.map { [plain($0.name), plain($0.value)] })
    }
}

/// A request and its response, as a row of a report's index and as the details of it.
struct ExchangeDetail {
    let record: ExchangeRecord
    /// Nil on a damaged tape.
    let request: HTTPRequest?
    let instance: String

    /// Media types that browsers show without running anything.
    private static let pictures: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp"]

    private var response: HTTPResponse? { if case .response(let response) = record.outcome { response } else { nil } }

    /// The path at the session's instance; a complete URL at other hosts.
    private var path: String {
        guard let url = request?.url else { return record.request.url }
        return PercentCoding.decode(url.origin == instance ? url.target : record.request.url)
    }

    func row(isWrite: Bool) -> [JSON] {
        let times = response?.facts.timings ?? Timings()
        let status: JSON =
            switch record.outcome {
            case .response(let response): .number(String(response.status))
            case .failure(let failure): .string(failure.kind.rawValue)
            case .interrupted: .string(request == nil ? "damaged" : "interrupted")
            }
        return [
            ReportText.number(record.id), record.request.command.map(ReportText.number) ?? .null,
            ReportText.number(record.request.session), ReportText.number(record.request.startedAt.microseconds),
            ReportText.plain(record.request.method), ReportText.plain(path), status, .bool(isWrite),
            record.request.epoch.map(ReportText.number) ?? .null,
            .array(
                [times.resolved, times.connected, times.secured, times.firstByte, times.total].map(ReportText.number)),
            .number(String(response?.body.count ?? 0)), ReportText.plain(record.request.purpose),
        ]
    }

    /// - Parameter line: the command that sends it again.
    func json(line: String?) -> JSON {
        guard let request else { return .object([]) }
        var failure: String?
        if case .failure(let failed) = record.outcome { failure = failed.message }
        let type = response?.headers["Content-Type"].flatMap(HeaderValue.init)?.essence ?? ""
        let body = response?.body ?? []
        return .object(present: [
            "url": ReportText.plain(request.url.description), "sent": ReportText.headers(request.headers),
            "body": ReportText.content(request.body ?? [], limit: ReportText.bodyLimit),
            "version": response.map { ReportText.plain($0.facts.httpVersion) },
            "reason": response.map { ReportText.plain($0.reason) },
            "received": response.map { ReportText.headers($0.headers) },
            "answer": ReportText.content(body, limit: ReportText.bodyLimit),
            "picture": Self.pictures.contains(type) && !body.isEmpty && body.count <= ReportText.bodyLimit
                ? ReportText.picture(body, type) : nil,
            "failure": failure.map(ReportText.plain), "curl": ReportText.plain(CurlWriter.line(of: record, request)),
            "line": line.map(ReportText.plain),
        ])
    }
}
