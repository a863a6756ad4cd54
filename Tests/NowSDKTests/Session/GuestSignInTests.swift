import ExchangeModel
import Synchronization
import Testing

@testable import NowSDK

/// A guest whom the instance refuses may sign in, and the request goes out again.
@Suite struct GuestSignInTests {
    /// A guest who signs in when refused; `answers` in order, then nobody does.
    private final class Guest: CredentialSource {
        let answers: Mutex<[Credential]>
        let asked = Mutex(0)
        init(_ answers: [Credential]) { self.answers = Mutex(answers.reversed()) }
        func credential(for request: CredentialRequest) async throws -> Credential {
            if request.reason == .first { return .anonymous }
            return answers.withLock { $0.popLast() } ?? .anonymous
        }
        func credentialForGuest(_ request: CredentialRequest) async throws -> Credential? {
            asked.withLock { $0 += 1 }
            return answers.withLock { $0.popLast() }
        }
    }

    let instance: Instance
    let list: HTTPRequest

    init() throws {
        instance = try Instance("myinstance")
        list = HTTPRequest(.get, instance.url("/api/now/table/incident"))
    }

    private func stack(_ outcomes: [ScriptedTransport.Outcome], _ guest: Guest) -> (
        AuthenticatingTransport, ScriptedTransport
    ) {
        let script = ScriptedTransport(outcomes)
        let transport = AuthenticatingTransport(
            instance: instance, next: script, credentials: guest, secrets: SecretBook(), clock: StillClock())
        return (transport, script)
    }

    private func users(_ script: ScriptedTransport) -> [String] { script.requests.map { $0.principal ?? "guest" } }

    @Test func `a refused guest signs in once, and everything after goes out so`() async throws {
        let guest = Guest([john])
        let (transport, script) = stack([answer(200), answer(401), answer(200), answer(200)], guest)
        for _ in 0..<3 { #expect(try await transport.send(list).status == 200) }
        #expect(users(script) == ["guest", "guest", "john.doe", "john.doe"])
        #expect(guest.asked.withLock { $0 } == 1)
    }

    @Test func `a refused guest who stays one hears the instance, and is asked by the next request`() async throws {
        let guest = Guest([])
        let (transport, script) = stack([answer(401), answer(401)], guest)
        for _ in 0..<2 { #expect(try await transport.send(list).status == 401) }
        #expect(users(script) == ["guest", "guest"])
        #expect(guest.asked.withLock { $0 } == 2)
    }

    @Test func `a wrong password is asked for once more, and no more`() async throws {
        let guest = Guest([john, john, john])
        let (transport, script) = stack([answer(401), answer(401), answer(401)], guest)
        #expect(try await transport.send(list).status == 401)
        #expect(users(script) == ["guest", "john.doe", "john.doe"])
        #expect(guest.asked.withLock { $0 } == 1)
    }

    @Test func `a completion menu asks nobody`() async throws {
        let guest = Guest([john])
        let (transport, _) = stack([answer(401)], guest)
        var menu = list
        menu.purpose = .completion
        #expect(try await transport.send(menu).status == 401)
        #expect(guest.asked.withLock { $0 } == 0)
    }

    @Test func `of many refused at once one asks`() async throws {
        let guest = Guest([john])
        let transport = AuthenticatingTransport(
            instance: instance, next: Door(), credentials: guest, secrets: SecretBook(), clock: StillClock())
        let list = list
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<20 { group.addTask { try? await transport.send(list).status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [Int?](repeating: 200, count: 20))
        #expect(guest.asked.withLock { $0 } == 1)
    }

    /// Lets nobody in without a name.
    private struct Door: Transport {
        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            await Task.yield()
            return HTTPResponse(status: request.principal == nil ? 401 : 200, headers: [:], body: [])
        }
    }
}
