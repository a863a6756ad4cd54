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

private struct Permissions: DevicePermissionDelegate {
    func canRequestPermission(_ permission: DevicePermission) -> Bool { permission == .camera }
}

private struct SomeService: NowService { let configuration: NowServiceConfiguration }

/// The task-local core.
private func configuredCore() throws -> any NowCoreServiceProviding {
    guard let core = NowSDK.core() else { throw NowServiceError.sdkNotConfigured }
    return core
}

@Suite struct ConfigureTests {
    private let calls = Counter()

    private func configuration(_ tokens: [AuthorizationToken]?, _ script: ScriptedTransport) -> NowSDKConfiguration {
        NowSDKConfiguration(
            authorizationProvider: Provider(tokens: tokens, calls: calls), permissionDelegate: Permissions(),
            logLevel: .debug, appBundleId: "com.example.app",
            network: NowNetwork(transport: script, clock: ManualClock()))
    }

    @Test func servicesOfOneInstanceShareOneSession() async throws {
        let script = ScriptedTransport([answer(200, firstCookies), answer()])
        try await withConfiguration(configuration([.basic(user: "john.doe", password: "password")], script)) {
            let address = try #require(URL(string: "https://myinstance.service-now.com/"))
            let made = NowSDK.makeServiceConfiguration(for: address)
            let service = try #require(made)
            #expect(service.appBundleId == "com.example.app")
            let core = try configuredCore()
            #expect(await core.isGuestUser(for: SomeService(configuration: service)))
            for _ in 0..<2 {
                let transport = try core.requestNetworkService(for: service, signedIn: true)
                _ = try await transport.send(HTTPRequest(.get, try url("https://myinstance.service-now.com/x")))
            }
            #expect(await !core.isGuestUser(for: SomeService(configuration: service)))
            #expect(core.canRequestPermission(.camera))
            #expect(!core.canRequestPermission(.microphone))
            NowSDK.logout()
            #expect(await core.isGuestUser(for: SomeService(configuration: service)))
        }
        #expect(script.requests.map { $0.headers["Authorization"] } == [johnsHeader, nil])
        #expect(calls.count.withLock { $0 } == 1)
    }

    @Test func rejectedTokenIsRequestedAgainButNotResent() async throws {
        let script = ScriptedTransport([answer(401), answer(200)])
        let response = try await withConfiguration(configuration([.init(type: .jwt, token: "abc")], script)) {
            let service = NowServiceConfiguration(
                instanceUrl: try #require(URL(string: "https://myinstance.service-now.com")), appBundleId: "")
            let transport = try configuredCore().requestNetworkService(for: service, signedIn: true)
            return try await transport.send(HTTPRequest(.get, try url("https://myinstance.service-now.com/x")))
        }
        #expect(response.status == 401)
        #expect(script.requests.map { $0.headers["Authorization"] } == ["Bearer abc"])
        #expect(calls.count.withLock { $0 } == 2)
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
        #expect(script.requests.count == 3)
    }

    @Test func invalidInstanceURLHasNoConfiguration() async throws {
        try await withConfiguration(configuration(nil, ScriptedTransport([]))) {
            for text in ["http://myinstance.service-now.com", "ftp://x", "https://user:pw@host.com"] {
                let address = try #require(URL(string: text))
                let made = NowSDK.makeServiceConfiguration(for: address)
                #expect(made == nil)
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
            #expect((NowSDK.core() == nil) == false)
        }
        #expect((NowSDK.core() == nil) == before)
    }
}

/// The ready-made providers, as applications write them.
@Suite struct FixedAuthorizationTests {
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
            #expect(provider.tokens.map(\.credential.kind) == [kind])
            #expect(!String(reflecting: provider).contains("client-secret"))
        }
        #expect(FixedAuthorization.guest.tokens.isEmpty)
    }

