package import ExchangeModel
import Notation

/// The control endpoint of a recording proxy, at a port of its own: status and journal.
package struct RecordingControl: ImmediateTransport {
    private let proxy: RecordingProxy
    private let journal: ServedJournal
    private let instance: String
    private let tape: String

    /// - Parameter tape: the tape's path, as shown to users.
    package init(_ proxy: RecordingProxy, _ journal: ServedJournal, instance: String, tape: String) {
        self.proxy = proxy
        self.journal = journal
        self.instance = instance
        self.tape = tape
    }

    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        if ServedClient(request).isForeign(allowing: []) {
            return ProgramMiss.errorResponse(403, "foreign", "Requests from pages of other websites are rejected.")
        }
        guard ["/status", "/journal"].contains(request.url.path) else {
            return ProgramMiss.errorResponse(
                404, "usage", "There is no \(request.url.path) here; use GET /status, GET /journal.")
        }
        guard request.method == .get || request.method == .head else {
            var rejection = ProgramMiss.errorResponse(405, "usage", "\(request.url.path) accepts GET only.")
            rejection.headers.append("Allow", "GET")
            return rejection
        }
        do throws(ServedControl.Asked.Invalid) {
            guard request.url.path == "/journal" else {
                _ = try ServedControl.Asked(request.url.queryFields, knowing: [])
                return ProgramMiss.json(200, status)
            }
            let asked = try ServedControl.Asked(request.url.queryFields, knowing: ["client", "after", "limit"])
            let entries = journal.entries(after: asked.after, limit: asked.limit) { entry in
                asked.client.map { entry.client.isSame(as: $0) } ?? true
            }
            return ServedControl.lines(entries.map(\.json))
        } catch {
            return ProgramMiss.errorResponse(400, "usage", error.message)
        }
    }

    private var status: JSON {
        let counts = proxy.counts
        return [
            "instances": [.string(instance)], "tape": .string(tape),
            "requests": .number(String(journal.counts.requests)), "recorded": .number(String(counts.recorded)),
            "rejected": .number(String(counts.rejected)), "clients": .array(proxy.clientNames.map { .string($0) }),
        ]
    }
}
