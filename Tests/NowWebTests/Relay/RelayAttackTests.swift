import ExchangeModel
import NowSDK
import Testing

@testable import NowWeb

/// What a hostile instance, or a page of one, tries on the relay.
@Suite struct RelayAttackTests {
    @Test(arguments: [
        "/logout.do", "/LogOut.DO", "/logout.do?x=1", "/logout%2Edo", "/%6Cogout.do", "//logout.do", "/./logout.do",
        "/a/../logout.do", "/logout.do/", "/logout.do;jsessionid=1", "/a%5Clogout.do", "/a%2Flogout.do",
    ])
    func signingOutIsNotPassedOn(target: String) async throws {
        let fixture = try RelayFixture([RelayFixture.page("gone")], mayWrite: true)
        for method in [HTTPMethod.get, .post] {
            let answer = try await fixture.relay.send(try RelayFixture.request(target, method))
            #expect(answer.status == 403)
            #expect(answer.text.contains("Still signed in"))
        }
        #expect(fixture.instance.requests.isEmpty)
    }

    @Test(arguments: ["/logout.do.do", "/xlogout.do", "/incident.do?x=/logout.do", "/logout.dox"])
    func otherPagesAre(target: String) async throws {
        let fixture = try RelayFixture([RelayFixture.page("here")])
        #expect(try await fixture.relay.send(try RelayFixture.request(target)).status == 200)
        #expect(fixture.instance.requests.count == 1)
    }

    @Test func noMethodIsAnother() async throws {
        let fixture = try RelayFixture([HTTPResponse](repeating: RelayFixture.page("x"), count: 3))
        let names: HeaderFields = [
            "X-HTTP-Method-Override": "DELETE", "X-HTTP-Method": "PUT", "X-Method-Override": "PATCH",
        ]
        for target in ["/api/now/table/incident/1", "/a.do?_method=DELETE&sysparm_action=delete"] {
            _ = try await fixture.relay.send(try RelayFixture.request(target, dest: "empty", headers: names))
        }
        #expect(fixture.instance.requests.map(\.effectiveMethod) == [.get, .get])
    }

    @Test func linesThatCannotTravelDoNotCostTheAnswer() async throws {
        let odd = RelayFixture.page(
            "x",
            [
                "X-Tab": "a\tb", "X-Bell": "a\u{7}b", "X-Line": "a\r\nSet-Cookie: snowdeck=1", "X-a b": "c",
                "X-a:b": "c",
                "Content-Language": "de\r\n\r\n<script>",
            ])
        let fixture = try RelayFixture([odd])
        let answer = try await fixture.relay.send(try RelayFixture.request("/a.do"))
        #expect(answer.headers["X-Tab"] == "a b")
        for field in answer.headers {
            #expect(field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(field)")
            #expect(!["x-bell", "x-line", "x-a b", "x-a:b", "content-language"].contains(field.name.lowercased()))
        }
    }

    @Test func whatIsFetchedUnaskedDoesNotUseTheEntranceUp() async throws {
        let entrance = "/\(RelayFixture.word)/a.do"
        let fixture = try RelayFixture()
        func come(_ headers: HeaderFields, _ method: HTTPMethod = .get) async throws -> Int {
            let url = try #require(HTTPURL(RelayFixture.origin + entrance))
            return try await fixture.relay.send(HTTPRequest(method, url, headers: headers)).status
        }
        for (name, value) in [
            ("Sec-Purpose", "prefetch;prerender"), ("Purpose", "prefetch"), ("X-Moz", "prefetch"),
            ("X-Purpose", "preview"),
        ] {
            #expect(try await come([name: value]) == 403)
        }
        // Nor do pages from elsewhere, or whoever only looks.
        #expect(try await come(["Sec-Fetch-Site": "cross-site"]) == 403)
        #expect(try await come([:], .head) == 403)
        #expect(try await come([:]) == 303)
        #expect(try await come([:]) == 403)
        // Somebody who goes back to it, or loads it anew.
        #expect(try await come(["Cookie": RelayFixture.pass]) == 303)
    }
}
