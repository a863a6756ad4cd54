import ExchangeModel
import Notation

/// The response to a program's request that is not on the tape: 501 with a report, as JSON if that is accepted, else as
/// text. A 404 would mean that the instance has no such record.
struct ProgramMiss {
    private let error: TapeError

    init(_ error: TapeError) { self.error = error }

    func response(for request: HTTPRequest) -> HTTPResponse {
        let accept = ASCII.lowercased(request.headers["Accept"] ?? "")
        let isJSON = accept.contains("json")
        return HTTPResponse(
            status: error.miss == nil ? 502 : 501,
            headers: [
                "Content-Type": isJSON ? "application/json;charset=utf-8" : "text/plain;charset=utf-8",
                "X-Content-Type-Options": "nosniff", "X-Snowdeck-Miss": reason, "Cache-Control": "no-store",
            ], body: Array((isJSON ? json.pretty : text).utf8) + [0x0A])
    }

    package var reason: String { error.miss?.reason.word ?? error.kind }

    private var text: String {
        var lines = [MissText.plain(error.message)]
        lines += (error.miss?.lines ?? []).map(MissText.plain)
        lines += help.map { "help: " + MissText.plain($0) }
        return lines.joined(separator: "\n")
    }

    private var json: JSON {
        .object(present: [
            "error": [
                "message": .string(MissText.plain(error.message)), "detail": .string(reason),
                "kind": .string(error.kind),
            ], "status": "failure", "help": .array(help.map { .string(MissText.plain($0)) }), "miss": error.details,
        ])
    }

    var help: [String] {
        guard let miss = error.miss else { return error.hints }
        switch miss.reason {
        case .laterOnly(_, _, let first):
            return ["send \(first.method) \(MissText.address(first.url)) first (\(miss.place(of: first.exchange)))"]
                + (miss.isRead ? [] : ["accept changes in any order: snowdeck serve replay TAPE --unordered"])
        case .alreadyChanged:
            return [
                "record what is read after the change, or let reads go back: snowdeck serve replay TAPE --lenient",
                "a test begins before every change under a name of its own: X-Snowdeck-Client: NAME",
            ]
        case .exhausted:
            return ["a test begins before every change under a name of its own: X-Snowdeck-Client: NAME"]
        case .interrupted(let exchange): return ["at Snowdeck's prompt: tape show \(miss.place(of: exchange))"]
        case .notRecorded:
            let near =
                miss.nearest.first.map { ["at Snowdeck's prompt: tape show \(miss.place(of: $0.exchange))"] } ?? []
            return near + ["record the request onto the tape, or send one that is on it"]
        }
    }

    static func errorResponse(_ status: Int, _ kind: String, _ message: String, _ miss: JSON? = nil) -> HTTPResponse {
        let error: JSON = ["message": .string(MissText.plain(message)), "kind": .string(kind)]
        return json(status, .object(present: ["error": error, "status": "failure", "miss": miss]))
    }

    static func json(_ status: Int, _ json: JSON) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: ["Content-Type": "application/json;charset=utf-8", "Cache-Control": "no-store"],
            body: Array((json.pretty + "\n").utf8))
    }
}
