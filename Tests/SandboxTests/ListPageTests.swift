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

    @Test func ignoredFilterIsReported() throws {
        let browser = try FormPageTests.browser()
        let total = try SandboxClient(sandbox: browser.sandbox).count("incident", "active=true")
        let target = "/incident_list.do?sysparm_query=active=true^nosuch=1"
        let page = browser.get(target).text
        #expect(page.contains("cannot be read or names a column that does not exist. It is left out.</p>"))
        #expect(page.contains("<p class=\"count\">1 to 20 of \(total)</p>"))
        #expect(!browser.get("/incident_list.do?sysparm_query=active=true").text.contains("left out"))
        var client = SandboxClient(sandbox: browser.sandbox)
        client.user = "admin:admin"
        let property = try client.list("sys_properties", "name=glide.invalid_query.returns_no_rows", "sys_id")[0]
        _ = try client.ask(.patch, "/api/now/table/sys_properties/\(property)", body: #"{"value":"true"}"#)
        let none = browser.get(target).text
        #expect(none.contains("So nothing is found.</p>") && none.contains("0 records"))
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
