import ExchangeModel
import TestSupport
import Testing

@testable import NowSDK

struct CookieTests {
    let now = Timestamp(glideText: "2024-04-16 17:00:00")!

    private func cookie(_ line: String, from address: String = "https://x.service-now.com/api/now/table/incident")
        throws
        -> Cookie?
    {
        Cookie(setCookie: line, from: try url(address), at: now)
    }

    @Test func quotedBase64ValueIsKept() throws {
        let cookie = try #require(
            try cookie(
                #"glide_user="U0N2Mjo1ODczMTEzNTIxNDIxMjAwOWE3NDgyZDFlZjg3Mzk4OQ==";Secure; Version=1; "#
                    + "Max-Age=2147483647; Expires=Mon, 27-Mar-2084 19:34:00 GMT; Path=/; HttpOnly"))
        expectEqual(cookie.name, "glide_user")
        expectEqual(cookie.value, #""U0N2Mjo1ODczMTEzNTIxNDIxMjAwOWE3NDgyZDFlZjg3Mzk4OQ==""#)
        expectEqual(cookie.bareValue, "U0N2Mjo1ODczMTEzNTIxNDIxMjAwOWE3NDgyZDFlZjg3Mzk4OQ==")
        expectEqual(cookie.path, "/")
        #expect(cookie.isSecure)
        expectEqual(cookie.expires, now.advanced(bySeconds: 2_147_483_647))
    }

