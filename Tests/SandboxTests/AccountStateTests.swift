import ExchangeModel
import Notation
import Sandbox
import Testing

/// API keys, second factors, lock-out, and closed accounts.
struct AccountStateTests {
    private let target = "/api/now/ui/user/current_user"
    private let key = "sandbox-api-key-of-abel.tuter"

    @Test func apiKeyAuthenticatesItsUser() throws {
        let client = try SandboxClient(nil)
        #expect(try client.currentUser(["x-sn-apikey": key]) == "abel.tuter")
        #expect(try client.currentUser([:], query: "?x-sn-apikey=" + key) == "abel.tuter")
        #expect(try client.count("incident", "") == "status 401")
        let list = try client.ask(.get, "/api/now/table/incident?sysparm_limit=1&x-sn-apikey=\(key)")
        #expect(list.status == 200 && list.headers["X-Total-Count"] != "0")
        let opened = try client.ask(.get, target, headers: ["X-SN-APIKEY": key])
        #expect(try client.currentUser(["Cookie": SandboxClient.cookies(opened)]) == "abel.tuter")
    }

    @Test(arguments: ["", "nothing", "SANDBOX-API-KEY-OF-ABEL.TUTER", "sandbox-api-key-of-abel.tuter "])
    func wrongAPIKeyIsRejected(key: String) throws {
        #expect(try SandboxClient(nil).currentUser(["x-sn-apikey": key]) == "401")
    }

