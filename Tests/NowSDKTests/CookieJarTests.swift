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

    @Test func theFirstAnswersCookiesAreSentBackAndItsDeletionsAreNot() {
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
    func anEmptyOrEndedCookieIsADeletion(line: String) {
        #expect(jar("a=1; Path=/", "b=2; Path=/", line + "; Path=/").line(for: address, at: now) == "b=2")
        #expect(jar(line).isEmpty)
    }

    @Test func aDeletionNeedsTheSamePath() {
        #expect(jar("a=1; Path=/", "a=; Path=/api").line(for: address, at: now) == "a=1")
    }

    @Test func settingAgainReplacesTheValueAndKeepsThePlace() {
        #expect(jar("a=1; Path=/", "b=2; Path=/", "a=3; Path=/").line(for: address, at: now) == "a=3; b=2")
    }

    @Test func longerPathsComeFirst() {
        #expect(
            jar("a=1; Path=/", "b=2; Path=/api/now", "c=3; Path=/api").line(for: address, at: now) == "b=2; c=3; a=1")
    }

    @Test func aCookieEndsWithItsTimeAndASlidingOneLivesOn() {
        var jar = jar("glide_session_store=1; Max-Age=1800; Path=/", "a=1; Path=/")
        let later = now.advanced(bySeconds: 1799)
        #expect(jar.line(for: address, at: later) == "glide_session_store=1; a=1")
        _ = jar.store(["set-cookie": "glide_session_store=1; Max-Age=1800; Path=/"], from: address, at: later)
        #expect(jar.holds("glide_session_store", at: later.advanced(bySeconds: 1799)))
        #expect(jar.line(for: address, at: later.advanced(bySeconds: 1800)) == "a=1")
    }

    @Test func aSecureCookieStaysOffHttp() throws {
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

    @Test func tenThousandCookiesLeaveTheLatestSixtyFour() {
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

    @Test func anAnswerWithoutCookiesChangesNothing() {
        var jar = jar("a=1; Path=/")
        #expect(jar.store(["Content-Type": "a=2"], from: address, at: now) == [])
        #expect(jar.line(for: address, at: now) == "a=1")
        #expect(CookieJar().line(for: address, at: now) == nil)
    }
}
