import ExchangeModel
import Notation
import Sandbox
import Testing

struct TokenTests {
    private func masked(_ response: HTTPResponse) -> String {
        var text = response.text
        for name in ["access_token", "refresh_token"] {
            guard let token = response.json[name]?.scalarText, token.utf8.count == 86 else { continue }
            text = text.split(separator: token, omittingEmptySubsequences: false).joined(separator: "*")
        }
        return "\(response.status) " + text
    }

    private let both = #"200 {"access_token":"*","refresh_token":"*","scope":"useraccount","token_type":"Bearer","#
    private let one = #"200 {"access_token":"*","scope":"useraccount","token_type":"Bearer","#

    @Test func passwordGivesTokens() throws {
        let client = try SandboxClient(nil)
        let response = try client.tokens(SandboxClient.passwordForm)
        #expect(masked(response) == both + #""expires_in":1799}"#)
        #expect(response.headers["Content-Type"] == "application/json;charset=UTF-8")
        #expect(response.headers["Set-Cookie"] == nil)
        #expect(try client.currentUser(["Authorization": "Bearer " + client.johnsTokens().access]) == "john.doe")
    }

    /// `client:secret` as sent by curl, and with all encodable characters of the secret encoded (RFC 6749, 2.3.1).
    @Test(arguments: [
        "snowdeck:snowdeck-client-secret", "snowdeck:%73nowdeck%2Dclient%2Dsecret", "snowdec%6B:snowdeck-client-secret",
    ])
    func applicationMayNameItselfInABasicHeader(user: String) throws {
        let client = try SandboxClient(nil)
        let header: HeaderFields = ["Authorization": "Basic " + Base64.encode(user.utf8)]
        let granted = try client.tokens("grant_type=password&username=john.doe&password=password", header)
        let refresh = granted.json["refresh_token"]?.scalarText ?? "none"
        for form in ["grant_type=client_credentials", "grant_type=refresh_token&refresh_token=" + refresh] {
            #expect(try client.tokens(form, header).status == 200)
            #expect(try client.tokens(form + "&client_id=snowdeck", header).status == 200)
            #expect(try client.tokens(form + "&client_id=other", header).status == 401)
        }
        let wrong: HeaderFields = ["Authorization": "Basic " + Base64.encode((user + "x").utf8)]
        #expect(try client.tokens("grant_type=client_credentials", wrong).status == 401)
    }

    @Test func secondRequestReturnsSameTokens() throws {
        let client = try SandboxClient(nil)
        let first = try client.johnsTokens()
        client.clock.move(seconds: 1000)
        #expect(try client.tokens(SandboxClient.passwordForm).text.hasSuffix(#""expires_in":799}"#))
        #expect(try client.johnsTokens() == first)
        client.clock.move(seconds: 800)
        let second = try client.johnsTokens()
        #expect(second.access != first.access && second.refresh == first.refresh)
        client.clock.move(seconds: 8_640_000)
        #expect(try client.johnsTokens().refresh != first.refresh)
    }

    @Test func twoSandboxesOfOneSeedGiveTheSameTokens() throws {
        let tokens = try [1, 1, 2].map { seed in try SandboxClient { $0.seed = seed }.johnsTokens().access }
        #expect(tokens[0] == tokens[1] && tokens[1] != tokens[2])
    }

    @Test func tokenLifetimeOption() throws {
        let client = try SandboxClient { $0.tokenLifetime = 2 }
        let token = try client.johnsTokens().access
        #expect(try client.tokens(SandboxClient.passwordForm).text.hasSuffix(#""expires_in":1}"#))
        client.clock.move(seconds: 1)
        #expect(try client.currentUser(["Authorization": "Bearer " + token]) == "john.doe")
        client.clock.move(seconds: 1)
        #expect(try client.currentUser(["Authorization": "Bearer " + token]) == "401")
    }

