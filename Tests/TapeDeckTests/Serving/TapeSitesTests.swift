import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

/// The instances of a tape, and pages of signing in.
struct TapeSitesTests {
    private static let sandbox = "http://sandbox.localhost", other = "https://dev2.service-now.com"
    private static let identity = "https://login.example.com"

    /// Records requests to three hosts, each through a proxy of its own.
    private func record(
        _ requests: [(HTTPMethod, String, body: String?)], _ responses: [HTTPResponse], onto path: String
    ) async throws {
        let recording = Recording(at: path, responses.map { .success($0) })
        let proxies = [Self.sandbox, Self.other, Self.identity].compactMap { HTTPURL($0) }.map { origin in
            let proxy = RecordingProxy(
                recording.deck,
                RecordingProxy.Options(
                    RecordingProxy.Target(origin: origin, name: origin.host, mayWrite: true),
                    limits: RequestLimits(seconds: 9, body: 1000),
                    isSignIn: { ["/login.do", "/oauth_token.do"].contains($0.url.path) }, notify: { _ in }))
            return (origin: origin.origin, port: proxy.port())
        }
        for (method, address, body) in requests {
            let url = try #require(HTTPURL(address))
            var request = HTTPRequest(method, url, headers: ["Accept": "text/html,*/*"])
            if let body {
                request.headers.append("Content-Type", "application/x-www-form-urlencoded")
                request.body = Array(body.utf8)
            }
            let proxy = try #require(proxies.first { $0.origin == url.origin })
            #expect(try await proxy.port.send(request).status < 400)
        }
        try recording.deck.close()
    }

    private func get(_ target: String, from instance: ServedInstance) throws -> String {
        let url = try #require(HTTPURL("http://127.0.0.1:8080" + target))
        let request = HTTPRequest(.get, url, headers: ["Accept": "application/json"])
        let response = instance.reply(to: request, as: instance.clients.named("x")).response
        return "\(response.status) \(response.text)"
    }

    @Test func everyInstanceIsServed() async throws {
        let folder = TemporaryFolder()
        try await record(
            [
                (.get, Self.sandbox + "/a", nil), (.get, Self.other + "/a", nil),
                (.post, Self.identity + "/oauth_token.do", "grant_type=x"), (.post, Self.other + "/a", "x=1"),
                (.get, Self.sandbox + "/a", nil), (.get, Self.other + "/a", nil),
            ], ["1", "2", "{}", "3", "4", "5"].map { .json($0) }, onto: folder.tape)
        let served = try ServedSites(folder.tape)
        // A host that was only signed in at is no instance.
        expectEqual(served.instances.map(\.origin.origin), [Self.sandbox, Self.other])
        try expectEqual((0..<3).map { _ in try get("/a", from: served.instances[0]) }, ["200 1", "200 4", "200 4"])
        try expectEqual(get("/a", from: served.instances[1]), "200 2")
        var change = HTTPRequest(
            .post, try #require(HTTPURL("http://127.0.0.1:8080/a")),
            headers: ["Content-Type": "application/x-www-form-urlencoded"])
        change.body = Array("x=1".utf8)
        let client = served.instances[1].clients.named("x")
        expectEqual(served.instances[1].reply(to: change, as: client).response.text, "3")
        try expectEqual(get("/a", from: served.instances[1]), "200 5")
    }

