import ExchangeModel
import Testing

@testable import NowSDK

@Suite struct CookieJarTests {
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
        #expect(
            jar.line(for: address, at: now) == "JSESSIONID=3BFF4F3A8AC5F4695E0477F6F8E34BDE; "
                + "glide_user_route=glide.787db27f9eb4d8275f143168c5481c86; "
                + "glide_session_store=292391354F4212008A5AB895F110C722; "
                + "BIGipServerpool_myinstance=2927640842.52542.0000")
        #expect(
            secrets == [
                "3BFF4F3A8AC5F4695E0477F6F8E34BDE", "glide.787db27f9eb4d8275f143168c5481c86",
                "292391354F4212008A5AB895F110C722", "2927640842.52542.0000",
            ])
    }

    @Test(arguments: [
        "a=", #"a="""#, "a=x; Max-Age=0", "a=x; Max-Age=-5", "a=x; Expires=Thu, 01-Jan-1970 00:00:10 GMT",
    ])
    func emptyOrEndedCookieIsADeletion(line: String) {
        #expect(jar("a=1; Path=/", "b=2; Path=/", line + "; Path=/").line(for: address, at: now) == "b=2")
        #expect(jar(line).isEmpty)
    }

    @Test func deletionNeedsTheSamePath() {
        #expect(jar("a=1; Path=/", "a=; Path=/api").line(for: address, at: now) == "a=1")
    }

    @Test func settingAgainKeepsPosition() {
        #expect(jar("a=1; Path=/", "b=2; Path=/", "a=3; Path=/").line(for: address, at: now) == "a=3; b=2")
    }

    @Test func longerPathsComeFirst() {
        #expect(
            jar("a=1; Path=/", "b=2; Path=/api/now", "c=3; Path=/api").line(for: address, at: now) == "b=2; c=3; a=1")
    }

    @Test func cookiesExpireUnlessRenewed() {
        var jar = jar("glide_session_store=1; Max-Age=1800; Path=/", "a=1; Path=/")
        let later = now.advanced(bySeconds: 1799)
        #expect(jar.line(for: address, at: later) == "glide_session_store=1; a=1")
        _ = jar.store(["set-cookie": "glide_session_store=1; Max-Age=1800; Path=/"], from: address, at: later)
        #expect(jar.holds("glide_session_store", at: later.advanced(bySeconds: 1799)))
        #expect(jar.line(for: address, at: later.advanced(bySeconds: 1800)) == "a=1")
    }

    @Test func secureCookieIsNotSentOverHTTP() throws {
        let jar = jar("a=1; Secure; Path=/", "b=2; Path=/")
        #expect(jar.line(for: try url("http://myinstance.service-now.com/"), at: now) == "b=2")
        #expect(jar.line(for: address, at: now) == "a=1; b=2")
    }

    @Test func onlyNewValuesAreReportedAsSecrets() {
        var jar = CookieJar()
        #expect(jar.store(["Set-Cookie": #"a="x=="; Path=/"#], from: address, at: now) == ["x=="])
        #expect(jar.store(["Set-Cookie": #"a="x=="; Path=/"#], from: address, at: now) == [])
        #expect(jar.store(["Set-Cookie": "a=y; Path=/"], from: address, at: now) == ["y"])
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
        #expect(names == CookieJar.limit)
        #expect(jar.holds("JSESSIONID", at: now))
        #expect(jar.holds("c9999", at: now))
        #expect(!jar.holds("c0", at: now))
    }

    @Test func sessionCookiesSurviveFullJar() {
        var jar = jar("JSESSIONID=a; Path=/", "glide_session_store=b; Max-Age=60; Path=/")
        for number in 0..<1000 {
            _ = jar.store(["Set-Cookie": "c\(number)=v; Path=/"], from: address, at: now.advanced(bySeconds: 60))
        }
        #expect(jar.live(at: now).count == CookieJar.limit)
        #expect(jar.line(for: address, at: now)?.hasPrefix("JSESSIONID=a; glide_session_store=b; c938=v;") == true)
        #expect(jar.end(of: "glide_session_store") == now.advanced(bySeconds: 60))
        for number in 0..<1000 {
            _ = jar.store(["Set-Cookie": "JSESSIONID=v; Path=/\(number)"], from: address, at: now)
        }
        #expect(jar.live(at: now).count == CookieJar.limit)
    }

    @Test func tooLongHeaderDropsLongestOtherCookies() throws {
        let long = String(repeating: "v", count: 4000), atLimit = String(repeating: "w", count: 357)
        var jar = jar("a=\(long); Path=/", "JSESSIONID=\(long); Path=/", "b=\(long); Path=/")
        _ = jar.store(["Set-Cookie": "c=\(long); Path=/"], from: address, at: now)
        _ = jar.store(["Set-Cookie": "d=\(atLimit); Path=/"], from: address, at: now)
        let full = try #require(jar.line(for: address, at: now))
        #expect(full == "a=\(long); JSESSIONID=\(long); b=\(long); c=\(long); d=\(atLimit)")
        #expect(full.utf8.count == CookieJar.lineLimit)
        _ = jar.store(["Set-Cookie": "e=x; Path=/"], from: address, at: now)
        #expect(jar.line(for: address, at: now) == "a=\(long); JSESSIONID=\(long); b=\(long); d=\(atLimit); e=x")
    }

    @Test func responseWithoutCookiesChangesNothing() {
        var jar = jar("a=1; Path=/")
        #expect(jar.store(["Content-Type": "a=2"], from: address, at: now) == [])
        #expect(jar.line(for: address, at: now) == "a=1")
        #expect(CookieJar().line(for: address, at: now) == nil)
    }
}
