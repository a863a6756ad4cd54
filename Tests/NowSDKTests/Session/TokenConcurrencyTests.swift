import ExchangeModel
import Synchronization
import TestSupport
import Testing

@testable import NowSDK

/// An instance that issues tokens, opens a session for each request with a valid one or with a password, and accepts
/// cookies of open sessions.
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

    var requests: Int { state.withLock { $0.requests } }
    /// The number of tokens issued and of sessions opened.
    var given: (tokens: Int, sessions: Int) { state.withLock { ($0.grants, $0.opened) } }

    func revokeAll() {
        state.withLock {
            $0.goodTokens = []
            $0.openSessions = []
        }
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        for _ in 0..<5 { await Task.yield() }
        if Task.isCancelled { throw TransportFailure(.cancelled, "The request was cancelled.") }
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
                guard line.hasPrefix("Basic ") || state.goodTokens.contains(String(line.dropFirst("Bearer ".count)))
                else {
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

/// Signs out while the first request is being answered.
private final class LeavingInstance: Transport {
    let script: ScriptedTransport
    let signedIn = Mutex<AuthenticatingTransport?>(nil)
    init(_ outcomes: [ScriptedTransport.Outcome]) { script = ScriptedTransport(outcomes) }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        signedIn.withLock { $0.take() }?.signOut()
        return try await script.send(request)
    }
}

struct TokenConcurrencyTests {
    private func transport(_ next: any Transport, _ clock: ManualClock = ManualClock()) throws
        -> AuthenticatingTransport
    {
        try signIn(next, FixedCredentials(byPassword), clock: clock)
    }

    private func send(_ count: Int, _ transport: AuthenticatingTransport, _ path: String = "/api/x") async throws
        -> [Int]
    {
        let request = HTTPRequest(.post, transport.instance.url(path))
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count { group.addTask { try await transport.send(request).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func hundredFirstRequestsGetOneToken() async throws {
        let next = TokenInstance(), transport = try transport(next)
        try await expectEqual(send(100, transport), Array(repeating: 200, count: 100))
        #expect(next.given == (tokens: 1, sessions: 1))
    }

    @Test func hundredExpiredRequestsRenewOnce() async throws {
        let next = TokenInstance(), clock = ManualClock(), transport = try transport(next, clock)
        _ = try await send(1, transport)
        for round in 2...5 {
            next.revokeAll()
            clock.advance(by: 1800)
            try await expectEqual(send(100, transport), Array(repeating: 200, count: 100))
            #expect(next.given == (tokens: round, sessions: round))
        }
    }

    @Test func tokenRejectedForHundredIsRenewedOnce() async throws {
        let next = TokenInstance(opensSessions: false), transport = try transport(next)
        _ = try await send(1, transport)
        next.revokeAll()
        try await expectEqual(send(100, transport), Array(repeating: 200, count: 100))
        #expect(next.given == (tokens: 2, sessions: 0))
    }

    @Test func pagesAndRestInterfacesShareTheToken() async throws {
        let next = TokenInstance(), transport = try transport(next)
        async let rest = send(50, transport)
        async let pages = send(50, transport, "/page.do")
        try await expectEqual(rest + pages, Array(repeating: 200, count: 100))
        #expect(next.given == (tokens: 1, sessions: 2))
    }

    @Test func canceledWaiterDoesNotBlockOthers() async throws {
        let next = TokenInstance(), transport = try transport(next)
        let request = HTTPRequest(.get, transport.instance.url("/api/x"))
        let tasks = (0..<100).map { number in
            Task { () -> String in
                do {
                    return String(try await transport.send(request).status)
                } catch let error as TransportFailure {
                    return error.kind.rawValue
                }
            }
        }
        for (number, task) in tasks.enumerated() where number % 3 == 0 { task.cancel() }
        var outcomes: [String: Int] = [:]
        for task in tasks { outcomes[try await task.value, default: 0] += 1 }
        expectEqual(outcomes["200", default: 0] + outcomes["cancelled", default: 0], 100)
        #expect(outcomes["200", default: 0] >= 66)
        try await expectEqual(send(1, transport), [200])
    }

    @Test func tokenReceivedAfterSignOutIsDropped() async throws {
        let next = LeavingInstance([tokens("T1", refresh: "R1"), answer()]), source = LoggedSource([byPassword])
        let transport = try signIn(next, source)
        next.signedIn.withLock { $0 = transport }
        _ = try await transport.send(HTTPRequest(.get, transport.instance.url("/api/x")))
        expectEqual(transport.status.token, nil)
        expectEqual(source.log, ["credential first", "credential first"])
    }

    @Test func cookiesReceivedAfterSignOutAreDropped() async throws {
        let next = LeavingInstance([opens("s1"), opens("s2")]), transport = try signIn(next)
        next.signedIn.withLock { $0 = transport }
        let request = HTTPRequest(.get, transport.instance.url("/x"))
        for _ in 0..<2 { try await expectEqual(transport.send(request).status, 200) }
        expectEqual(next.script.requests.map { $0.headers["Cookie"] }, [nil, nil])
    }

    @Test(arguments: [true, false]) func passwordIsAskedForOnce(opensSessions: Bool) async throws {
        let next = TokenInstance(opensSessions: opensSessions), source = LoggedSource([john])
        let transport = try signIn(next, source)
        try await expectEqual(send(1000, transport), Array(repeating: 200, count: 1000))
        #expect(next.given == (tokens: 0, sessions: opensSessions ? 1 : 0))
        next.revokeAll()
        try await expectEqual(send(200, transport), Array(repeating: 200, count: 200))
        #expect(next.given == (tokens: 0, sessions: opensSessions ? 2 : 0))
        if !opensSessions { expectEqual(next.requests, 1200) }
        expectEqual(source.log, ["credential first", "accepted basic"])
    }
}
