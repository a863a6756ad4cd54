import ExchangeModel
import Notation
import Sandbox
import Testing

struct ListPageTests {
    @Test func listIsPaged() throws {
        let browser = try FormPageTests.browser()
        let total = try SandboxClient(sandbox: browser.sandbox).count("incident", "active=true")
        let target = "/incident_list.do?sysparm_query=active%3Dtrue&sysparm_force_row_count=5"
        let first = browser.get(target).text
        #expect(first.contains("<p class=\"count\">1 to 5 of \(total)</p>"))
        #expect(first.count(of: "<tr><td>") == 5 && !first.contains("Previous page"))
        #expect(
            first.contains(
                "<a href=\"/incident_list.do?sysparm_query=active%3Dtrue&amp;sysparm_force_row_count=5&amp;sysparm_first_row=6\">Next page</a>"
            ))
        let second = browser.get(target + "&sysparm_first_row=6").text
        #expect(second.contains("6 to 10 of \(total)") && second.contains(">Previous page</a>"))
        let beyond = browser.get(target + "&sysparm_first_row=999999").text
        #expect(beyond.contains("none of \(total)") && beyond.contains("No records to display"))
    }

    @Test func listShowsItsOrder() throws {
        let browser = try FormPageTests.browser()
        let page = browser.get(
            "/incident_list.do?sysparm_query=active=true&sysparm_order=number&sysparm_order_direction=desc"
                + "&sysparm_force_row_count=3"
        ).text
        let numbers = try SandboxClient(sandbox: browser.sandbox).list(
            "incident", "active=true^ORDERBYDESCnumber", "number", limit: 3)
        #expect(PageFields.links(page).filter { $0.hasPrefix("INC") } == numbers)
        #expect(page.contains("Number ▼</a>") && page.contains("sysparm_order=number&amp;sysparm_order_direction=asc"))
    }

    @Test func listIsGrouped() throws {
        let browser = try FormPageTests.browser()
        let page = browser.get(
            "/incident_list.do?sysparm_query=active=true%5EGROUPBYcategory&sysparm_order=number"
                + "&sysparm_force_row_count=1000"
        ).text
        #expect(page.contains("Active is true, grouped by Category</p>"))
        #expect(page.count(of: "scope=\"colgroup\">Category: Software</th>") == 1)
        #expect(page.count(of: "scope=\"colgroup\">Category: Hardware</th>") == 1)
    }

    @Test func rowsThatAreWithheldAreCounted() throws {
        let browser = try FormPageTests.browser("abel.tuter")
        var client = SandboxClient(sandbox: browser.sandbox)
        client.user = "abel.tuter:password"
        let query = "assignment_group.name=Security Operations"
        let page = browser.get(
            "/incident_list.do?sysparm_force_row_count=1000&sysparm_query=" + PercentCoding.encode(query)
        ).text
        let all = try client.count("incident", query)
        let readable = try client.list("incident", query, "number", limit: 1000).count
        let withheld = (Int(all) ?? 0) - readable
        #expect(withheld > 0)
        #expect(
            page.contains("Number of rows removed from this list by Security constraints: \(withheld)</p>"))
        #expect(page.count(of: "<tr><td>") == readable)
    }

    @Test func childRecordLinksToItsOwnForm() throws {
        let page = try FormPageTests.browser().get("/task_list.do?sysparm_query=number=INC0010002").text
        #expect(page.contains("<td><a href=\"/incident.do?sys_id=\(FormPageTests.incident)\">INC0010002</a></td>"))
    }

    @Test(arguments: [
        ("/incident_list.do?sysparm_query=a%5E%5E%3D%3D&sysparm_order=nosuch&sysparm_first_row=-5", 200),
        ("/incident_list.do?sysparm_force_row_count=99999999999999999999&sysparm_first_row=x", 200),
        ("/incident_list.do?sysparm_view=nosuch", 200), ("/nosuch_list.do", 404), ("/_list.do", 404),
    ])
    func unusualURLsGetAResponse(target: String, status: Int) throws {
        #expect(try FormPageTests.browser().get(target).status == status)
    }

    @Test func everyTableHasAListAndAForm() throws {
        let browser = try FormPageTests.browser("admin", "admin")
        for table in SandboxInstance.tableNames where table != "sys_attachment" {
            let list = browser.get("/\(table)_list.do?sysparm_force_row_count=3")
            #expect(list.status == 200 && list.text.contains("<title>"), "\(table)")
            let form = browser.get("/\(table).do?sysparm_query=sys_idISNOTEMPTY")
            #expect(form.status == 200 && form.text.hasSuffix("</html>\n"), "\(table)")
            let new = browser.get("/\(table).do?sys_id=-1")
            #expect(new.status == 200, "\(table)")
        }
    }
}

