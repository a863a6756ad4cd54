import ExchangeModel
import Synchronization
import Testing

@testable import NowSDK

/// An instance whose tokens and sessions live for seconds, by the clock it shares with the client.
private final class BriefInstance: Transport {
    private struct State {
        var counts: [String: Int] = [:]
        var token = (name: "", ends: Timestamp(seconds: 0))
        var sessions: [String: (ends: Timestamp, tokenEnds: Timestamp)] = [:]
    }
    private let state = Mutex(State())
    private let clock: StillClock
    private let sessionsEndWithTokens: Bool
    init(_ clock: StillClock, sessionsEndWithTokens: Bool) {
        self.clock = clock
        self.sessionsEndWithTokens = sessionsEndWithTokens
    }

    /// How many requests of each sort there were.
    var counts: [String: Int] { state.withLock { $0.counts } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let now = clock.now
        return state.withLock { state in
            func count(_ sort: String) { state.counts[sort, default: 0] += 1 }
            if request.url.path == "/oauth_token.do" {
                count("token")
                // Within its life a token is given again, with what is left of it.
                if state.token.ends <= now {
                    state.token = ("T\(state.counts["token"] ?? 0)", now.advanced(bySeconds: 2))
                }
                let left = state.token.ends.seconds - now.seconds
                let body =
                    #"{"access_token":"\#(state.token.name)","refresh_token":"R","token_type":"Bearer","#
                    + #""expires_in":\#(left)}"#
                return HTTPResponse(
                    status: 200, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
            }
            if let line = request.headers["Authorization"] {
                guard line == "Bearer " + state.token.name, state.token.ends > now else {
                    count("refused bearer")
                    return HTTPResponse(status: 401)
                }
                count("bearer")
                let name = "s\(state.counts["bearer"] ?? 0)"
                state.sessions[name] = (now.advanced(bySeconds: 3), state.token.ends)
                return opened(name)
            }
            let name = request.headers["Cookie"].flatMap { $0.split(separator: "=").last.map(String.init) } ?? ""
            guard let session = state.sessions[name], session.ends > now,
                !sessionsEndWithTokens || session.tokenEnds > now
            else {
                count("refused cookies")
                return HTTPResponse(status: 401)
            }
            count("cookies")
            state.sessions[name]?.ends = now.advanced(bySeconds: 3)
            return opened(name)
        }
    }

    private func opened(_ name: String) -> HTTPResponse {
        HTTPResponse(status: 200, headers: ["Set-Cookie": "glide_session_store=\(name); Max-Age=3; Path=/"])
    }
}

/// Six hundred requests, one a second, to an instance whose tokens live two seconds and whose sessions live three.
@Suite struct LongSittingTests {
    private func sit(
        sessionsEndWithTokens: Bool, every seconds: Int64 = 1
    ) async throws -> (lost: Int, counts: [String: Int]) {
        let clock = StillClock()
        let next = BriefInstance(clock, sessionsEndWithTokens: sessionsEndWithTokens)
        let transport = AuthenticatingTransport(
            instance: try Instance("myinstance"), next: next, credentials: FixedCredentials(byPassword),
            secrets: SecretBook(), clock: clock)
        var lost = 0
        for _ in 0..<600 {
            let response = try await transport.send(HTTPRequest(.post, transport.instance.url("/api/x")))
            if response.status != 200 { lost += 1 }
            clock.pass(seconds: seconds)
        }
        return (lost, next.counts)
    }

    @Test func whereCookiesAloneCountOneTokenIsEnough() async throws {
        let (lost, counts) = try await sit(sessionsEndWithTokens: false)
        #expect(lost == 0)
        #expect(counts == ["token": 1, "bearer": 1, "cookies": 599])
    }

    @Test func whereSessionsEndWithTokensOneRequestInAllIsInVain() async throws {
        let (lost, counts) = try await sit(sessionsEndWithTokens: true)
        #expect(lost == 0)
        #expect(counts == ["token": 300, "bearer": 300, "cookies": 300, "refused cookies": 1])
    }

    @Test func whoComesTooSeldomForAnySessionSendsNothingInVain() async throws {
        for ends in [false, true] {
            let (lost, counts) = try await sit(sessionsEndWithTokens: ends, every: 3)
            #expect(lost == 0)
            #expect(counts == ["token": 600, "bearer": 600])
        }
    }
}
