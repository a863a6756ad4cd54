import Database
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Sandbox

/// Client certificates. The server has already verified them; only the name they prove arrives here.
struct CertificateTests {
    private func ask(
        _ client: SandboxClient, as name: String?, _ headers: HeaderFields = [:],
        path: String = "/api/now/ui/user/current_user",
        query: String? = nil
    ) -> HTTPResponse {
        var url = HTTPURL(scheme: "https", host: "sandbox.localhost")
        (url.path, url.query) = (path, query)
        var request = HTTPRequest(.get, url, headers: headers)
        request.certifiedName = name
        return client.sandbox.answer(request)
    }

    private func who(
        _ client: SandboxClient, as name: String?, _ headers: HeaderFields = [:], query: String? = nil
    ) -> String {
        let answer = ask(client, as: name, headers, query: query)
        return answer.json["result"]?["user_name"]?.scalarText ?? String(answer.status)
    }

    @Test(
        arguments: [
            ("abel.tuter", "abel.tuter"), ("fred.luddy", "fred.luddy"), ("nobody.known", "401"), ("", "401"),
            ("beth.anglin", "401"), ("don.goodliffe", "401"), ("abel.tuter' OR 1=1 --", "401"), (nil, "401"),
        ] as [(String?, String)])
    func userOfThatNameIsSignedIn(_ name: String?, _ user: String) throws {
        expectEqual(who(try SandboxClient.reading(nil), as: name), user)
    }

    @Test func sessionContinuesWithoutCertificate() throws {
        let client = try SandboxClient(nil)
        let first = ask(client, as: "abel.tuter")
        let cookies: HeaderFields = ["Cookie": SandboxClient.cookies(first)]
        expectEqual(who(client, as: nil, cookies), "abel.tuter")
        #expect(
            !ask(client, as: "abel.tuter", cookies).headers.values(of: "Set-Cookie").contains {
                $0.contains("JSESSIONID")
            })
        try client.change("abel.tuter", #"{"active":"false"}"#)
        expectEqual(who(client, as: "abel.tuter", cookies), "401")
    }

    @Test func otherCredentialsTakePrecedence() throws {
        let client = try SandboxClient(nil)
        let admin: HeaderFields = ["Authorization": "Basic YWRtaW46YWRtaW4="]
        expectEqual(who(client, as: "abel.tuter", admin), "admin")
        expectEqual(who(client, as: "john.doe", [:], query: "x-sn-apikey=sandbox-api-key-of-abel.tuter"), "abel.tuter")
        let cookies: HeaderFields = ["Cookie": SandboxClient.cookies(ask(client, as: nil, admin))]
        expectEqual(who(client, as: "abel.tuter", cookies), "admin")
    }

    /// An administrator's wrong password, an empty credential, a missing user name, invalid Base64.
    @Test(arguments: ["Basic YWRtaW46d3Jvbmc=", "Basic", "Basic Og==", "Basic ?"])
    func certificateTakesPrecedenceOverInvalidBasicHeader(line: String) throws {
        let client = try SandboxClient(nil)
        expectEqual(who(client, as: "abel.tuter", ["Authorization": line]), "abel.tuter")
        expectEqual(who(client, as: "nobody.known", ["Authorization": line]), "401")
        expectEqual(who(client, as: "abel.tuter", ["Authorization": "Bearer nothing"]), "401")
    }

    @Test func certificateAloneDoesNotReplacePageToken() throws {
        let client = try SandboxClient(nil)
        try client.set("com.glide.processors.aprocessor.donot_reuse_api_session", "false")
        let cookies: HeaderFields = ["Cookie": SandboxClient.cookies(ask(client, as: "abel.tuter"))]
        expectEqual(ask(client, as: nil, cookies, path: "/home.do").status, 200)
        expectEqual(who(client, as: "abel.tuter", cookies), "401")
    }