/// Processors, of which there are none, and the root URL.
struct ProcessorTests {
    @Test func rootRedirectsToHomeOrLogin() throws {
        let browser = try Browser()
        #expect(browser.get("/").redirect == "302 /login.do")
        _ = browser.logIn("john.doe", "password")
        #expect(browser.get("/login_redirect.do?sysparm_stack=no").redirect == "302 /")
        #expect(browser.get("/").redirect == "302 /home.do")
    }

    @Test(arguments: ["CSV", "XML", "JSON", "JSONv2", "EXCEL", "PDF&sysparm_view=ess"])
    func processorIsNotFound(word: String) throws {
        let client = try SandboxClient()
        for path in ["/incident.do?", "/incident_list.do?", "/incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8&"] {
            #expect(try client.ask(.get, path + word).status == 404, "\(path)")
            #expect(try client.by(nil).ask(.get, path + word).status == 401, "\(path)")
        }
        #expect(try client.ask(.get, "/incident_list.do?pdf").status == 200)
    }
}

struct SandboxPageSessionTests {
    private let api = "/api/now/ui/user/current_user"

    @Test func pageTurnsSessionIntoUISession() throws {
        let browser = try Browser()
        _ = browser.logIn("john.doe", "password")
        _ = browser.get("/home.do")
        let refused = browser.get(api)
        #expect(refused.status == 401 && refused.headers["X-Is-Logged-In"] == "true")
        #expect(refused.headers["X-UserToken-Response"] == browser.token && refused.headers["Set-Cookie"] == nil)
        let answered = browser.get(api, headers: ["X-UserToken": browser.token])
        #expect(answered.status == 200 && answered.json["result"]?["user_name"] == .string("john.doe"))
        let others: [HeaderFields] = [
            ["X-UserToken": ""], ["X-UserToken": browser.token.uppercased()],
            ["Authorization": "Basic am9obi5kb2U6cGFzc3dvcmQ="], ["Authorization": "Basic am9obi5kb2U6d3Jvbmc="], [:],
        ]
        #expect(others.map { browser.get(api, headers: $0).status } == [401, 401, 200, 401, 401])
    }

    @Test func anonymousSessionIsForPagesOnly() throws {
        let browser = try Browser()
        _ = browser.get("/login.do")
        let again = browser.get("/login.do").headers.values(of: "Set-Cookie")
        #expect(again.map { String($0.prefix { $0 != "=" }) } == ["glide_session_store"])
        #expect(browser.get(api).status == 401)
        #expect(browser.get(api, headers: ["Authorization": "Basic am9obi5kb2U6cGFzc3dvcmQ="]).status == 200)
    }

    @Test func apiSessionIsNotForPages() throws {
        let browser = try Browser()
        let basic = HeaderFields([HeaderField("Authorization", "Basic am9obi5kb2U6cGFzc3dvcmQ=")])
        #expect(browser.get(api, headers: basic).status == 200)
        #expect(browser.get("/home.do").redirect == "302 /session_timeout.do")
        let other = try Browser(browser.sandbox)
        try SandboxClient(sandbox: browser.sandbox).set(
            "com.glide.processors.aprocessor.donot_reuse_api_session", "false")
        #expect(other.get(api, headers: basic).status == 200)
        #expect(other.get("/home.do").status == 200 && other.get(api).status == 401)
    }

