import ExchangeModel
import Notation
import Sandbox
import Testing

struct FormPageTests {
    /// Fred Luddy's incident, on hold.
    static let incident = "bc76816a03ca1fba5a7dcb9e3aa99e09"
    static let address = "/incident.do?sys_id=" + incident

    static func browser(_ user: String = "john.doe", _ password: String = "password") throws -> Browser {
        let browser = try Browser()
        _ = browser.logIn(user, password)
        return browser
    }

    private func value(_ column: String, _ browser: Browser, of sysID: String = incident) throws -> String? {
        var client = SandboxClient(sandbox: browser.sandbox)
        client.user = "admin:admin"
        return try client.read("/api/now/table/incident/\(sysID)?sysparm_exclude_reference_link=true")["result"]?[
            column]?
            .scalarText
    }

    @Test func formShowsLabelsAndDisplayValues() throws {
        let page = try FormPageTests.browser().get(FormPageTests.address).text
        for part in [
            "<title>Incident INC0010002 | Sandbox</title>", "<body data-formName=\"incident\">",
            "<h1>Incident INC0010002</h1>", "<label for=\"sys_readonly.incident.number\">Number</label>",
            "<input id=\"sys_readonly.incident.number\" value=\"INC0010002\" readonly>",
            "<input type=\"hidden\" name=\"sys_uniqueValue\" value=\"\(FormPageTests.incident)\">",
            "<input type=\"hidden\" name=\"incident.caller_id\" value=\"47170dca361d2016b053368912a3ba72\">",
            "<a href=\"/sys_user.do?sys_id=47170dca361d2016b053368912a3ba72\">View",
            "<option value=\"3\" selected>On Hold</option>", "<legend>Notes</legend>",
            "<input type=\"checkbox\" id=\"incident.active\" name=\"incident.active\" value=\"true\" checked>",
            "<textarea id=\"incident.comments\" name=\"incident.comments\" rows=\"4\">\n</textarea>",
            "<input id=\"sys_readonly.incident.opened_at\" value=\"2024-09-19 00:12:53\" readonly>",
            "<button name=\"sys_action\" value=\"sysverb_update\" class=\"primary\">Update</button>",
            "value=\"sysverb_delete\"",
        ] {
            #expect(page.contains(part), "\(part)")
        }
    }

