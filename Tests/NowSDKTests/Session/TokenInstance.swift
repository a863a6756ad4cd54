import ExchangeModel
import Synchronization

@testable import NowSDK

/// An instance that gives tokens, opens a session for each request with a good one, and takes cookies of open sessions.
final class TokenInstance: Transport {
    struct State {
        var grants = 0
        var opened = 0
        var goodTokens: Set<String> = []
        var openSessions: Set<String> = []
        var requests = 0
    }
    private let state = Mutex(State())
    private let opensSessions: Bool
    init(opensSessions: Bool = true) { self.opensSessions = opensSessions }

    /// How many tokens were given, and how many sessions were opened.
    var given: (tokens: Int, sessions: Int) { state.withLock { ($0.grants, $0.opened) } }

    /// Ends every token and every session.
    func endEverything() {
        state.withLock {
            $0.goodTokens = []
            $0.openSessions = []
        }
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        for _ in 0..<5 { await Task.yield() }
        if Task.isCancelled { throw TransportFailure(.cancelled, "The request was called off.") }
        return state.withLock { state in
            state.requests += 1
            if request.url.path == "/oauth_token.do" {
                state.grants += 1
                state.goodTokens.insert("T\(state.grants)")
                let body =
                    #"{"access_token":"T\#(state.grants)","refresh_token":"R","scope":"useraccount","#
                    + #""token_type":"Bearer","expires_in":1800}"#
                return HTTPResponse(
                    status: 200, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
            }
            if let line = request.headers["Authorization"] {
                guard state.goodTokens.contains(String(line.dropFirst("Bearer ".count))) else {
                    return HTTPResponse(status: 401)
                }
                guard opensSessions else { return HTTPResponse(status: 200) }
                state.opened += 1
                state.openSessions.insert("s\(state.opened)")
                return HTTPResponse(
                    status: 200, headers: ["Set-Cookie": "JSESSIONID=s\(state.opened); Path=/"])
            }
            let session = request.headers["Cookie"].map { String($0.dropFirst("JSESSIONID=".count)) }
            return HTTPResponse(status: session.map(state.openSessions.contains) == true ? 200 : 401)
        }
    }
}