    @Test func configurationNeedsOnlyProviderAndNetwork() async throws {
        let script = ScriptedTransport([answer(), answer()])
        for provider in [FixedAuthorization.basic(user: "john.doe", password: "password"), .apiKey("the-key")] {
            try await send(as: provider, through: script)
        }
        #expect(script.requests.map { $0.headers["Authorization"] } == ["Basic am9obi5kb2U6cGFzc3dvcmQ=", nil])
        #expect(script.requests.map { $0.headers["x-sn-apikey"] } == [nil, "the-key"])
    }

    private func send(as provider: FixedAuthorization, through script: ScriptedTransport) async throws {
        let network = NowNetwork(transport: script, clock: ManualClock())
        try await withConfiguration(NowSDKConfiguration(authorizationProvider: provider, network: network)) {
            let (core, address) = (NowSDK.core(), URL(string: "https://myinstance.service-now.com"))
            let known = try #require(core)
            #expect(!known.canRequestPermission(.camera))
            let made = NowSDK.makeServiceConfiguration(for: try #require(address))
            let transport = try known.requestNetworkService(for: try #require(made), signedIn: true)
            _ = try await transport.send(HTTPRequest(.get, try Instance("myinstance").url("/api/now/table/incident")))
        }
    }

    @Test func providerIsNamedWhereOneIsExpected() {
        let configuration = NowSDKConfiguration(authorizationProvider: .basic(user: "john.doe", password: "password"))
        #expect(configuration.authorizationProvider is FixedAuthorization)
        #expect(configuration.permissionDelegate is NoDevicePermissions)
    }
}

/// Tokens and settings that the core provides to services.
@Suite struct CoreServiceTests {
    private let client = OAuthClientID("snowdeck", secret: Secret("client-secret"))

    private func core(
        _ tokens: [AuthorizationToken]?, _ outcomes: [ScriptedTransport.Outcome]
    ) throws -> (NowCoreService, ScriptedTransport, any NowService) {
        let script = ScriptedTransport(outcomes)
        let network = NowNetwork(transport: script, clock: ManualClock())
        let configuration = NowSDKConfiguration(
            authorizationProvider: Provider(tokens: tokens, calls: Counter()), network: network)
        let address = try #require(URL(string: "https://myinstance.service-now.com"))
        return (
            NowCoreService(configuration: configuration, network: network), script,
            SomeService(configuration: NowServiceConfiguration(instanceUrl: address, appBundleId: ""))
        )
    }

    /// The token that the core provides, or after a failure the next one; otherwise why there is none.
    private func token(
        of core: NowCoreService, _ service: any NowService, afterFailure: Bool = false
    ) async -> String {
        do throws(AccessTokenProviderError) {
            if afterFailure { return try await core.accessTokenDidFail(for: service).token }
            return try await core.requestAccessToken(for: service).token
        } catch {
            switch error {
            case .accessTokenRetrievalFailed: return "retrieval failed"
            case .hostReturnedNoTokens: return "no tokens"
            case .userSessionError(let error): return "\((error as? TransportFailure)?.kind.rawValue ?? "?")"
            }
        }
    }

    @Test func accessTokenIsReplacedAfterFailure() async throws {
        let (core, script, service) = try core(
            [AuthorizationToken(type: .oauthRefresh(client: client), token: "R0")],
            [tokens("T1"), tokens("T2", refresh: "R2")])
        for _ in 0..<2 { #expect(await token(of: core, service) == "T1") }
        #expect(await token(of: core, service, afterFailure: true) == "T2")
        #expect(script.requests.count == 2)
        #expect(await !core.isGuestUser(for: service))
    }

    @Test func failedAccessTokenFallsBackToNext() async throws {
        let (core, _, service) = try core(
            [
                AuthorizationToken(type: .oauthAccess, token: "T0"),
                AuthorizationToken(type: .oauthRefresh(client: client), token: "R0"),
            ], [tokens("T1")])
        #expect(await token(of: core, service) == "T0")
        #expect(await token(of: core, service, afterFailure: true) == "T1")
    }

    @Test(
        arguments: [
            (nil, "no tokens"), ([], "no tokens"), ([AuthorizationToken(type: .guest, token: "")], "no tokens"),
            ([.basic(user: "a", password: "b")], "retrieval failed"), ([.init(type: .jwt, token: "J")], "J"),
        ] as [([AuthorizationToken]?, String)])
    func missingTokenHasReason(tokens: [AuthorizationToken]?, expected: String) async throws {
        let (core, script, service) = try core(tokens, [])
        #expect(await token(of: core, service) == expected)
        #expect(script.requests.isEmpty)
    }

    @Test func rejectionsAndNetworkFailuresAreDistinguished() async throws {
        let token = AuthorizationToken(type: .oauthRefresh(client: client), token: "R0")
        for (outcome, expected) in [
            (refusedGrant, "retrieval failed"), (.failure(TransportFailure(.timeout, "Too late.")), "timeout"),
        ] {
            let (core, _, service) = try core([token], [outcome])
            #expect(await self.token(of: core, service) == expected)
        }
    }

    @Test func completionsAreCalledOnce() async throws {
        let (core, _, service) = try core([.init(type: .jwt, token: "J")], [answer(500)])
        let token = await withCheckedContinuation { continuation in
            core.requestAccessToken(for: service) { continuation.resume(returning: try? $0.get().token) }
        }
        #expect(token == "J")
        let settings = await withCheckedContinuation { continuation in
            core.requestSettings(for: service) { continuation.resume(returning: $0) }
        }
        #expect(settings == .failure(.fetchFailed))
    }

    @Test func settingsAreFetchedOnceAndObserved() async throws {
        let rows = #"""
            {"result":[{"name":"a","value":"new","sys_scope":"x"},{"name":"a","value":"global","sys_scope":"global"},
            {"name":"a","value":"older","sys_scope":"global"},{"name":"b","value":"1","sys_scope":"x"},
            {"name":"b","value":"0","sys_scope":"y"}]}
            """#
        let (core, script, service) = try core(
            [.init(type: .jwt, token: "J")],
            [answer(body: rows), answer(body: #"{"result":[]}"#), answer(503), answer(body: rows)])
        var heard = core.settingsPublisher(for: service).makeAsyncIterator()
        for _ in 0..<2 { #expect(try await core.requestSettings(for: service) == ["a": "global", "b": "1"]) }
        #expect(await heard.next() == ["a": "global", "b": "1"])
        #expect(try await core.refreshSettings(for: service) == [:])
        #expect(await heard.next() == [:])
        await core.refreshAllSettings()
        #expect(try await core.requestSettings(for: service) == [:])
        await core.refreshAllSettings()
        #expect(await heard.next() == ["a": "global", "b": "1"])
        #expect(script.requests.count == 4)
        #expect(script.requests[0].url.path == "/api/now/table/sys_sg_properties")
    }

    @Test(
        arguments: [
            (answer(401), .notAuthorized), (answer(403), .notAuthorized), (answer(400), .settingNotFound),
            (answer(500), .fetchFailed), (answer(body: "<html>"), .invalidJSON), (answer(body: "{}"), .invalidJSON),
            (answer(body: #"{"result":[{"name":1}]}"#), .invalidJSON),
            (.failure(TransportFailure(.timeout, "Too late.")), .fetchError),
        ] as [(ScriptedTransport.Outcome, SettingsError)])
    func settingsErrorsHaveCases(outcome: ScriptedTransport.Outcome, expected: SettingsError) async throws {
        let (core, _, service) = try core(nil, [outcome])
        await #expect(throws: expected) { try await core.requestSettings(for: service) }
    }

    @Test func loggingOutAtTheInstanceRevokes() async throws {
        let (core, script, service) = try core(
            [.oauth(OAuthCredential(client, .clientCredentials))], [tokens("T1", refresh: "R1"), answer(), answer()])
        _ = try await core.requestAccessToken(for: service)
        try await core.revoke()
        #expect(
            script.requests.map(\.url.path) == ["/oauth_token.do", "/oauth_revoke_token.do", "/oauth_revoke_token.do"])
        #expect(await core.isGuestUser(for: service))
    }
}