    @Test func credentialOpensPageSession() throws {
        let browser = try Browser()
        let basic = HeaderFields([HeaderField("Authorization", "Basic am9obi5kb2U6cGFzc3dvcmQ=")])
        #expect(browser.get("/home.do", headers: basic).text.contains("You are John Doe"))
        #expect(browser.get("/home.do").text.contains("You are John Doe"))
        let wrong = HeaderFields([HeaderField("Authorization", "Bearer abc")])
        #expect(try Browser().get("/home.do", headers: wrong).redirect == "302 /login.do")
    }

    /// Like a mobile application: a token for the first page, cookies afterwards, and a new token when redirected to
    /// the login.
    @Test func tokenSessionEndsWithToken() throws {
        let clock = ManualClock()
        var options = SandboxOptions(clock: clock)
        options.tokenLifetime = 60
        let browser = try Browser(SandboxInstance(options), clock: clock)
        func bearer() -> HeaderFields {
            let form = """
                grant_type=password&client_id=snowdeck&client_secret=snowdeck-client-secret&username=abel.tuter&\
                password=password
                """
            let answer = browser.ask(
                .post, "/oauth_token.do", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array(form.utf8))
            return ["Authorization": "Bearer " + (answer.json["access_token"]?.scalarText ?? "")]
        }
        #expect(browser.get("/home.do", headers: bearer()).status == 200)
        clock.move(seconds: 59)
        #expect(browser.get("/home.do").text.contains("You are Abel Tuter"))
        clock.move(seconds: 1)
        #expect(browser.get("/home.do").redirect == "302 /session_timeout.do")
        #expect(browser.get("/home.do", headers: bearer()).text.contains("You are Abel Tuter"))
        #expect(browser.get("/home.do").status == 200)
    }

    @Test func otherCredentialSwitchesUser() throws {
        let browser = try Browser()
        _ = browser.logIn("john.doe", "password")
        let admin: HeaderFields = ["Authorization": "Basic YWRtaW46YWRtaW4="]
        #expect(browser.get("/home.do", headers: admin).text.contains("You are System Administrator"))
        #expect(browser.get("/home.do").text.contains("You are System Administrator"))
    }

