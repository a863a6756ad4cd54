import ExchangeModel
import Notation
import Sandbox
import Testing

/// API keys, second factors, lock-out, and closed accounts.
struct AccountStateTests {
    private let target = "/api/now/ui/user/current_user"
    private let key = "sandbox-api-key-of-abel.tuter"

    @Test func aKeySpeaksForItsUser() throws {
        let visit = try Visit(nil)
        #expect(try visit.whoIs(["x-sn-apikey": key]) == "abel.tuter")
        #expect(try visit.whoIs([:], query: "?x-sn-apikey=" + key) == "abel.tuter")
        #expect(try visit.count("incident", "") == "status 401")
        let list = try visit.ask(.get, "/api/now/table/incident?sysparm_limit=1&x-sn-apikey=\(key)")
        #expect(list.status == 200 && list.headers["X-Total-Count"] != "0")
        let opened = try visit.ask(.get, target, headers: ["X-SN-APIKEY": key])
        #expect(try visit.whoIs(["Cookie": Visit.cookies(opened)]) == "abel.tuter")
    }

    @Test(arguments: ["", "nothing", "SANDBOX-API-KEY-OF-ABEL.TUTER", "sandbox-api-key-of-abel.tuter "])
    func aWrongKeyIsRefused(key: String) throws {
        #expect(try Visit(nil).whoIs(["x-sn-apikey": key]) == "401")
    }

