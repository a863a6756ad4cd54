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

struct AuthorizationTests {
    static let redirect = "http://127.0.0.1:41234/callback"
    /// The example of RFC 7636, appendix B.
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    /// The authorization URL, with parameters changed, added or (nil) omitted.
    static func authorizationURL(_ changes: [String: String?] = [:]) -> String {
        var fields: [(String, String)] = [
            ("response_type", "code"), ("client_id", "snowdeck-public"), ("redirect_uri", redirect),
            ("state", "state-1"), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ]
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            fields.removeAll { $0.0 == name }
            if let value { fields.append((name, value)) }
        }
        return "/oauth_auth.do?"
            + fields.map { $0.0 + "=" + PercentCoding.encode($0.1) }.joined(separator: "&")
    }

    /// The hidden fields of a page's form, without the token.
    static func hidden(_ page: String) -> [(String, String)] {
        page.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
            guard line.hasPrefix("<input type=\"hidden\" name="), parts[3] != "sysparm_ck" else { return nil }
            return (parts[3], plain(parts[5]))
        }
    }

    private static func plain(_ text: String) -> String {
        var rest = text[...], out = ""
        while let mark = rest.firstIndex(of: "&") {
            out += rest[..<mark]
            let end = rest[mark...].firstIndex(of: ";") ?? rest.index(before: rest.endIndex)
            let name = rest[rest.index(after: mark)..<end]
            let named = ["amp": "&", "lt": "<", "gt": ">"][String(name)]
            let number = UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init).map { String(Character($0)) }
            out += named ?? number ?? "?"
            rest = rest[rest.index(after: end)...]
        }
        return out + rest
    }

    private func browser(_ user: String = "abel.tuter") throws -> Browser {
        let browser = try Browser()
        _ = browser.logIn(user, "password")
        return browser
    }

    private func decide(_ action: String, _ target: String, _ browser: Browser) -> HTTPResponse {
        let page = browser.get(target)
        return browser.post("/oauth_auth.do", Self.hidden(page.text) + [("sys_action", action)])
    }

    private func token(_ browser: Browser, _ fields: [(String, String)]) -> HTTPResponse {
        let body = fields.map { $0.0 + "=" + PercentCoding.encode($0.1) }.joined(separator: "&")
        return browser.ask(
            .post, "/oauth_token.do", headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array(body.utf8))
    }

    @Test func consentPageNamesApplicationAndUser() throws {
        let browser = try browser()
        let page = browser.get(Self.authorizationURL(["state": "a&b\"c'<d>"]))
        #expect(page.status == 200)
        #expect(
            page.text.pageBody == """
                <body data-formName="oauth_auth">
                <main>
                <h1>Allow access</h1>
                <p><strong>Snowdeck (public)</strong> asks to act as
                Abel Tuter (<code>abel.tuter</code>) on this instance.</p>
                <p>The answer goes to <code>http://127.0.0.1:41234/callback</code>.</p>
                <form method="post" action="/oauth_auth.do">
                <input type="hidden" name="sysparm_ck" value="\(browser.token)">
                <input type="hidden" name="response_type" value="code">
                <input type="hidden" name="client_id" value="snowdeck-public">
                <input type="hidden" name="redirect_uri" value="http://127.0.0.1:41234/callback">
                <input type="hidden" name="state" value="a&amp;b&#34;c&#39;&lt;d&gt;">
                <input type="hidden" name="code_challenge" value="\(Self.challenge)">
                <input type="hidden" name="code_challenge_method" value="S256">
                <p><button name="sys_action" value="allow">Allow</button>
                <button name="sys_action" value="deny">Deny</button></p>
                </form>
                </main>
                </body>
                </html>

                """)
    }

    @Test func codeIsExchangedOnce() throws {
        let browser = try browser()
        let answer = decide("allow", Self.authorizationURL(), browser)
        let location = try #require(answer.headers["Location"].flatMap { HTTPURL($0) })
        #expect(answer.status == 302 && location.origin == "http://127.0.0.1:41234" && location.path == "/callback")
        let fields = location.queryFields
        #expect(fields.map(\.name) == ["code", "state"] && fields[1].value == "state-1")
        let grant = [
            ("grant_type", "authorization_code"), ("client_id", "snowdeck-public"), ("code", fields[0].value),
            ("redirect_uri", Self.redirect), ("code_verifier", Self.verifier),
        ]
        let token = token(browser, grant)
        #expect(token.status == 200 && token.json["token_type"] == .string("Bearer"))
        let bearer = HeaderFields([
            HeaderField("Authorization", "Bearer " + (token.json["access_token"]?.scalarText ?? ""))
        ])
        let user = try Browser(browser.sandbox).get("/api/now/ui/user/current_user", headers: bearer)
        #expect(user.json["result"]?["user_name"] == .string("abel.tuter"))
        #expect(self.token(browser, grant).status == 401)
    }

    @Test func signedOutUserSignsInFirst() throws {
        let browser = try Browser()
        let target = Self.authorizationURL([
            "client_id": "snowdeck", "code_challenge": nil, "code_challenge_method": nil,
        ])
        #expect(browser.get(target).redirect == "302 /login.do")
        #expect(browser.logIn("john.doe", "password").redirect == "302 /login_redirect.do?sysparm_stack=no")
        #expect(browser.get("/login_redirect.do?sysparm_stack=no").redirect == "302 " + target)
        let answer = decide("allow", target, browser)
        let code = try #require(answer.headers["Location"].flatMap { HTTPURL($0) }?.queryFields.first?.value)
        let token = token(
            browser,
            [
                ("grant_type", "authorization_code"), ("client_id", "snowdeck"),
                ("client_secret", "snowdeck-client-secret"), ("code", code), ("redirect_uri", Self.redirect),
            ])
        #expect(token.status == 200)
    }

    @Test func userMayDeny() throws {
        let answer = decide("deny", Self.authorizationURL(["state": "a b"]), try browser())
        #expect(answer.redirect == "302 http://127.0.0.1:41234/callback?error=access_denied&state=a%20b")
    }

    @Test(arguments: ["", "perhaps", "ALLOW"])
    func invalidDecisionAsksAgain(action: String) throws {
        let answer = decide(action, Self.authorizationURL(), try browser())
        #expect(answer.status == 200 && answer.text.contains("<h1>Allow access</h1>"))
    }

    @Test func crossSiteDecisionIsRejected() throws {
        let browser = try browser()
        let fields = Self.hidden(browser.get(Self.authorizationURL()).text) + [("sys_action", "allow")]
        for token in ["", "x", try Browser(browser.sandbox).get("/login.do").text] {
            #expect(browser.post("/oauth_auth.do", fields, token: token).redirect == "302 /security_interceptor.do")
        }
        let response = try Browser(browser.sandbox).post("/oauth_auth.do", fields, token: browser.token)
        #expect(response.redirect == "302 /login.do")
    }

    @Test func formParametersAreValidatedAgain() throws {
        let browser = try browser()
        for (name, value) in [
            ("redirect_uri", "https://evil.example/"), ("client_id", "nobody"), ("state", ""),
        ] {
            var fields = Self.hidden(browser.get(Self.authorizationURL()).text).filter { $0.0 != name }
            fields += [(name, value), ("sys_action", "allow")]
            let answer = browser.post("/oauth_auth.do", fields)
            #expect(answer.status == 400 && answer.headers["Location"] == nil)
        }
    }

    @Test(
        arguments: [
            (["state": nil], "Missing State parameter in request."),
            (["state": ""], "Missing State parameter in request."),
            (["client_id": nil], "No application of this client id is registered here."),
            (["client_id": "nobody"], "No application of this client id is registered here."),
            (["client_id": "SNOWDECK"], "No application of this client id is registered here."),
            (["redirect_uri": nil], "The application has not registered this redirect address."),
            (["redirect_uri": ""], "The application has not registered this redirect address."),
            (
                ["redirect_uri": "https://evil.example/callback"],
                "The application has not registered this redirect address."
            ),
            (["redirect_uri": "http://127.0.0.1:1/other"], "The application has not registered this redirect address."),
            (
                ["redirect_uri": "http://127.0.0.1.evil.example:1/callback"],
                "The application has not registered this redirect address."
            ),
            (
                ["redirect_uri": "http://127.0.0.1:1@evil.example/callback"],
                "The application has not registered this redirect address."
            ),
            (
                ["redirect_uri": "http://127.0.0.1:1/callback#a"],
                "The application has not registered this redirect address."
            ),
            (
                ["redirect_uri": "http://127.0.0.1:1/callback?a=b"],
                "The application has not registered this redirect address."
            ),
            (
                ["redirect_uri": "https://127.0.0.1:1/callback"],
                "The application has not registered this redirect address."
            ),
            (
                ["redirect_uri": "http://127.0.0.1:1/callback\r\nSet-Cookie: a=b"],
                "The application has not registered this redirect address."
            ),
            (["redirect_uri": "javascript:alert(1)"], "The application has not registered this redirect address."),
            (["redirect_uri": "//evil.example/callback"], "The application has not registered this redirect address."),
            (["state": String(repeating: "s", count: 8192)], "The State parameter is too long."),
            (["state": "a\r\nSet-Cookie: a=b"], "The State parameter holds control characters."),
        ] as [([String: String?], String)])
    func unverifiedClientErrorsAreNotRedirected(changes: [String: String?], text: String) throws {
        for browser in [try Browser(), try browser()] {
            let answer = browser.get(Self.authorizationURL(changes))
            #expect(answer.status == 400 && answer.headers["Location"] == nil)
            #expect(answer.text.contains("<h1>Authorization error</h1>\n<p role=\"alert\">\(text)</p>\n"))
        }
    }

    @Test(
        arguments: [
            (["response_type": "token"], "unsupported_response_type", "response_type%20must%20be%20code"),
            (["response_type": nil], "unsupported_response_type", "response_type%20must%20be%20code"),
            (["code_challenge": nil], "invalid_request", "code_challenge%20is%20required"),
            (["code_challenge_method": nil], "invalid_request", "code_challenge_method%20must%20be%20S256"),
            (["code_challenge_method": "plain"], "invalid_request", "code_challenge_method%20must%20be%20S256"),
            (["code_challenge": "abc"], "invalid_request", "code_challenge%20is%20not%20a%20valid%20S256%20challenge"),
            (
                ["code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw/cM"], "invalid_request",
                "code_challenge%20is%20not%20a%20valid%20S256%20challenge"
            ),
        ] as [([String: String?], String, String)])
    func otherErrorsAreRedirectedToTheApplication(
        changes: [String: String?], error: String, description: String
    ) throws {
        let answer = try Browser().get(Self.authorizationURL(changes))
        #expect(
            answer.redirect
                == "302 \(Self.redirect)?error=\(error)&error_description=\(description)&state=state-1")
    }

    @Test func repeatedParameterIsRejected() throws {
        for name in ["client_id", "redirect_uri", "state", "response_type", "code_challenge"] {
            let answer = try browser().get(Self.authorizationURL() + "&\(name)=other")
            #expect(answer.status == 400 && answer.text.contains("The parameter \(name) was given twice."))
        }
    }
}
