import ExchangeModel
import Notation
import Sandbox
import Testing

struct PageSessionTests {
    private let api = "/api/now/ui/user/current_user"

    @Test func aPageMakesASessionOneOfTheUserInterface() throws {
        let browser = try Browser()
        _ = browser.logIn("john.doe", "password")
        _ = browser.get("/home.do")
        let refused = browser.get(api)
        #expect(refused.status == 401 && refused.headers["X-Is-Logged-In"] == "true")
        #expect(refused.headers["X-UserToken-Response"] == browser.token)
        let answered = browser.get(api, headers: ["X-UserToken": browser.token])
        #expect(answered.status == 200 && answered.json["result"]?["user_name"] == .string("john.doe"))
    }

    @Test func aSessionOfAnAPIIsNoneForPages() throws {
        let browser = try Browser()
        let basic = HeaderFields([HeaderField("Authorization", "Basic am9obi5kb2U6cGFzc3dvcmQ=")])
        #expect(browser.get(api, headers: basic).status == 200)
        #expect(browser.get("/home.do").redirect == "302 /session_timeout.do")
    }

    @Test func aCredentialOpensASessionForPagesToo() throws {
        let browser = try Browser()
        let basic = HeaderFields([HeaderField("Authorization", "Basic am9obi5kb2U6cGFzc3dvcmQ=")])
        #expect(browser.get("/home.do", headers: basic).text.contains("You are John Doe"))
        #expect(browser.get("/home.do").text.contains("You are John Doe"))
        let wrong = HeaderFields([HeaderField("Authorization", "Bearer abc")])
        #expect(try Browser().get("/home.do", headers: wrong).redirect == "302 /login.do")
    }

    /// What a mobile application does: a token for the first page, cookies for those that follow, and another token when
    /// it is sent to the login.
    @Test func aSessionThatATokenOpenedEndsWithIt() throws {
        let clock = MovableClock()
        var options = SandboxOptions(clock: clock)
        options.tokenLifetime = 60
        let browser = try Browser(SandboxInstance(options), clock: clock)
        func bearer() -> HeaderFields {
            let form = """
                grant_type=password&client_id=snowdeck&client_secret=snowdeck-client-secret&username=abel.tuter&\
                password=password
                """
            let answer = browser.ask(
                .post, "/oauth_token.do", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array(form.utf8))
            return ["Authorization": "Bearer " + (answer.json["access_token"]?.scalarText ?? "")]
        }
        #expect(browser.get("/home.do", headers: bearer()).status == 200)
        clock.move(seconds: 59)
        #expect(browser.get("/home.do").text.contains("You are Abel Tuter"))
        clock.move(seconds: 1)
        #expect(browser.get("/home.do").redirect == "302 /session_timeout.do")
        #expect(browser.get("/home.do", headers: bearer()).text.contains("You are Abel Tuter"))
        #expect(browser.get("/home.do").status == 200)
    }

    @Test func whoeverBringsAnotherCredentialIsSomebodyElse() throws {
        let browser = try Browser()
        _ = browser.logIn("john.doe", "password")
        let admin: HeaderFields = ["Authorization": "Basic YWRtaW46YWRtaW4="]
        #expect(browser.get("/home.do", headers: admin).text.contains("You are System Administrator"))
        #expect(browser.get("/home.do").text.contains("You are System Administrator"))
    }

