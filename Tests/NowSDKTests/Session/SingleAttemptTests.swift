import ExchangeModel
import FoundationEssentials
import Synchronization
import Testing

@testable import NowSDK

/// Rejected credentials are not sent again, and answered questions are not repeated.
@Suite struct SingleAttemptTests {
    private let password = "POST /oauth_token.do abel.tuter grant_type=password username=abel.tuter password=pw"

    @Test func passwordIsSentOnceOnUnusual401() async throws {
        let page = answer(401, [HeaderField("Content-Type", "text/html")], body: "<html><title>No</title></html>")
        for refusal in [page, answer(401)] {
            let log = try SignInLog([refusal], [byPassword])
            for _ in 0..<3 { #expect(await log.ask().hasPrefix("unreadableTokenAnswer")) }
            #expect(log.wire == [password])
            #expect(log.transport.status.isRejected)
        }
    }

    @Test func refreshTokenSurvivesProxyError() async throws {
        let page = answer(401, [HeaderField("Content-Type", "text/html")], body: "<html><title>No</title></html>")
        let log = try SignInLog([page, tokens("T1"), opens("s1")], [byRefresh])
        #expect(await log.ask().hasPrefix("unreadableTokenAnswer"))
        #expect(await log.ask() == "200")
        #expect(log.source.log == ["credential first", "accepted oauth-code refresh R0"])
    }

    @Test func unverifiedPasswordIsSentByOneRequestAtATime() async throws {
        for status in [429, 503] {
            let log = try SignInLog([answer(status)], [john])
            #expect(await log.ask() == String(status))
            let url = log.transport.instance.url("/api/x")
            let ready = log.transport.state.withLock { $0.readyAuthorization(for: url, at: log.clock.now) }
            #expect(ready == nil)
        }
    }
}

private final class FaultyTokenProvider: NowSDKAuthorizationProviding, Sendable {
    enum Behavior { case letsGo, keeps, callsTwice }
    private let behavior: Behavior
    private let kept = Mutex<[HeldCompletion]>([])
    private struct HeldCompletion: @unchecked Sendable { let completion: ([AuthorizationToken]?) -> Void }
    init(_ behavior: Behavior) { self.behavior = behavior }

    var isAsked: Bool { kept.withLock { !$0.isEmpty } }

    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void) {
        switch behavior {
        case .letsGo: break
        case .keeps:
            let held = HeldCompletion(completion: completion)
            kept.withLock { $0.append(held) }
        case .callsTwice:
            completion([.basic(user: "john.doe", password: "password")])
            completion(nil)
        }
    }
}

/// Token providers that violate the callback contract.
@Suite struct TokenProviderTests {
    private func request() throws -> CredentialRequest {
        CredentialRequest(instance: try Instance("myinstance"), reason: .first)
    }

    @Test func droppedCompletionGivesNoToken() async throws {
        #expect(
            try await ProviderCredentials(Serialized(FaultyTokenProvider(.letsGo))).credential(for: request())
                == .anonymous)
    }

    @Test func secondCompletionCallIsIgnored() async throws {
        #expect(
            try await ProviderCredentials(Serialized(FaultyTokenProvider(.callsTwice))).credential(for: request())
                == john)
    }

    @Test func missingCallbackDoesNotBlockCancellation() async throws {
        let application = FaultyTokenProvider(.keeps)
        let source = ProviderCredentials(Serialized(application))
        let request = try request()
        let task = Task { try await source.credential(for: request) }
        while !application.isAsked { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
