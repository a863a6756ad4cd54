import ExchangeModel
import FoundationEssentials
import Synchronization
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
