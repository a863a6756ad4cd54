import Database
import ExchangeModel
import Testing

@testable import Sandbox

/// Sessions that pages are visited in, and those of an API, which are kept apart.
struct PageRuleTests {
    private let now = FixedClock().now
    private let john = "ea2bc1b14f4212008a5ab895f110c7d1"

    private func store() throws -> RecordStore {
        try RecordStore(schema: .standard, options: SandboxOptions(clock: FixedClock()))
    }

    private func request(_ session: SessionBook.Session, _ more: HeaderFields = [:]) -> HTTPRequest {
        var headers: HeaderFields = ["Cookie": "JSESSIONID=\(session.id); glide_session_store=\(session.store)"]
        for field in more { headers.append(field.name, field.value) }
        return HTTPRequest(.get, HTTPURL(scheme: "http", host: "sandbox.localhost", path: "/api/x"), headers: headers)
    }

    private func outcome(_ result: SignInResult) -> String {
        switch result {
        case .signedIn(let session, _): "signed in " + session.userID
        case .refused(.userToken(let token)): "wants " + token
        case .refused(let refusal): "\(refusal)"
        }
    }

    @Test func theTokenLooksAsPagesOfInstancesHaveIt() {
        var book = SessionBook(), random = SeededRandom(seed: 3)
        let one = book.open(for: "a", at: now, random: &random), other = book.open(for: "a", at: now, random: &random)
        #expect(one.csrfToken.utf8.count == 72 && one.csrfToken == one.csrfToken.lowercased())
        #expect(one.csrfToken.allSatisfy { $0.isHexDigit })
        #expect(one.csrfToken.prefix(32).dropFirst() == one.id.lowercased().dropFirst())
        #expect(one.csrfToken.first != one.id.lowercased().first && one.csrfToken != other.csrfToken)
    }

    @Test func anAPIWantsTheTokenOfASessionThatVisitedAPage() throws {
        var desk = SignInDesk(SandboxOptions(clock: FixedClock()))
        let store = try store()
        let session = desk.openPages(for: john, at: now, secure: false).session
        func ask(_ headers: HeaderFields = [:]) throws -> String {
            outcome(try desk.signIn(request(session, headers), store, at: now, secure: false))
        }
        let wanted = "wants " + session.csrfToken
        #expect(try ask() == wanted)
        #expect(try ask(["X-UserToken": ""]) == wanted)
        #expect(try ask(["X-UserToken": session.csrfToken.uppercased()]) == wanted)
        #expect(try ask(["X-UserToken": session.csrfToken]) == "signed in " + john)
        #expect(try ask(["Authorization": "Basic am9obi5kb2U6cGFzc3dvcmQ="]) == "signed in " + john)
        #expect(try ask(["Authorization": "Basic am9obi5kb2U6d3Jvbmc="]) == "credentials")
        #expect(try ask() == wanted)
    }

    @Test func anInstanceSaysWhichTokenItWants() throws {
        var dress = ResponseDress(now: now, secure: false)
        dress.refused(.userToken("abc"), cookies: ["x=y"])
        let answer = dress.response(Refusal.notAuthenticated.answer, to: .get)
        #expect(answer.status == 401 && answer.headers["X-Is-Logged-In"] == "true")
        #expect(answer.headers["X-UserToken-Response"] == "abc" && answer.headers["Set-Cookie"] == nil)
    }

    @Test func theSessionOfAnAPIIsNoneForPages() throws {
        var desk = SignInDesk(SandboxOptions(clock: FixedClock()))
        let store = try store()
        let session = desk.sessions.open(for: john, at: now, random: &desk.random)
        let refused = try desk.visitor(request(session), store, at: now, secure: false)
        #expect(refused == nil)
        let signedIn = try desk.signIn(request(session), store, at: now, secure: false)
        #expect(outcome(signedIn) == "signed in " + john)
        try store.fill(["sys_properties"])
        try store.connection.run(
            "UPDATE \"sys_metadata\" SET \"value\" = 'false' WHERE \"name\" = ?",
            [.text(SignInProperty.keepsPagesApart)])
        let visitor = try desk.visitor(request(session), store, at: now, secure: false)
        #expect(visitor?.session.userID == john)
        let upgraded = try desk.signIn(request(session), store, at: now, secure: false)
        #expect(outcome(upgraded) == "wants " + session.csrfToken)
    }

    @Test func aSessionOfNobodyIsOneForPagesAlone() throws {
        var desk = SignInDesk(SandboxOptions(clock: FixedClock()))
        let store = try store()
        let session = desk.openPages(for: "", at: now, secure: false).session
        #expect(!session.hasUser)
        let visitor = try desk.visitor(request(session), store, at: now, secure: false)
        #expect(visitor?.cookies.map { String($0.prefix { $0 != "=" }) } == ["glide_session_store"])
        let refused = try desk.signIn(request(session), store, at: now, secure: false)
        #expect(outcome(refused) == "credentials")
        let opened = try desk.signIn(
            request(session, ["Authorization": "Basic am9obi5kb2U6cGFzc3dvcmQ="]), store, at: now, secure: false)
        #expect(outcome(opened) == "signed in " + john)
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