    @Test func unchangedFormChangesNothing() throws {
        let browser = try FormPageTests.browser()
        for target in [
            FormPageTests.address, "/change_request.do?sysparm_query=active=true",
            "/problem.do?sysparm_query=active=true", "/sys_user.do?sysparm_query=user_name=abel.tuter",
            "/kb_knowledge.do?sysparm_query=active=true", "/cmdb_ci.do?sysparm_query=nameISNOTEMPTY",
            "/sys_user_group.do?sysparm_query=active=true", "/sc_req_item.do?sysparm_query=active=true",
        ] {
            let page = browser.get(target).text
            let fields = PageFields.of(page) + [("sys_action", "sysverb_update")]
            let table = String(target.dropFirst().prefix { $0 != "." })
            let own = page.split(separator: " action=\"")[1].prefix { $0 != "\"" }
            let answer = browser.post(String(own), fields)
            #expect(answer.status == 302, "\(table): \(answer.text)")
            #expect(
                browser.get(answer.headers["Location"].map { String($0.dropFirst(24)) } ?? "/").text
                    .contains(" is as it was"), "\(table)")
        }
    }

    @Test func formSavesLikeTheAPI() throws {
        let browser = try FormPageTests.browser()
        let page = browser.get(FormPageTests.address).text
        let fields = PageFields.of(
            page,
            changing: [
                "incident.short_description": "It \"works\" <now> & then", "incident.urgency": "1",
                "sys_display.incident.assigned_to": "Beth Anglin", "incident.work_notes": "Line one\r\nline two",
            ])
        let answer = browser.post("/incident.do", fields + [("sys_action", "sysverb_update")])
        #expect(answer.redirect == "302 " + FormPageTests.address)
        #expect(try value("short_description", browser) == "It \"works\" <now> & then")
        // The rules of tasks apply.
        #expect(try value("priority", browser) == "2")
        #expect(try value("sys_updated_by", browser) == "john.doe")
        let after = browser.get(FormPageTests.address).text
        #expect(after.contains("<p role=\"status\">Incident INC0010002 was saved</p>"))
        #expect(after.contains("value=\"It &#34;works&#34; &lt;now&gt; &amp; then\""))
        #expect(after.contains("<p>Line one\nline two</p>") && after.contains("<strong>John Doe</strong> · Work notes"))
        #expect(after.contains("value=\"Beth Anglin\""))
        // Only once.
        #expect(!browser.get(FormPageTests.address).text.contains("was saved"))
    }

    @Test func referenceIsAcceptedBySysID() throws {
        let browser = try FormPageTests.browser()
        let page = browser.get(FormPageTests.address).text
        let fields = PageFields.of(
            page, changing: ["incident.assigned_to": "62826bf03710200044e0bfc8bcbe5df1"])
        #expect(browser.post("/incident.do", fields + [("sys_action", "sysverb_update")]).status == 302)
        #expect(try value("assigned_to", browser) == "62826bf03710200044e0bfc8bcbe5df1")
    }

    @Test func fieldsNotOnFormAreUnchanged() throws {
        let browser = try FormPageTests.browser()
        _ = browser.get(FormPageTests.address)
        let answer = browser.post(
            "/incident.do",
            [
                ("sys_uniqueValue", FormPageTests.incident), ("sys_action", "sysverb_update"),
                ("incident.category", "network"), ("incident.number", "INC1"), ("incident.sys_created_by", "x"),
                ("nonsense", "1"), ("incident.nonsense", "1"),
            ])
        #expect(answer.status == 302)
        #expect(try value("category", browser) == "network" && value("number", browser) == "INC0010002")
        #expect(try value("active", browser) == "true" && value("sys_created_by", browser) != "x")
    }

    @Test func invalidValuesAreReturnedWithMessage() throws {
        let browser = try FormPageTests.browser()
        let page = browser.get(FormPageTests.address).text
        let fields = PageFields.of(
            page,
            changing: [
                "incident.short_description": "", "sys_display.incident.assigned_to": "Nobody <At> All",
                "incident.state": "99", "incident.description": "typed & kept",
            ])
        let answer = browser.post("/incident.do", fields + [("sys_action", "sysverb_update")])
        #expect(answer.status == 200)
        #expect(
            answer.text.contains(
                """
                <p role="alert">The following mandatory fields are not filled in: Short description. \
                Invalid values: State, Assigned to</p>
                """))
        #expect(answer.text.contains("value=\"Nobody &lt;At&gt; All\"") && answer.text.contains("typed &amp; kept"))
        #expect(answer.text.count(of: "aria-invalid=\"true\"") == 3)
        #expect(try value("short_description", browser) == "Application freezes while saving a draft")
    }

    @Test func outdatedFormIsNotSaved() throws {
        let browser = try FormPageTests.browser()
        let page = browser.get(FormPageTests.address).text
        var client = SandboxClient(sandbox: browser.sandbox)
        client.user = "admin:admin"
        let record = "/api/now/table/incident/" + FormPageTests.incident
        #expect(try client.ask(.patch, record, body: #"{"short_description":"Another's"}"#).status == 200)
        let fields = PageFields.of(page, changing: ["incident.description": "Mine"])
        let answer = browser.post("/incident.do", fields + [("sys_action", "sysverb_update")])
        #expect(answer.status == 200 && answer.text.contains("This record was changed by another user"))
        #expect(try value("short_description", browser) == "Another's")
        let again = PageFields.of(answer.text) + [("sys_action", "sysverb_update")]
        #expect(browser.post("/incident.do", again).status == 302)
        #expect(try value("description", browser) == "Mine")
    }

    @Test func errorIsShownOnForm() throws {
        let browser = try FormPageTests.browser()
        let page = browser.get(FormPageTests.address).text
        let fields = PageFields.of(page, changing: ["incident.state": "6"])
        let answer = browser.post("/incident.do", fields + [("sys_action", "sysverb_update")])
        #expect(answer.status == 200 && answer.text.contains("The following fields are mandatory: "))
        #expect(answer.text.contains("<option value=\"6\" selected>Resolved</option>"))
        #expect(try value("state", browser) == "3")
    }

    @Test func newRecordIsPrefilledFromQuery() throws {
        let browser = try FormPageTests.browser()
        let page = browser.get("/incident.do?sys_id=-1&sysparm_query=priority=2^category=network").text
        #expect(page.contains("<option value=\"2\" selected>2 - High</option>"))
        #expect(page.contains("value=\"sysverb_insert\" class=\"primary\">Submit</button>"))
        let fields = PageFields.of(
            page,
            changing: ["incident.short_description": "New one", "sys_display.incident.caller_id": "Abel Tuter"])
        let answer = browser.post("/incident.do", fields + [("sys_action", "sysverb_insert")])
        let target = try #require(answer.headers["Location"])
        let sysID = String(target.split(separator: "=")[1])
        #expect(try value("priority", browser, of: sysID) == "2" && value("category", browser, of: sysID) == "network")
        #expect(try value("caller_id", browser, of: sysID) == "62826bf03710200044e0bfc8bcbe5df1")
        #expect(browser.get("/incident.do?sys_id=" + sysID).text.contains(" was created</p>"))
    }

    @Test func prefilledValuesSurviveErrors() throws {
        let browser = try FormPageTests.browser()
        let page = browser.get("/incident.do?sys_id=-1&sysparm_query=correlation_id=A7^category=network").text
        #expect(page.contains("<input type=\"hidden\" name=\"incident.correlation_id\" value=\"A7\">"))
        let fields = PageFields.of(page, changing: ["sys_display.incident.caller_id": "Abel Tuter"])
        let wrong = browser.post("/incident.do", fields + [("sys_action", "sysverb_insert")])
        #expect(wrong.status == 200 && wrong.text.contains("mandatory fields are not filled in: Short description"))
        let again = PageFields.of(wrong.text, changing: ["incident.short_description": "Now"])
        let target = try #require(
            browser.post("/incident.do", again + [("sys_action", "sysverb_insert")]).headers["Location"])
        let sysID = String(target.split(separator: "=")[1])
        #expect(try value("correlation_id", browser, of: sysID) == "A7")
        #expect(try value("caller_id", browser, of: sysID) == "62826bf03710200044e0bfc8bcbe5df1")
    }

    @Test func deletingRedirectsToList() throws {
        let browser = try FormPageTests.browser("admin", "admin")
        _ = browser.get(FormPageTests.address)
        let answer = browser.post(
            "/incident.do", [("sys_uniqueValue", FormPageTests.incident), ("sys_action", "sysverb_delete")])
        #expect(answer.redirect == "302 /incident_list.do")
        #expect(browser.get("/incident_list.do").text.contains("Incident INC0010002 was deleted"))
        let gone = browser.get(FormPageTests.address)
        #expect(gone.status == 200 && gone.text.contains("Record not found"))
    }

    @Test func formOfOtherSessionIsRejected() throws {
        let browser = try FormPageTests.browser()
        _ = browser.get(FormPageTests.address)
        let fields = [
            ("sys_uniqueValue", FormPageTests.incident), ("sys_action", "sysverb_update"),
            ("incident.short_description", "x"),
        ]
        for token in ["", "0", String(repeating: "a", count: 72)] {
            #expect(browser.post("/incident.do", fields, token: token).redirect == "302 /security_interceptor.do")
        }
        #expect(try value("short_description", browser) == "Application freezes while saving a draft")
    }

    @Test func redirectsStayOnInstance() throws {
        let browser = try FormPageTests.browser()
        for (goal, target) in [
            ("//evil.example/x", FormPageTests.address), ("https://evil.example/", FormPageTests.address),
            ("/\\evil.example", FormPageTests.address), ("/incident_list.do?a=b", "/incident_list.do?a=b"),
            ("problem_list.do", "/problem_list.do"), ("", FormPageTests.address),
        ] {
            _ = browser.get(FormPageTests.address)
            let answer = browser.post(
                "/incident.do",
                [
                    ("sys_uniqueValue", FormPageTests.incident), ("sys_action", "sysverb_update"),
                    ("sysparm_goto_url", goal),
                ])
            #expect(answer.redirect == "302 " + target, "\(goal)")
        }
    }

    @Test func formsEnforceAccess() throws {
        let browser = try FormPageTests.browser("abel.tuter")
        // Not his record: no other details are revealed.
        let withheld = "Security constraints prevent access to requested page"
        let others = browser.get("/sys_script.do?sys_id=-1").text
        #expect(others.contains(withheld))
        #expect(browser.get("/sys_dictionary_list.do").text.contains(withheld))
        let own = browser.get("/sys_user.do?sysparm_query=user_name=fred.luddy").text
        #expect(own.contains("<h1>User Fred Luddy</h1>"))
        #expect(!own.contains("sysverb_update") && !own.contains("name=\"sys_user.first_name\""))
        let refused = browser.post(
            "/sys_user.do",
            [("sys_uniqueValue", "5137153cc611227c000bbd1bd8cd2005"), ("sys_action", "sysverb_update")])
        #expect(refused.text.contains(withheld) || refused.text.contains("Record not found"))
    }
}

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
        let body = #"{"short_description":"two\nlines ","description":"a\r\nb\rc\nd\te"}"#
        #expect(try client.ask(.patch, Self.record, body: body).status == 200)
        let before = try texts(browser)
        _ = browser.get(FormPageTests.address)
        // As a browser sends the value it was shown.
        let shown = [
            ("incident.short_description", "twolines "), ("incident.description", "a\r\nb\r\nc\r\nd\te"),
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
