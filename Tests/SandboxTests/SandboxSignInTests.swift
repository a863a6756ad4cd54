import ExchangeModel
import Notation
import Sandbox
import Testing

struct SignInTests {
    private let target = "/api/now/table/incident?sysparm_limit=2&sysparm_fields=number"

    private func cookies(_ response: HTTPResponse) -> String {
        response.headers.values(of: "Set-Cookie").map { String($0.prefix { $0 != ";" }) }.filter { !$0.hasSuffix("=") }
            .joined(separator: "; ")
    }

    @Test func firstResponseHasInstanceHeadersInOrder() throws {
        let response = try SandboxClient().ask(.get, target)
        #expect(
            response.headers.map(\.name) == [
                "Server-Timing", "X-Is-Logged-In", "X-Transaction-ID", "Link", "X-Total-Count",
                "X-Content-Type-Options", "Pragma", "Cache-Control", "Expires",
                "Content-Type", "Date", "Server", "Set-Cookie", "Set-Cookie", "Set-Cookie", "Set-Cookie", "Set-Cookie",
                "Set-Cookie",
            ])
        #expect(response.headers["Content-Type"] == "application/json;charset=UTF-8")
        #expect(response.headers["Date"] == "Thu, 01 Jan 2026 00:00:00 GMT")
        let transaction = try #require(response.headers["X-Transaction-ID"])
        #expect(
            transaction.utf8.count == 12 && transaction.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit })
        let names = response.headers.values(of: "Set-Cookie").map { String($0.prefix { $0 != "=" }) }
        #expect(
            names == [
                "JSESSIONID", "glide_user", "glide_user_session", "glide_user_route", "glide_session_store",
                "BIGipServerpool_sandbox",
            ])
        #expect(
            response.headers.values(of: "Set-Cookie")[1]
                == "glide_user=; Max-Age=0; Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/; HttpOnly")
        #expect(
            response.headers.values(of: "Set-Cookie")[4].hasSuffix(
                "; Max-Age=1800; Expires=Thu, 01-Jan-2026 00:30:00 GMT; Path=/; HttpOnly"))
        #expect(!response.headers.values(of: "Set-Cookie").contains { $0.hasSuffix("Secure") })
    }

    @Test func cookiesAreSecureOverTLSOnly() throws {
        var client = try SandboxClient()
        client.origin = "https://sandbox.localhost"
        let response = try client.ask(.get, target)
        #expect(
            response.headers.values(of: "Set-Cookie").dropLast().allSatisfy {
                $0.hasSuffix("; HttpOnly; SameSite=None; Secure")
            })
        #expect(response.headers["Strict-Transport-Security"] == "max-age=63072000; includeSubDomains")
    }

    @Test func cookiesAloneAreEnoughAfterwards() throws {
        var client = try SandboxClient()
        let first = try client.ask(.get, target)
        client.user = nil
        let second = try client.ask(.get, target, headers: ["Cookie": cookies(first)])
        #expect(second.status == 200 && second.body == first.body)
        #expect(
            second.headers.values(of: "Set-Cookie").map { String($0.prefix { $0 != "=" }) } == [
                "glide_user", "glide_user_session", "glide_session_store",
            ])
        #expect(second.headers.values(of: "Set-Cookie")[0].hasPrefix("glide_user=\"U0NSMj"))
        let third = try client.ask(.get, target, headers: ["Cookie": cookies(first) + "; " + cookies(second)])
        #expect(
            third.headers.values(of: "Set-Cookie").map { String($0.prefix { $0 != "=" }) } == ["glide_session_store"])
        #expect(third.headers["X-Transaction-ID"] != second.headers["X-Transaction-ID"])
    }

    @Test(arguments: [
        "john.doe:wrong", "nobody:password", "john.doe:", ":", "john.doe", "old.timer:password", "john.doe'--:password",
        "employee:",
    ])
    func wrongCredentialsAreRejected(credentials: String) throws {
        let response = try SandboxClient(credentials).ask(.get, target)
        #expect(response.status == 401)
        #expect(
            response.text
                == #"""
                {"error":{"message":"User Not Authenticated","detail":"Required to provide Auth information"},\#
                "status":"failure"}
                """#
        )
        #expect(
            response.headers.map(\.name) == [
                "Server-Timing", "WWW-Authenticate", "X-Content-Type-Options", "Pragma", "Cache-Control", "Expires",
                "Content-Type", "Date", "Server", "Set-Cookie", "Set-Cookie",
            ])
        #expect(response.headers["WWW-Authenticate"] == "Basic realm=\"Service-now\"")
    }

    @Test(arguments: [
        HeaderFields(), ["Authorization": "Basic"], ["Authorization": "Basic !!!"], ["Authorization": "Bearer abc"],
        ["Cookie": "JSESSIONID=00000000000000000000000000000000"], ["Cookie": "a=b; ;=;x"],
    ])
    func noCredentialsAreRejected(headers: HeaderFields) throws {
        #expect(try SandboxClient(nil).ask(.get, target, headers: headers).status == 401)
    }

    @Test func sandboxUsersCanSignIn() throws {
        for user in ["john.doe:password", "admin:admin", "abel.tuter:password"] {
            let name = String(user.prefix { $0 != ":" })
            #expect(
                try SandboxClient(user).read("/api/now/ui/user/current_user")["result"]?["user_name"] == .string(name))
        }
    }

    @Test func sessionsAreBounded() throws {
        let client = try SandboxClient()
        for _ in 0..<4200 { _ = try client.ask(.get, "/api/now/ui/user/current_user") }
        #expect(try client.ask(.get, target).status == 200)
    }
}

struct SessionTests {
    @Test func sessionLivesForHalfAnHourAfterItsLastRequest() throws {
        let clock = ManualClock()
        let sandbox = try SandboxInstance(SandboxOptions(clock: clock))
        let url = HTTPURL(scheme: "http", host: "sandbox.localhost", path: "/api/now/ui/user/current_user")
        let first = sandbox.answer(HTTPRequest(.get, url, headers: ["Authorization": "Basic YWRtaW46YWRtaW4="]))
        let cookie = first.headers.values(of: "Set-Cookie").first { $0.hasPrefix("glide_session_store=") }.map {
            String($0.prefix { $0 != ";" })
        }
        let again = HTTPRequest(.get, url, headers: ["Cookie": cookie ?? ""])
        for _ in 0..<4 {
            clock.move(seconds: 1799)
            #expect(sandbox.answer(again).status == 200)
        }
        clock.move(seconds: 1800)
        #expect(sandbox.answer(again).status == 401)
    }

    @Test func concurrentRequestsWork() async throws {
        let sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
        let url = HTTPURL(
            scheme: "http", host: "sandbox.localhost", path: "/api/now/table/incident",
            query: "sysparm_fields=number,sys_id&sysparm_exclude_reference_link=true")
        let request = HTTPRequest(
            .post, url, headers: ["Authorization": "Basic YWRtaW46YWRtaW4=", "Content-Type": "application/json"],
            body: Array("{}".utf8))
        let answers = await withTaskGroup(of: String.self) { group in
            for _ in 0..<200 { group.addTask { await sandbox.send(request).text } }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(answers.count == 200)
        #expect(answers.allSatisfy { $0.hasPrefix(#"{"result":{"number":"INC00"#) })
    }
}
