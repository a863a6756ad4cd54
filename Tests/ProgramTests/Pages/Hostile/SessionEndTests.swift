import ExchangeModel
import Foundation
import Synchronization
import TestSupport
import Testing

/// The session ends in the middle of a walk of the real program: the page comes and the sign-in is renewed once on the
/// wire, or there is one error.
@Suite struct SessionEndTests {
    /// How an instance says that nobody is signed in.
    private static let signs: [(name: String, said: String, answer: HTTPResponse)] = [
        ("timeout", "it says that the session has ended", HostileInstance.redirect("/session_timeout.do")),
        ("login", "it sends to its login page", HostileInstance.redirect("/login.do", status: 303)),
        ("portal", "it sends to its login page", HostileInstance.redirect("/sp?id=login")),
        (
            "other host", "it sends to a single sign-on",
            HostileInstance.redirect("https://idp.example.com/saml2?SAMLRequest=x")
        ),
        (
            "guest", "",
            HostileInstance.page("<p>A page for anybody.", status: 200, [HeaderField("X-Is-Logged-In", "false")])
        ),
        (
            "script", "it sends to a single sign-on",
            HostileInstance.page("<script>var form_name = 'auth_redirect';</script>")
        ),
        (
            "form", "it answers with its login form",
            HostileInstance.page(
                "<form method=post action=login.do><input name=user_name><input name=user_password type=password>"
                    + "<button id=sysverb_login>Log in</button></form>")
        ),
    ]

    private static let ways: [(name: String, flags: [String], start: [String])] = [
        ("basic", ["--user", "jane"], []),
        (
            "bearer", ["--sign-in", "oauth-password", "--user", "jane", "--client-id", "app"],
            ["POST /oauth_token.do -"]
        ),
    ]

    private static let script = "page open /one.do\npage follow 1\npage follow 1\npage back\n"

