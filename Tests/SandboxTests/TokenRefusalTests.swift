import Database
import ExchangeModel
import Notation
import Testing

@testable import Sandbox

struct TokenRefusalTests {
    private let denied = #"{"error_description":"access_denied","error":"server_error"}"#

    @Test(arguments: [
        "", "&&&", "=", "grant_type", "grant_type=&client_id=", "grant_type=implicit&" + Visit.client,
        "grant_type=password", "grant_type=password&" + Visit.client,
        "grant_type=password&client_id=snowdeck&username=john.doe&password=password",
        "grant_type=password&client_id=snowdeck&client_secret=wrong&username=john.doe&password=password",
        "grant_type=password&client_id=Snowdeck&client_secret=snowdeck-client-secret&username=john.doe&password=password",
        "grant_type=password&client_id=nobody&client_secret=x&username=john.doe&password=password",
        "grant_type=password&client_id=snowdeck-public&username=john.doe&password=password",
        "grant_type=password&\(Visit.client)&username=john.doe&password=wrong",
        "grant_type=password&\(Visit.client)&username=nobody&password=password",
        "grant_type=password&\(Visit.client)&username=beth.anglin&password=password",
        "grant_type=password&\(Visit.client)&username=don.goodliffe&password=password",
        "grant_type=refresh_token&\(Visit.client)&refresh_token=nothing", "grant_type=refresh_token&" + Visit.client,
        "grant_type=authorization_code&\(Visit.client)&code=nothing&redirect_uri=http://127.0.0.1/callback",
        "grant_type=client_credentials&client_id=snowdeck-public", "grant_type=client_credentials&client_id=snowdeck",
        "grant_type=%FF%00&client_id=%",
    ])
    func everyFailureSaysTheSame(form: String) throws {
        let response = try Visit(nil).tokens(form)
        #expect(response.status == 401 && response.text == denied)
        #expect(response.headers["WWW-Authenticate"] == nil && response.headers["X-Is-Logged-In"] == nil)
    }

    @Test func onlyAFormInTheBodyCounts() throws {
        let visit = try Visit(nil)
        let address = "/oauth_token.do?" + Visit.passwordForm
        let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]
        let json = #"{"grant_type":"password","client_id":"snowdeck"}"#
        let answers = try [
            visit.ask(.get, address), visit.ask(.post, address, headers: form),
            visit.ask(.post, address, body: "", headers: form),
            visit.ask(.put, "/oauth_token.do", body: Visit.passwordForm, headers: form),
            visit.ask(.post, "/oauth_token.do", body: json),
            visit.ask(.post, "/oauth_token.do", body: Visit.passwordForm, headers: ["Content-Type": "text/plain"]),
            visit.ask(
                .post, "/oauth_token.do", body: Visit.passwordForm + "&x=" + String(repeating: "y", count: 70_000),
                headers: form),
        ]
        for answer in answers { #expect(answer.status == 401 && answer.text == denied) }
        #expect(
            try visit.tokens(
                Visit.passwordForm, ["Content-Type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8"]
            ).status == 200)
    }

    @Test func propertiesSwitchGrantsOff() throws {
        let visit = try Visit(nil)
        try visit.set("glide.oauth.inbound.ropc.grant_type.disabled", "true")
        #expect(try visit.tokens(Visit.passwordForm).text == denied)
        let client = "grant_type=client_credentials&" + Visit.client
        #expect(try visit.tokens(client).status == 200)
        try visit.set("glide.oauth.inbound.client.credential.grant_type.enabled", "false")
        #expect(try visit.tokens(client).text == denied)
    }

    @Test func anApplicationThatIsSwitchedOffHasNoTokens() throws {
        let visit = try Visit(nil)
        let tokens = try visit.johnsTokens()
        let id = try visit.admin.list("oauth_entity", "client_id=snowdeck", "sys_id")[0]
        _ = try visit.admin.ask(.patch, "/api/now/table/oauth_entity/" + id, body: #"{"active":"false"}"#)
        #expect(try visit.tokens(Visit.passwordForm).text == denied)
        #expect(
            try visit.tokens("grant_type=refresh_token&\(Visit.client)&refresh_token=\(tokens.refresh)").text == denied)
    }

    @Test func aRefreshTokenBelongsToOneApplication() throws {
        let visit = try Visit(nil)
        _ = try visit.admin.create(
            "oauth_entity", #"{"name":"Other","client_id":"other","client_secret":"its-secret"}"#)
        let tokens = try visit.johnsTokens()
        let form = "grant_type=refresh_token&client_id=other&client_secret=its-secret&refresh_token="
        #expect(try visit.tokens(form + tokens.refresh).text == denied)
        #expect(
            try visit.tokens(
                "grant_type=password&client_id=other&client_secret=its-secret&username=john.doe&password=password"
            ).status == 200)
    }

    @Test func aUserWhoIsGoneHasNoTokens() throws {
        let visit = try Visit(nil)
        let tokens = try visit.johnsTokens()
        try visit.change("john.doe", #"{"active":"false"}"#)
        #expect(try visit.whoIs(["Authorization": "Bearer " + tokens.access]) == "401")
        #expect(
            try visit.tokens("grant_type=refresh_token&\(Visit.client)&refresh_token=\(tokens.refresh)").text == denied)
    }

    @Test func nobodyReadsASecret() throws {
        let visit = try Visit(nil).admin
        for (table, column) in [
            ("oauth_entity", "client_secret"), ("api_key", "token"), ("jwt_verifier_map", "shared_key"),
        ] {
            for form in ["false", "true", "all"] {
                let text = try visit.get("/api/now/table/\(table)?sysparm_display_value=\(form)")
                #expect(!text.contains("snowdeck-client-secret") && !text.contains("sandbox-api-key"))
            }
            let all = try visit.count(table, "")
            #expect(try visit.count(table, column + "STARTSWITHs") == all)
        }
        #expect(try visit.by("abel.tuter:password").ask(.get, "/api/now/table/oauth_entity").status == 403)
        #expect(try visit.by("abel.tuter:password").ask(.get, "/api/now/table/api_key").status == 403)
    }
}

/// Page sessions and API sessions are separate.
struct PageRuleTests {
    private let now = FixedClock().now
    private let john = "ea2bc1b14f4212008a5ab895f110c7d1"

    private func store() throws -> RecordStore {
        try RecordStore(schema: .standard, options: SandboxOptions(clock: FixedClock()))
    }

    @Test func theTokenLooksAsPagesOfInstancesHaveIt() {
        var book = SessionStore(lifetime: 1800), random = SeededRandom(seed: 3)
        let one = book.open(for: "a", at: now, random: &random), other = book.open(for: "a", at: now, random: &random)
        #expect(one.csrfToken.utf8.count == 72 && one.csrfToken == one.csrfToken.lowercased())
        #expect(one.csrfToken.allSatisfy { $0.isHexDigit })
        #expect(one.csrfToken.prefix(32).dropFirst() == one.id.lowercased().dropFirst())
        #expect(one.csrfToken.first != one.id.lowercased().first && one.csrfToken != other.csrfToken)
    }

    @Test func aCodeIsRedeemedOnceAndInTime() {
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
    func codesGoWhereTheApplicationSays(address: String, isAllowed: Bool) throws {
        let application = try OAuthApplication.named("snowdeck-public", in: try store())
        #expect(application?.isPublic == true && application?.mayRedirect(to: address) == isAllowed)
    }
}
