import ExchangeModel
import Notation
import Sandbox
import Testing

struct LoginTests {
    @Test func loginPageIsASmallDocument() throws {
        let browser = try Browser()
        let response = browser.get("/login.do")
        #expect(response.status == 200)
        #expect(browser.token.utf8.count == 72)
        #expect(
            response.text.pageBody == """
                <body data-formName="login">
                <main>
                <h1>Log in</h1>
                <form method="post" action="/login.do">
                <input type="hidden" name="sysparm_ck" value="\(browser.token)">
                <p><label for="user_name">User name</label>
                <input id="user_name" name="user_name" value="" autocomplete="username" required></p>
                <p><label for="user_password">Password</label>
                <input id="user_password" name="user_password" type="password" autocomplete="current-password" required></p>
                <input type="hidden" name="not_important" value="">
                <p><button name="sys_action" value="sysverb_login">Log in</button></p>
                </form>
                </main>
                </body>
                </html>

                """)
        #expect(
            response.headers.map(\.name) == [
                "Server-Timing", "X-Is-Logged-In", "Pragma", "Cache-Control", "Expires", "Content-Type",
                "X-Frame-Options", "Date", "Server", "Set-Cookie", "Set-Cookie", "Set-Cookie", "Set-Cookie",
                "Set-Cookie", "Set-Cookie",
            ])
        #expect(response.headers["X-Is-Logged-In"] == "false")
        #expect(response.headers["Content-Type"] == "text/html;charset=UTF-8")
    }

    @Test func correctPasswordRedirectsHome() throws {
        let browser = try Browser()
        let before = browser.get("/login.do").headers.values(of: "Set-Cookie").first
        let response = browser.logIn("john.doe", "password")
        #expect(response.redirect == "302 /login_redirect.do?sysparm_stack=no" && response.body.isEmpty)
        #expect(response.headers["X-Is-Logged-In"] == "true")
        // A new session, so the cookies of the form are no longer valid.
        let opened = response.headers.values(of: "Set-Cookie").first
        #expect(opened?.hasPrefix("JSESSIONID=") == true && opened != before)
        #expect(browser.get("/login_redirect.do?sysparm_stack=no").redirect == "302 /home.do")
        let home = browser.get("/home.do")
        #expect(home.status == 200 && home.headers["X-Is-Logged-In"] == "true")
        #expect(
            home.text.contains(
                """
                <p>You are John Doe (<code>john.doe</code>).</p>
                <p>Roles: admin, approver_user, itil, knowledge_admin, personalize, personalize_dictionary, \
                problem_admin, problem_coordinator, problem_manager, problem_task_analyst, sn_cmdb_editor, \
                web_service_admin.</p>
                """))
        #expect(home.text.contains("\nvar g_ck = '\(browser.token)';\n"))
    }

    @Test func requestedPageFollowsLogin() throws {
        let browser = try Browser()
        let target = "/incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8&a=%3Cb%3E"
        #expect(browser.get(target).redirect == "302 /login.do")
        #expect(browser.logIn("john.doe", "password").redirect == "302 /login_redirect.do?sysparm_stack=no")
        #expect(browser.get("/login_redirect.do?sysparm_stack=no").redirect == "302 " + target)
        // Only once.
        #expect(browser.get("/login_redirect.do").redirect == "302 /home.do")
    }

    @Test(arguments: [
        ("john.doe", "wrong"), ("john.doe", ""), ("nobody", "password"), ("", ""), ("john.doe' OR '1'='1", "password"),
        ("old.timer", "password"), ("beth.anglin", "password"), ("don.goodliffe", "password"),
    ])
    func wrongPasswordShowsThePageAgain(userName: String, password: String) throws {
        let browser = try Browser()
        let response = browser.logIn(userName, password)
        #expect(response.status == 200 && response.headers["X-Is-Logged-In"] == "false")
        #expect(response.text.contains("<p role=\"alert\">User name or password invalid</p>"))
        #expect(browser.get("/home.do").redirect == "302 /login.do")
        #expect(!response.text.contains("value=\"\(password.isEmpty ? "never" : password)\""))
    }

    @Test func crossSiteFormIsRejected() throws {
        let sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
        let victim = try Browser(sandbox), attacker = try Browser(sandbox)
        _ = attacker.get("/login.do")
        _ = victim.get("/login.do")
        let fields = [("user_name", "john.doe"), ("user_password", "password"), ("sys_action", "sysverb_login")]
        for token in ["", "0", attacker.token, victim.token + "0", victim.token.uppercased()] {
            #expect(victim.post("/login.do", fields, token: token).redirect == "302 /security_interceptor.do")
        }
        // Without cookies no session matches the form.
        #expect(try Browser(sandbox).post("/login.do", fields).redirect == "302 /security_interceptor.do")
        // A form without any fields.
        let body = Array("{\"user_name\":\"john.doe\"}".utf8)
        let json = victim.ask(.post, "/login.do", headers: ["Content-Type": "application/json"], body: body)
        #expect(json.redirect == "302 /security_interceptor.do")
        #expect(victim.get("/security_interceptor.do").status == 200)
        #expect(victim.get("/home.do").redirect == "302 /login.do")
    }

    @Test func secondFactorIsRequested() throws {
        let browser = try Browser()
        #expect(browser.get("/validate_multifactor_auth_code.do").redirect == "302 /login.do")
        #expect(browser.logIn("fred.luddy", "password").redirect == "302 /validate_multifactor_auth_code.do")
        #expect(browser.get("/home.do").redirect == "302 /login.do")
        let page = browser.get("/validate_multifactor_auth_code.do")
        #expect(page.status == 200 && page.text.contains("<input id=\"txtResponse\" name=\"txtResponse\""))
        let wrong = browser.post("/validate_multifactor_auth_code.do", [("txtResponse", "000000")])
        #expect(wrong.status == 200 && wrong.text.contains("<p role=\"alert\">Invalid verification code</p>"))
        let stopped = browser.post("/validate_multifactor_auth_code.do", [("txtResponse", "246810")], token: "x")
        #expect(stopped.redirect == "302 /security_interceptor.do")
        let right = browser.post("/validate_multifactor_auth_code.do", [("txtResponse", "246810")])
        #expect(right.redirect == "302 /login_redirect.do?sysparm_stack=no")
        #expect(browser.get("/home.do").text.contains("You are Fred Luddy"))
    }

    @Test func tooManyWrongCodesRestartLogin() throws {
        let browser = try Browser()
        _ = browser.logIn("fred.luddy", "password")
        _ = browser.get("/validate_multifactor_auth_code.do")
        let answers = (0..<6).map { _ in
            browser.post("/validate_multifactor_auth_code.do", [("txtResponse", "1")]).redirect
        }
        #expect(answers == ["200 -", "200 -", "200 -", "200 -", "302 /login.do", "302 /login.do"])
        let late = browser.post("/validate_multifactor_auth_code.do", [("txtResponse", "246810")])
        #expect(late.redirect == "302 /login.do")
    }

    @Test func tooManyWrongPasswordsLockTheUserOut() throws {
        let browser = try Browser()
        for _ in 0..<5 { #expect(browser.logIn("abel.tuter", "wrong").status == 200) }
        #expect(browser.logIn("abel.tuter", "password").status == 200)
        #expect(browser.get("/home.do").redirect == "302 /login.do")
    }
}