    @Test func headersCannotImpersonateCertificate() throws {
        let client = try SandboxClient.reading(nil)
        for name in [
            "X-Client-Cert", "X-SSL-Client-CN", "X-Forwarded-Client-Cert", "certifiedName", "X-Forwarded-User",
        ] {
            expectEqual(who(client, as: nil, HeaderFields([HeaderField(name, "abel.tuter")])), "401")
        }
        var request = HTTPRequest(
            .get, HTTPURL(scheme: "https", host: "sandbox.localhost", path: "/api/now/ui/user/current_user"))
        request.principal = "abel.tuter"
        expectEqual(client.sandbox.answer(request).status, 401)
    }
}

struct SignInTests {
    @Test func concurrentRequestsWork() async throws {
        let sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
        let url = HTTPURL(
            scheme: "http", host: "sandbox.localhost", path: "/api/now/table/incident",
            query: "sysparm_fields=number,sys_id&sysparm_exclude_reference_link=true")
        let request = HTTPRequest(
            .post, url, headers: ["Authorization": "Basic YWRtaW46YWRtaW4=", "Content-Type": "application/json"],
            body: Array("{}".utf8))
        let answers = await withTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { await sandbox.send(request).text } }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        expectEqual(answers.count, 50)
        #expect(answers.allSatisfy { $0.hasPrefix(#"{"result":{"number":"INC00"#) })
    }
}

struct PageRuleTests {
    private let now = FixedClock().now

    private func store() throws -> RecordStore {
        try RecordStore(schema: .standard, options: SandboxOptions(clock: FixedClock()))
    }

    @Test func pageTokenHasInstanceFormat() {
        var book = SessionStore(lifetime: 1800), random = SeededRandom(seed: 3)
        let one = book.open(for: "a", at: now, random: &random), other = book.open(for: "a", at: now, random: &random)
        #expect(one.csrfToken.utf8.count == 72 && one.csrfToken == one.csrfToken.lowercased())
        #expect(one.csrfToken.allSatisfy { $0.isHexDigit })
        expectEqual(one.csrfToken.prefix(32).dropFirst(), one.id.lowercased().dropFirst())
        #expect(one.csrfToken.first != one.id.lowercased().first && one.csrfToken != other.csrfToken)
    }

    @Test func sessionsAreBounded() {
        var book = SessionStore(lifetime: 1800), random = SeededRandom(seed: 3)
        func cookies(_ session: SessionStore.Session) -> [String: String] { ["JSESSIONID": session.id] }
        let first = book.open(for: "", by: .page, at: now, random: &random), later = now.advanced(bySeconds: 1)
        for _ in 0..<SessionStore.maxSessions {
            let opened = book.open(for: "a", at: later, random: &random)
            #expect(book.session(cookies: cookies(opened), at: later) != nil)
        }
        #expect(book.session(cookies: cookies(first), at: later) == nil)
    }

    @Test func textIsTakenOnceAndInTime() {
        var texts = ExpiringTexts<Int>()
        for text in ["code", "late"] { texts.insert(text, 1, until: now.advanced(bySeconds: 300), at: now) }
        let taken = [("other", 0), ("code", 299), ("code", 0), ("late", 300)].map { text, age in
            texts.take(text, at: now.advanced(bySeconds: age))
        }
        expectEqual(taken, [nil, 1, nil, nil])
        for place in 0..<5000 { texts.insert(String(place), place, until: now.advanced(bySeconds: 1), at: now) }
        #expect(texts.values.count < 5000 && texts.find("4999", at: now)?.value == 4999)
    }

    @Test func redirectURLMustBeRegistered() throws {
        let application = try #require(OAuthApplication("snowdeck-public", in: try store()))
        #expect(application.isPublic)
        for address in ["127.0.0.1", "127.0.0.1:5000", "localhost:1"] {
            #expect(application.mayRedirect(to: "http://\(address)/callback"))
        }
        for address in [
            "https://127.0.0.1/callback", "http://127.0.0.1:5000/callback/", "http://127.0.0.1:5000/callback?a=b",
            "http://127.0.0.1.example.com/callback", "http://user@127.0.0.1/callback", "http://[::1]/callback",
            "//127.0.0.1/callback", "", "http://example.com/callback",
        ] {
            #expect(!application.mayRedirect(to: address), "\(address)")
        }
    }
}