    @Test(arguments: [
        ("a=b", "a", "b"), ("a=b=c==", "a", "b=c=="), ("  a \t=  b ; Path=/", "a", "b"), ("a=", "a", ""),
        (#"a="x;y"; Path=/"#, "a", #""x"#), (#"a="x; Path=/"#, "a", #""x"#),
        (#"a=b"c"#, "a", #"b"c"#), ("a=b;;;", "a", "b"), ("a=b; =; Max-Age", "a", "b"),
    ])
    func nameAndValueAreSplitAtFirstEqualsSign(line: String, name: String, value: String) throws {
        let cookie = try #require(try cookie(line))
        expectEqual(cookie.name, name)
        expectEqual(cookie.value, value)
    }

    @Test(arguments: [
        "", "a", "=b", "; Path=/", "a=\u{1}b", "a=b\u{7F}", "a=b; Domain=evil.com", "a=b; Domain=ervice-now.com",
        "a=b; Domain=y.x.service-now.com", "a=" + String(repeating: "v", count: 4096),
        "a=b; x=" + String(repeating: "y", count: 8192),
    ])
    func invalidOrForeignCookieIsDropped(line: String) throws {
        try expectEqual(cookie(line), nil)
    }

    @Test func secureAttributeNeedsHTTPS() throws {
        try expectEqual(cookie("a=b; Secure", from: "http://sandbox.localhost/"), nil)
        try expectEqual(cookie("a=b; sEcUrE", from: "https://sandbox.localhost/")?.isSecure, true)
    }

    @Test(arguments: [
        ("a=b; Path=/api", "/api"), ("a=b; Path=api", "/api/now/table"), ("a=b", "/api/now/table"),
        ("a=b; Path=/x; Path=/y", "/y"), ("a=b; Path=", "/api/now/table"),
    ])
    func pathDefaultsToRequestFolder(line: String, path: String) throws {
        try expectEqual(cookie(line)?.path, path)
    }

    @Test(arguments: [
        ("/", "/anything", true), ("/api", "/api", true), ("/api", "/api/now", true), ("/api", "/apix", false),
        ("/api/", "/api", false), ("/api/", "/api/now", true), ("/api", "/ap", false),
    ])
    func cookieIsSentToItsPathAndBelow(path: String, request: String, goes: Bool) throws {
        let cookie = try #require(try cookie("a=b; Path=\(path)"))
        expectEqual(cookie.matches(path: request), goes)
    }

    @Test(arguments: [
        ("Thu, 01-Jan-1970 00:00:10 GMT", "1970-01-01 00:00:10"),
        ("Thu, 01 Jan 1970 00:00:10 GMT", "1970-01-01 00:00:10"),
        ("Mon, 27-Mar-2084 19:32:44 GMT", "2084-03-27 19:32:44"),
        ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06 08:49:37"),
        ("Sun Nov  6 08:49:37 1994", "1994-11-06 08:49:37"), ("06 NOVEMBER 2069 8:9:7", "2069-11-06 08:09:07"),
        ("01-Jan-69 00:00:00", "2069-01-01 00:00:00"), ("29 Feb 2024 23:59:59", "2024-02-29 23:59:59"),
    ])
    func bothDateFormatsAreParsed(text: String, moment: String) {
        expectEqual(CookieDate.read(text)?.glideText, moment)
    }

    @Test(arguments: [
        "", "soon", "0", "Thu, 01 Jan 1970", "00:00:10", "30 Feb 2024 00:00:00", "29 Feb 2023 00:00:00",
        "01 Foo 2024 00:00:00", "01 Jan 2024 24:00:00", "01 Jan 2024 00:60:00", "32 Jan 2024 00:00:00",
        "01 Jan 1500 00:00:00", "99999999999999999999 Jan 2024 00:00:00",
    ])
    func invalidDateIsNil(text: String) {
        expectEqual(CookieDate.read(text), nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("-1", 0), ("1800", 1800), ("99999999999999999999999", 400 * 366 * 86400),
        ] as [(String, Int64)])
    func maxAgeIsRelativeAndBounded(age: String, seconds: Int64) throws {
        let cookie = try #require(try cookie("a=b; Expires=Mon, 27-Mar-2084 19:32:44 GMT; Max-Age=\(age)"))
        expectEqual(cookie.expires, now.advanced(bySeconds: seconds))
    }

    @Test func invalidMaxAgeFallsBackToExpires() throws {
        for age in ["", "-", "soon", "1e3", "0x10"] {
            let cookie = try #require(try cookie("a=b; Expires=Mon, 27-Mar-2084 19:32:44 GMT; Max-Age=\(age)"))
            expectEqual(cookie.expires?.glideText, "2084-03-27 19:32:44", "Max-Age=\(age)")
        }
    }
}

/// Expiry of cookies under differing clocks, and the two jars.
struct CookieTimeTests {
    private let now = Timestamp(glideText: "2024-04-16 17:00:00") ?? Timestamp(seconds: 0)

    /// The lifetime in seconds of a cookie set by a response at `date` (the server's time); nil when it is not stored.
    @Test(
        arguments: [
            // The server's clock is right, an hour ahead, an hour behind, a year ahead, missing, unreadable.
            ("Tue, 16 Apr 2024 17:00:00 GMT", "Tue, 16 Apr 2024 17:30:00 GMT", 1800),
            ("Tue, 16 Apr 2024 18:00:00 GMT", "Tue, 16 Apr 2024 18:30:00 GMT", 1800),
            ("Tue, 16 Apr 2024 16:00:00 GMT", "Tue, 16 Apr 2024 16:30:00 GMT", 1800),
            ("Wed, 16 Apr 2025 17:00:00 GMT", "Wed, 16 Apr 2025 17:30:00 GMT", 1800),
            (nil, "Tue, 16 Apr 2024 17:30:00 GMT", 1800),
            ("yesterday", "Tue, 16 Apr 2024 17:30:00 GMT", 1800),
            // A time that is past for the server is past, whatever the local clock says.
            ("Wed, 16 Apr 2025 17:00:00 GMT", "Wed, 16 Apr 2025 16:59:59 GMT", nil),
            ("Tue, 16 Apr 2024 16:00:00 GMT", "Tue, 16 Apr 2024 16:00:00 GMT", nil),
            ("Tue, 16 Apr 2024 16:00:00 GMT", "Thu, 01-Jan-1970 00:00:10 GMT", nil),
            ("Thu, 01 Jan 9999 00:00:00 GMT", "Mon, 01 Jan 1601 00:00:00 GMT", nil),
        ] as [(String?, String, Int64?)])
    func expiryIsRelativeToServerDate(date: String?, expires: String, seconds: Int64?) throws {
        var jar = CookieJar()
        var headers: HeaderFields = ["Set-Cookie": "a=b; Path=/; Expires=\(expires)"]
        if let date { headers.append("Date", date) }
        _ = jar.store(headers, from: try url("https://x.service-now.com/"), at: now)
        expectEqual(jar.end(of: "a"), seconds.map { now.advanced(bySeconds: $0) })
        expectEqual(jar.isEmpty, (seconds == nil))
    }

    @Test(
        arguments: [
            ("x.service-now.com", true), (".x.service-now.com", true), ("service-now.com", true), ("com", true),
            ("y.service-now.com", false), ("z.x.service-now.com", false), ("example.com", false), ("x", false),
        ])
    func domainIsCheckedButNotWidened(domain: String, isTaken: Bool) async throws {
        var jar = CookieJar()
        _ = jar.store(
            ["Set-Cookie": "a=b; Path=/; Domain=\(domain)"], from: try url("https://x.service-now.com/"), at: now)
        expectEqual(jar.holds("a", at: now), isTaken)
        // The jar has one host; the transport consults it only for that host.
        let log = try SignInLog(
            [
                answer(200, [HeaderField("Set-Cookie", "JSESSIONID=1; Path=/; Domain=service-now.com")]),
                redirect(to: "https://other.service-now.com/"), answer(),
            ], [john])
        for _ in 0..<2 { await log.ask() }
        expectEqual(log.script.requests.map { $0.headers["Cookie"] }, [nil, "JSESSIONID=1", nil])
    }
}

struct CookieJarTests {
    let now = Timestamp(glideText: "2024-04-16 17:00:00")!
    let address = HTTPURL("https://myinstance.service-now.com/api/now/table/incident")!

    private func jar(_ lines: String..., from: HTTPURL? = nil) -> CookieJar {
        var jar = CookieJar()
        for line in lines { _ = jar.store(["Set-Cookie": line], from: from ?? address, at: now) }
        return jar
    }

    @Test func cookiesAreSentBackExceptDeletedOnes() {
        var jar = CookieJar()
        let secrets = jar.store(HeaderFields(firstCookies), from: address, at: now)
        expectEqual(
            jar.line(for: address, at: now),
            "JSESSIONID=3BFF4F3A8AC5F4695E0477F6F8E34BDE; "
                + "glide_user_route=glide.787db27f9eb4d8275f143168c5481c86; "
                + "glide_session_store=292391354F4212008A5AB895F110C722; "
                + "BIGipServerpool_myinstance=2927640842.52542.0000")
        expectEqual(
            secrets,
            [
                "3BFF4F3A8AC5F4695E0477F6F8E34BDE", "glide.787db27f9eb4d8275f143168c5481c86",
                "292391354F4212008A5AB895F110C722", "2927640842.52542.0000",
            ])
    }

    @Test(arguments: [
        ("a=", true), (#"a="""#, true), ("a=x; Max-Age=0", true), ("a=x; Max-Age=-5", true),
        ("a=x; Expires=Thu, 01-Jan-1970 00:00:10 GMT", true), (#"a="U0N2Mjo1ODc==""#, false), (#"a=" ""#, false),
        ("a=0", false),
    ])
    func emptyOrEndedCookieIsADeletion(line: String, isDeletion: Bool) {
        let left = jar(#"a="U0N2Mjo1=="; Path=/"#, "b=2; Path=/", line + "; Path=/").line(for: address, at: now)
        expectEqual((left == "b=2"), isDeletion)
        expectEqual(jar(line).isEmpty, isDeletion)
    }

    @Test func orderFollowsPathAndPlace() {
        // A deletion needs the same path; setting again keeps the position; longer paths come first.
        expectEqual(jar("a=1; Path=/", "a=; Path=/api").line(for: address, at: now), "a=1")
        expectEqual(jar("a=1; Path=/", "b=2; Path=/", "a=3; Path=/").line(for: address, at: now), "a=3; b=2")
        let paths = jar("a=1; Path=/", "b=2; Path=/api/now", "c=3; Path=/api")
        expectEqual(paths.line(for: address, at: now), "b=2; c=3; a=1")
    }

    @Test func cookiesExpireUnlessRenewed() {
        var jar = jar("glide_session_store=1; Max-Age=1800; Path=/", "a=1; Path=/")
        let later = now.advanced(bySeconds: 1799)
        expectEqual(jar.line(for: address, at: later), "glide_session_store=1; a=1")
        _ = jar.store(["set-cookie": "glide_session_store=1; Max-Age=1800; Path=/"], from: address, at: later)
        #expect(jar.holds("glide_session_store", at: later.advanced(bySeconds: 1799)))
        expectEqual(jar.line(for: address, at: later.advanced(bySeconds: 1800)), "a=1")
    }

    @Test func secureCookieIsNotSentOverHTTP() throws {
        let jar = jar("a=1; Secure; Path=/", "b=2; Path=/")
        expectEqual(jar.line(for: try url("http://myinstance.service-now.com/"), at: now), "b=2")
        expectEqual(jar.line(for: address, at: now), "a=1; b=2")
    }

    @Test func onlyNewValuesAreReportedAsSecrets() {
        var jar = CookieJar()
        expectEqual(jar.store(["Set-Cookie": #"a="x=="; Path=/"#], from: address, at: now), ["x=="])
        expectEqual(jar.store(["Set-Cookie": #"a="x=="; Path=/"#], from: address, at: now), [])
        expectEqual(jar.store(["Set-Cookie": "a=y; Path=/"], from: address, at: now), ["y"])
    }

    @Test func jarKeepsLatestSixtyFourCookies() {
        var jar = CookieJar()
        _ = jar.store(["Set-Cookie": "JSESSIONID=keep; Path=/"], from: address, at: now)
        for number in 0..<10_000 {
            _ = jar.store(
                HeaderFields([
                    HeaderField("Set-Cookie", "c\(number)=v; Path=/"),
                    HeaderField("Set-Cookie", "JSESSIONID=keep; Path=/"),
                ]), from: address, at: now)
        }
        let names = jar.line(for: address, at: now)?.split(separator: ";").count
        expectEqual(names, CookieJar.limit)
        #expect(jar.holds("JSESSIONID", at: now))
        #expect(jar.holds("c9999", at: now))
        #expect(!jar.holds("c0", at: now))
    }

    @Test func sessionCookiesSurviveFullJar() {
        var jar = jar("JSESSIONID=a; Path=/", "glide_session_store=b; Max-Age=60; Path=/")
        for number in 0..<1000 {
            _ = jar.store(["Set-Cookie": "c\(number)=v; Path=/"], from: address, at: now.advanced(bySeconds: 60))
        }
        expectEqual(jar.live(at: now).count, CookieJar.limit)
        expectEqual(jar.line(for: address, at: now)?.hasPrefix("JSESSIONID=a; glide_session_store=b; c938=v;"), true)
        expectEqual(jar.end(of: "glide_session_store"), now.advanced(bySeconds: 60))
        for number in 0..<1000 {
            _ = jar.store(["Set-Cookie": "JSESSIONID=v; Path=/\(number)"], from: address, at: now)
        }
        expectEqual(jar.live(at: now).count, CookieJar.limit)
    }

    @Test func responseWithoutCookiesChangesNothing() {
        var jar = jar("a=1; Path=/")
        expectEqual(jar.store(["Content-Type": "a=2"], from: address, at: now), [])
        expectEqual(jar.line(for: address, at: now), "a=1")
        expectEqual(CookieJar().line(for: address, at: now), nil)
    }
}
