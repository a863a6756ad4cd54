import ExchangeModel
import Notation
import Testing

struct RefusalTests {
    private func refusal(_ message: String, _ detail: String?) -> String {
        JSON.object([
            .init("error", ["message": .string(message), "detail": detail.map(JSON.string) ?? .null]),
            .init("status", "failure"),
        ]).compact
    }

    @Test(arguments: ["nosuch", "task\"", "task'--", "sqlite_schema", "sandbox_clock", "Task", " ", "incident;"])
    func anUnknownTableIsInvalid(name: String) throws {
        let response = try Visit().ask(.get, "/api/now/table/" + PercentCoding.encode(name))
        #expect(response.status == 400)
        #expect(response.text == refusal("Invalid table " + name, nil))
    }

    @Test func anUnknownRecordIsNotFound() throws {
        let visit = try Visit()
        for (method, path) in [
            (HTTPMethod.get, "incident/nosuch"), (.patch, "incident/nosuch"), (.delete, "incident/nosuch"),
            (.get, "incident/d7296d02c0a801670085e737da016e70"),
        ] {
            let response = try visit.ask(method, "/api/now/table/" + path, body: method == .patch ? "{}" : nil)
            #expect(response.status == 404)
            #expect(
                response.text
                    == refusal("No Record found", "Record doesn't exist or ACL restricts the record retrieval"))
        }
    }

    @Test func anEmptyListIsNotFoundInVersionOneAlone() throws {
        let visit = try Visit()
        #expect(try visit.ask(.get, "/api/now/v1/table/incident?number=none").status == 404)
        #expect(try visit.get("/api/now/v2/table/incident?number=none") == #"{"result":[]}"#)
    }

    @Test(arguments: [
        "/api/now", "/api", "/api/now/nothing", "/api/now/table", "/api/now/table/incident/x/y",
        "/api/now/v3/table/incident", "/api/other/table/incident", "/api/now/ui/meta",
    ])
    func anUnknownRouteIsNoResource(path: String) throws {
        let response = try Visit().ask(.get, path)
        #expect(response.status == 400)
        #expect(response.text == refusal("Requested URI does not represent any resource", nil))
    }

    @Test func otherPathsAreNoPages() throws {
        for path in ["/nothing", "/nothing.html"] {
            let response = try Visit(nil).ask(.get, path)
            #expect(response.status == 404 && response.headers["Content-Type"] == "text/html;charset=UTF-8")
        }
        // Who is signed in is told of a page too; who is not is sent to where one signs in.
        #expect(try Visit().ask(.get, "/nothing.do").status == 404)
        #expect(try Visit(nil).ask(.get, "/nothing.do").status == 302)
    }

    @Test func aMethodThatAResourceDoesNotKnowIsNamed() throws {
        let visit = try Visit()
        #expect(try visit.ask(.delete, "/api/now/table/incident").headers["Allow"] == "GET, HEAD, POST")
        let response = try visit.ask(.post, "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8", body: "{}")
        #expect(response.status == 405 && response.headers["Allow"] == "GET, HEAD, PUT, PATCH, DELETE")
    }

    @Test(arguments: ["{", " ", "null", "[]", "[1]", "\"text\"", "{\"a\":1,}", "\u{FEFF}{}"])
    func aBodyThatIsNoRecordIsRefused(body: String) throws {
        let response = try Visit().ask(.post, "/api/now/table/incident", body: body)
        #expect(response.status == 400)
        #expect(response.json["error"]?["message"] == "Exception while reading request")
    }

    @Test func onlyJSONIsTaken() throws {
        let visit = try Visit()
        let form = try visit.ask(
            .post, "/api/now/table/incident", body: "a=b",
            headers: ["Content-Type": "application/x-www-form-urlencoded"])
        #expect(form.status == 415)
        #expect(
            form.text
                == refusal(
                    """
                    Invalid content-type. Supported request media types for this service are: [application/json, \
                    application/xml, text/xml]
                    """,
                    nil))
        #expect(
            try visit.ask(
                .post, "/api/now/table/incident", body: "{}",
                headers: ["Content-Type": "application/json; charset=utf-8"]
            ).status == 201)
        #expect(
            try visit.ask(.get, "/api/now/table/incident?sysparm_limit=1", headers: ["Accept": "text/csv"]).status
                == 406)
        #expect(
            try visit.ask(
                .get, "/api/now/table/incident?sysparm_limit=1",
                headers: ["Accept": "application/json, text/plain, */*"]
            ).status == 200)
    }

    @Test func aVeryLargeBodyIsRefused() throws {
        let body = "{\"description\":\"" + String(repeating: "x", count: 10_485_761) + "\"}"
        let response = try Visit().ask(.post, "/api/now/table/incident", body: body)
        #expect(
            response.text
                == refusal(
                    "Exception while reading request",
                    "Rejected large REST payload with content-length = 10485779 bytes. Max allowed: 10485760 bytes."))
    }

    @Test func anAbsurdTableNameGetsAPage() throws {
        for count in [8001, 23_000] {
            let response = try Visit().ask(.get, "/api/now/table/" + String(repeating: "A", count: count))
            #expect(response.status == 400 && response.text.hasPrefix("<!DOCTYPE html>"))
        }
        let longest = String(repeating: "A", count: 8000)
        let response = try Visit().ask(.get, "/api/now/table/" + longest)
        #expect(response.status == 400 && response.text == refusal("Invalid table " + longest, nil))
    }

    @Test func aWorkerMayNotDoEverything() throws {
        let visit = try Visit("abel.tuter:password")
        let path = "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"
        #expect(try visit.ask(.patch, path, body: #"{"urgency":"1"}"#).status == 200)
        let delete = try visit.ask(.delete, path)
        #expect(delete.status == 403)
        #expect(delete.text == refusal("Operation Failed", "ACL Exception Delete Failed due to security constraints"))
        #expect(
            try visit.ask(.post, "/api/now/table/sys_user", body: "{}").text
                == refusal("Operation Failed", "ACL Exception Insert Failed due to security constraints"))
        #expect(
            try visit.ask(.patch, "/api/now/table/sys_user/62826bf03710200044e0bfc8bcbe5df1", body: "{}").status == 403)
        #expect(try visit.ask(.get, "/api/now/table/sys_dictionary").status == 403)
        let hidden = try visit.ask(.get, "/api/now/table/sys_journal_field?sysparm_limit=5")
        #expect(hidden.status == 200 && hidden.text == #"{"result":[]}"#)
        #expect(hidden.headers["X-Total-Count"].flatMap { Int($0) } ?? 0 > 5)
        let entry = try Visit().list("sys_journal_field", "", "sys_id", limit: 1)[0]
        #expect(try visit.ask(.get, "/api/now/table/sys_journal_field/" + entry).status == 404)
        #expect(
            try visit.read(path + "?sysparm_display_value=true&sysparm_fields=number")["result"]?["number"]
                == "INC0010021")
    }

    @Test func aTableOrColumnWithoutANameIsRefused() throws {
        let visit = try Visit()
        for table in ["sys_dictionary", "sys_glide_object", "sys_db_object"] {
            #expect(try visit.ask(.post, "/api/now/table/\(table)", body: "{}").status == 403)
        }
    }

    @Test func headIsGetWithoutABody() throws {
        let visit = try Visit()
        let head = try visit.ask(.head, "/api/now/table/incident?sysparm_limit=1")
        #expect(head.status == 200 && head.body.isEmpty && head.headers["X-Total-Count"] == "440")
    }
}
