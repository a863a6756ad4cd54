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

    @Test func listsAndRecordsAreExported() throws {
        let browser = try FormPageTests.browser()
        let csv = browser.get("/incident_list.do?CSV&sysparm_query=number=INC0010002&sysparm_view=mobile")
        #expect(csv.headers["Content-Type"] == "text/csv;charset=UTF-8")
        #expect(csv.headers["Content-Disposition"] == "attachment; filename=\"incident.csv\"")
        #expect(
            csv.text == """
                "number","short_description","state","priority","caller_id"\r
                "INC0010002","Application freezes while saving a draft","On Hold","4 - Low","Kenji Mori"\r

                """)
        let xml = browser.get(FormPageTests.address + "&XML")
        #expect(xml.headers["Content-Type"] == "text/xml;charset=UTF-8")
        #expect(xml.text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xml>\n<incident>\n"))
        #expect(xml.text.contains("<state display_value=\"On Hold\">3</state>"))
        #expect(xml.text.hasSuffix("</incident>\n</xml>\n"))
        let query = "assignment_group.name=Security Operations"
        let abels = try FormPageTests.browser("abel.tuter")
        let hidden = abels.get("/incident.do?XML&sysparm_query=" + PercentCoding.encode(query)).text
        var client = SandboxClient(sandbox: abels.sandbox)
        client.user = "abel.tuter:password"
        let readable = try client.list("incident", query, "number", limit: 1000)
        #expect(hidden.count(of: "<incident>") == readable.count)
        #expect(try client.count("incident", query) != String(readable.count))
    }
}

/// Records in formats other than HTML, and the root URL.
struct ExportTests {
    @Test func rootRedirectsToHomeOrLogin() throws {
        let browser = try Browser()
        #expect(browser.get("/").redirect == "302 /login.do")
        _ = browser.logIn("john.doe", "password")
        #expect(browser.get("/login_redirect.do?sysparm_stack=no").redirect == "302 /")
        #expect(browser.get("/").redirect == "302 /home.do")
    }

    @Test(arguments: ["EXCEL", "XLSX", "PDF", "RSS", "SCHEMA", "UNL", "PDF&sysparm_view=ess"])
    func unknownProcessorIsNotFound(word: String) throws {
        let client = try SandboxClient()
        for path in ["/incident.do?", "/incident_list.do?", "/incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8&"] {
            #expect(try client.ask(.get, path + word).status == 404, "\(path)")
            #expect(try client.by(nil).ask(.get, path + word).status == 401, "\(path)")
        }
        #expect(try client.ask(.get, "/incident_list.do?pdf").status == 200)
    }

    @Test(arguments: ["CSV", "XML", "JSON", "JSONv2"])
    func clientMustSignIn(word: String) throws {
        let client = try SandboxClient(nil)
        for user in [nil, "john.doe:wrong"] {
            let refused = try client.by(user).ask(.get, "/incident_list.do?" + word)
            #expect(refused.status == 401 && refused.headers["WWW-Authenticate"] == "Basic realm=\"Service-now\"")
        }
        let answer = try client.by("john.doe:password").ask(.get, "/incident_list.do?" + word)
        #expect(answer.status == 200 && answer.headers["Content-Type"]?.hasPrefix("text/html") == false)
        let closed = try client.by("abel.tuter:password").ask(.get, "/sys_dictionary_list.do?" + word)
        #expect(closed.status == 403)
    }

    @Test func formWithoutSysIDIsAList() throws {
        let client = try SandboxClient()
        let query = "&sysparm_query=numberININC0010002,INC0010003^ORDERBYnumber"
        for word in ["CSV", "XML", "JSONv2"] {
            let form = try client.get("/incident.do?" + word + query)
            #expect(form == (try client.get("/incident_list.do?" + word + query)))
            #expect(form.contains("INC0010002") && form.contains("INC0010003"))
        }
    }
}

/// The JSON web service (`JSONv2`).
struct JSONProcessorTests {
    private static let incident = "061c92d26f030200d7aecd9c5d3ee4f8"

    private static func post(_ client: SandboxClient, _ parameters: String, _ body: String) throws -> JSON {
        try client.ask(.post, "/incident.do?JSONv2" + parameters, body: body).json
    }

