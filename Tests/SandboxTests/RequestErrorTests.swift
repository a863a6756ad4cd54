import ExchangeModel
import Notation
import Testing

struct RequestErrorTests {
    private func errorBody(_ message: String, _ detail: String?) -> String {
        JSON.object([
            .init("error", ["message": .string(message), "detail": detail.map(JSON.string) ?? .null]),
            .init("status", "failure"),
        ]).compact
    }

    @Test(arguments: [
        "nosuch", "task\"", "task'--", "sqlite_schema", "sandbox_clock", "Task", " ", "incident;",
    ])
    func unknownTableIsInvalid(name: String) throws {
        let response = try SandboxClient().ask(.get, "/api/now/table/" + PercentCoding.encode(name))
        #expect(response.status == 400 && response.text == errorBody("Invalid table " + name, nil))
    }

    @Test(arguments: [
        "/api/now", "/api", "/api/now/nothing", "/api/now/table", "/api/now/table/incident/x/y",
        "/api/now/v3/table/incident", "/api/other/table/incident", "/api/now/ui/meta",
    ])
    func unknownRouteIsNotFound(path: String) throws {
        let response = try SandboxClient().ask(.get, path)
        #expect(response.status == 400)
        #expect(response.text == errorBody("Requested URI does not represent any resource", nil))
    }

    @Test(arguments: [HTTPMethod.get, .patch, .delete])
    func unknownRecordIsNotFound(method: HTTPMethod) throws {
        for record in ["nosuch", "d7296d02c0a801670085e737da016e70"] where method == .get || record == "nosuch" {
            let response = try SandboxClient().ask(
                method, "/api/now/table/incident/" + record, body: method == .patch ? "{}" : nil)
            #expect(response.status == 404)
            let detail = "Record doesn't exist or ACL restricts the record retrieval"
            #expect(response.text == errorBody("No Record found", detail))
        }
    }

    @Test func emptyListIsNotFoundInVersionOneOnly() throws {
        let client = try SandboxClient()
        #expect(try client.ask(.get, "/api/now/v1/table/incident?number=none").status == 404)
        #expect(try client.get("/api/now/v2/table/incident?number=none") == #"{"result":[]}"#)
    }

    @Test func otherPathsAreNotPages() throws {
        for path in ["/nothing", "/nothing.html"] {
            let response = try SandboxClient(nil).ask(.get, path)
            #expect(response.status == 404 && response.headers["Content-Type"] == "text/html;charset=UTF-8")
        }
        // Signed-in users get an error page; others are redirected to the login.
        #expect(try SandboxClient().ask(.get, "/nothing.do").status == 404)
        #expect(try SandboxClient(nil).ask(.get, "/nothing.do").status == 302)
    }

    @Test func unsupportedMethodIsNamed() throws {
        let client = try SandboxClient()
        #expect(try client.ask(.delete, "/api/now/table/incident").headers["Allow"] == "GET, HEAD, POST")
        let response = try client.ask(.post, "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8", body: "{}")
        #expect(response.status == 405 && response.headers["Allow"] == "GET, HEAD, PUT, PATCH, DELETE")
    }

    @Test(arguments: ["{", " ", "null", "[]", "[1]", "\"text\"", "{\"a\":1,}", "\u{FEFF}{}"])
    func invalidRecordIsRejected(body: String) throws {
        let response = try SandboxClient().ask(.post, "/api/now/table/incident", body: body)
        #expect(response.status == 400)
        #expect(response.json["error"]?["message"] == "Exception while reading request")
    }

