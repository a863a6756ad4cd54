import ExchangeModel
import Synchronization
import Testing

@testable import NowSDK

/// An instance that opens a session for every credential and accepts only cookies of open sessions.
private final class SmallInstance: Transport {
    struct State {
        var opened = 0
        var valid: Set<String> = []
        var requests = 0
        var refused = 0
    }
    let state = Mutex(State())
    let opensSessions: Bool
    init(opensSessions: Bool = true) { self.opensSessions = opensSessions }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        for _ in 0..<5 { await Task.yield() }
        return state.withLock { state in
            state.requests += 1
            if request.headers["Authorization"] != nil {
                state.opened += 1
                guard opensSessions else { return HTTPResponse(status: 200) }
                let name = "s\(state.opened)"
                state.valid.insert(name)
                return HTTPResponse(status: 200, headers: ["Set-Cookie": "JSESSIONID=\(name); Path=/"])
            }
            let session = request.headers["Cookie"].map { String($0.dropFirst("JSESSIONID=".count)) }
            if let session, state.valid.contains(session) { return HTTPResponse(status: 200) }
            state.refused += 1
            return HTTPResponse(status: 401)
        }
    }
}

private let abel = Credential.basic(user: "abel.tuter", password: Secret("password"))

/// Opens a session with every response, and holds the first response until released.
private final class HeldResponse: Transport {
    private struct State {
        var cookies: [String?] = []
        var held: CheckedContinuation<Void, Never>?
        var watcher: CheckedContinuation<Void, Never>?
    }
    private let state = Mutex(State())
    /// The `Cookie` line of each request.
    var cookies: [String?] { state.withLock { $0.cookies } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let number = state.withLock { state in
            state.cookies.append(request.headers["Cookie"])
            return state.cookies.count
        }
        if number == 1 {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.held = continuation
                    defer { state.watcher = nil }
                    return state.watcher
                }?.resume()
            }
        }
        return HTTPResponse(status: 200, headers: ["Set-Cookie": "JSESSIONID=s\(number); Path=/"])
    }

    /// Returns once the first request has arrived.
    func arrived() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.held == nil { state.watcher = continuation }
                return state.held != nil
            }
            if isThere { continuation.resume() }
        }
    }

    func release() { state.withLock { $0.held.take() }?.resume() }
}

/// The number of tasks inside a gate, and its maximum.
@Suite struct SignInConcurrencyTests {
    private func send(_ count: Int, _ transport: AuthenticatingTransport, _ request: HTTPRequest) async throws -> [Int]
    {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count { group.addTask { try await transport.send(request).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func thousandFirstRequestsSignInOnce() async throws {
        let instance = try Instance("myinstance"), small = SmallInstance(), source = ScriptedCredentials([john])
        let transport = AuthenticatingTransport(
            instance: instance, next: small, credentials: source, secrets: SecretBook(), clock: ManualClock())
        let request = HTTPRequest(.get, instance.url("/x"))
        #expect(try await send(1000, transport, request) == Array(repeating: 200, count: 1000))
        #expect(small.state.withLock { $0.opened } == 1)
        #expect(source.reasons == [.first])
    }

    @Test func sessionExpiryUnderLoadRenewsOnce() async throws {
        let instance = try Instance("myinstance"), small = SmallInstance(), source = ScriptedCredentials([john])
        let transport = AuthenticatingTransport(
            instance: instance, next: small, credentials: source, secrets: SecretBook(), clock: ManualClock())
        let request = HTTPRequest(.get, instance.url("/x"))
        _ = try await transport.send(request)
        small.state.withLock { $0.valid = [] }
        #expect(try await send(200, transport, request) == Array(repeating: 200, count: 200))
        #expect(small.state.withLock { $0.opened } == 2)
        #expect(source.reasons == [.first])
    }

    @Test func requestsWithoutSessionsRunConcurrently() async throws {
        let instance = try Instance("myinstance"), small = SmallInstance(opensSessions: false)
        let source = ScriptedCredentials([john])
        let transport = AuthenticatingTransport(
            instance: instance, next: small, credentials: source, secrets: SecretBook(), clock: ManualClock())
        let request = HTTPRequest(.get, instance.url("/x"))
        #expect(try await send(200, transport, request) == Array(repeating: 200, count: 200))
        #expect(small.state.withLock { $0.opened } == 200)
        #expect(source.reasons == [.first])
    }

    @Test func cookiesReceivedAfterSignOutAreDropped() async throws {
        let instance = try Instance("myinstance"), next = HeldResponse(), source = ScriptedCredentials([john, abel])
        let transport = AuthenticatingTransport(
            instance: instance, next: next, credentials: source, secrets: SecretBook(), clock: ManualClock())
        let request = HTTPRequest(.get, instance.url("/x"))
        let late = Task { try await transport.send(request).status }
        await next.arrived()
        transport.signOut()
        next.release()
        #expect(try await late.value == 200)
        _ = try await transport.send(request)
        #expect(next.cookies == [nil, nil])
    }
}
