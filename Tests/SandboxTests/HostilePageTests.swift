import ExchangeModel
import Notation
import Sandbox
import TestSupport
import Testing

struct HostilePageTests {
    private static let values = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus='alert(1)", "</title><b>",
        "&lt;&#x41;&", "a\r\nSet-Cookie: evil=1\r\n\r\n<html>", "\u{0}\u{1}\u{1F}\u{7F}", "\u{202E}Ω💩\u{301}",
        String(repeating: "<", count: 8192), String(repeating: "A", count: 8192), "%0d%0aX: y", "../../../etc/passwd",
        "javascript:alert(1)", "{{7*7}}", "${jndi:x}", "'; DROP TABLE sys_user; --",
    ]

    /// No part of a request may become an element, an attribute or a header line.
    private func check(_ response: HTTPResponse, _ value: String, _ place: String) {
        for field in response.headers {
            #expect(field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(place): \(field.name)")
            #expect(!field.value.hasPrefix("evil="), "\(place)")
        }
        let text = response.text
        for mark in ["<script>alert", "<img", "onfocus='", "</title><b>", "<html>", "\u{0}", "<<"] {
            #expect(!text.contains(mark), "\(place): \(mark)")
        }
    }

    /// The authorization URL with one parameter changed.
    private static func authorizationURL(_ name: String, _ value: String) -> String {
        var fields = [
            ("response_type", "code"), ("client_id", "snowdeck-public"), ("redirect_uri", redirect),
            ("state", "state-1"), ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
            ("code_challenge_method", "S256"),
        ]
        fields.removeAll { $0.0 == name }
        return "/oauth_auth.do?"
            + (fields + [(name, value)]).map { $0.0 + "=" + PercentCoding.encode($0.1) }.joined(separator: "&")
    }

    private static let redirect = "http://127.0.0.1:41234/callback"

    @Test(arguments: values)
    func loginFormEscapesInput(value: String) throws {
        let browser = try Browser.reading()
        _ = browser.get("/login.do")
        for name in ["user_name", "user_password", "sys_action", "sysparm_ck", "not_important", value] {
            var fields = [("user_name", "x"), ("user_password", "y"), ("sys_action", "sysverb_login")]
            fields.removeAll { $0.0 == name }
            let token = name == "sysparm_ck" ? value : nil
            check(browser.post("/login.do", fields + (token == nil ? [(name, value)] : []), token: token), value, name)
        }
        let again = browser.post("/login.do", [("user_name", value), ("sys_action", "sysverb_login")])
        expectEqual(again.status, 200)
    }

    @Test(arguments: values)
    func passcodeFormEscapesInput(value: String) throws {
        let browser = try Browser.reading("fred.luddy")
        _ = browser.get("/validate_multifactor_auth_code.do")
        check(browser.post("/validate_multifactor_auth_code.do", [("txtResponse", value)]), value, "txtResponse")
    }

    @Test(arguments: values)
    func consentFormEscapesInput(value: String) throws {
        let signedIn = try Browser.reading("john.doe")
        let names = [
            "response_type", "client_id", "redirect_uri", "state", "code_challenge", "code_challenge_method", "scope",
            value,
        ]
        for name in names {
            let target = Self.authorizationURL(name, value)
            for browser in [signedIn, try Browser.reading()] {
                let answer = browser.get(target)
                check(answer, value, name)
                // The code is sent only to the application.
                if let location = answer.headers["Location"] {
                    let known = ["http://sandbox.localhost/", Self.redirect + "?error="]
                    #expect(known.contains { location.hasPrefix($0) }, "\(name): \(location)")
                }
            }
        }
    }

    @Test(arguments: values.filter { $0.utf8.count < 4096 && $0.utf8.allSatisfy { $0 >= 0x20 } })
    func stateIsReturnedUnchanged(value: String) throws {
        let browser = try Browser.reading("john.doe")
        let page = browser.get(Self.authorizationURL("state", value))
        check(page, value, "state")
        let fields = PageFields.of(page.text)
        expectEqual(fields.first { $0.0 == "state" }?.1, value)
        let answer = browser.post("/oauth_auth.do", fields + [("sys_action", "allow")])
        check(answer, value, "state")
        let location = try #require(answer.headers["Location"].flatMap { HTTPURL($0) })
        #expect(location.queryFields.last?.name == "state" && location.queryFields.last?.value == value)
    }

    @Test(arguments: values)
    func redirectTargetMustBeLocal(value: String) throws {
        for path in ["/", "//evil.example/", "/\\evil.example/"] {
            let browser = try Browser.reading()
            let target = path + PercentCoding.encode(value) + ".do?" + PercentCoding.encode(value)
            check(browser.get(target), value, target)
            _ = browser.logIn("john.doe", "password")
            let next = browser.get("/login_redirect.do?sysparm_stack=no")
            check(next, value, target)
            expectEqual(next.headers["Location"]?.hasPrefix("http://sandbox.localhost/"), true)
        }
    }

    @Test func tooLongFormIsRejected() throws {
        let browser = try Browser.reading()
        _ = browser.get("/login.do")
        let long = String(repeating: "a", count: 300_000)
        let answer = browser.post("/login.do", [("user_name", long), ("sys_action", "sysverb_login")])
        expectEqual(answer.redirect, "302 /security_interceptor.do")
    }
}

