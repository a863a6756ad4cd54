import ExchangeModel
import NowSDK
import Sandbox
import TestSupport
import Testing

@testable import NowWeb

/// The session ends between two pages; over real sockets, with requests counted.
@Suite struct LostSessionTests {
    @Test(arguments: PageSignIn.allCases)
    func thePageComesAndTheSignInIsRenewedOnce(place: PageSignIn) async throws {
        let stage = try PageStage(place)
        let client = PageClient(instance: stage.instance, transport: stage.signIn())
        #expect(await PageStage.open("/home.do?n=1", by: client) == "200 /home.do?n=1")
        #expect(await PageStage.open("/home.do?n=2", by: client) == "200 /home.do?n=2")
        stage.endSessions()
        #expect(await PageStage.open("/home.do?n=3", by: client) == "200 /home.do?n=3")
        #expect(await PageStage.open("/home.do?n=4", by: client) == "200 /home.do?n=4")
        #expect(
            stage.wire == [
                "POST /oauth_token.do -", "GET /home.do?n=1 bearer", "GET /home.do?n=2 cookies",
                "GET /home.do?n=3 cookies", "POST /oauth_token.do -", "GET /home.do?n=3 bearer",
                "GET /home.do?n=4 cookies",
            ])
    }

    @Test func aRedirectToTheHostWhereOneSignsInIsALostSession() async throws {
        let stage = try PageStage()
        let client = PageClient(instance: stage.instance, transport: stage.signIn())
        stage.answer { request in
            guard request.url.path == "/home.do", request.headers["Authorization"] == nil else { return nil }
            return HTTPResponse(status: 302, headers: ["Location": "https://idp.example.com/saml2"])
        }
        for n in 1...2 { #expect(await PageStage.open("/home.do?n=\(n)", by: client) == "200 /home.do?n=\(n)") }
        #expect(
            stage.wire == [
                "POST /oauth_token.do -", "GET /home.do?n=1 bearer", "GET /home.do?n=2 cookies",
                "POST /oauth_token.do -", "GET /home.do?n=2 bearer",
            ])
        // A page that redirects to another host for every user is recognized as such.
        stage.answer { request in
            guard request.url.path == "/home.do" else { return nil }
            return HTTPResponse(status: 302, headers: ["Location": "https://docs.example.com/x"])
        }
        #expect(
            await PageStage.open("/home.do", by: client)
                == "elsewhere: The page leads to another host, https://docs.example.com/x, which is not opened here.")
    }

    @Test(arguments: [
        HTTPResponse(status: 302, headers: ["Location": "/session_timeout.do"]),
        HTTPResponse(status: 302, headers: ["Location": "/sp?id=login"]),
        HTTPResponse(status: 302, headers: ["Location": "https://idp.example.com/saml2?SAMLRequest=x"]),
        HTTPResponse(
            status: 200, headers: ["Content-Type": "text/html"], body: Array("<body data-formName=login>".utf8)),
    ])
    func aLoginThatNeverSucceedsIsOneError(answer: HTTPResponse) async throws {
        let stage = try PageStage()
        let client = PageClient(instance: stage.instance, transport: stage.signIn())
        #expect(await PageStage.open("/home.do?n=1", by: client) == "200 /home.do?n=1")
        stage.answer { $0.url.path.hasSuffix("home.do") ? answer : nil }
        let said =
            "notSignedIn: \(stage.instance.name) still shows its sign-in page after signing in again."
        #expect(await PageStage.open("/home.do?n=2", by: client) == said)
        #expect(
            stage.wire.dropFirst(2) == [
                "GET /home.do?n=2 cookies", "POST /oauth_token.do -", "GET /home.do?n=2 bearer",
            ])
        // More tokens would not help.
        #expect(await PageStage.open("/home.do?n=3", by: client) == said)
        #expect(stage.wire.count == 6)
    }

    @Test func aFormOfAnEndedSessionIsSentOnce() async throws {
        for (place, outcome) in [
            (
                PageSignIn.form,
                "sessionEnded: The session at INSTANCE ended before the form was sent; nothing was changed."
            ),
            (.sso, "sessionEnded: The session at INSTANCE ended before the form was sent; nothing was changed."),
            (
                .portal,
                "sessionEnded: The session at INSTANCE has ended; its answer does not say whether it took the form."
            ),
        ] {
            let stage = try PageStage(place)
            let client = PageClient(instance: stage.instance, transport: stage.signIn())
            #expect(await PageStage.open("/home.do", by: client) == "200 /home.do")
            stage.endSessions()
            let said = await PageStage.open("/oauth_auth.do", .post, by: client)
            let parts = outcome.split(separator: "INSTANCE", omittingEmptySubsequences: false)
            #expect(said == parts.joined(separator: stage.instance.name))
            #expect(stage.wire.last == "POST /oauth_auth.do cookies")
            #expect(await PageStage.open("/home.do", by: client) == "200 /home.do")
            #expect(stage.grants == 2)
        }
    }

    @Test func whatIsTurnedAwayAtOnceRenewsOnce() async throws {
        let stage = try PageStage()
        let client = PageClient(instance: stage.instance, transport: stage.signIn())
        _ = await PageStage.open("/home.do", by: client)
        stage.endSessions()
        let outcomes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<10 { group.addTask { await PageStage.open("/home.do", by: client) } }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(outcomes == [String](repeating: "200 /home.do", count: 10))
        #expect(stage.grants == 2)
        #expect(stage.wire.count { $0.hasSuffix("bearer") } == 2)
    }

    @Test func theLoginPageIsShownToWhoeverAsksForIt() async throws {
        let stage = try PageStage()
        let client = PageClient(instance: stage.instance, transport: stage.signIn())
        for target in ["/home.do", "/login.do", "/session_timeout.do", "/sp?id=login", "/logout.do", "/login.do"] {
            let outcome = await PageStage.open(target, by: client)
            #expect(outcome == "200 " + (target == "/logout.do" ? "/welcome.do" : target))
        }
    }

    @Test(arguments: PageSignIn.allCases)
    func aWalkOverAnEndedSessionReplays(place: PageSignIn) async throws {
        let folder = TemporaryFolder(), stage = try PageStage(place)
        let walk = ["/home.do?n=1", "/home.do?n=2", "/welcome.do", "/home.do?n=3", "/home.do?n=1"]
        let recorded = try await stage.record(walk, onto: folder.file("t.cassette")) { target in
            if target.hasSuffix("2") || target.hasSuffix("3") { stage.endSessions() }
        }
        #expect(recorded == walk.map { "200 " + $0 })
        #expect(stage.grants == 3)
        let travelled = stage.wire.count
        #expect(try await stage.replay(walk, from: folder.file("t.cassette")) == recorded)
        #expect(stage.wire.count == travelled)
    }

    @Test func aLoginThatNeverSucceedsReplays() async throws {
        let folder = TemporaryFolder(), stage = try PageStage(.sso)
        stage.answer { request in
            guard request.headers["Authorization"] != nil else { return nil }
            // An instance whose pages do not accept tokens.
            var response = HTTPResponse(status: 302, headers: ["Location": "/auth_redirect.do"])
            response.headers.append("Set-Cookie", "JSESSIONID=0123456789ABCDEF0123456789ABCDEF; Path=/")
            return response
        }
        let walk = ["/home.do?n=1", "/home.do?n=2", "/home.do?n=1"]
        let recorded = try await stage.record(walk, onto: folder.file("t.cassette"))
        #expect(recorded.allSatisfy { $0.hasPrefix("notSignedIn: ") })
        #expect(stage.grants == 1)
        #expect(try await stage.replay(walk, from: folder.file("t.cassette")) == recorded)
    }
}
