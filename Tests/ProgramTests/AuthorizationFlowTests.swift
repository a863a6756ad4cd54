import Foundation
import Testing

/// An application gets a token by the user's consent, with nothing but curl: page by page, as a browser would.
struct AuthorizationFlowTests {
    /// curl at a desk, with a jar of cookies.
    private struct Curl {
        let desk: Desk
        let address: String

        /// Asks, and gives the body.
        func page(_ target: String) async throws -> String {
            try await desk.runOther("curl", "-s", "-b", "jar", "-c", "jar", address + target).output
        }

        /// Asks, and gives the status and where it leads.
        func lead(_ target: String) async throws -> String {
            try await desk.runOther(
                "curl", "-s", "-b", "jar", "-c", "jar", "-o", "page", "-w", "%{http_code} %{redirect_url}",
                address + target
            ).output
        }

        /// Sends a form, and gives the status and where it leads.
        func send(_ form: String, to target: String) async throws -> String {
            try await desk.runOther(
                "curl", "-s", "-b", "jar", "-c", "jar", "-o", "page", "-w", "%{http_code} %{redirect_url}",
                "-d", form, address + target
            ).output
        }
    }

    private func token(_ page: String) throws -> String {
        let start = try #require(page.range(of: "var g_ck = '"))
        return String(page[start.upperBound...].prefix { $0 != "'" })
    }

    @Test func curlGetsATokenByTheUsersConsent() async throws {
        let desk = try Desk()
        let sandbox = try await ServedSandbox(desk)
        let curl = Curl(desk: desk, address: sandbox.address)
        // The example of RFC 7636, appendix B.
        let question =
            "response_type=code&client_id=snowdeck-public&redirect_uri=http%3A%2F%2Flocalhost%3A41234%2Fcallback&state=a%26b"
            + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        let target = "/oauth_auth.do?" + question

        #expect(try await curl.lead(target) == "302 \(sandbox.address)/login.do")
        var token = try token(try await curl.page("/login.do"))
        let form = "user_name=fred.luddy&user_password=password&sys_action=sysverb_login&sysparm_ck="
        let code = "/validate_multifactor_auth_code.do"
        #expect(try await curl.send(form + token, to: "/login.do") == "302 \(sandbox.address)\(code)")
        token = try self.token(try await curl.page(code))
        let landed = "302 \(sandbox.address)/login_redirect.do?sysparm_stack=no"
        #expect(try await curl.send("txtResponse=246810&sysparm_ck=\(token)", to: code) == landed)
        #expect(try await curl.lead("/login_redirect.do?sysparm_stack=no") == "302 \(sandbox.address)\(target)")
        token = try self.token(try await curl.page(target))
        let answer = try await curl.send("\(question)&sys_action=allow&sysparm_ck=\(token)", to: "/oauth_auth.do")
        let parts = answer.split(whereSeparator: { "?&= ".contains($0) }).map(String.init)
        try #require(parts.count == 6)
        #expect(parts[0...2] == ["302", "http://localhost:41234/callback", "code"])
        #expect(parts[4...5] == ["state", "a%26b"])

        let grant = try await desk.runOther(
            "curl", "-s", "-d", "grant_type=authorization_code", "-d", "client_id=snowdeck-public",
            "-d", "code=\(parts[3])", "-d", "code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
            "--data-urlencode", "redirect_uri=http://localhost:41234/callback", sandbox.address + "/oauth_token.do")
        let json = try JSONSerialization.jsonObject(with: Data(grant.output.utf8)) as? [String: Any]
        let bearer = try #require(json?["access_token"] as? String, "\(grant)")
        let tasks = try await desk.runOther(
            "curl", "-s", "-H", "Authorization: Bearer \(bearer)",
            sandbox.address + "/api/now/table/sys_user?user_name=fred.luddy&sysparm_fields=user_name")
        #expect(tasks == Ended(0, #"{"result":[{"user_name":"fred.luddy"}]}"#))
    }
}