    @Test func apiKeyExpires() throws {
        let client = try SandboxClient(nil)
        let id = try client.admin.list("api_key", "", "sys_id")[0]
        _ = try client.admin.ask(.patch, "/api/now/table/api_key/" + id, body: #"{"expires":"2026-01-01 00:01:00"}"#)
        #expect(try client.currentUser(["x-sn-apikey": key]) == "abel.tuter")
        client.clock.move(seconds: 60)
        #expect(try client.currentUser(["x-sn-apikey": key]) == "401")
        _ = try client.admin.ask(.patch, "/api/now/table/api_key/" + id, body: #"{"expires":"","active":"false"}"#)
        #expect(try client.currentUser(["x-sn-apikey": key]) == "401")
    }

    @Test func administratorCreatesAPIKey() throws {
        let client = try SandboxClient(nil)
        _ = try client.admin.create(
            "api_key", #"{"name":"mine","token":"mine-alone","user":"ea2bc1b14f4212008a5ab895f110c7d1"}"#)
        #expect(try client.currentUser(["x-sn-apikey": "mine-alone"]) == "john.doe")
    }

    @Test func secondFactorIsRequiredOncePerSession() throws {
        let client = try SandboxClient("fred.luddy:password")
        let refused = try client.ask(.get, target)
        #expect(refused.status == 401 && refused.headers["X-MFA_TOKEN"] == "invalid")
        #expect(refused.json["error"]?["message"] == "User Not Authenticated")
        #expect(try client.ask(.get, target, headers: ["X-MFA_TOKEN": "111111"]).headers["X-MFA_TOKEN"] == "invalid")
        let opened = try client.ask(.get, target, headers: ["X-MFA_TOKEN": "246810"])
        #expect(opened.status == 200 && opened.headers["X-MFA_TOKEN"] == nil)
        let cookies: HeaderFields = ["Cookie": SandboxClient.cookies(opened)]
        #expect(try client.currentUser(cookies) == "fred.luddy")
        #expect(try client.ask(.get, target, headers: cookies).status == 200)
        #expect(try client.by("fred.luddy:password246810").ask(.get, target).status == 200)
        let wrong = try client.by("fred.luddy:wrong").ask(.get, target, headers: ["X-MFA_TOKEN": "246810"])
        #expect(wrong.status == 401 && wrong.headers["X-MFA_TOKEN"] == nil)
    }

    @Test func wrongPasswordsLockAUserOut() throws {
        let client = try SandboxClient("abel.tuter:wrong")
        let open = try client.by("abel.tuter:password").ask(.get, target)
        for count in 1...5 {
            #expect(try client.ask(.get, target).status == 401)
            #expect(try client.admin.list("sys_user", "user_name=abel.tuter", "failed_attempts") == ["\(count)"])
        }
        #expect(try client.admin.list("sys_user", "user_name=abel.tuter", "locked_out") == ["true"])
        let locked = try client.by("abel.tuter:password").ask(.get, target)
        let nobody = try client.by("nobody:password").ask(.get, target)
        #expect(locked.status == 401 && locked.text == nobody.text)
        #expect(locked.headers.map(\.name) == nobody.headers.map(\.name))
        #expect(try client.currentUser(["Cookie": SandboxClient.cookies(open)]) == "401")
        #expect(try client.currentUser(["x-sn-apikey": key]) == "401")
        try client.change("abel.tuter", #"{"locked_out":"false"}"#)
        #expect(try client.ask(.get, target).status == 401)
        #expect(try client.by("abel.tuter:password").ask(.get, target).status == 200)
        #expect(try client.admin.list("sys_user", "user_name=abel.tuter", "failed_attempts") == ["0"])
        #expect(try client.currentUser(["Cookie": SandboxClient.cookies(open)]) == "401")
    }

    @Test func correctPasswordResetsFailedAttempts() throws {
        let client = try SandboxClient("abel.tuter:wrong")
        for _ in 0..<3 {
            for _ in 0..<4 { _ = try client.ask(.get, target) }
            #expect(try client.by("abel.tuter:password").ask(.get, target).status == 200)
        }
    }

    @Test func propertyLimitsFailedAttempts() throws {
        let client = try SandboxClient("abel.tuter:wrong")
        try client.set("glide.user.max_unlock_attempts", "2")
        for _ in 0..<2 {
            _ = try client.tokens(
                "grant_type=password&\(SandboxClient.credentials)&username=abel.tuter&password=wrong")
        }
        #expect(try client.by("abel.tuter:password").ask(.get, target).status == 401)
    }

    @Test(arguments: ["beth.anglin:password", "don.goodliffe:password"])
    func inactiveOrLockedUserIsRejected(user: String) throws {
        #expect(try SandboxClient(user).ask(.get, target).status == 401)
    }

    @Test func closingAccountEndsSessions() throws {
        let client = try SandboxClient("abel.tuter:password")
        let cookies: HeaderFields = ["Cookie": SandboxClient.cookies(try client.ask(.get, target))]
        try client.change("abel.tuter", #"{"active":"false"}"#)
        #expect(try client.currentUser(cookies) == "401")
        try client.change("abel.tuter", #"{"active":"true"}"#)
        #expect(try client.currentUser(cookies) == "401")
        #expect(try client.ask(.get, target).status == 200)
    }

    @Test func basicAuthenticationCanBeDisabled() throws {
        let client = try SandboxClient("abel.tuter:password")
        let administrator: HeaderFields = ["Cookie": SandboxClient.cookies(try client.admin.ask(.get, target))]
        try client.set("glide.authenticate.basic_auth.restriction.enforce", "true")
        #expect(try client.ask(.get, target).status == 401)
        #expect(try client.admin.ask(.get, target).status == 401)
        #expect(try client.currentUser(["x-sn-apikey": key]) == "abel.tuter")
        #expect(
            try client.by("fred.luddy:password").ask(.get, target, headers: ["X-MFA_TOKEN": "246810"]).status == 200)
        let id = "62826bf03710200044e0bfc8bcbe5df1"
        _ = try client.by(nil).ask(
            .patch, "/api/now/table/sys_user/" + id, body: #"{"web_service_access_only":"true"}"#,
            headers: administrator)
        #expect(try client.ask(.get, target).status == 200)
    }
}

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
        #expect(who(try SandboxClient(nil), as: name) == user)
    }

    @Test func sessionContinuesWithoutCertificate() throws {
        let client = try SandboxClient(nil)
        let first = ask(client, as: "abel.tuter")
        let cookies: HeaderFields = ["Cookie": SandboxClient.cookies(first)]
        #expect(who(client, as: nil, cookies) == "abel.tuter")
        #expect(
            !ask(client, as: "abel.tuter", cookies).headers.values(of: "Set-Cookie").contains {
                $0.contains("JSESSIONID")
            })
        try client.change("abel.tuter", #"{"active":"false"}"#)
        #expect(who(client, as: "abel.tuter", cookies) == "401")
    }

    @Test func otherCredentialsTakePrecedence() throws {
        let client = try SandboxClient(nil)
        let admin: HeaderFields = ["Authorization": "Basic YWRtaW46YWRtaW4="]
        #expect(who(client, as: "abel.tuter", admin) == "admin")
        #expect(who(client, as: "john.doe", [:], query: "x-sn-apikey=sandbox-api-key-of-abel.tuter") == "abel.tuter")
        let cookies: HeaderFields = ["Cookie": SandboxClient.cookies(ask(client, as: nil, admin))]
        #expect(who(client, as: "abel.tuter", cookies) == "admin")
    }

    /// An administrator's wrong password, an empty credential, a missing user name, invalid Base64.
    @Test(arguments: ["Basic YWRtaW46d3Jvbmc=", "Basic", "Basic Og==", "Basic ?"])
    func certificateTakesPrecedenceOverInvalidBasicHeader(line: String) throws {
        let client = try SandboxClient(nil)
        #expect(who(client, as: "abel.tuter", ["Authorization": line]) == "abel.tuter")
        #expect(who(client, as: "nobody.known", ["Authorization": line]) == "401")
        #expect(who(client, as: "abel.tuter", ["Authorization": "Bearer nothing"]) == "401")
    }

    @Test func certificateAloneDoesNotReplacePageToken() throws {
        let client = try SandboxClient(nil)
        try client.set("com.glide.processors.aprocessor.donot_reuse_api_session", "false")
        let cookies: HeaderFields = ["Cookie": SandboxClient.cookies(ask(client, as: "abel.tuter"))]
        #expect(ask(client, as: nil, cookies, path: "/home.do").status == 200)
        #expect(who(client, as: "abel.tuter", cookies) == "401")
    }

    @Test func headersCannotImpersonateCertificate() throws {
        let client = try SandboxClient(nil)
        for name in [
            "X-Client-Cert", "X-SSL-Client-CN", "X-Forwarded-Client-Cert", "certifiedName", "X-Forwarded-User",
        ] {
            #expect(who(client, as: nil, HeaderFields([HeaderField(name, "abel.tuter")])) == "401")
        }
        var request = HTTPRequest(
            .get, HTTPURL(scheme: "https", host: "sandbox.localhost", path: "/api/now/ui/user/current_user"))
        request.principal = "abel.tuter"
        #expect(client.sandbox.answer(request).status == 401)
    }
}