    @Test func onlyJSONIsAccepted() throws {
        let client = try SandboxClient()
        let form = try client.ask(
            .post, "/api/now/table/incident", body: "a=b",
            headers: ["Content-Type": "application/x-www-form-urlencoded"])
        #expect(form.status == 415)
        #expect(
            form.text
                == errorBody(
                    "Invalid content-type. Supported request media types for this service are: [application/json]",
                    nil))
        #expect(
            try client.ask(
                .post, "/api/now/table/incident", body: "{}",
                headers: ["Content-Type": "application/json; charset=utf-8"]
            ).status == 201)
        for type in ["text/csv", "application/xml", "text/xml, application/json;q=0"] {
            let refused = try client.ask(.get, "/api/now/table/incident?sysparm_limit=1", headers: ["Accept": type])
            #expect(refused.status == 406)
            #expect(
                refused.text
                    == errorBody(
                        "Requested response media type is not supported",
                        "Supported response media types for this service are: [application/json]"))
        }
        #expect(
            try client.ask(
                .get, "/api/now/table/incident?sysparm_limit=1",
                headers: ["Accept": "application/json, text/plain, */*"]
            ).status == 200)
    }

    @Test func veryLargeBodyIsRejected() throws {
        let body = "{\"description\":\"" + String(repeating: "x", count: 10_485_761) + "\"}"
        let response = try SandboxClient().ask(.post, "/api/now/table/incident", body: body)
        #expect(
            response.text
                == errorBody(
                    "Exception while reading request",
                    "Rejected large REST payload with content-length = 10485779 bytes. Max allowed: 10485760 bytes."))
    }

    @Test func overlongTableNameGetsErrorPage() throws {
        for count in [8001, 23_000] {
            let response = try SandboxClient().ask(.get, "/api/now/table/" + String(repeating: "A", count: count))
            #expect(response.status == 400 && response.text.hasPrefix("<!DOCTYPE html>"))
        }
        let longest = String(repeating: "A", count: 8000)
        let response = try SandboxClient().ask(.get, "/api/now/table/" + longest)
        #expect(response.status == 400 && response.text == errorBody("Invalid table " + longest, nil))
    }

    @Test func fulfillerAccessIsLimited() throws {
        let client = try SandboxClient("abel.tuter:password")
        let path = "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"
        #expect(try client.ask(.patch, path, body: #"{"urgency":"1"}"#).status == 200)
        let delete = try client.ask(.delete, path)
        #expect(delete.status == 403)
        #expect(delete.text == errorBody("Operation Failed", "ACL Exception Delete Failed due to security constraints"))
        #expect(
            try client.ask(.post, "/api/now/table/sys_user", body: "{}").text
                == errorBody("Operation Failed", "ACL Exception Insert Failed due to security constraints"))
        #expect(
            try client.ask(.patch, "/api/now/table/sys_user/62826bf03710200044e0bfc8bcbe5df1", body: "{}").status == 403
        )
        #expect(try client.ask(.get, "/api/now/table/sys_dictionary").status == 403)
        let hidden = try client.ask(.get, "/api/now/table/sys_journal_field?sysparm_limit=5")
        #expect(hidden.status == 200 && hidden.text == #"{"result":[]}"#)
        #expect(hidden.headers["X-Total-Count"].flatMap { Int($0) } ?? 0 > 5)
        let entry = try SandboxClient().list("sys_journal_field", "", "sys_id", limit: 1)[0]
        #expect(try client.ask(.get, "/api/now/table/sys_journal_field/" + entry).status == 404)
        #expect(
            try client.read(path + "?sysparm_display_value=true&sysparm_fields=number")["result"]?["number"]
                == "INC0010021")
    }

    @Test(arguments: ["sys_dictionary", "sys_glide_object", "sys_db_object", "sys_choice", "sys_documentation"])
    func tablesOfTheSchemaAreReadOnly(table: String) throws {
        let client = try SandboxClient("admin:admin")
        let record = try "/api/now/table/\(table)/" + client.list(table, "", "sys_id", limit: 1)[0]
        #expect(try client.ask(.post, "/api/now/table/" + table, body: "{}").status == 403)
        #expect(try client.ask(.patch, record, body: "{}").status == 403)
        #expect(try client.ask(.delete, record).status == 403)
    }
}

struct PagingTests {
    private func links(_ query: String) throws -> String? {
        try SandboxClient().ask(.get, "/api/now/table/sys_user_group?" + query).headers["Link"]
    }

    private func link(_ query: String, _ name: String) -> String {
        "<http://sandbox.localhost/api/now/table/sys_user_group?\(query)>;rel=\"\(name)\""
    }

