import ExchangeModel
import Foundation
import Synchronization
import TestSupport
import Testing

/// The session ends in the middle of a walk of the real program: the page comes and the sign-in is renewed once on the
/// wire, or there is one error.
@Suite struct SessionEndTests {
    /// How an instance says that nobody is signed in.
    private static let signs: [(name: String, answer: HTTPResponse)] = [
        ("timeout", HostileInstance.redirect("/session_timeout.do")),
        (
            "guest",
            HostileInstance.page("<p>A page for anybody.", status: 200, [HeaderField("X-Is-Logged-In", "false")])
        ),
        (
            "form",
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

    /// An instance whose sessions serve `uses` requests after the one that opened them;
    /// afterwards pages answer with a sign.
    private static func instance(uses: Int, _ sign: HTTPResponse) throws -> HostileInstance {
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
}
