import Database
import ExchangeModel
import Notation
import Testing

@testable import Sandbox

struct TokenErrorTests {
    private let denied = #"{"error_description":"access_denied","error":"server_error"}"#

    @Test(arguments: [
        "", "&&&", "=", "grant_type", "grant_type=&client_id=", "grant_type=implicit&" + SandboxClient.credentials,
        "grant_type=password", "grant_type=password&" + SandboxClient.credentials,
        "grant_type=password&client_id=snowdeck&username=john.doe&password=password",
        "grant_type=password&client_id=snowdeck&client_secret=wrong&username=john.doe&password=password",
        "grant_type=password&client_id=Snowdeck&client_secret=snowdeck-client-secret&username=john.doe&password=password",
        "grant_type=password&client_id=nobody&client_secret=x&username=john.doe&password=password",
        "grant_type=password&client_id=snowdeck-public&username=john.doe&password=password",
        "grant_type=password&\(SandboxClient.credentials)&username=john.doe&password=wrong",
        "grant_type=password&\(SandboxClient.credentials)&username=nobody&password=password",
        "grant_type=password&\(SandboxClient.credentials)&username=beth.anglin&password=password",
        "grant_type=password&\(SandboxClient.credentials)&username=don.goodliffe&password=password",
        "grant_type=refresh_token&\(SandboxClient.credentials)&refresh_token=nothing",
        "grant_type=refresh_token&" + SandboxClient.credentials,
        "grant_type=authorization_code&\(SandboxClient.credentials)&code=nothing&redirect_uri=http://127.0.0.1/callback",
        "grant_type=client_credentials&client_id=snowdeck-public", "grant_type=client_credentials&client_id=snowdeck",
        "grant_type=%FF%00&client_id=%",
    ])
    func failuresHaveSameMessage(form: String) throws {
        let response = try SandboxClient(nil).tokens(form)
        #expect(response.status == 401 && response.text == denied)
        #expect(response.headers["WWW-Authenticate"] == nil && response.headers["X-Is-Logged-In"] == nil)
    }

    @Test func tokenRequestMustBeAForm() throws {
        let client = try SandboxClient(nil)
        let address = "/oauth_token.do?" + SandboxClient.passwordForm
        let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]
        let json = #"{"grant_type":"password","client_id":"snowdeck"}"#
        let answers = try [
            client.ask(.get, address), client.ask(.post, address, headers: form),
            client.ask(.post, address, body: "", headers: form),
            client.ask(.put, "/oauth_token.do", body: SandboxClient.passwordForm, headers: form),
            client.ask(.post, "/oauth_token.do", body: json),
            client.ask(
                .post, "/oauth_token.do", body: SandboxClient.passwordForm, headers: ["Content-Type": "text/plain"]),
            client.ask(
                .post, "/oauth_token.do",
                body: SandboxClient.passwordForm + "&x=" + String(repeating: "y", count: 70_000),
                headers: form),
        ]
        for answer in answers { #expect(answer.status == 401 && answer.text == denied) }
        #expect(
            try client.tokens(
                SandboxClient.passwordForm, ["Content-Type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8"]
            ).status == 200)
    }

    @Test func propertiesSwitchGrantsOff() throws {
        let client = try SandboxClient(nil)
        try client.set("glide.oauth.inbound.ropc.grant_type.disabled", "true")
        #expect(try client.tokens(SandboxClient.passwordForm).text == denied)
        let form = "grant_type=client_credentials&" + SandboxClient.credentials
        #expect(try client.tokens(form).status == 200)
        try client.set("glide.oauth.inbound.client.credential.grant_type.enabled", "false")
        #expect(try client.tokens(form).text == denied)
    }

    @Test func inactiveApplicationGetsNoTokens() throws {
        let client = try SandboxClient(nil)
        let tokens = try client.johnsTokens()
        let id = try client.admin.list("oauth_entity", "client_id=snowdeck", "sys_id")[0]
        _ = try client.admin.ask(.patch, "/api/now/table/oauth_entity/" + id, body: #"{"active":"false"}"#)
        #expect(try client.tokens(SandboxClient.passwordForm).text == denied)
        #expect(
            try client.tokens("grant_type=refresh_token&\(SandboxClient.credentials)&refresh_token=\(tokens.refresh)")
                .text == denied)
    }

    @Test func refreshTokenBelongsToOneApplication() throws {
        let client = try SandboxClient(nil)
        _ = try client.admin.create(
            "oauth_entity", #"{"name":"Other","client_id":"other","client_secret":"its-secret"}"#)
        let tokens = try client.johnsTokens()
        let form = "grant_type=refresh_token&client_id=other&client_secret=its-secret&refresh_token="
        #expect(try client.tokens(form + tokens.refresh).text == denied)
        #expect(
            try client.tokens(
                "grant_type=password&client_id=other&client_secret=its-secret&username=john.doe&password=password"
            ).status == 200)
    }

    @Test func inactiveUserGetsNoTokens() throws {
        let client = try SandboxClient(nil)
        let tokens = try client.johnsTokens()
        try client.change("john.doe", #"{"active":"false"}"#)
        #expect(try client.currentUser(["Authorization": "Bearer " + tokens.access]) == "401")
        #expect(
            try client.tokens("grant_type=refresh_token&\(SandboxClient.credentials)&refresh_token=\(tokens.refresh)")
                .text == denied)
    }

    @Test func secretsAreNotReadable() throws {
        let client = try SandboxClient(nil).admin
        for (table, column) in [
            ("oauth_entity", "client_secret"), ("api_key", "token"), ("jwt_verifier_map", "shared_key"),
        ] {
            for form in ["false", "true", "all"] {
                let text = try client.get("/api/now/table/\(table)?sysparm_display_value=\(form)")
                #expect(!text.contains("snowdeck-client-secret") && !text.contains("sandbox-api-key"))
            }
            let all = try client.count(table, "")
            #expect(try client.count(table, column + "STARTSWITHs") == all)
        }
        #expect(try client.by("abel.tuter:password").ask(.get, "/api/now/table/oauth_entity").status == 403)
        #expect(try client.by("abel.tuter:password").ask(.get, "/api/now/table/api_key").status == 403)
    }
}