    @Test func aSessionThatIsOverSaysSo() throws {
        let browser = try Browser()
        #expect(browser.get("/home.do").redirect == "302 /login.do")
        _ = browser.logIn("john.doe", "password")
        browser.clock.move(seconds: 1799)
        #expect(browser.get("/home.do").status == 200)
        browser.clock.move(seconds: 1800)
        let over = browser.get("/home.do?a=b")
        #expect(over.redirect == "302 /session_timeout.do" && over.headers["X-Is-Logged-In"] == "false")
        let page = browser.get("/session_timeout.do")
        #expect(page.status == 200 && page.text.contains("<meta http-equiv=\"refresh\" content=\"3;url=/login.do\">"))
        #expect(page.text.contains("You are not logged in, or your session has expired."))
        _ = browser.logIn("john.doe", "password")
        #expect(browser.get("/login_redirect.do").redirect == "302 /home.do?a=b")
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func loggingOutEndsTheSession(method: HTTPMethod) throws {
        let browser = try Browser()
        _ = browser.logIn("john.doe", "password")
        _ = browser.get("/home.do")
        let (cookies, token) = (browser.cookieLine, browser.token)
        let response = browser.ask(method, "/logout.do")
        #expect(response.redirect == "302 /welcome.do" && response.headers["X-Is-Logged-In"] == "false")
        #expect(!browser.cookies.contains { $0.name == "glide_user" || $0.name == "glide_user_session" })
        #expect(browser.get("/welcome.do").text.contains("<a href=\"/login.do\">Log in</a>"))
        #expect(browser.get("/home.do").redirect == "302 /login.do")
        // The old cookies are worth nothing to anybody.
        let old: HeaderFields = ["Cookie": cookies, "X-UserToken": token]
        #expect(try Browser(browser.sandbox).get(api, headers: old).status == 401)
        #expect(try Browser(browser.sandbox).get("/home.do", headers: old).redirect == "302 /session_timeout.do")
    }

    @Test func aUserWhoIsClosedMeanwhileIsSignedOut() throws {
        let browser = try Browser()
        _ = browser.logIn("abel.tuter", "password")
        #expect(browser.get("/home.do").status == 200)
        var visit = Visit(sandbox: browser.sandbox)
        visit.user = "admin:admin"
        let user = "/api/now/table/sys_user/62826bf03710200044e0bfc8bcbe5df1"
        #expect(try visit.ask(.patch, user, body: #"{"active":"false"}"#).status == 200)
        #expect(browser.get("/home.do").redirect == "302 /session_timeout.do")
    }

    @Test func otherPagesAreThereForThoseWhoAreSignedInAlone() throws {
        let browser = try Browser()
        for path in ["/nosuch.do", "/incident_list.do", "/a/b.do"] {
            #expect(browser.get(path).redirect == "302 /login.do")
        }
        #expect(browser.get("/nosuch").status == 404)
        _ = browser.logIn("john.doe", "password")
        #expect(browser.get("/nosuch.do").status == 404)
    }

    @Test(arguments: [
        (HTTPMethod.put, "/login.do", "GET, HEAD, POST"), (.delete, "/logout.do", "GET, HEAD, POST"),
        (.post, "/home.do", "GET, HEAD"), (.post, "/welcome.do", "GET, HEAD"),
        (HTTPMethod(rawValue: "BREW"), "/session_timeout.do", "GET, HEAD"),
    ])
    func otherMethodsAreNotAllowed(method: HTTPMethod, path: String, allowed: String) throws {
        let response = try Browser().ask(method, path)
        #expect(response.status == 405 && response.headers["Allow"] == allowed)
        #expect(response.headers["Content-Type"] == "text/html;charset=UTF-8")
    }

    @Test func aHeadBringsTheSameWithoutItsBody() throws {
        let browser = try Browser()
        let response = browser.ask(.head, "/login.do")
        #expect(response.status == 200 && response.body.isEmpty)
        #expect(response.headers["Content-Length"] == String(browser.get("/login.do").body.count))
    }

    @Test func cookiesAreSecureOverTLSAlone() throws {
        let response = try Browser(scheme: "https").logIn("john.doe", "password")
        #expect(response.headers["Location"] == "https://sandbox.localhost/login_redirect.do?sysparm_stack=no")
        let cookies = response.headers.values(of: "Set-Cookie")
        #expect(cookies.dropLast().allSatisfy { $0.hasSuffix("; HttpOnly; SameSite=None; Secure") })
    }
}
