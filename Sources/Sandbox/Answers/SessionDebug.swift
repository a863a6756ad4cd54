import ExchangeModel
import Notation

/// The session's debug log beside the result, for `X-WantSessionDebugMessages: true`.
enum SessionDebug {
    static func isWanted(_ request: HTTPRequest) -> Bool {
        request.headers["X-WantSessionDebugMessages"].map { HeaderFields.same($0, "true") } ?? false
    }

    /// The answer with a log of one line. An answer without a result stays as it is.
    static func added(to answer: Answer, _ request: HTTPRequest, _ now: Timestamp) -> Answer {
        guard (200...299).contains(answer.status), answer.body.starts(with: "{\"result\":".utf8) else { return answer }
        let line =
            now.civil.clockText + ".000: Time: 0:00:00.000 for: sandbox[glide.1] \(request.effectiveMethod) "
            + request.url.path
        let session: JSON = [
            "debug_logs": [["type": "sql", "customerUpdate": false, "line": .string(line), "debugClassSet": ""]]
        ]
        var changed = answer
        changed.body.removeLast()
        changed.body += Array(",\"session\":".utf8) + session.compactBytes + [UInt8(ascii: "}")]
        return changed
    }
}