    @Test func applicationSetsTokenLifetime() throws {
        let client = try SandboxClient(nil)
        let id = try client.admin.list("oauth_entity", "client_id=snowdeck", "sys_id")[0]
        _ = try client.admin.ask(
            .patch, "/api/now/table/oauth_entity/" + id, body: #"{"access_token_lifespan":"60"}"#)
        #expect(masked(try client.tokens(SandboxClient.passwordForm)) == both + #""expires_in":59}"#)
    }

    @Test func refreshTokenGivesANewAccessToken() throws {
        let client = try SandboxClient(nil)
        let first = try client.johnsTokens()
        let form = "grant_type=refresh_token&\(SandboxClient.credentials)&refresh_token=\(first.refresh)"
        let response = try client.tokens(form)
        #expect(masked(response) == both + #""expires_in":1799}"#)
        let second = response.json["access_token"]?.scalarText ?? ""
        #expect(second != first.access && response.json["refresh_token"]?.scalarText == first.refresh)
        for token in [first.access, second] {
            #expect(try client.currentUser(["Authorization": "Bearer " + token]) == "john.doe")
        }
        client.clock.move(seconds: 8_640_000)
        #expect(try client.tokens(form).status == 401)
    }

    @Test func clientCredentialsGrant() throws {
        let client = try SandboxClient(nil)
        let response = try client.tokens("grant_type=client_credentials&" + SandboxClient.credentials)
        #expect(masked(response) == one + #""expires_in":1799}"#)
        let token = response.json["access_token"]?.scalarText ?? ""
        #expect(try client.currentUser(["Authorization": "Bearer " + token]) == "integration.user")
        let tasks = try client.by(nil).ask(
            .get, "/api/now/table/task?sysparm_limit=1&sysparm_fields=number",
            headers: ["Authorization": "Bearer " + token])
        #expect(tasks.status == 200 && tasks.text.hasPrefix(#"{"result":[{"number""#))
    }

    @Test func tokensNeedSecondFactor() throws {
        let client = try SandboxClient(nil)
        func form(_ password: String) -> String {
            "grant_type=password&\(SandboxClient.credentials)&username=fred.luddy&password=\(password)"
        }
        #expect(try client.tokens(form("password")).status == 401)
        #expect(try client.tokens(form("password"), ["X-MFA_TOKEN": "000000"]).status == 401)
        #expect(masked(try client.tokens(form("password"), ["X-MFA_TOKEN": "246810"])) == both + #""expires_in":1799}"#)
        #expect(try client.tokens(form("password246810")).status == 200)
    }
}

struct BearerTests {
    private let target = "/api/now/ui/user/current_user"

    private func opened(_ client: SandboxClient, _ token: String) throws -> HTTPResponse {
        try client.by(nil).ask(.get, target, headers: ["Authorization": "Bearer " + token])
    }

