import ExchangeModel
import Notation
import Sandbox
import Testing

/// Records in another form than a page, and the address of the instance itself.
struct ExportTests {
    @Test func theRootLeadsHomeOrToTheLogin() throws {
        let browser = try Browser()
        #expect(browser.get("/").redirect == "302 /login.do")
        _ = browser.logIn("john.doe", "password")
        #expect(browser.get("/login_redirect.do?sysparm_stack=no").redirect == "302 /")
        #expect(browser.get("/").redirect == "302 /home.do")
    }

    @Test(arguments: ["EXCEL", "XLSX", "PDF", "RSS", "SCHEMA", "UNL", "PDF&sysparm_view=ess"])
    func aProcessorThatIsNotThereIsNotFound(word: String) throws {
        let visit = try Visit()
        for path in ["/incident.do?", "/incident_list.do?", "/incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8&"] {
            #expect(try visit.ask(.get, path + word).status == 404, "\(path)")
            #expect(try visit.by(nil).ask(.get, path + word).status == 401, "\(path)")
        }
        #expect(try visit.ask(.get, "/incident_list.do?pdf").status == 200)
    }

    @Test(arguments: ["CSV", "XML", "JSON", "JSONv2"])
    func aClientMustSignIn(word: String) throws {
        let visit = try Visit(nil)
        for user in [nil, "john.doe:wrong"] {
            let refused = try visit.by(user).ask(.get, "/incident_list.do?" + word)
            #expect(refused.status == 401 && refused.headers["WWW-Authenticate"] == "Basic realm=\"Service-now\"")
        }
        let answer = try visit.by("john.doe:password").ask(.get, "/incident_list.do?" + word)
        #expect(answer.status == 200 && answer.headers["Content-Type"]?.hasPrefix("text/html") == false)
        let closed = try visit.by("abel.tuter:password").ask(.get, "/sys_dictionary_list.do?" + word)
        #expect(closed.status == 403)
    }

    @Test func aFormWithoutASysIDIsAListToo() throws {
        let visit = try Visit()
        let query = "&sysparm_query=numberININC0010002,INC0010003^ORDERBYnumber"
        for word in ["CSV", "XML", "JSONv2"] {
            let form = try visit.get("/incident.do?" + word + query)
            #expect(form == (try visit.get("/incident_list.do?" + word + query)))
            #expect(form.contains("INC0010002") && form.contains("INC0010003"))
        }
    }
}

/// The JSON web service (`JSONv2`).
struct JSONProcessorTests {
    private static let incident = "061c92d26f030200d7aecd9c5d3ee4f8"

    private static func post(_ visit: Visit, _ parameters: String, _ body: String) throws -> JSON {
        try visit.ask(.post, "/incident.do?JSONv2" + parameters, body: body).json
    }

    private static func records(_ json: JSON) -> [JSON] { json["records"].map(Visit.elements) ?? [] }

    @Test func recordsAreRead() throws {
        let visit = try Visit()
        let one = Self.records(try visit.read("/incident.do?JSONv2&sysparm_sys_id=" + Self.incident))
        #expect(one.count == 1 && one[0]["__status"] == "success" && one[0]["number"] == "INC0010021")
        #expect(one[0]["caller_id"] == "62826bf03710200044e0bfc8bcbe5df1" && one[0]["active"] == "true")
        let list = "/incident.do?JSONv2&sysparm_action=getRecords&sysparm_record_count=3&sysparm_query="
        let shown = Self.records(try visit.read(list + "number=INC0010021&displayvalue=true"))
        #expect(shown[0]["caller_id"] == "Abel Tuter")
        let both = Self.records(try visit.read(list + "number=INC0010021&displayvalue=all"))
        #expect(both[0]["caller_id"] == "62826bf03710200044e0bfc8bcbe5df1" && both[0]["dv_caller_id"] == "Abel Tuter")
        #expect(Self.records(try visit.read(list + "active=true")).count == 3)
        let keys = try visit.read("/incident.do?JSONv2&sysparm_action=getKeys&sysparm_query=number=INC0010021")
        #expect(keys.compact == #"{"records":["\#(Self.incident)"]}"#)
        for none in ["sysparm_sys_id=none", "sysparm_action=get", "sysparm_sys_id=a%5EORactive=true"] {
            #expect(try visit.get("/incident.do?JSONv2&" + none) == #"{"records":[]}"#)
        }
    }

    @Test func recordsAreWritten() throws {
        let visit = try Visit()
        let made = Self.records(
            try Self.post(visit, "&sysparm_action=insert", #"{"short_description":"one","impact":"1"}"#))
        #expect(made.count == 1 && made[0]["number"] == "INC0010201" && made[0]["impact"] == "1")
        let several = #"{"sysparm_action":"insertMultiple","records":[{"short_description":"two"},{"state":"6"}]}"#
        let two = Self.records(try Self.post(visit, "", several))
        #expect(two.map { $0["__status"] } == ["success", "failure"])
        #expect(two[1]["__error"]?["message"] == "Operation Failed" && two[1]["__error"]?["reason"] != .null)
        let query = "&sysparm_query=short_descriptionINone,two"
        let changed = Self.records(try Self.post(visit, "&sysparm_action=update" + query, #"{"urgency":"1"}"#))
        #expect(changed.map { $0["urgency"] } == ["1", "1"])
        let id = made[0]["sys_id"]?.scalarText ?? ""
        _ = try Self.post(visit, "&sysparm_action=deleteRecord", #"{"sysparm_sys_id":"\#(id)"}"#)
        #expect(try visit.count("incident", "short_descriptionINone,two") == "1")
        #expect(Self.records(try Self.post(visit, "&sysparm_action=deleteMultiple" + query, "")).count == 1)
        #expect(try visit.count("incident", "short_descriptionINone,two") == "0")
    }

    @Test(arguments: [
        ("update", #"{"error":"Cannot update with empty sysparm_query","reason":null}"#),
        ("deleteRecord", #"{"error":"Cannot delete with empty sysparm_sys_id","reason":null}"#),
        ("deleteMultiple", #"{"error":"Cannot delete with empty sysparm_query","reason":null}"#),
        ("drop", #"{"error":"Invalid sysparm_action drop","reason":null}"#),
    ])
    func aWriteOfEverythingIsRefused(action: String, expected: String) throws {
        let visit = try Visit()
        let before = try visit.count("incident", "")
        #expect(try Self.post(visit, "&sysparm_action=" + action, "{}").compact == expected)
        #expect(try visit.count("incident", "") == before)
    }

    @Test func aBrowsersCookiesAloneDoNotWrite() throws {
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
