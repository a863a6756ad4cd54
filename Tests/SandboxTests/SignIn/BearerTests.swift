import ExchangeModel
import Notation
import Sandbox
import Testing

struct BearerTests {
    private let target = "/api/now/ui/user/current_user"

    private func opened(_ visit: Visit, _ token: String) throws -> HTTPResponse {
        try visit.by(nil).ask(.get, target, headers: ["Authorization": "Bearer " + token])
    }

    @Test func aTokenOpensASessionWithCookiesAsBasicDoes() throws {
        let visit = try Visit(nil)
        let token = try visit.johnsTokens().access
        let response = try opened(visit, token)
        #expect(response.headers["X-Is-Logged-In"] == "true")
        #expect(
            response.headers.values(of: "Set-Cookie").map { String($0.prefix { $0 != "=" }) } == [
                "JSESSIONID", "glide_user", "glide_user_session", "glide_user_route", "glide_session_store",
                "BIGipServerpool_sandbox",
            ])
        #expect(try visit.whoIs(["Cookie": Visit.cookies(response)]) == "john.doe")
        #expect(try visit.whoIs(["Cookie": Visit.cookies(response), "Authorization": "Bearer " + token]) == "john.doe")
    }

    @Test(arguments: ["Bearer", "Bearer ", "Bearer nothing", "bearer nothing", "Bearer a b", "Token x"])
    func aWrongTokenIsRefused(line: String) throws {
        let response = try Visit(nil).ask(.get, target, headers: ["Authorization": line])
        #expect(response.status == 401)
        #expect(
            response.text
                == #"""
                {"error":{"message":"User Not Authenticated","detail":"Required to provide Auth information"},\#
                "status":"failure"}
                """#)
    }

    @Test func aSessionEndsWithItsToken() throws {
        let visit = try Visit { $0.tokenLifetime = 100 }
        let tokens = try visit.johnsTokens()
        let cookies = ["Cookie": Visit.cookies(try opened(visit, tokens.access))] as HeaderFields
        visit.clock.move(seconds: 99)
        #expect(try visit.whoIs(cookies) == "john.doe")
        visit.clock.move(seconds: 1)
        #expect(try visit.whoIs(cookies) == "401")
    }

    @Test func aLaterTokenKeepsTheSession() throws {
        let visit = try Visit { $0.tokenLifetime = 100 }
        let tokens = try visit.johnsTokens()
        let cookies = Visit.cookies(try opened(visit, tokens.access))
        visit.clock.move(seconds: 60)
        let form = "grant_type=refresh_token&\(Visit.client)&refresh_token=\(tokens.refresh)"
        let later = try visit.tokens(form).json["access_token"]?.scalarText ?? ""
        let answer = try visit.by(nil).ask(
            .get, target, headers: ["Cookie": cookies, "Authorization": "Bearer " + later])
        #expect(answer.headers.values(of: "Set-Cookie").allSatisfy { !$0.hasPrefix("JSESSIONID") })
        visit.clock.move(seconds: 60)
        #expect(try visit.whoIs(["Cookie": cookies]) == "john.doe")
    }

    @Test func aSessionOfAPasswordDoesNotEndWithAToken() throws {
        let visit = try Visit { $0.tokenLifetime = 100 }
        let cookies = Visit.cookies(try visit.by("john.doe:password").ask(.get, target))
        let token = try visit.johnsTokens().access
        #expect(try visit.whoIs(["Cookie": cookies, "Authorization": "Bearer " + token]) == "john.doe")
        visit.clock.move(seconds: 200)
        #expect(try visit.whoIs(["Cookie": cookies]) == "john.doe")
    }

    @Test func aPropertyLetsASessionOutliveItsToken() throws {
        let visit = try Visit { $0.tokenLifetime = 100 }
        try visit.set("glide.authenticate.oauth.post.token.expiration.cookie_auth.disabled", "false")
        let tokens = try visit.johnsTokens()
        let cookies = ["Cookie": Visit.cookies(try opened(visit, tokens.access))] as HeaderFields
        visit.clock.move(seconds: 1000)
        #expect(try visit.whoIs(cookies) == "john.doe")
        #expect(try visit.whoIs(["Authorization": "Bearer " + tokens.access]) == "401")
    }

    @Test(arguments: [false, true])
    func revokingEndsTheTokenAndItsSession(ofRefreshToken: Bool) throws {
        let visit = try Visit(nil)
        try visit.set("glide.authenticate.oauth.post.token.expiration.cookie_auth.disabled", "false")
        let tokens = try visit.johnsTokens()
        let cookies = ["Cookie": Visit.cookies(try opened(visit, tokens.access))] as HeaderFields
        let token = ofRefreshToken ? tokens.refresh : tokens.access
        let answer = try visit.ask(.get, "/oauth_revoke_token.do?token=" + token)
        #expect(answer.status == 200 && answer.body.isEmpty)
        #expect(try visit.whoIs(["Authorization": "Bearer " + tokens.access]) == "401")
        #expect(try visit.whoIs(cookies) == "401")
        let form = "grant_type=refresh_token&\(Visit.client)&refresh_token=\(tokens.refresh)"
        #expect(try visit.tokens(form).status == (ofRefreshToken ? 401 : 200))
    }

    @Test func revokingTakesAFormToo() throws {
        let visit = try Visit(nil)
        let token = try visit.johnsTokens().access
        let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]
        #expect(try visit.ask(.post, "/oauth_revoke_token.do", body: "token=nothing", headers: form).status == 200)
        #expect(try visit.whoIs(["Authorization": "Bearer " + token]) == "john.doe")
        #expect(try visit.ask(.post, "/oauth_revoke_token.do", body: "token=" + token, headers: form).status == 200)
        #expect(try visit.whoIs(["Authorization": "Bearer " + token]) == "401")
    }

    @Test func aSessionLivesAsLongAsTheSandboxIsTold() throws {
        let visit = try Visit { $0.sessionLifetime = 3 }
        let first = try visit.by("john.doe:password").ask(.get, target)
        #expect(
            first.headers.values(of: "Set-Cookie")[4].hasSuffix(
                "; Max-Age=3; Expires=Thu, 01-Jan-2026 00:00:03 GMT; Path=/; HttpOnly"))
        let cookies = ["Cookie": Visit.cookies(first)] as HeaderFields
        for _ in 0..<3 {
            visit.clock.move(seconds: 2)
            #expect(try visit.whoIs(cookies) == "john.doe")
        }
        visit.clock.move(seconds: 3)
        #expect(try visit.whoIs(cookies) == "401")
    }
}