/// Requests for pages without a sign-in.
struct PageSignInTests {
    private func browser(_ place: PageSignIn, _ clock: ManualClock = ManualClock()) throws -> Browser {
        var options = SandboxOptions(clock: clock)
        options.pageSignIn = place
        options.sessionLifetime = 60
        return try Browser(try SandboxInstance(options), clock: clock)
    }

    @Test func loginFormHasUsualFields() throws {
        let clock = ManualClock()
        let browser = try browser(.form, clock)
        #expect(browser.get("/home.do").redirect == "302 /login.do")
        _ = browser.logIn("john.doe", "password")
        #expect(browser.get("/home.do").status == 200)
        clock.move(seconds: 61)
        let over = browser.get("/home.do")
        #expect(over.redirect == "302 /session_timeout.do" && over.headers["X-Is-Logged-In"] == "false")
        #expect(browser.get("/session_timeout.do").headers["X-Is-Logged-In"] == "false")
    }

    @Test func singleSignOnRedirectsByScript() throws {
        let clock = ManualClock()
        let browser = try browser(.sso, clock)
        let first = browser.get("/home.do?a='b")
        #expect(first.status == 200 && first.headers["X-Is-Logged-In"] == "false")
        let session = browser.token
        #expect(
            first.text == """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="UTF-8">
                <title>Sandbox</title>
                <script>var g_ck = '\(session)'; var o = {}; o.logged_in = false; o.form_name = 'auth_redirect';</script>
                </head>
                <body data-formName="auth_redirect">
                <script data-comment="loading_page redirect">setTimeout(function(){ top.location.href = \
                'https://idp.example.com/saml2?SAMLRequest=sandbox%3A\(session.prefix(16))&RelayState=\
                http%3A%2F%2Fsandbox.localhost%2Fsaml_redirector.do%3Fsysparm_nostack%3Dtrue%26sysparm_uri%3D\
                %252Fhome.do%253Fa%253D%2527b'; }, 0);</script>
                <noscript><p>This instance signs people in at <code>idp.example.com</code>, by a script.</p></noscript>
                </body>
                </html>

                """)
        // Form submissions are redirected too, and the local login form remains available.
        #expect(browser.post("/oauth_auth.do", []).text.contains("data-formName=\"auth_redirect\""))
        #expect(browser.logIn("john.doe", "password").redirect == "302 /login_redirect.do?sysparm_stack=no")
        #expect(browser.get("/home.do").headers["X-Is-Logged-In"] == "true")
        clock.move(seconds: 61)
        #expect(browser.get("/home.do").text.contains("data-formName=\"auth_redirect\""))
    }

    @Test func portalHasOwnLoginPage() throws {
        let browser = try browser(.portal)
        #expect(browser.get("/incident.do").redirect == "302 /sp?id=login")
        let page = browser.get("/sp?id=login")
        #expect(page.status == 200 && page.text.contains("data-formName=\"login\""))
        #expect(
            browser.post(
                "/login.do",
                [("user_name", "john.doe"), ("user_password", "password"), ("sys_action", "sysverb_login")]
            ).redirect == "302 /login_redirect.do?sysparm_stack=no")
        #expect(browser.get("/login_redirect.do").redirect == "302 /incident.do")
    }
}