struct HostileRecordPageTests {
    private static let values = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus='alert(1)", "</title><b>",
        "</textarea><script>alert(2)</script>", "&lt;&#x41;&", "\u{202E}Ω💩\u{301}", "--><svg/onload=alert(1)>",
        "</script><script>alert(3)</script>",
    ]

    private func isHarmless(_ page: String) -> Bool {
        ["<script>alert", "<img src=x", "' onfocus='", "</title><b>", "<svg/", "</textarea><script>"].allSatisfy {
            !page.contains($0)
        }
    }

    private static let incident = "bc76816a03ca1fba5a7dcb9e3aa99e09"
    private static let address = "/incident.do?sys_id=" + incident

    @Test func recordMayContainAnyText() throws {
        let browser = try Browser()
        _ = browser.logIn("john.doe", "password")
        for value in Self.values { try recordMayContain(value, browser) }
    }

    private func recordMayContain(_ value: String, _ browser: Browser) throws {
        let page = browser.get(Self.address).text
        let fields = PageFields.of(
            page,
            changing: [
                "incident.short_description": value, "incident.description": value, "incident.comments": value,
            ])
        expectEqual(browser.post("/incident.do", fields + [("sys_action", "sysverb_update")]).status, 302)
        let stored = try SandboxClient(sandbox: browser.sandbox).list(
            "incident", "sys_id=" + Self.incident, "short_description")
        expectEqual(stored, [value])
        for target in [
            Self.address, "/incident_list.do?sysparm_query=number=INC0010002",
            "/incident_list.do?sysparm_query=short_description=" + PercentCoding.encode(value),
            "/incident.do?sys_id=-1&sysparm_query=short_description=" + PercentCoding.encode(value),
            "/nav_to.do?uri=" + PercentCoding.encode(value),
            "/now/nav/ui/classic/params/target/" + PercentCoding.encode(value),
            "/sp?id=" + PercentCoding.encode(value), "/sp?id=list&table=" + PercentCoding.encode(value),
            "/kb_view.do?sysparm_article=" + PercentCoding.encode(value),
        ] {
            #expect(isHarmless(browser.get(target).text), "\(target)")
        }
        // Sent back with an error, it is escaped again.
        let wrong = browser.post(
            "/incident.do",
            PageFields.of(page, changing: ["incident.state": value, "sys_display.incident.caller_id": value])
                + [("sys_action", "sysverb_update")])
        #expect(wrong.status == 200 && isHarmless(wrong.text))
    }

    private static let articles = [
        ("<p onclick=\"x()\">a<script>b</script>c</p>", "<p>ac</p>"), ("<p>a<p>b", "<p>a</p><p>b</p>"),
        ("<a href=\"javascript:x\">a</a>", "<a>a</a>"), ("<a href=' java\tscript:x'>a</a>", "<a>a</a>"),
        ("<a href=\"java&#115;cript:x\">a</a>", "<a>a</a>"), ("<a href=//evil>a</a>", "<a>a</a>"),
        // A combining mark merges with the character before it in some string implementations.
        ("<a href=\"javascript:\u{FF9E}=alert(1)\">a</a>", "<a>a</a>"),
        ("<img src=\"//\u{FE0F}evil.example/\">", "<img>"), ("<a href=\"x&\u{FF9E}\">a</a>", "<a>a</a>"),
        ("<a href=\"/x?a=1&amp;b=2\">a</a>", "<a href=\"/x?a=1&amp;b=2\">a</a>"),
        ("<img src='x.iix' alt='a\"b' onerror=y>", "<img src=\"x.iix\" alt=\"a&#34;b\">"),
        ("</main></body><b>x", "<b>x</b>"), ("<!-- <script> -->x", "x"), ("<script>never ends", ""),
        ("a < b && c > d", "a &lt; b && c &gt; d"), ("<h1>x</h1><h6>y</h6>", "<h2>x</h2><h6>y</h6>"),
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"), ("<", "&lt;"), ("<b", "<b></b>"),
        ("<form action=x><input name=y></form>z", "z"), ("<style>p{}</style>x", "x"), ("a\u{0}b\rc", "a\u{FFFD}bc"),
        ("<table><tr><td colspan=2 style=x>a</table>", "<table><tr><td colspan=\"2\">a</td></tr></table>"),
    ]

    @Test func articlesAreSanitized() throws {
        let client = try SandboxClient("admin:admin"), browser = try Browser(client.sandbox)
        _ = browser.logIn("john.doe", "password")
        for (html, clean) in Self.articles {
            let article = try client.create(
                "kb_knowledge",
                JSON.object([
                    .init("short_description", "T"), .init("workflow_state", "published"), .init("text", .string(html)),
                ]).compact)
            let page = browser.get("/kb_view.do?sys_kb_id=" + article).text
            #expect(page.contains("<article>\n\(clean)\n</article>"), "\(page.pageBody)")
        }
        // Deep or long ones are bounded.
        for html in [
            String(repeating: "<div>", count: 13_000), String(repeating: "<b a=", count: 13_000),
            String(repeating: "<!--", count: 16_000), String(repeating: "</p><p>", count: 9000),
            String(repeating: "<script>", count: 8000), String(repeating: "&", count: 65_000),
        ] {
            let article = try client.create("kb_knowledge", JSON.object([.init("text", .string(html))]).compact)
            let page = browser.get("/kb_view.do?sys_kb_id=" + article)
            #expect(page.status == 200 && page.body.count < 300_000)
        }
    }
}

struct TablePageTests {
    @Test func everyTableHasAListAndAForm() throws {
        let browser = try Browser.reading("admin", "admin")
        for table in SandboxInstance.tableNames where table != "sys_attachment" {
            let list = browser.get("/\(table)_list.do?sysparm_force_row_count=3")
            #expect(list.status == 200 && list.text.contains("<title>"), "\(table)")
            let form = browser.get("/\(table).do?sysparm_query=sys_idISNOTEMPTY")
            #expect(form.status == 200 && form.text.hasSuffix("</html>\n"), "\(table)")
            let new = browser.get("/\(table).do?sys_id=-1")
            expectEqual(new.status, 200, "\(table)")
        }
    }
}