    private static func records(_ json: JSON) -> [JSON] { json["records"].map(SandboxClient.elements) ?? [] }

    @Test func recordsAreRead() throws {
        let client = try SandboxClient()
        let one = Self.records(try client.read("/incident.do?JSONv2&sysparm_sys_id=" + Self.incident))
        #expect(one.count == 1 && one[0]["__status"] == "success" && one[0]["number"] == "INC0010021")
        #expect(one[0]["caller_id"] == "62826bf03710200044e0bfc8bcbe5df1" && one[0]["active"] == "true")
        let list = "/incident.do?JSONv2&sysparm_action=getRecords&sysparm_record_count=3&sysparm_query="
        let shown = Self.records(try client.read(list + "number=INC0010021&displayvalue=true"))
        #expect(shown[0]["caller_id"] == "Abel Tuter")
        let both = Self.records(try client.read(list + "number=INC0010021&displayvalue=all"))
        #expect(both[0]["caller_id"] == "62826bf03710200044e0bfc8bcbe5df1" && both[0]["dv_caller_id"] == "Abel Tuter")
        #expect(Self.records(try client.read(list + "active=true")).count == 3)
        let keys = try client.read("/incident.do?JSONv2&sysparm_action=getKeys&sysparm_query=number=INC0010021")
        #expect(keys.compact == #"{"records":["\#(Self.incident)"]}"#)
        for none in ["sysparm_sys_id=none", "sysparm_action=get", "sysparm_sys_id=a%5EORactive=true"] {
            #expect(try client.get("/incident.do?JSONv2&" + none) == #"{"records":[]}"#)
        }
    }

    @Test func recordsAreWritten() throws {
        let client = try SandboxClient()
        let made = Self.records(
            try Self.post(client, "&sysparm_action=insert", #"{"short_description":"one","impact":"1"}"#))
        #expect(made.count == 1 && made[0]["number"] == "INC0010201" && made[0]["impact"] == "1")
        let several = #"{"sysparm_action":"insertMultiple","records":[{"short_description":"two"},{"state":"6"}]}"#
        let two = Self.records(try Self.post(client, "", several))
        #expect(two.map { $0["__status"] } == ["success", "failure"])
        #expect(two[1]["__error"]?["message"] == "Operation Failed" && two[1]["__error"]?["reason"] != .null)
        let query = "&sysparm_query=short_descriptionINone,two"
        let changed = Self.records(try Self.post(client, "&sysparm_action=update" + query, #"{"urgency":"1"}"#))
        #expect(changed.map { $0["urgency"] } == ["1", "1"])
        let id = made[0]["sys_id"]?.scalarText ?? ""
        _ = try Self.post(client, "&sysparm_action=deleteRecord", #"{"sysparm_sys_id":"\#(id)"}"#)
        #expect(try client.count("incident", "short_descriptionINone,two") == "1")
        #expect(Self.records(try Self.post(client, "&sysparm_action=deleteMultiple" + query, "")).count == 1)
        #expect(try client.count("incident", "short_descriptionINone,two") == "0")
    }

    @Test(arguments: [
        ("update", #"{"error":"Cannot update with empty sysparm_query","reason":null}"#),
        ("deleteRecord", #"{"error":"Cannot delete with empty sysparm_sys_id","reason":null}"#),
        ("deleteMultiple", #"{"error":"Cannot delete with empty sysparm_query","reason":null}"#),
        ("drop", #"{"error":"Invalid sysparm_action drop","reason":null}"#),
    ])
    func writeWithoutQueryIsRejected(action: String, expected: String) throws {
        let client = try SandboxClient()
        let before = try client.count("incident", "")
        #expect(try Self.post(client, "&sysparm_action=" + action, "{}").compact == expected)
        #expect(try client.count("incident", "") == before)
    }

    @Test func cookiesAloneCannotWrite() throws {
        let browser = try FormPageTests.browser()
        _ = browser.get("/home.do")
        let target = "/incident.do?JSONv2&sysparm_action=insert"
        let json: HeaderFields = ["Content-Type": "application/json"]
        #expect(browser.ask(.post, target, headers: json, body: Array("{}".utf8)).status == 401)
        var headers = json
        headers.append("X-UserToken", browser.token)
        #expect(browser.ask(.post, target, headers: headers, body: Array("{}".utf8)).status == 200)
    }
}