    /// A session that connects to another instance; a host that only a command reached is none.
    @Test func connectedInstancesAreServed() async throws {
        let recording = Recording(["1", "2", "3"].map { .success(.json($0)) })
        for address in [Self.sandbox + "/api/now/a", Self.other + "/api/now/a", Self.identity + "/a"] {
            var request = HTTPRequest(.get, try #require(HTTPURL(address)), headers: ["Accept": "application/json"])
            request.principal = "admin"
            try await recording.command("rest \(address)", request)
        }
        try recording.deck.close()
        let served = try ServedSites(recording.path)
        let main = try #require(served.instances.first)
        #expect(served.instances.count == 2 && served.instances[1].origin.origin == Self.other)
        #expect(served.instances[1].sites.map(\.user) == ["admin"] && main.origin.origin != Self.other)
        try expectEqual(get("/api/now/a", from: served.instances[1]), "200 2")
    }

    @Test func controlCountsAllInstances() async throws {
        let folder = TemporaryFolder()
        try await record(
            [(.get, Self.sandbox + "/a", nil), (.get, Self.other + "/b", nil)], [.json("1"), .json("2")],
            onto: folder.tape)
        let served = try ServedSites(folder.tape)
        let control = ServedControl(served.instances, try Cassette.playing(at: folder.tape), ServedJournal())
        func answer(_ target: String) throws -> String {
            control.answer(HTTPRequest(.get, try #require(HTTPURL("http://127.0.0.1:9090" + target)))).text
        }
        let status = try answer("/status")
        #expect(status.contains("\"exchanges\": 2"))
        #expect(status.contains(Self.sandbox) && status.contains(Self.other))
        try expectEqual(answer("/unplayed").split(separator: "\n").count, 2)
    }

    /// Commands reach other hosts, for attachments or single sign-on.
    @Test func hostOfCommandIsNoInstance() async throws {
        let recording = Recording([.success(.json("1")), .success(.json("2"))])
        let elsewhere = HTTPRequest(.get, try #require(HTTPURL(Self.identity + "/a")))
        try await recording.command("rest /a", .get("/a"), elsewhere)
        try recording.deck.close()
        try expectEqual(ServedSites(recording.path).instances.map(\.origin.origin), [Self.sandbox])
    }

    @Test func tapeOfSeveralSessionsServesEachInstance() async throws {
        let folder = TemporaryFolder()
        for (instance, text) in [(Self.other, "old"), (Self.sandbox, "1"), (Self.other, "2"), (Self.sandbox, "3")] {
            let cassette = try Cassette.recording(at: folder.tape)
            let deck = RecordingDeck(
                session: .sample(instance: instance), secrets: SecretBook(), clock: TickingClock(),
                open: { () throws(CassetteError) in cassette },
                next: { ScriptedTransport([.success(.json(text))]) })
            let request = HTTPRequest(
                .get, try #require(HTTPURL(instance + "/a")), headers: ["Accept": "application/json"])
            try await command(on: deck, "rest /a", [request])
            try deck.close()
        }
        let served = try ServedSites(folder.tape)
        expectEqual(served.instances.map(\.origin.origin), [Self.sandbox, Self.other])
        // The last sessions of each.
        try expectEqual(served.instances.map { try get("/a", from: $0) }, ["200 3", "200 2"])
    }

    @Test func browserGetsLoginPageAndSignsIn() async throws {
        let folder = TemporaryFolder()
        let page = HTTPResponse(
            status: 200, headers: ["Content-Type": "text/html", "X-Is-Logged-In": "false"],
            body: Array("<title>Log in</title><form></form>".utf8))
        try await record(
            [
                (.get, Self.sandbox + "/login.do", nil),
                (.post, Self.sandbox + "/login.do", "user_name=jane&user_password=Secret-1234"),
                (.get, Self.sandbox + "/home.do", nil),
            ],
            [
                page, HTTPResponse(status: 302, headers: ["Location": "/home.do"]),
                HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Array("home".utf8)),
            ], onto: folder.tape)
        let instance = try ServedSites(folder.tape).first
        expectEqual(instance.sites[0].pages.map(\.target), ["/login.do", "/home.do"])
        let client = instance.clients.permanent("port-1")
        func visit(_ method: HTTPMethod, _ target: String, _ body: String? = nil) throws -> HTTPResponse {
            var request = HTTPRequest(
                method, try #require(HTTPURL("http://127.0.0.1:8080" + target)),
                headers: ["Accept": "text/html,application/xhtml+xml", "Sec-Fetch-Mode": "navigate"])
            if let body {
                request.headers.append("Content-Type", "application/x-www-form-urlencoded")
                request.body = Array(body.utf8)
            }
            return instance.reply(to: request, as: client).response
        }
        for _ in 0..<2 { try expectEqual(visit(.get, "/login.do").text, page.text) }
        let signedIn = try visit(.post, "/login.do", "user_name=jane&user_password=Another-5678")
        #expect(signedIn.status == 302 && signedIn.headers["Location"] == "/home.do")
        try expectEqual(visit(.get, "/home.do").text, "home")
    }
}