    @Test func aKeyEnds() throws {
        let visit = try Visit(nil)
        let id = try visit.admin.list("api_key", "", "sys_id")[0]
        _ = try visit.admin.ask(.patch, "/api/now/table/api_key/" + id, body: #"{"expires":"2026-01-01 00:01:00"}"#)
        #expect(try visit.whoIs(["x-sn-apikey": key]) == "abel.tuter")
        visit.clock.move(seconds: 60)
        #expect(try visit.whoIs(["x-sn-apikey": key]) == "401")
        _ = try visit.admin.ask(.patch, "/api/now/table/api_key/" + id, body: #"{"expires":"","active":"false"}"#)
        #expect(try visit.whoIs(["x-sn-apikey": key]) == "401")
    }

    @Test func anAdministratorMakesAKey() throws {
        let visit = try Visit(nil)
        _ = try visit.admin.create(
            "api_key", #"{"name":"mine","token":"mine-alone","user":"ea2bc1b14f4212008a5ab895f110c7d1"}"#)
        #expect(try visit.whoIs(["x-sn-apikey": "mine-alone"]) == "john.doe")
    }

    @Test func aSecondFactorIsAskedForOnceASession() throws {
        let visit = try Visit("fred.luddy:password")
        let refused = try visit.ask(.get, target)
        #expect(refused.status == 401 && refused.headers["X-MFA_TOKEN"] == "invalid")
        #expect(refused.json["error"]?["message"] == "User Not Authenticated")
        #expect(try visit.ask(.get, target, headers: ["X-MFA_TOKEN": "111111"]).headers["X-MFA_TOKEN"] == "invalid")
        let opened = try visit.ask(.get, target, headers: ["X-MFA_TOKEN": "246810"])
        #expect(opened.status == 200 && opened.headers["X-MFA_TOKEN"] == nil)
        let cookies: HeaderFields = ["Cookie": Visit.cookies(opened)]
        #expect(try visit.whoIs(cookies) == "fred.luddy")
        #expect(try visit.ask(.get, target, headers: cookies).status == 200)
        #expect(try visit.by("fred.luddy:password246810").ask(.get, target).status == 200)
        let wrong = try visit.by("fred.luddy:wrong").ask(.get, target, headers: ["X-MFA_TOKEN": "246810"])
        #expect(wrong.status == 401 && wrong.headers["X-MFA_TOKEN"] == nil)
    }

    @Test func wrongPasswordsLockAUserOut() throws {
        let visit = try Visit("abel.tuter:wrong")
        let open = try visit.by("abel.tuter:password").ask(.get, target)
        for count in 1...5 {
            #expect(try visit.ask(.get, target).status == 401)
            #expect(try visit.admin.list("sys_user", "user_name=abel.tuter", "failed_attempts") == ["\(count)"])
        }
        #expect(try visit.admin.list("sys_user", "user_name=abel.tuter", "locked_out") == ["true"])
        let locked = try visit.by("abel.tuter:password").ask(.get, target)
        let nobody = try visit.by("nobody:password").ask(.get, target)
        #expect(locked.status == 401 && locked.text == nobody.text)
        #expect(locked.headers.map(\.name) == nobody.headers.map(\.name))
        #expect(try visit.whoIs(["Cookie": Visit.cookies(open)]) == "401")
        #expect(try visit.whoIs(["x-sn-apikey": key]) == "401")
        try visit.change("abel.tuter", #"{"locked_out":"false"}"#)
        #expect(try visit.ask(.get, target).status == 401)
        #expect(try visit.by("abel.tuter:password").ask(.get, target).status == 200)
        #expect(try visit.admin.list("sys_user", "user_name=abel.tuter", "failed_attempts") == ["0"])
        #expect(try visit.whoIs(["Cookie": Visit.cookies(open)]) == "401")
    }

    @Test func aRightPasswordForgetsWrongOnes() throws {
        let visit = try Visit("abel.tuter:wrong")
        for _ in 0..<3 {
            for _ in 0..<4 { _ = try visit.ask(.get, target) }
            #expect(try visit.by("abel.tuter:password").ask(.get, target).status == 200)
        }
    }

    @Test func aPropertySaysHowManyWrongPasswordsThereMayBe() throws {
        let visit = try Visit("abel.tuter:wrong")
        try visit.set("glide.user.max_unlock_attempts", "2")
        for _ in 0..<2 {
            _ = try visit.tokens(
                "grant_type=password&\(Visit.client)&username=abel.tuter&password=wrong")
        }
        #expect(try visit.by("abel.tuter:password").ask(.get, target).status == 401)
    }

    @Test(arguments: ["beth.anglin:password", "don.goodliffe:password"])
    func whoeverIsGoneOrLockedOutIsRefused(user: String) throws {
        #expect(try Visit(user).ask(.get, target).status == 401)
    }

    @Test func anAccountThatIsClosedEndsItsSessions() throws {
        let visit = try Visit("abel.tuter:password")
        let cookies: HeaderFields = ["Cookie": Visit.cookies(try visit.ask(.get, target))]
        try visit.change("abel.tuter", #"{"active":"false"}"#)
        #expect(try visit.whoIs(cookies) == "401")
        try visit.change("abel.tuter", #"{"active":"true"}"#)
        #expect(try visit.whoIs(cookies) == "401")
        #expect(try visit.ask(.get, target).status == 200)
    }

    @Test func basicMayBeSwitchedOff() throws {
        let visit = try Visit("abel.tuter:password")
        let administrator: HeaderFields = ["Cookie": Visit.cookies(try visit.admin.ask(.get, target))]
        try visit.set("glide.authenticate.basic_auth.restriction.enforce", "true")
        #expect(try visit.ask(.get, target).status == 401)
        #expect(try visit.admin.ask(.get, target).status == 401)
        #expect(try visit.whoIs(["x-sn-apikey": key]) == "abel.tuter")
        #expect(try visit.by("fred.luddy:password").ask(.get, target, headers: ["X-MFA_TOKEN": "246810"]).status == 200)
        let id = "62826bf03710200044e0bfc8bcbe5df1"
        _ = try visit.by(nil).ask(
            .patch, "/api/now/table/sys_user/" + id, body: #"{"web_service_access_only":"true"}"#,
            headers: administrator)
        #expect(try visit.ask(.get, target).status == 200)
    }
}

/// Client certificates. The server has already verified them; only the name they prove arrives here.
struct CertificateTests {
    private func ask(
        _ visit: Visit, as name: String?, _ headers: HeaderFields = [:], path: String = "/api/now/ui/user/current_user",
        query: String? = nil
    ) -> HTTPResponse {
        var url = HTTPURL(scheme: "https", host: "sandbox.localhost")
        (url.path, url.query) = (path, query)
        var request = HTTPRequest(.get, url, headers: headers)
        request.certifiedName = name
        return visit.sandbox.answer(request)
    }

    private func who(
        _ visit: Visit, as name: String?, _ headers: HeaderFields = [:], query: String? = nil
    ) -> String {
        let answer = ask(visit, as: name, headers, query: query)
        return answer.json["result"]?["user_name"]?.scalarText ?? String(answer.status)
    }

    @Test(
        arguments: [
            ("abel.tuter", "abel.tuter"), ("fred.luddy", "fred.luddy"), ("nobody.known", "401"), ("", "401"),
            ("beth.anglin", "401"), ("don.goodliffe", "401"), ("abel.tuter' OR 1=1 --", "401"), (nil, "401"),
        ] as [(String?, String)])
    func theUserOfThatNameIsSignedIn(_ name: String?, _ user: String) throws {
        #expect(who(try Visit(nil), as: name) == user)
    }

    @Test func aSessionIsOpenedThatGoesOnWithoutTheCertificate() throws {
        let visit = try Visit(nil)
        let first = ask(visit, as: "abel.tuter")
        let cookies: HeaderFields = ["Cookie": Visit.cookies(first)]
        #expect(who(visit, as: nil, cookies) == "abel.tuter")
        #expect(
            !ask(visit, as: "abel.tuter", cookies).headers.values(of: "Set-Cookie").contains {
                $0.contains("JSESSIONID")
            })
        try visit.change("abel.tuter", #"{"active":"false"}"#)
        #expect(who(visit, as: "abel.tuter", cookies) == "401")
    }

    @Test func whateverElseARequestBringsCountsMore() throws {
        let visit = try Visit(nil)
        let admin: HeaderFields = ["Authorization": "Basic YWRtaW46YWRtaW4="]
        #expect(who(visit, as: "abel.tuter", admin) == "admin")
        #expect(who(visit, as: "john.doe", [:], query: "x-sn-apikey=sandbox-api-key-of-abel.tuter") == "abel.tuter")
        let cookies: HeaderFields = ["Cookie": Visit.cookies(ask(visit, as: nil, admin))]
        #expect(who(visit, as: "abel.tuter", cookies) == "admin")
    }

    /// An administrator's wrong password, an empty credential, a missing user name, invalid Base64.
    @Test(arguments: ["Basic YWRtaW46d3Jvbmc=", "Basic", "Basic Og==", "Basic ?"])
    func itCountsMoreThanABasicHeaderOfNoUse(line: String) throws {
        let visit = try Visit(nil)
        #expect(who(visit, as: "abel.tuter", ["Authorization": line]) == "abel.tuter")
        #expect(who(visit, as: "nobody.known", ["Authorization": line]) == "401")
        #expect(who(visit, as: "abel.tuter", ["Authorization": "Bearer nothing"]) == "401")
    }

    @Test func aBrowserThatShowsItUnaskedStillNeedsThePagesToken() throws {
        let visit = try Visit(nil)
        try visit.set("com.glide.processors.aprocessor.donot_reuse_api_session", "false")
        let cookies: HeaderFields = ["Cookie": Visit.cookies(ask(visit, as: "abel.tuter"))]
        #expect(ask(visit, as: nil, cookies, path: "/home.do").status == 200)
        #expect(who(visit, as: "abel.tuter", cookies) == "401")
    }

    @Test func noLineOfARequestStandsForOne() throws {
        let visit = try Visit(nil)
        for name in [
            "X-Client-Cert", "X-SSL-Client-CN", "X-Forwarded-Client-Cert", "certifiedName", "X-Forwarded-User",
        ] {
            #expect(who(visit, as: nil, HeaderFields([HeaderField(name, "abel.tuter")])) == "401")
        }
        var request = HTTPRequest(
            .get, HTTPURL(scheme: "https", host: "sandbox.localhost", path: "/api/now/ui/user/current_user"))
        request.principal = "abel.tuter"
        #expect(visit.sandbox.answer(request).status == 401)
    }
}