/// Page sessions and API sessions are separate.
struct PageRuleTests {
    private let now = FixedClock().now
    private let john = "ea2bc1b14f4212008a5ab895f110c7d1"

    private func store() throws -> RecordStore {
        try RecordStore(schema: .standard, options: SandboxOptions(clock: FixedClock()))
    }

    @Test func pageTokenHasInstanceFormat() {
        var book = SessionStore(lifetime: 1800), random = SeededRandom(seed: 3)
        let one = book.open(for: "a", at: now, random: &random), other = book.open(for: "a", at: now, random: &random)
        #expect(one.csrfToken.utf8.count == 72 && one.csrfToken == one.csrfToken.lowercased())
        #expect(one.csrfToken.allSatisfy { $0.isHexDigit })
        #expect(one.csrfToken.prefix(32).dropFirst() == one.id.lowercased().dropFirst())
        #expect(one.csrfToken.first != one.id.lowercased().first && one.csrfToken != other.csrfToken)
    }

    @Test func codeIsRedeemedOnceAndInTime() {
        var codes = AuthorizationCodes(), random = SeededRandom(seed: 1)
        let grant = AuthorizationCodes.Grant(
            userID: john, clientID: "snowdeck", redirect: "http://127.0.0.1/callback", challenge: nil, scope: "")
        let code = codes.issue(grant, at: now, random: &random)
        let late = codes.issue(grant, at: now, random: &random)
        let redeemed = [("other", 0), (code, 299), (code, 0), (late, 300)].map { text, age in
            codes.redeem(text, at: now.advanced(bySeconds: age))
        }
        #expect(late != code && redeemed == [nil, grant, nil, nil])
    }

    @Test(arguments: [
        ("http://127.0.0.1/callback", true), ("http://127.0.0.1:5000/callback", true),
        ("http://localhost:1/callback", true), ("https://127.0.0.1/callback", false),
        ("http://127.0.0.1:5000/callback/", false), ("http://127.0.0.1:5000/callback?a=b", false),
        ("http://127.0.0.1.example.com/callback", false), ("http://user@127.0.0.1/callback", false),
        ("http://[::1]/callback", false), ("//127.0.0.1/callback", false), ("", false),
        ("http://example.com/callback", false),
    ])
    func redirectURLMustBeRegistered(address: String, isAllowed: Bool) throws {
        let application = try OAuthApplication.named("snowdeck-public", in: try store())
        #expect(application?.isPublic == true && application?.mayRedirect(to: address) == isAllowed)
    }
}