    /// An instance whose sessions serve `uses` requests after the one that opened them; afterwards, or from the
    /// `closed`th sign-in on, pages answer with a sign.
    private static func instance(uses: Int, closedAfter signIns: Int = .max, _ sign: HTTPResponse) throws
        -> HostileInstance
    {
        let state = Mutex((signIns: 0, left: 0))
        return try HostileInstance { request in
            if request.url.path == "/oauth_token.do" {
                return HostileInstance.page(
                    Array(#"{"access_token":"tokenoftheinstance","token_type":"Bearer","expires_in":1799}"#.utf8),
                    "application/json")
            }
            return state.withLock { state in
                if request.headers["Authorization"] != nil {
                    state.signIns += 1
                    guard state.signIns <= signIns else { return sign }
                    state.left = uses
                    return HostileInstance.page(
                        "<a href=/two.do>signed in at \(request.url.target)</a>",
                        [
                            HeaderField("Set-Cookie", "JSESSIONID=0123456789ABCDEF\(state.signIns); Path=/; HttpOnly"),
                            HeaderField("X-Is-Logged-In", "true"),
                        ])
                }
                guard state.left > 0 else { return sign }
                state.left -= 1
                return HostileInstance.page("<a href=/three.do>\(request.url.target)</a>")
            }
        }
    }

    @Test(arguments: signs.indices, ways.indices)
    func thePageComesAndTheSignInIsRenewedOnce(sign: Int, way: Int) async throws {
        let (sign, way) = (Self.signs[sign], Self.ways[way])
        let instance = try Self.instance(uses: 1, sign.answer)
        let visit = try await HostileVisit(Self.script, try Desk(), instance.address, way.flags)
        #expect(
            visit.text(at: instance.address) == """
                http://HOST/one.do

                signed in at /one.do[1]
                http://HOST/two.do

                /two.do[1]
                http://HOST/three.do

                signed in at /three.do[1]
                http://HOST/two.do

                /two.do[1]
                —
                The session at HOST had ended; signed in again.
                exit 0

                """, "\(sign.name), \(way.name): \(visit.ended)")
        #expect(
            instance.asked == way.start + [
                "GET /one.do \(way.name)", "GET /two.do cookies", "GET /three.do cookies",
            ] + way.start + ["GET /three.do \(way.name)", "GET /two.do cookies"], "\(sign.name), \(way.name)")
    }

    @Test(arguments: ways.indices)
    func aLoginThatNeverSucceedsAgainIsOneError(number: Int) async throws {
        let way = Self.ways[number]
        for sign in Self.signs {
            let instance = try Self.instance(uses: 0, closedAfter: 1, sign.answer)
            let visit = try await HostileVisit(
                "page open /one.do > one\npage follow 1\n", try Desk(), instance.address, way.flags)
            // A page for guests may be the page itself, and is shown.
            let expected =
                sign.said.isEmpty
                ? "http://HOST/two.do\n\nA page for anybody.\n—\nexit 0\n"
                : "—\nscript:2: error: HOST shows no page to jane: \(sign.said).\n" + Self.behind[number]
            #expect(visit.text(at: instance.address) == expected, "\(sign.name)")
            #expect(
                instance.asked == way.start + ["GET /one.do \(way.name)", "GET /two.do cookies"] + way.start + [
                    "GET /two.do \(way.name)"
                ], "\(sign.name)")
        }
    }

    @Test(arguments: ["form", "sso", "portal"])
    func aSandboxWhoseSessionsEndSoonIsWalkedOn(place: String) async throws {
        let desk = try Desk()
        let served = try await ServedSandbox(desk, "--session-lifetime", "1", "--page-sign-in", place)
        let tap = WireTap(port: Int(served.address.split(separator: ":").last ?? "") ?? 0)
        let child = try desk.start(
            ["--instance", tap.address, "--user", "abel.tuter", "--tape", "walk", "run", "-"],
            variables: ["SNOWDECK_PASSWORD": "password"])
        child.type("page open incident_list.do?sysparm_query=number=INC0010021\n")
        #expect(await child.wrote { output, _ in output.contains("New[") })
        // Twice as long as a session lasts; a machine that is slow waits longer, which does no harm.
        try await Task.sleep(for: .seconds(2))
        child.type("page follow 22\n")
        child.endInput()
        let ended = await child.end()
        #expect(ended.status == 0 && ended.errors == "", "\(ended)")
        #expect(ended.output.contains("http://\(tap.name)/incident.do?sys_id="), "\(ended)")
        #expect(tap.text.components(separatedBy: " HTTP/1.1\r\nHost: ").count == 3)
        #expect(tap.text.components(separatedBy: "\r\nAuthorization: Basic ").count == 3)
        let check = try await desk.run("replay", desk.tape("walk"), "--check")
        #expect(check.status == 0, "\(check)")
        _ = await served.end()
    }

    /// What never opens a page at a sandbox that sends people to a single sign-on.
    @Test func aSingleSignOnThatLetsNobodyInIsOneError() async throws {
        let desk = try Desk()
        let served = try await ServedSandbox(desk, "--page-sign-in", "sso")
        var said = ""
        for (name, flags) in [
            ("password", ["--user", "abel.tuter"]), ("key", ["--sign-in", "api-key", "--from", "env:OTHER"]),
            ("token", ["--sign-in", "token", "--from", "env:OTHER"]), ("guest", ["--sign-in", "guest"]),
        ] {
            let visit = try await HostileVisit(
                "page open /incident_list.do\n", try Desk(), served.address, flags,
                variables: ["OTHER": "nobodys-key-of-this-test"])
            said += "— \(name)\n" + visit.text(at: served.address)
        }
        #expect(said == Self.saidOfSingleSignOn, "now reads:\n\(said)")
        _ = await served.end()
    }

    /// Behind the error that a sign is.
    private static let behind = [
        """
          page follow 1
          ^^^^^^^^^^^^^
        note: The password may be wrong, or good for the APIs alone: where people sign in by a single sign-on, pages often take no password.
        hint: login --from ask asks for the password again.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: whoami shows who is signed in, and how.
        exit 3

        """,
        """
          page follow 1
          ^^^^^^^^^^^^^
        note: The token may be good for the APIs alone, or its user be one that pages turn away: without a role, locked, or with a second factor to set up.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: login --sign-in basic --user NAME signs in by a password.
        hint: whoami shows who is signed in, and how.
        exit 3

        """,
    ]

    private static let saidOfSingleSignOn = """
        — password
        —
        script:1: error: HOST shows no page to abel.tuter: it sends to a single sign-on.
          page open /incident_list.do
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
        note: The password may be wrong, or good for the APIs alone: where people sign in by a single sign-on, pages often take no password.
        hint: login --from ask asks for the password again.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: whoami shows who is signed in, and how.
        exit 3
        — key
        —
        script:1: error: HOST shows no page to the user: it sends to a single sign-on.
          page open /incident_list.do
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
        note: An API key opens APIs, and no pages.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: login --sign-in basic --user NAME signs in by a password.
        hint: whoami shows who is signed in, and how.
        exit 3
        — token
        —
        script:1: error: HOST shows no page to the user: it sends to a single sign-on.
          page open /incident_list.do
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
        note: The token may be good for the APIs alone, or its user be one that pages turn away: without a role, locked, or with a second factor to set up.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: login --sign-in basic --user NAME signs in by a password.
        hint: whoami shows who is signed in, and how.
        exit 3
        — guest
        Sandbox
        http://HOST/incident_list.do

        This instance signs people in at idp.example.com, by a script.
        —
        exit 0

        """
}
