import ExchangeModel
import Testing

@testable import NowSDK

@Suite struct CookieTests {
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
        #expect(cookie.name == "glide_user")
        #expect(cookie.value == #""U0N2Mjo1ODczMTEzNTIxNDIxMjAwOWE3NDgyZDFlZjg3Mzk4OQ==""#)
        #expect(cookie.bareValue == "U0N2Mjo1ODczMTEzNTIxNDIxMjAwOWE3NDgyZDFlZjg3Mzk4OQ==")
        #expect(cookie.path == "/")
        #expect(cookie.isSecure)
        #expect(cookie.expires == now.advanced(bySeconds: 2_147_483_647))
    }

    @Test(arguments: [
        ("a=b", "a", "b"), ("a=b=c==", "a", "b=c=="), ("  a \t=  b ; Path=/", "a", "b"), ("a=", "a", ""),
        (#"a="x;y"; Path=/"#, "a", #""x;y""#), (#"a="x;y"z; Path=/"#, "a", #""x"#), (#"a="x; Path=/"#, "a", #""x"#),
        (#"a=b"c"#, "a", #"b"c"#), ("a=b;;;", "a", "b"), ("a=b; =; Max-Age", "a", "b"),
    ])
    func nameAndValueAreSplitAtFirstEqualsSign(line: String, name: String, value: String) throws {
        let cookie = try #require(try cookie(line))
        #expect(cookie.name == name)
        #expect(cookie.value == value)
    }

    @Test(arguments: [
        "", "a", "=b", "; Path=/", "a=\u{1}b", "a=b\u{7F}", "a=b; Domain=evil.com", "a=b; Domain=ervice-now.com",
        "a=b; Domain=y.x.service-now.com", "a=" + String(repeating: "v", count: 4096),
        "a=b; x=" + String(repeating: "y", count: 8192),
    ])
    func invalidOrForeignCookieIsDropped(line: String) throws {
        #expect(try cookie(line) == nil)
    }

    @Test func secureAttributeNeedsHTTPS() throws {
        #expect(try cookie("a=b; Secure", from: "http://sandbox.localhost/") == nil)
        #expect(try cookie("a=b; sEcUrE", from: "https://sandbox.localhost/")?.isSecure == true)
    }

    @Test(arguments: [
        ("a=b; Path=/api", "/api"), ("a=b; Path=api", "/api/now/table"), ("a=b", "/api/now/table"),
        ("a=b; Path=/x; Path=/y", "/y"), ("a=b; Path=", "/api/now/table"),
    ])
    func pathDefaultsToRequestFolder(line: String, path: String) throws {
        #expect(try cookie(line)?.path == path)
    }

    @Test(arguments: [
        ("/", "/anything", true), ("/api", "/api", true), ("/api", "/api/now", true), ("/api", "/apix", false),
        ("/api/", "/api", false), ("/api/", "/api/now", true), ("/api", "/ap", false),
    ])
    func cookieIsSentToItsPathAndBelow(path: String, request: String, goes: Bool) throws {
        let cookie = try #require(try cookie("a=b; Path=\(path)"))
        #expect(cookie.matches(path: request) == goes)
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
        #expect(CookieDate.read(text)?.glideText == moment)
    }

    @Test(arguments: [
        "", "soon", "0", "Thu, 01 Jan 1970", "00:00:10", "30 Feb 2024 00:00:00", "29 Feb 2023 00:00:00",
        "01 Foo 2024 00:00:00", "01 Jan 2024 24:00:00", "01 Jan 2024 00:60:00", "32 Jan 2024 00:00:00",
        "01 Jan 1500 00:00:00", "99999999999999999999 Jan 2024 00:00:00",
    ])
    func invalidDateIsNil(text: String) {
        #expect(CookieDate.read(text) == nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("-1", 0), ("1800", 1800), ("99999999999999999999999", 400 * 366 * 86400),
        ] as [(String, Int64)])
    func maxAgeIsRelativeAndBounded(age: String, seconds: Int64) throws {
        let cookie = try #require(try cookie("a=b; Expires=Mon, 27-Mar-2084 19:32:44 GMT; Max-Age=\(age)"))
        #expect(cookie.expires == now.advanced(bySeconds: seconds))
    }

    @Test func invalidMaxAgeFallsBackToExpires() throws {
        for age in ["", "-", "soon", "1e3", "0x10"] {
            let cookie = try #require(try cookie("a=b; Expires=Mon, 27-Mar-2084 19:32:44 GMT; Max-Age=\(age)"))
            #expect(cookie.expires?.glideText == "2084-03-27 19:32:44", "Max-Age=\(age)")
        }
    }
}

/// Expiry of cookies under differing clocks, and the two jars.
@Suite struct CookieTimeTests {
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
        #expect(jar.end(of: "a") == seconds.map { now.advanced(bySeconds: $0) })
        #expect(jar.isEmpty == (seconds == nil))
    }

    @Test func maxAgeTakesPrecedenceOverExpires() throws {
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
    func domainIsCheckedButNotWidened(domain: String, isTaken: Bool) async throws {
        var jar = CookieJar()
        _ = jar.store(
            ["Set-Cookie": "a=b; Path=/; Domain=\(domain)"], from: try url("https://x.service-now.com/"), at: now)
        #expect(jar.holds("a", at: now) == isTaken)
        // The jar has one host; the transport consults it only for that host.
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
    func emptyValueDeletesCookie(line: String, isDeletion: Bool) throws {
        var jar = CookieJar()
        for line in [#"glide_user="U0N2Mjo1=="; Path=/"#, line + "; Path=/"] {
            _ = jar.store(["Set-Cookie": line], from: try url("https://x.service-now.com/"), at: now)
        }
        #expect(jar.isEmpty == isDeletion)
    }
}
