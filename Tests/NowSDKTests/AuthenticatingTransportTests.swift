import ExchangeModel
import TestSupport
import Testing

@testable import NowSDK

struct AuthenticatingTransportTests {
    let instance: Instance
    let secrets = SecretBook()
    let list: HTTPRequest

    init() throws {
        instance = try Instance("myinstance")
        list = HTTPRequest(.get, instance.url("/api/now/table/incident"), headers: ["Accept": "application/json"])
    }

    private func stack(_ outcomes: [ScriptedTransport.Outcome], _ source: any CredentialSource) throws -> (
        AuthenticatingTransport, ScriptedTransport
    ) {
        let script = ScriptedTransport(outcomes)
        return (try signIn(script, source, secrets: secrets), script)
    }

    @Test func completionNeverPrompts() async throws {
        struct PromptingSource: CredentialSource {
            func credential(for request: CredentialRequest) async throws -> Credential {
                guard request.mayAsk else { throw TransportFailure(.signIn, "not now") }
                return john
            }
        }
        let (transport, script) = try stack(
            [answer(200, firstCookies), answer(), answer(401), answer(401)], PromptingSource())
        var menu = list
        menu.purpose = .completion
        await #expect(throws: TransportFailure(.signIn, "not now")) { _ = try await transport.send(menu) }
        #expect(script.requests.isEmpty)
        // A sign-in for a command also serves completion.
        try await expectEqual(transport.send(list).status, 200)
        try await expectEqual(transport.send(menu).status, 200)
        // After a rejection, the next command prompts again.
        try await expectEqual(transport.send(menu).status, 401)
        await #expect(throws: TransportFailure(.signIn, "not now")) { _ = try await transport.send(menu) }
    }

    @Test func secretIsInTheBookBeforeItIsSent() async throws {
        struct InspectingTransport: Transport {
            let secrets: SecretBook
            func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
                expectEqual(secrets.entries.map(\.label), ["password", "authorization"])
                return HTTPResponse(status: 200)
            }
        }
        let transport = try signIn(InspectingTransport(secrets: secrets), secrets: secrets)
        _ = try await transport.send(list)
    }

    @Test func cookiesOf401AreNotStored() async throws {
        let (transport, script) = try stack(
            [answer(401, [HeaderField("Set-Cookie", "JSESSIONID=guest; Path=/")]), answer()],
            LoggedSource([.basic(user: "a", password: Secret("b")), john]))
        _ = try await transport.send(list)
        expectEqual(script.requests[1].headers["Cookie"], nil)
    }

    @Test func otherOriginsAndOwnAuthorizationHeadersAreUnchanged() async throws {
        let source = LoggedSource([john])
        let (transport, script) = try stack([answer(200, firstCookies), answer(401), answer()], source)
        var own = list
        own.headers.append("authorization", "Bearer x")
        for request in [HTTPRequest(.get, try url("https://other.example.com/x")), own] {
            _ = try await transport.send(request)
            expectEqual(script.requests.last, request)
        }
        _ = try await transport.send(HTTPRequest(.get, try url("https://myinstance.service-now.com:8443/x")))
        expectEqual(script.requests.last?.headers["Authorization"], nil)
        expectEqual(source.log, [])
    }

    @Test func failingSourceIsASignInFailure() async throws {
        struct FailingSource: CredentialSource {
            struct SourceError: Error {}
            func credential(for request: CredentialRequest) async throws -> Credential { throw SourceError() }
        }
        let (transport, script) = try stack([], FailingSource())
        do {
            _ = try await transport.send(list)
            Issue.record("sent without a credential")
        } catch {
            expectEqual(error.kind, .signIn)
            expectEqual(error.message, "No credential for myinstance.service-now.com could be obtained.")
            #expect(error.cause is FailingSource.SourceError)
        }
        #expect(script.requests.isEmpty)
        // The gate is free again: the next request fails the same way instead of waiting forever.
        await #expect(throws: TransportFailure.self) { try await transport.send(list) }
    }
}

struct GuestSignInTests {
    @Test func `concurrent rejections prompt once`() async throws {
        let guest = LoggedSource([], guests: [john])
        let transport = try signIn(SignedInOnlyTransport(), guest)
        let list = HTTPRequest(.get, transport.instance.url("/api/now/table/incident"))
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<20 { group.addTask { try? await transport.send(list).status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        expectEqual(statuses, [Int?](repeating: 200, count: 20))
        expectEqual(guest.guestPrompts, 1)
    }

    /// Rejects unauthenticated requests.
    private struct SignedInOnlyTransport: Transport {
        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            await Task.yield()
            return HTTPResponse(status: request.principal == nil ? 401 : 200, headers: [:], body: [])
        }
    }
}
