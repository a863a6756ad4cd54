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
