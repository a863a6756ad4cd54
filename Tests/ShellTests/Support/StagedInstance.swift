import ExchangeModel
import Synchronization
import Testing
import TestSupport

/// An instance with other responses to some requests, and a log.
final class StagedInstance: Transport {
    /// `[after N] [once] [done] METHOD PATH OUTCOME`. The method may be `any`, or `change` for all but GET.
    struct Override {
        private var left = 0
        private var isOnce = false
        /// Whether the sandbox does what is asked nevertheless.
        private(set) var isDone = false
        private let method: String
        private let path: String
        let outcome: ScriptedTransport.Outcome

        init(_ text: String, _ fields: [String] = []) throws {
            var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            if words[0] == "after" {
                left = Int(words[1]) ?? 0
                words.removeFirst(2)
            }
            if words[0] == "once" { isOnce = words.removeFirst() == "once" }
            if words[0] == "done" { isDone = words.removeFirst() == "done" }
            (method, path) = (words[0], words[1])
            outcome = try TranscriptStage.outcome(words.dropFirst(2).joined(separator: " "), fields)
        }

        /// Whether it answers this request; counts it.
        mutating func takes(_ request: HTTPRequest) -> Bool {
            let isMeant =
                method == "any" || (method == "change" ? request.method != .get : "\(request.method)" == method)
            guard isMeant, request.url.path.hasPrefix(path) else { return false }
            left -= 1
            return isOnce ? left == -1 : left < 0
        }
    }

    /// `[after N] METHOD PATH BODY`: what admin does before a request for a single record, after N of them.
    struct Meanwhile {
        fileprivate var left = 0
        fileprivate let request: HTTPRequest

        init(_ text: String) throws {
            let match = try #require(text.wholeMatch(of: #/(?:after (\d+) )?(\S+) (\S+) ?(.*)/#))
            left = match.1.flatMap { Int($0) } ?? 0
            request = HTTPRequest(
                HTTPMethod(rawValue: String(match.2)),
                HTTPURL(scheme: "http", host: "sandbox.localhost", path: String(match.3)),
                headers: ["Content-Type": "application/json", "Authorization": "Basic YWRtaW46YWRtaW4="],
                body: match.4.isEmpty ? nil : Array(match.4.utf8))
        }
    }

    private struct State {
        var overrides: [Override]
        var others: [Meanwhile]
        var requests: [HTTPRequest] = []
    }

    private let next: any Transport
    private let state: Mutex<State>

    init(_ next: any Transport, _ overrides: [Override] = [], _ others: [Meanwhile] = []) {
        self.next = next
        state = Mutex(State(overrides: overrides, others: others))
    }

    /// The requests that were not taken yet, oldest first.
    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// Takes the oldest request.
    func take() -> HTTPRequest? { state.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let (override, others) = state.withLock { state -> (Override?, [HTTPRequest]) in
            state.requests.append(request)
            var due: [HTTPRequest] = []
            // A plan is made from a list; single records are read afterwards.
            if !state.others.isEmpty, request.url.path.contains(#/^\/api\/now\/table\/\w+\//#) {
                for place in state.others.indices { state.others[place].left -= 1 }
                due = state.others.filter { $0.left < 0 }.map(\.request)
                state.others.removeAll { $0.left < 0 }
            }
            for place in state.overrides.indices where state.overrides[place].takes(request) {
                return (state.overrides[place], due)
            }
            return (nil, due)
        }
        for other in others { _ = try await next.send(other) }
        guard let override else { return try await next.send(request) }
        if override.isDone { _ = try await next.send(request) }
        return try override.outcome.get()
    }
}