    @Test func firstPageOfOneRecordNamesTheOffsetMinusOne() throws {
        #expect(
            try links("sysparm_limit=1")
                == [
                    link("sysparm_limit=1&sysparm_offset=0", "first"),
                    link("sysparm_limit=1&sysparm_offset=-1", "prev"),
                    link("sysparm_limit=1&sysparm_offset=1", "next"), link("sysparm_limit=1&sysparm_offset=22", "last"),
                ].joined(separator: ","))
    }

    @Test func headHasContentLengthOfGet() throws {
        let client = try SandboxClient()
        let target = "/api/now/table/sys_user_group?sysparm_limit=1"
        let head = try client.ask(.head, target), get = try client.ask(.get, target)
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.headers["Content-Length"] == String(get.body.count))
        #expect(head.headers["X-Total-Count"] == "23" && head.headers["Link"] == get.headers["Link"])
    }

    @Test func offsetIsReplacedInPlace() throws {
        #expect(
            try links("sysparm_offset=10&sysparm_limit=5&sysparm_fields=name")
                == ["0;first", "5;prev", "15;next", "20;last"].map { entry in
                    let parts = entry.split(separator: ";")
                    return link("sysparm_offset=\(parts[0])&sysparm_limit=5&sysparm_fields=name", String(parts[1]))
                }.joined(separator: ","))
    }

    @Test func linksAreOmittedIfUnneeded() throws {
        #expect(try links("sysparm_limit=23") == nil)
        #expect(try links("sysparm_limit=22") != nil)
        #expect(try links("") == nil)
        #expect(try links("sysparm_limit=5&sysparm_suppress_pagination_header=true") == nil)
    }

    @Test func withoutACountThereIsNoLastPage() throws {
        let query = "sysparm_limit=5&sysparm_no_count=true&sysparm_offset="
        func entries(_ offset: Int) throws -> [String] {
            try (links(query + String(offset)) ?? "").split(separator: ",").map {
                String($0.split(separator: "=").suffix(2).joined(separator: "="))
            }
        }
        #expect(try entries(0) == ["0>;rel=\"first\"", "5>;rel=\"next\""])
        #expect(try entries(5) == ["0>;rel=\"first\"", "0>;rel=\"prev\"", "10>;rel=\"next\""])
        let total = try Int(SandboxClient().count("sys_user_group", "")) ?? 0
        let last = total / 5 * 5
        #expect(try entries(last) == ["0>;rel=\"first\"", "\(last - 5)>;rel=\"prev\""])
        #expect(try links("sysparm_limit=\(total + 1)&sysparm_no_count=true") == nil)
    }

    @Test func totalCountIsOnListsOnly() throws {
        let client = try SandboxClient()
        #expect(try client.ask(.get, "/api/now/table/sys_user_group?sysparm_limit=2").headers["X-Total-Count"] == "23")
        #expect(try client.ask(.get, "/api/now/table/sys_user_group?name=nobody").headers["X-Total-Count"] == "0")
        #expect(
            try client.ask(.get, "/api/now/table/sys_user_group?sysparm_no_count=true").headers["X-Total-Count"] == nil)
        #expect(
            try client.ask(.get, "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8").headers["X-Total-Count"]
                == nil)
    }

    @Test func pagesCoverTheList() throws {
        let client = try SandboxClient()
        var numbers: [String] = []
        for offset in stride(from: 0, to: 630, by: 30) {
            let page = try client.read(
                """
                /api/now/table/incident?sysparm_fields=number&sysparm_limit=30&sysparm_offset=\(offset)&\
                sysparm_query=ORDERBYDESCpriority
                """
            )
            numbers += SandboxClient.elements(page["result"] ?? .null).compactMap { $0["number"]?.scalarText }
        }
        #expect(numbers.count == 440 && Set(numbers).count == 440)
        #expect(try numbers == client.list("incident", "ORDERBYDESCpriority", "number", limit: 1000))
    }

    @Test(arguments: [
        ("sysparm_limit=0", 0), ("sysparm_limit=-5", 0), ("sysparm_limit=many", 23),
        ("sysparm_limit=99999999999999999999", 23), ("sysparm_limit=9223372036854775807", 23),
        ("sysparm_offset=9223372036854775807", 0), ("sysparm_offset=22", 1),
    ])
    func unusualLimitsAreHarmless(query: String, rows: Int) throws {
        let response = try SandboxClient().ask(.get, "/api/now/table/sys_user_group?" + query)
        #expect(response.status == 200)
        #expect(SandboxClient.elements(response.json["result"] ?? .null).count == rows)
    }

    @Test func negativeOffsetIsRejected() throws {
        #expect(try SandboxClient().ask(.get, "/api/now/table/incident?sysparm_offset=-1").status == 400)
    }

    @Test func encodedOffsetNameIsFound() throws {
        let links = try #require(try links("sysparm%5Foffset=10&sysparm_limit=20"))
        #expect(
            links
                == [
                    link("sysparm_offset=0&sysparm_limit=20", "first"),
                    link("sysparm_offset=20&sysparm_limit=20", "last"),
                ].joined(separator: ","))
    }

    @Test func linkURLsAreEscaped() throws {
        let links = try #require(try links("sysparm_query=name>\"A\"^ORname<z&sysparm_limit=22"))
        #expect(
            links.hasPrefix(link("sysparm_query=name%3E%22A%22^ORname%3Cz&sysparm_limit=22&sysparm_offset=0", "first")))
    }

    @Test func hugeOffsetIsNotTheFirstPage() throws {
        let client = try SandboxClient()
        let target = "/api/now/table/sys_user_group?sysparm_limit=2&sysparm_offset="
        #expect(try client.get(target + "99999999999999999999999") == #"{"result":[]}"#)
        #expect(try client.ask(.get, target + "-99999999999999999999999").status == 400)
        #expect(try client.get(target + "-") == client.get(target + "0"))
    }
}
