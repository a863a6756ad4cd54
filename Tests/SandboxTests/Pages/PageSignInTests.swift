import ExchangeModel
import Sandbox
import Testing

/// What an instance does with whoever asks for a page and is not signed in.
struct PageSignInTests {
    private func browser(_ place: PageSignIn, _ clock: MovableClock = MovableClock()) throws -> Browser {
        var options = SandboxOptions(clock: clock)
        options.pageSignIn = place
        options.sessionLifetime = 60
        return try Browser(try SandboxInstance(options), clock: clock)
    }

    @Test func theLoginFormIsUsual() throws {
        let clock = MovableClock()
        let browser = try browser(.form, clock)
        #expect(browser.get("/home.do").redirect == "302 /login.do")
        _ = browser.logIn("john.doe", "password")
        #expect(browser.get("/home.do").status == 200)
        clock.move(seconds: 61)
        let over = browser.get("/home.do")
        #expect(over.redirect == "302 /session_timeout.do" && over.headers["X-Is-Logged-In"] == "false")
        #expect(browser.get("/session_timeout.do").headers["X-Is-Logged-In"] == "false")
    }

    @Test func aSingleSignOnIsAPageThatLeadsElsewhereByScript() throws {
        let clock = MovableClock()
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
        // A form is turned away so too, and the form for those whom the instance itself knows stays.
        #expect(browser.post("/oauth_auth.do", []).text.contains("data-formName=\"auth_redirect\""))
        #expect(browser.logIn("john.doe", "password").redirect == "302 /login_redirect.do?sysparm_stack=no")
        #expect(browser.get("/home.do").headers["X-Is-Logged-In"] == "true")
        clock.move(seconds: 61)
        #expect(browser.get("/home.do").text.contains("data-formName=\"auth_redirect\""))
    }

    @Test func aPortalHasALoginPageOfItsOwn() throws {
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
