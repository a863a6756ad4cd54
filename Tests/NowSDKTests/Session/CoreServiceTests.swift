import ExchangeModel
import FoundationEssentials
import Synchronization
import Testing

@testable import NowSDK

private struct Provider: NowSDKAuthorizationProviding {
    let tokens: [AuthorizationToken]?
    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void) {
        completion(tokens)
    }
}

private struct Permissions: DevicePermissionDelegate {
    func canRequestPermission(_ permission: DevicePermission) -> Bool { false }
}

private struct SomeService: NowService { let configuration: NowServiceConfiguration }

/// Tokens and settings that the core provides to services.
@Suite struct CoreServiceTests {
    private let client = OAuthClientID("snowdeck", secret: Secret("client-secret"))

    private func core(
        _ tokens: [AuthorizationToken]?, _ outcomes: [ScriptedTransport.Outcome]
    ) throws -> (NowCoreService, ScriptedTransport, any NowService) {
        let script = ScriptedTransport(outcomes)
        let network = NowNetwork(transport: script, clock: ManualClock())
        let configuration = NowSDKConfiguration(
            authorizationProvider: Provider(tokens: tokens), permissionDelegate: Permissions(), network: network)
        let address = try #require(URL(string: "https://myinstance.service-now.com"))
        return (
            NowCoreService(configuration: configuration, network: network), script,
            SomeService(configuration: NowServiceConfiguration(instanceUrl: address, appBundleId: ""))
        )
    }

    private func word(_ call: () async throws(AccessTokenProviderError) -> AccessToken) async -> String {
        do throws(AccessTokenProviderError) {
            return try await call().token
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
        #expect(
            await word { () throws(AccessTokenProviderError) in try await core.requestAccessToken(for: service) }
                == "T1")
        #expect(
            await word { () throws(AccessTokenProviderError) in try await core.requestAccessToken(for: service) }
                == "T1")
        #expect(
            await word { () throws(AccessTokenProviderError) in try await core.accessTokenDidFail(for: service) }
                == "T2")
        #expect(script.requests.count == 2)
        #expect(await !core.isGuestUser(for: service))
    }

    @Test func failedAccessTokenFallsBackToNext() async throws {
        let (core, _, service) = try core(
            [
                AuthorizationToken(type: .oauthAccess, token: "T0"),
                AuthorizationToken(type: .oauthRefresh(client: client), token: "R0"),
            ], [tokens("T1")])
        #expect(
            await word { () throws(AccessTokenProviderError) in try await core.requestAccessToken(for: service) }
                == "T0")
        #expect(
            await word { () throws(AccessTokenProviderError) in try await core.accessTokenDidFail(for: service) }
                == "T1")
    }

    @Test(
        arguments: [
            (nil, "no tokens"), ([], "no tokens"), ([AuthorizationToken(type: .guest, token: "")], "no tokens"),
            ([.basic(user: "a", password: "b")], "retrieval failed"), ([.init(type: .jwt, token: "J")], "J"),
        ] as [([AuthorizationToken]?, String)])
    func missingTokenHasReason(tokens: [AuthorizationToken]?, expected: String) async throws {
        let (core, script, service) = try core(tokens, [])
        #expect(
            await word { () throws(AccessTokenProviderError) in try await core.requestAccessToken(for: service) }
                == expected)
        #expect(script.requests.isEmpty)
    }

    @Test func rejectionsAndNetworkFailuresAreDistinguished() async throws {
        let token = AuthorizationToken(type: .oauthRefresh(client: client), token: "R0")
        for (outcome, expected) in [
            (refusedGrant, "retrieval failed"), (.failure(TransportFailure(.timeout, "Too late.")), "timeout"),
        ] {
            let (core, _, service) = try core([token], [outcome])
            #expect(
                await word { () throws(AccessTokenProviderError) in try await core.requestAccessToken(for: service) }
                    == expected)
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
