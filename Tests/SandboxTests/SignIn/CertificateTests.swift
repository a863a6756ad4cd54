import ExchangeModel
import Notation
import Sandbox
import Testing

/// Client certificates, which the server has looked at: what is left of them here is the name that they prove.
struct CertificateTests {
    private func ask(
        _ visit: Visit, as name: String?, _ headers: HeaderFields = [:], path: String = "/api/now/ui/user/current_user",
        query: String? = nil
    ) -> HTTPResponse {
        var url = HTTPURL(scheme: "https", host: "sandbox.localhost")
        (url.path, url.query) = (path, query)
        var request = HTTPRequest(.get, url, headers: headers)
        request.certifiedName = name
        return visit.sandbox.answer(request)
    }

    private func who(
        _ visit: Visit, as name: String?, _ headers: HeaderFields = [:], query: String? = nil
    ) -> String {
        let answer = ask(visit, as: name, headers, query: query)
        return answer.json["result"]?["user_name"]?.scalarText ?? String(answer.status)
    }

    @Test(
        arguments: [
            ("abel.tuter", "abel.tuter"), ("fred.luddy", "fred.luddy"), ("nobody.known", "401"), ("", "401"),
            ("beth.anglin", "401"), ("don.goodliffe", "401"), ("abel.tuter' OR 1=1 --", "401"), (nil, "401"),
        ] as [(String?, String)])
    func theUserOfThatNameIsSignedIn(_ name: String?, _ user: String) throws {
        #expect(who(try Visit(nil), as: name) == user)
    }

    @Test func aSessionIsOpenedThatGoesOnWithoutTheCertificate() throws {
        let visit = try Visit(nil)
        let first = ask(visit, as: "abel.tuter")
        let cookies: HeaderFields = ["Cookie": Visit.cookies(first)]
        #expect(who(visit, as: nil, cookies) == "abel.tuter")
        #expect(
            !ask(visit, as: "abel.tuter", cookies).headers.values(of: "Set-Cookie").contains {
                $0.contains("JSESSIONID")
            })
        try visit.change("abel.tuter", #"{"active":"false"}"#)
        #expect(who(visit, as: "abel.tuter", cookies) == "401")
    }

    @Test func whateverElseARequestBringsCountsMore() throws {
        let visit = try Visit(nil)
        let admin: HeaderFields = ["Authorization": "Basic YWRtaW46YWRtaW4="]
        #expect(who(visit, as: "abel.tuter", admin) == "admin")
        #expect(who(visit, as: "john.doe", [:], query: "x-sn-apikey=sandbox-api-key-of-abel.tuter") == "abel.tuter")
        let cookies: HeaderFields = ["Cookie": Visit.cookies(ask(visit, as: nil, admin))]
        #expect(who(visit, as: "abel.tuter", cookies) == "admin")
    }

    /// The wrong password of an administrator, nothing behind the word, nothing in front of the colon, no Base64.
    @Test(arguments: ["Basic YWRtaW46d3Jvbmc=", "Basic", "Basic Og==", "Basic ?"])
    func itCountsMoreThanABasicHeaderOfNoUse(line: String) throws {
        let visit = try Visit(nil)
        #expect(who(visit, as: "abel.tuter", ["Authorization": line]) == "abel.tuter")
        #expect(who(visit, as: "nobody.known", ["Authorization": line]) == "401")
        #expect(who(visit, as: "abel.tuter", ["Authorization": "Bearer nothing"]) == "401")
    }

    @Test func aBrowserThatShowsItUnaskedStillNeedsThePagesToken() throws {
        let visit = try Visit(nil)
        try visit.set("com.glide.processors.aprocessor.donot_reuse_api_session", "false")
        let cookies: HeaderFields = ["Cookie": Visit.cookies(ask(visit, as: "abel.tuter"))]
        #expect(ask(visit, as: nil, cookies, path: "/home.do").status == 200)
        #expect(who(visit, as: "abel.tuter", cookies) == "401")
    }

    @Test func noLineOfARequestStandsForOne() throws {
        let visit = try Visit(nil)
        for name in [
            "X-Client-Cert", "X-SSL-Client-CN", "X-Forwarded-Client-Cert", "certifiedName", "X-Forwarded-User",
        ] {
            #expect(who(visit, as: nil, HeaderFields([HeaderField(name, "abel.tuter")])) == "401")
        }
        var request = HTTPRequest(
            .get, HTTPURL(scheme: "https", host: "sandbox.localhost", path: "/api/now/ui/user/current_user"))
        request.principal = "abel.tuter"
        #expect(visit.sandbox.answer(request).status == 401)
    }
}
