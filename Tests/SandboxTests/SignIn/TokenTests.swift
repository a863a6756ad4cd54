import ExchangeModel
import Notation
import Sandbox
import Testing

struct TokenTests {
    /// An answer with its tokens as stars.
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

    @Test func aPasswordGivesTokens() throws {
        let visit = try Visit(nil)
        let response = try visit.tokens(Visit.passwordForm)
        #expect(masked(response) == both + #""expires_in":1799}"#)
        #expect(response.headers["Content-Type"] == "application/json;charset=UTF-8")
        #expect(response.headers["Set-Cookie"] == nil)
        #expect(try visit.whoIs(["Authorization": "Bearer " + visit.johnsTokens().access]) == "john.doe")
    }

    /// `client:secret` as curl sends it, and with every character of the secret that may be encoded (RFC 6749, 2.3.1).
    @Test(arguments: [
        "snowdeck:snowdeck-client-secret", "snowdeck:%73nowdeck%2Dclient%2Dsecret", "snowdec%6B:snowdeck-client-secret",
    ])
    func anApplicationMayNameItselfInABasicHeader(user: String) throws {
        let visit = try Visit(nil)
        let header: HeaderFields = ["Authorization": "Basic " + Base64.encode(user.utf8)]
        let granted = try visit.tokens("grant_type=password&username=john.doe&password=password", header)
        let refresh = granted.json["refresh_token"]?.scalarText ?? "none"
        for form in ["grant_type=client_credentials", "grant_type=refresh_token&refresh_token=" + refresh] {
            #expect(try visit.tokens(form, header).status == 200)
            #expect(try visit.tokens(form + "&client_id=snowdeck", header).status == 200)
            #expect(try visit.tokens(form + "&client_id=other", header).status == 401)
        }
        let wrong: HeaderFields = ["Authorization": "Basic " + Base64.encode((user + "x").utf8)]
        #expect(try visit.tokens("grant_type=client_credentials", wrong).status == 401)
    }

    @Test func aSecondRequestGivesTheSameTokensWithTheTimeThatIsLeft() throws {
        let visit = try Visit(nil)
        let first = try visit.johnsTokens()
        visit.clock.move(seconds: 1000)
        #expect(try visit.tokens(Visit.passwordForm).text.hasSuffix(#""expires_in":799}"#))
        #expect(try visit.johnsTokens() == first)
        visit.clock.move(seconds: 800)
        let second = try visit.johnsTokens()
        #expect(second.access != first.access && second.refresh == first.refresh)
        visit.clock.move(seconds: 8_640_000)
        #expect(try visit.johnsTokens().refresh != first.refresh)
    }

    @Test func twoSandboxesOfOneSeedGiveTheSameTokens() throws {
        let tokens = try [1, 1, 2].map { seed in try Visit { $0.seed = seed }.johnsTokens().access }
        #expect(tokens[0] == tokens[1] && tokens[1] != tokens[2])
    }

    @Test func tokensLiveAsLongAsTheSandboxIsTold() throws {
        let visit = try Visit { $0.tokenLifetime = 2 }
        let token = try visit.johnsTokens().access
        #expect(try visit.tokens(Visit.passwordForm).text.hasSuffix(#""expires_in":1}"#))
        visit.clock.move(seconds: 1)
        #expect(try visit.whoIs(["Authorization": "Bearer " + token]) == "john.doe")
        visit.clock.move(seconds: 1)
        #expect(try visit.whoIs(["Authorization": "Bearer " + token]) == "401")
    }

    @Test func anApplicationSaysHowLongItsTokensLive() throws {
        let visit = try Visit(nil)
        let id = try visit.admin.list("oauth_entity", "client_id=snowdeck", "sys_id")[0]
        _ = try visit.admin.ask(
            .patch, "/api/now/table/oauth_entity/" + id, body: #"{"access_token_lifespan":"60"}"#)
        #expect(masked(try visit.tokens(Visit.passwordForm)) == both + #""expires_in":59}"#)
    }

    @Test func aRefreshTokenGivesANewAccessToken() throws {
        let visit = try Visit(nil)
        let first = try visit.johnsTokens()
        let form = "grant_type=refresh_token&\(Visit.client)&refresh_token=\(first.refresh)"
        let response = try visit.tokens(form)
        #expect(masked(response) == both + #""expires_in":1799}"#)
        let second = response.json["access_token"]?.scalarText ?? ""
        #expect(second != first.access && response.json["refresh_token"]?.scalarText == first.refresh)
        for token in [first.access, second] {
            #expect(try visit.whoIs(["Authorization": "Bearer " + token]) == "john.doe")
        }
        visit.clock.move(seconds: 8_640_000)
        #expect(try visit.tokens(form).status == 401)
    }

    @Test func anApplicationHasATokenForItself() throws {
        let visit = try Visit(nil)
        let response = try visit.tokens("grant_type=client_credentials&" + Visit.client)
        #expect(masked(response) == one + #""expires_in":1799}"#)
        let token = response.json["access_token"]?.scalarText ?? ""
        #expect(try visit.whoIs(["Authorization": "Bearer " + token]) == "integration.user")
        let tasks = try visit.by(nil).ask(
            .get, "/api/now/table/task?sysparm_limit=1&sysparm_fields=number",
            headers: ["Authorization": "Bearer " + token])
        #expect(tasks.status == 200 && tasks.text.hasPrefix(#"{"result":[{"number""#))
    }

    @Test func aSecondFactorCountsForTokensToo() throws {
        let visit = try Visit(nil)
        func form(_ password: String) -> String {
            "grant_type=password&\(Visit.client)&username=fred.luddy&password=\(password)"
        }
        #expect(try visit.tokens(form("password")).status == 401)
        #expect(try visit.tokens(form("password"), ["X-MFA_TOKEN": "000000"]).status == 401)
        #expect(masked(try visit.tokens(form("password"), ["X-MFA_TOKEN": "246810"])) == both + #""expires_in":1799}"#)
        #expect(try visit.tokens(form("password246810")).status == 200)
    }

    @Test func theKeysOfTheInstanceAreNone() throws {
        let response = try Visit(nil).ask(.get, "/api/now/oauth/jwks")
        #expect(response.status == 200 && response.text == #"{"keys":[]}"#)
    }
}
