import ExchangeModel
import FoundationEssentials
import Synchronization
import Testing

@testable import NowSDK

/// What was refused once is not sent again, and what was answered is not asked again.
@Suite struct NoSecondAttemptTests {
    private let password = "POST /oauth_token.do abel.tuter grant_type=password username=abel.tuter password=pw"

    @Test func aPasswordThatMeetsA401InOtherWordsIsSentOnce() async throws {
        let page = answer(401, [HeaderField("Content-Type", "text/html")], body: "<html><title>No</title></html>")
        for refusal in [page, answer(401)] {
            let log = try SignInLog([refusal], [byPassword])
            for _ in 0..<3 { #expect(await log.ask().hasPrefix("unreadableTokenAnswer")) }
            #expect(log.wire == [password])
            #expect(log.transport.status.isRejected)
        }
    }

    @Test func aRefreshTokenThatMetTheDoorOfAProxyIsKept() async throws {
        let page = answer(401, [HeaderField("Content-Type", "text/html")], body: "<html><title>No</title></html>")
        let log = try SignInLog([page, tokens("T1"), opens("s1")], [byRefresh])
        #expect(await log.ask().hasPrefix("unreadableTokenAnswer"))
        #expect(await log.ask() == "200")
        #expect(log.source.log == ["credential first", "accepted oauth-code refresh R0"])
    }

    @Test func aPasswordThatNobodyLookedAtYetIsSentByOneRequestAtATime() async throws {
        for status in [429, 503] {
            let log = try SignInLog([answer(status)], [john])
            #expect(await log.ask() == String(status))
            let url = log.transport.instance.url("/api/x")
            let ready = log.transport.state.withLock { $0.readyAuthorization(for: url, at: log.clock.now) }
            #expect(ready == nil)
        }
    }

    @Test func a401FromBehindTheSignInIsTheAnswer() async throws {
        let own = answer(401, [HeaderField("X-Is-Logged-In", "true")])
        let log = try SignInLog([opens("s1"), own, own, answer()], [john])
        await log.ask()
        #expect(await log.ask("/api/script", .post) == "401")
        #expect(await log.ask("/api/script", .get) == "401")
        #expect(await log.ask() == "200")
        // Once each, and the session goes on.
        #expect(
            log.wire == [
                "GET /api/x john.doe \(johnsHeader)", "POST /api/script john.doe \(cookies("s1"))",
                "GET /api/script john.doe \(cookies("s1"))", "GET /api/x john.doe \(cookies("s1"))",
            ])
        #expect(log.source.log == ["credential first", "accepted basic"])
    }

    @Test func aSessionThatTheInstanceForgotWithoutAWordIsOpenedAnew() async throws {
        let guests = answer(200, [HeaderField("X-Is-Logged-In", "false"), HeaderField("Set-Cookie", "JSESSIONID=g")])
        let log = try SignInLog([opens("s1"), guests, opens("s2"), guests, opens("s3")], [john])
        await log.ask()
        #expect(await log.ask() == "200")
        // A write is not repeated, for it may have been carried out; what follows signs in.
        #expect(await log.ask("/api/x", .post) == "200")
        #expect(!log.transport.status.hasSession)
        #expect(await log.ask() == "200")
        let signedIn = "GET /api/x john.doe \(johnsHeader)"
        #expect(
            log.wire == [
                signedIn, "GET /api/x john.doe \(cookies("s1"))", signedIn, "POST /api/x john.doe \(cookies("s2"))",
                signedIn,
            ])
    }

    @Test func whoWasRefusedWritesNothingAsAGuest() async throws {
        let log = try SignInLog([answer(401), answer(401)], [john])
        #expect(await log.ask() == "401")
        #expect(await log.ask("/api/x", .post) == "ended")
        #expect(await log.ask() == "401")
        #expect(log.wire == ["GET /api/x john.doe \(johnsHeader)", "GET /api/x -"])
    }

    @Test func anInstanceThatKnowsNobodyIsNotAskedForEver() async throws {
        let guests = answer(200, [HeaderField("X-Is-Logged-In", "false")])
        let log = try SignInLog([opens("s1"), guests, guests], [john])
        await log.ask()
        #expect(await log.ask() == "200")
        #expect(log.wire.count == 3)
    }
}

/// An application that is asked for tokens and does not call back.
private final class SilentApplication: NowSDKAuthorizationProviding {
    enum Manner { case letsGo, keeps, callsTwice }
    private let manner: Manner
    private let kept = Mutex<[Held]>([])
    private struct Held: @unchecked Sendable { let completion: ([AuthorizationToken]?) -> Void }
    init(_ manner: Manner) { self.manner = manner }

    var isAsked: Bool { kept.withLock { !$0.isEmpty } }

    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void) {
        switch manner {
        case .letsGo: break
        case .keeps:
            let held = Held(completion: completion)
            kept.withLock { $0.append(held) }
        case .callsTwice:
            completion([.basic(user: "john.doe", password: "password")])
            completion(nil)
        }
    }
}

/// Applications that do not call back as they should.
@Suite struct SilentApplicationTests {
    private func request() throws -> CredentialRequest {
        CredentialRequest(instance: try Instance("myinstance"), reason: .first)
    }

    @Test func oneThatLetsGoOfTheClosureHasNoToken() async throws {
        #expect(try await ProviderCredentials(SilentApplication(.letsGo)).credential(for: request()) == .anonymous)
    }

    @Test func oneThatCallsTwiceIsHeardOnce() async throws {
        #expect(try await ProviderCredentials(SilentApplication(.callsTwice)).credential(for: request()) == john)
    }

    @Test func oneThatNeverCallsBackHoldsNobodyWhoCallsItOff() async throws {
        let application = SilentApplication(.keeps)
        let source = ProviderCredentials(application)
        let request = try request()
        let task = Task { try await source.credential(for: request) }
        while !application.isAsked { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
