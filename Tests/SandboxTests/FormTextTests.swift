import ExchangeModel
import Notation
import Sandbox
import Testing

/// Values that a form field cannot represent, and forms that omit fields.
struct FormTextTests {
    private static let record = "/api/now/table/incident/" + FormPageTests.incident

    private func texts(_ browser: Browser) throws -> [String] {
        var client = SandboxClient(sandbox: browser.sandbox)
        client.user = "admin:admin"
        let result = try client.read(Self.record)["result"]
        return ["short_description", "description", "sys_mod_count"].map { result?[$0]?.scalarText ?? "-" }
    }

    private func save(_ browser: Browser, _ fields: [(String, String)]) -> HTTPResponse {
        browser.post(
            "/incident.do",
            [("sys_uniqueValue", FormPageTests.incident), ("sys_action", "sysverb_update")] + fields)
    }

    @Test func untouchedFieldsAreUnchanged() throws {
        let browser = try FormPageTests.browser()
        var client = SandboxClient(sandbox: browser.sandbox)
        client.user = "admin:admin"
        let body = #"{"short_description":"two\nlines \u0001","description":"a\r\nb\rc\nd\u0007\te"}"#
        #expect(try client.ask(.patch, Self.record, body: body).status == 200)
        let before = try texts(browser)
        _ = browser.get(FormPageTests.address)
        // As a browser sends the value it was shown.
        let shown = [
            ("incident.short_description", "twolines \u{FFFD}"),
            ("incident.description", "a\r\nb\r\nc\r\nd\u{FFFD}\te"),
        ]
        #expect(save(browser, shown).redirect == "302 " + FormPageTests.address)
        #expect(browser.get(FormPageTests.address).text.contains("Incident INC0010002 is as it was"))
        #expect(try texts(browser) == before)
        #expect(save(browser, [shown[0], ("incident.description", "a\r\nb\r\nc\r\nD")]).status == 302)
        let after = try texts(browser)
        #expect(after[0] == before[0] && after[1] == "a\nb\nc\nD")
    }

    @Test func lookAlikeCharactersAreAChange() throws {
        let browser = try FormPageTests.browser()
        _ = browser.get(FormPageTests.address)
        for text in ["Caf\u{E9}", "Cafe\u{301}"] {
            #expect(save(browser, [("incident.description", text)]).status == 302)
            #expect(try texts(browser)[1].utf8.elementsEqual(text.utf8))
        }
    }

    @Test func missingCheckboxesAreUnchanged() throws {
        let browser = try FormPageTests.browser()
        _ = browser.get(FormPageTests.address)
        let answer = save(browser, [("incident.comments", "Only this"), ("incident.state", "99")])
        #expect(answer.status == 200 && answer.text.contains("Invalid values: State"))
        #expect(answer.text.contains("name=\"incident.active\" value=\"true\" checked>"))
        #expect(answer.text.contains(">\nOnly this</textarea>"))
        let off = save(browser, [("ni.incident.active", "true"), ("incident.state", "99")])
        #expect(off.text.contains("name=\"incident.active\" value=\"true\">"))
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

    @Test(arguments: values)
    func recordMayContainAnyText(value: String) throws {
        let browser = try FormPageTests.browser()
        let page = browser.get(FormPageTests.address).text
        let fields = PageFields.of(
            page,
            changing: [
                "incident.short_description": value, "incident.description": value, "incident.comments": value,
            ])
        #expect(browser.post("/incident.do", fields + [("sys_action", "sysverb_update")]).status == 302)
        let stored = try SandboxClient(sandbox: browser.sandbox).list(
            "incident", "sys_id=" + FormPageTests.incident, "short_description")
        #expect(stored == [value])
        for target in [
            FormPageTests.address, "/incident_list.do?sysparm_query=number=INC0010002",
            "/sp?id=ticket&table=incident&sys_id=" + FormPageTests.incident,
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

    @Test(arguments: [
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
    ])
    func articleIsSanitized(html: String, clean: String) throws {
        let browser = try FormPageTests.browser()
        var client = SandboxClient(sandbox: browser.sandbox)
        client.user = "admin:admin"
        let article = try client.create(
            "kb_knowledge",
            "{\"short_description\":\"T\",\"workflow_state\":\"published\",\"text\":\(Self.quoted(html))}")
        let page = browser.get("/kb_view.do?sys_kb_id=" + article).text
        #expect(page.contains("<article>\n\(clean)\n</article>"), "\(page.pageBody)")
    }

    @Test func deepOrLongArticleIsBounded() throws {
        let browser = try FormPageTests.browser()
        var client = SandboxClient(sandbox: browser.sandbox)
        client.user = "admin:admin"
        for html in [
            String(repeating: "<div>", count: 13_000), String(repeating: "<b a=", count: 13_000),
            String(repeating: "<!--", count: 16_000), String(repeating: "</p><p>", count: 9000),
            String(repeating: "<script>", count: 8000), String(repeating: "&", count: 65_000),
        ] {
            let article = try client.create("kb_knowledge", "{\"text\":\(Self.quoted(html))}")
            let page = browser.get("/kb_view.do?sys_kb_id=" + article)
            #expect(page.status == 200 && page.body.count < 300_000)
        }
    }

    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": out += "\\" + String(scalar)
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }
}