    @Test func tokenOpensSession() throws {
        let client = try SandboxClient(nil)
        let token = try client.johnsTokens().access
        let response = try opened(client, token)
        #expect(response.headers["X-Is-Logged-In"] == "true")
        #expect(
            response.headers.values(of: "Set-Cookie").map { String($0.prefix { $0 != "=" }) } == [
                "JSESSIONID", "glide_user", "glide_user_session", "glide_user_route", "glide_session_store",
                "BIGipServerpool_sandbox",
            ])
        #expect(try client.currentUser(["Cookie": SandboxClient.cookies(response)]) == "john.doe")
        #expect(
            try client.currentUser(["Cookie": SandboxClient.cookies(response), "Authorization": "Bearer " + token])
                == "john.doe")
    }

    @Test(arguments: ["Bearer", "Bearer ", "Bearer nothing", "bearer nothing", "Bearer a b", "Token x"])
    func wrongTokenIsRejected(line: String) throws {
        let response = try SandboxClient(nil).ask(.get, target, headers: ["Authorization": line])
        #expect(response.status == 401)
        #expect(
            response.text
                == #"""
                {"error":{"message":"User Not Authenticated","detail":"Required to provide Auth information"},\#
                "status":"failure"}
                """#)
    }

    @Test func sessionEndsWithItsToken() throws {
        let client = try SandboxClient { $0.tokenLifetime = 100 }
        let tokens = try client.johnsTokens()
        let cookies = ["Cookie": SandboxClient.cookies(try opened(client, tokens.access))] as HeaderFields
        client.clock.move(seconds: 99)
        #expect(try client.currentUser(cookies) == "john.doe")
        client.clock.move(seconds: 1)
        #expect(try client.currentUser(cookies) == "401")
    }

    @Test func newTokenKeepsSession() throws {
        let client = try SandboxClient { $0.tokenLifetime = 100 }
        let tokens = try client.johnsTokens()
        let cookies = SandboxClient.cookies(try opened(client, tokens.access))
        client.clock.move(seconds: 60)
        let form = "grant_type=refresh_token&\(SandboxClient.credentials)&refresh_token=\(tokens.refresh)"
        let later = try client.tokens(form).json["access_token"]?.scalarText ?? ""
        let answer = try client.by(nil).ask(
            .get, target, headers: ["Cookie": cookies, "Authorization": "Bearer " + later])
        #expect(answer.headers.values(of: "Set-Cookie").allSatisfy { !$0.hasPrefix("JSESSIONID") })
        client.clock.move(seconds: 60)
        #expect(try client.currentUser(["Cookie": cookies]) == "john.doe")
    }

    @Test func passwordSessionOutlivesToken() throws {
        let client = try SandboxClient { $0.tokenLifetime = 100 }
        let cookies = SandboxClient.cookies(try client.by("john.doe:password").ask(.get, target))
        let token = try client.johnsTokens().access
        #expect(try client.currentUser(["Cookie": cookies, "Authorization": "Bearer " + token]) == "john.doe")
        client.clock.move(seconds: 200)
        #expect(try client.currentUser(["Cookie": cookies]) == "john.doe")
    }

    @Test func propertyLetsASessionOutliveItsToken() throws {
        let client = try SandboxClient { $0.tokenLifetime = 100 }
        try client.set("glide.authenticate.oauth.post.token.expiration.cookie_auth.disabled", "false")
        let tokens = try client.johnsTokens()
        let cookies = ["Cookie": SandboxClient.cookies(try opened(client, tokens.access))] as HeaderFields
        client.clock.move(seconds: 1000)
        #expect(try client.currentUser(cookies) == "john.doe")
        #expect(try client.currentUser(["Authorization": "Bearer " + tokens.access]) == "401")
    }

    @Test(arguments: [false, true])
    func revokingEndsTheTokenAndItsSession(ofRefreshToken: Bool) throws {
        let client = try SandboxClient(nil)
        try client.set("glide.authenticate.oauth.post.token.expiration.cookie_auth.disabled", "false")
        let tokens = try client.johnsTokens()
        let cookies = ["Cookie": SandboxClient.cookies(try opened(client, tokens.access))] as HeaderFields
        let token = ofRefreshToken ? tokens.refresh : tokens.access
        let answer = try client.ask(.get, "/oauth_revoke_token.do?token=" + token)
        #expect(answer.status == 200 && answer.body.isEmpty)
        #expect(try client.currentUser(["Authorization": "Bearer " + tokens.access]) == "401")
        #expect(try client.currentUser(cookies) == "401")
        let form = "grant_type=refresh_token&\(SandboxClient.credentials)&refresh_token=\(tokens.refresh)"
        #expect(try client.tokens(form).status == (ofRefreshToken ? 401 : 200))
    }

    @Test func revocationAcceptsForm() throws {
        let client = try SandboxClient(nil)
        let token = try client.johnsTokens().access
        let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]
        #expect(try client.ask(.post, "/oauth_revoke_token.do", body: "token=nothing", headers: form).status == 200)
        #expect(try client.currentUser(["Authorization": "Bearer " + token]) == "john.doe")
        #expect(try client.ask(.post, "/oauth_revoke_token.do", body: "token=" + token, headers: form).status == 200)
        #expect(try client.currentUser(["Authorization": "Bearer " + token]) == "401")
    }

    @Test func sessionLifetimeOption() throws {
        let client = try SandboxClient { $0.sessionLifetime = 3 }
        let first = try client.by("john.doe:password").ask(.get, target)
        #expect(
            first.headers.values(of: "Set-Cookie")[4].hasSuffix(
                "; Max-Age=3; Expires=Thu, 01-Jan-2026 00:00:03 GMT; Path=/; HttpOnly"))
        let cookies = ["Cookie": SandboxClient.cookies(first)] as HeaderFields
        for _ in 0..<3 {
            client.clock.move(seconds: 2)
            #expect(try client.currentUser(cookies) == "john.doe")
        }
        client.clock.move(seconds: 3)
        #expect(try client.currentUser(cookies) == "401")
    }
}
