import ExchangeModel
import FoundationEssentials
import Testing

@testable import NowSDK

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