    @Test func expiredSessionIsReported() throws {
        let browser = try Browser()
        #expect(browser.get("/home.do").redirect == "302 /login.do")
        _ = browser.logIn("john.doe", "password")
        browser.clock.move(seconds: 1799)
        #expect(browser.get("/home.do").status == 200)
        browser.clock.move(seconds: 1800)
        let over = browser.get("/home.do?a=b")
        #expect(over.redirect == "302 /session_timeout.do" && over.headers["X-Is-Logged-In"] == "false")
        let page = browser.get("/session_timeout.do")
        #expect(page.status == 200 && page.text.contains("<meta http-equiv=\"refresh\" content=\"3;url=/login.do\">"))
        #expect(page.text.contains("You are not logged in, or your session has expired."))
        _ = browser.logIn("john.doe", "password")
        #expect(browser.get("/login_redirect.do").redirect == "302 /home.do?a=b")
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func loggingOutEndsTheSession(method: HTTPMethod) throws {
        let browser = try Browser()
        _ = browser.logIn("john.doe", "password")
        _ = browser.get("/home.do")
        let (cookies, token) = (browser.cookieLine, browser.token)
        let response = browser.ask(method, "/logout.do")
        #expect(response.redirect == "302 /welcome.do" && response.headers["X-Is-Logged-In"] == "false")
        #expect(!browser.cookies.contains { $0.name == "glide_user" || $0.name == "glide_user_session" })
        #expect(browser.get("/welcome.do").text.contains("<a href=\"/login.do\">Log in</a>"))
        #expect(browser.get("/home.do").redirect == "302 /login.do")
        // The old cookies are no longer valid.
        let old: HeaderFields = ["Cookie": cookies, "X-UserToken": token]
        #expect(try Browser(browser.sandbox).get(api, headers: old).status == 401)
        #expect(try Browser(browser.sandbox).get("/home.do", headers: old).redirect == "302 /session_timeout.do")
    }

    @Test func closedUserIsSignedOut() throws {
        let browser = try Browser()
        _ = browser.logIn("abel.tuter", "password")
        #expect(browser.get("/home.do").status == 200)
        var client = SandboxClient(sandbox: browser.sandbox)
        client.user = "admin:admin"
        let user = "/api/now/table/sys_user/62826bf03710200044e0bfc8bcbe5df1"
        #expect(try client.ask(.patch, user, body: #"{"active":"false"}"#).status == 200)
        #expect(browser.get("/home.do").redirect == "302 /session_timeout.do")
    }

    @Test func otherPagesNeedSignIn() throws {
        let browser = try Browser()
        for path in ["/nosuch.do", "/incident_list.do", "/a/b.do"] {
            #expect(browser.get(path).redirect == "302 /login.do")
        }
        #expect(browser.get("/nosuch").status == 404)
        _ = browser.logIn("john.doe", "password")
        #expect(browser.get("/nosuch.do").status == 404)
    }

    @Test(arguments: [
        (HTTPMethod.put, "/login.do", "GET, HEAD, POST"), (.delete, "/logout.do", "GET, HEAD, POST"),
        (.post, "/home.do", "GET, HEAD"), (.post, "/welcome.do", "GET, HEAD"),
        (HTTPMethod(rawValue: "BREW"), "/session_timeout.do", "GET, HEAD"),
    ])
    func otherMethodsAreNotAllowed(method: HTTPMethod, path: String, allowed: String) throws {
        let response = try Browser().ask(method, path)
        #expect(response.status == 405 && response.headers["Allow"] == allowed)
        #expect(response.headers["Content-Type"] == "text/html;charset=UTF-8")
    }

    @Test func headMatchesGetWithoutBody() throws {
        let browser = try Browser()
        let response = browser.ask(.head, "/login.do")
        #expect(response.status == 200 && response.body.isEmpty)
        #expect(response.headers["Content-Length"] == String(browser.get("/login.do").body.count))
    }

    @Test func cookiesAreSecureOverTLSOnly() throws {
        let response = try Browser(scheme: "https").logIn("john.doe", "password")
        #expect(response.headers["Location"] == "https://sandbox.localhost/login_redirect.do?sysparm_stack=no")
        let cookies = response.headers.values(of: "Set-Cookie")
        #expect(cookies.dropLast().allSatisfy { $0.hasSuffix("; HttpOnly; SameSite=None; Secure") })
    }
}

struct PageAssetTests {
    /// The URLs of a page's assets, in order.
    private func assets(_ page: String) -> [String] {
        page.split(separator: "\"").map(String.init).filter { part in
            [".cssx", ".cssdbx", ".jsx", ".jsdbx", ".iix", ".svg", ".ico"].contains {
                part.prefix { $0 != "?" }.hasSuffix($0)
            }
        }.map { $0.split(separator: "&amp;", omittingEmptySubsequences: false).joined(separator: "&") }
    }

