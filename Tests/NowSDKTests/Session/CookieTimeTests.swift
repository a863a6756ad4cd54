import ExchangeModel
import Testing

@testable import NowSDK

/// Ends of cookies under clocks that disagree, and the two jars.
@Suite struct CookieTimeTests {
    private let now = Timestamp(glideText: "2024-04-16 17:00:00") ?? Timestamp(seconds: 0)

    /// What an answer at `date` (the sender's time) sets, and for how many seconds it is kept; nil when it is not kept.
    @Test(
        arguments: [
            // The sender's clock is right, an hour ahead, an hour behind, a year ahead, not told, not readable.
            ("Tue, 16 Apr 2024 17:00:00 GMT", "Tue, 16 Apr 2024 17:30:00 GMT", 1800),
            ("Tue, 16 Apr 2024 18:00:00 GMT", "Tue, 16 Apr 2024 18:30:00 GMT", 1800),
            ("Tue, 16 Apr 2024 16:00:00 GMT", "Tue, 16 Apr 2024 16:30:00 GMT", 1800),
            ("Wed, 16 Apr 2025 17:00:00 GMT", "Wed, 16 Apr 2025 17:30:00 GMT", 1800),
            (nil, "Tue, 16 Apr 2024 17:30:00 GMT", 1800),
            ("yesterday", "Tue, 16 Apr 2024 17:30:00 GMT", 1800),
            // What is past for the sender is past, however late it is here.
            ("Wed, 16 Apr 2025 17:00:00 GMT", "Wed, 16 Apr 2025 16:59:59 GMT", nil),
            ("Tue, 16 Apr 2024 16:00:00 GMT", "Tue, 16 Apr 2024 16:00:00 GMT", nil),
            ("Tue, 16 Apr 2024 16:00:00 GMT", "Thu, 01-Jan-1970 00:00:10 GMT", nil),
            ("Thu, 01 Jan 9999 00:00:00 GMT", "Mon, 01 Jan 1601 00:00:00 GMT", nil),
        ] as [(String?, String, Int64?)])
    func anEndIsCountedFromTheSendersDate(date: String?, expires: String, seconds: Int64?) throws {
        var jar = CookieJar()
        var headers: HeaderFields = ["Set-Cookie": "a=b; Path=/; Expires=\(expires)"]
        if let date { headers.append("Date", date) }
        _ = jar.store(headers, from: try url("https://x.service-now.com/"), at: now)
        #expect(jar.end(of: "a") == seconds.map { now.advanced(bySeconds: $0) })
        #expect(jar.isEmpty == (seconds == nil))
    }

    @Test func anAgeWinsOverAnEndAndNeedsNoDate() throws {
        var jar = CookieJar()
        _ = jar.store(
            [
                "Date": "Wed, 16 Apr 2025 17:00:00 GMT",
                "Set-Cookie": "a=b; Path=/; Max-Age=60; Expires=Thu, 01-Jan-1970 00:00:10 GMT",
            ], from: try url("https://x.service-now.com/"), at: now)
        #expect(jar.end(of: "a") == now.advanced(bySeconds: 60))
    }

    @Test(
        arguments: [
            ("x.service-now.com", true), (".x.service-now.com", true), ("service-now.com", true), ("com", true),
            ("y.service-now.com", false), ("z.x.service-now.com", false), ("example.com", false), ("x", false),
        ])
    func aDomainIsCheckedAndWidensNothing(domain: String, isTaken: Bool) async throws {
        var jar = CookieJar()
        _ = jar.store(
            ["Set-Cookie": "a=b; Path=/; Domain=\(domain)"], from: try url("https://x.service-now.com/"), at: now)
        #expect(jar.holds("a", at: now) == isTaken)
        // The jar has one host; the transport asks it for that one alone.
        let log = try SignInLog(
            [
                answer(200, [HeaderField("Set-Cookie", "JSESSIONID=1; Path=/; Domain=service-now.com")]),
                redirect(to: "https://other.service-now.com/"), answer(),
            ], [john])
        for _ in 0..<2 { await log.ask() }
        #expect(log.script.requests.map { $0.headers["Cookie"] } == [nil, "JSESSIONID=1", nil])
    }

    @Test(
        arguments: [
            ("glide_user=", true), (#"glide_user="""#, true), (#"glide_user="U0N2Mjo1ODc=="; Path=/"#, false),
            (#"glide_user=" ""#, false), ("glide_user=0", false),
        ])
    func anEmptyValueDeletesQuotedOrNot(line: String, isDeletion: Bool) throws {
        var jar = CookieJar()
        for line in [#"glide_user="U0N2Mjo1=="; Path=/"#, line + "; Path=/"] {
            _ = jar.store(["Set-Cookie": line], from: try url("https://x.service-now.com/"), at: now)
        }
        #expect(jar.isEmpty == isDeletion)
    }

    @Test func whatAPageSetsNeverGoesToARestInterfaceNorBack() async throws {
        let log = try SignInLog(
            [
                opens("A"), opens("P"), answer(200, [HeaderField("Set-Cookie", "glide_page=1; Path=/")]), answer(),
                answer(),
            ],
            [john])
        for path in ["/api/x", "/a.do", "/b.do", "/api/x", "/apix"] { await log.ask(path) }
        #expect(
            log.script.requests.dropFirst(2).map { $0.headers["Cookie"] } == [
                "JSESSIONID=P; glide_session_store=P", "JSESSIONID=A; glide_session_store=A",
                "JSESSIONID=P; glide_session_store=P; glide_page=1",
            ])
    }
}
