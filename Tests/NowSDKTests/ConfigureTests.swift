import ExchangeModel
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import NowSDK

private struct Provider: NowSDKAuthorizationProviding {
    let tokens: [AuthorizationToken]?
    let calls: Counter
    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void) {
        calls.count.withLock { $0 += 1 }
        completion(tokens)
        completion(nil)
    }
}

private final class Counter: Sendable { let count = Mutex(0) }

/// The task-local core.
private func configuredCore() throws -> any NowCoreServiceProviding {
    guard let core = NowSDK.core() else { throw NowServiceError.sdkNotConfigured }
    return core
}

struct ConfigureTests {
    private let calls = Counter()

    private func configuration(_ tokens: [AuthorizationToken]?, _ script: ScriptedTransport) -> NowSDKConfiguration {
        NowSDKConfiguration(
            authorizationProvider: Provider(tokens: tokens, calls: calls), appBundleId: "com.example.app",
            network: NowNetwork(transport: script, clock: ManualClock()))
    }

    @Test func servicesOfOneInstanceShareOneSession() async throws {
        let script = ScriptedTransport([answer(200, firstCookies), answer(), answer()])
        try await withConfiguration(configuration([.basic(user: "john.doe", password: "password")], script)) {
            let address = try #require(URL(string: "https://myinstance.service-now.com/"))
            let made = NowSDK.makeServiceConfiguration(for: address)
            let service = try #require(made)
            expectEqual(service.appBundleId, "com.example.app")
            let core = try configuredCore()
            for request in 0..<3 {
                if request == 2 { NowSDK.logout() }
                let transport = try core.requestNetworkService(for: service, signedIn: true)
                _ = try await transport.send(HTTPRequest(.get, try url("https://myinstance.service-now.com/x")))
            }
        }
        expectEqual(script.requests.map { $0.headers["Authorization"] }, [johnsHeader, nil, johnsHeader])
        expectEqual(calls.count.withLock { $0 }, 2)
    }

    @Test func rejectedTokenIsRequestedAgainButNotResent() async throws {
        let script = ScriptedTransport([answer(401), answer(200)])
        let response = try await withConfiguration(configuration([.init(type: .jwt, token: "abc")], script)) {
            let service = NowServiceConfiguration(
                instanceUrl: try #require(URL(string: "https://myinstance.service-now.com")), appBundleId: "")
            let transport = try configuredCore().requestNetworkService(for: service, signedIn: true)
            return try await transport.send(HTTPRequest(.get, try url("https://myinstance.service-now.com/x")))
        }
        expectEqual(response.status, 401)
        expectEqual(script.requests.map { $0.headers["Authorization"] }, ["Bearer abc"])
        expectEqual(calls.count.withLock { $0 }, 2)
    }

    @Test func requestsWithoutTokenAreUnauthenticated() async throws {
        let script = ScriptedTransport([answer(), answer(), answer()])
        for (tokens, signedIn) in [(nil, true), ([AuthorizationToken(type: .guest, token: "")], true), ([], false)] {
            try await withConfiguration(configuration(tokens, script)) {
                let service = NowServiceConfiguration(
                    instanceUrl: try #require(URL(string: "https://myinstance.service-now.com")), appBundleId: "")
                let transport = try configuredCore().requestNetworkService(for: service, signedIn: signedIn)
                _ = try await transport.send(HTTPRequest(.get, try url("https://myinstance.service-now.com/x")))
            }
        }
        #expect(lines(script).allSatisfy { $0.hasSuffix(" guest") })
        expectEqual(script.requests.count, 3)
    }

    @Test func invalidInstanceURLHasNoConfiguration() async throws {
        try await withConfiguration(configuration(nil, ScriptedTransport([]))) {
            for text in ["http://myinstance.service-now.com", "ftp://x", "https://user:pw@host.com"] {
                let address = try #require(URL(string: text))
                let made = NowSDK.makeServiceConfiguration(for: address)
                expectEqual(made, nil)
                let service = NowServiceConfiguration(instanceUrl: address, appBundleId: "")
                let core = try configuredCore()
                #expect(throws: NowServiceError.serviceConfigurationInvalid) {
                    try core.requestNetworkService(for: service, signedIn: true)
                }
            }
        }
    }

    @Test func taskLocalConfigurationIsScoped() async throws {
        let before = NowSDK.core() == nil
        try await withConfiguration(configuration(nil, ScriptedTransport([]))) {
            expectEqual((NowSDK.core() == nil), false)
        }
        expectEqual((NowSDK.core() == nil), before)
    }
}

/// The ready-made providers, as applications write them.
struct FixedAuthorizationTests {
    private static let client = OAuthClientID("app", secret: Secret("client-secret"))
    private static let providers: [(provider: FixedAuthorization, kind: SignInKind)] = [
        (.basic(user: "john.doe", password: "password"), .basic), (.token("t"), .token), (.apiKey("k"), .apiKey),
        (.oauthPassword(client, user: "john.doe", password: "password", scope: "read"), .oauthPassword),
        (.oauthClient(client), .oauthClient),
        (.oauthCode(client, code: "c", verifier: "v", redirect: "http://127.0.0.1:8400/"), .oauthCode),
        (.oauthRefresh(client, token: "r"), .oauthCode), (.oauthJWT(client, assertion: "a.b.c"), .oauthJWT),
    ]

    @Test func everyKindHasItsCredential() {
        for (provider, kind) in Self.providers {
            expectEqual(provider.tokens.map(\.credential.kind), [kind])
            #expect(!String(reflecting: provider).contains("client-secret"))
        }
        #expect(FixedAuthorization.guest.tokens.isEmpty)
    }

    @Test func providerIsNamedWhereOneIsExpected() {
        let configuration = NowSDKConfiguration(authorizationProvider: .basic(user: "john.doe", password: "password"))
        #expect(configuration.authorizationProvider is FixedAuthorization)
    }
}

struct RevokingCoreTests {
    @Test func loggingOutAtTheInstanceRevokes() async throws {
        let client = OAuthClientID("snowdeck", secret: Secret("client-secret"))
        let script = ScriptedTransport([tokens("T1", refresh: "R1"), answer(), answer(), answer()])
        let network = NowNetwork(transport: script, clock: ManualClock())
        let core = NowCoreService(
            configuration: NowSDKConfiguration(authorizationProvider: .oauthClient(client), network: network),
            network: network)
        let address = try #require(URL(string: "https://myinstance.service-now.com"))
        let transport = try core.requestNetworkService(
            for: NowServiceConfiguration(instanceUrl: address, appBundleId: ""), signedIn: true)
        _ = try await transport.send(HTTPRequest(.get, try url("https://myinstance.service-now.com/api/x")))
        try await core.revoke()
        expectEqual(
            script.requests.map(\.url.path),
            ["/oauth_token.do", "/api/x", "/oauth_revoke_token.do", "/oauth_revoke_token.do"])
    }
}