    @Test func assetURLsIncludeBuild() throws {
        var options = SandboxOptions(clock: ManualClock())
        options.build = "01-02-2026_1234"
        let browser = try Browser(SandboxInstance(options))
        _ = browser.logIn("john.doe", "password")
        let page = browser.get("/home.do").text
        #expect(
            assets(page) == [
                "/favicon.ico",
                "/styles/css_includes_doctype.cssx?v=01-02-2026_1234&c=20a1d7d3c0a8016500f5ba3f8e2a7c14&theme=system",
                "/5f1c7f3fdb1010107c5f2f3b139619aa.cssdbx?v=01-02-2026_1234",
                "/scripts/doctype/js_includes_doctype.jsx?v=01-02-2026_1234&lp=2026-01-02&c=32_814",
                "/ConditionalFocus.jsdbx?v=01-02-2026_1234&c=32_814", "/images/sandbox_logo.svg",
            ])
        #expect(page.contains("var g_builddate = '01-02-2026_1234';"))
        for asset in assets(page) { #expect(browser.get(asset).status == 200, "\(asset)") }
        let sheet = browser.get(assets(page)[1])
        #expect(sheet.headers["Last-Modified"] == "Fri, 02 Jan 2026 12:34:00 GMT")
    }

    @Test func versionedAssetIsCacheableForAYear() throws {
        let browser = try Browser()
        for (address, type) in [
            ("/styles/css_includes_doctype.cssx?v=1&theme=system", "text/css;charset=UTF-8"),
            ("/ConditionalFocus.jsdbx?v=1", "application/javascript;charset=UTF-8"),
            ("/3a9c3f41c0a8016400c7a1e2f5b0d611.iix", "image/png"),
        ] {
            let answer = browser.get(address)
            #expect(
                answer.headers.map(\.name) == [
                    "Cache-Control", "Expires", "ETag", "Last-Modified", "Content-Type", "X-Content-Type-Options",
                    "Date", "Server",
                ])
            #expect(answer.headers["Cache-Control"] == "private" && answer.headers["Content-Type"] == type)
            // 369 days after the wire's clock.
            let expires = browser.clock.now.advanced(bySeconds: 369 * 86_400).httpText
            #expect(answer.headers["Expires"] == expires)
        }
        #expect(browser.cookies.isEmpty)
    }

    @Test func unversionedAssetIsRevalidated() throws {
        let browser = try Browser()
        let answer = browser.get("/images/sandbox_logo.svg")
        #expect(answer.headers["Cache-Control"] == "max-age=0, must-revalidate" && answer.headers["Expires"] == nil)
        let tag = try #require(answer.headers["ETag"])
        let day = try #require(answer.headers["Last-Modified"])
        for headers: HeaderFields in [
            ["If-None-Match": tag], ["If-None-Match": "\"x\", W/\(tag)"], ["If-None-Match": "*"],
            ["If-Modified-Since": day],
        ] {
            let known = browser.get("/images/sandbox_logo.svg", headers: headers)
            #expect(known.status == 304 && known.body.isEmpty && known.headers["ETag"] == tag)
            #expect(known.headers["Content-Type"] == nil)
        }
        for headers: HeaderFields in [
            ["If-None-Match": "\"x\""], ["If-Modified-Since": "Mon, 01 Jan 2001 00:00:00 GMT"],
            // An entity tag takes precedence over a date.
            HeaderFields([HeaderField("If-None-Match", "\"x\""), HeaderField("If-Modified-Since", day)]),
        ] {
            #expect(browser.get("/images/sandbox_logo.svg", headers: headers).status == 200)
        }
    }

    @Test func assetHeadHasContentLength() throws {
        let browser = try Browser()
        let whole = browser.get("/favicon.ico")
        let head = browser.ask(.head, "/favicon.ico")
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.headers["Content-Length"] == String(whole.body.count))
        #expect(browser.ask(.post, "/favicon.ico").status == 405)
    }

    @Test func pagesAreNotCached() throws {
        let answer = try FormPageTests.browser().get(FormPageTests.address)
        #expect(answer.headers["Cache-Control"] == "no-cache,no-store,must-revalidate,max-age=-1")
        #expect(answer.headers["X-Frame-Options"] == "SAMEORIGIN")
    }
}
