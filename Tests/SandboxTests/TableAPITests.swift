import ExchangeModel
import Notation
import Sandbox
import TestSupport
import Testing

struct ListTests {
    @Test func rowsHaveNaturalOrder() throws {
        let client = try SandboxClient.reading()
        let users = try client.list("sys_user", "", "sys_id")
        #expect(users == users.sorted() && users.count > 40)
        // The first ones, followed by those of the previous year.
        let incidents = try client.list("incident", "", "number", limit: 1000)
        expectEqual(incidents.count, 440)
        #expect(Array(incidents.prefix(200)) == incidents.prefix(200).sorted() && incidents.first == "INC0010001")
        expectEqual(Array(incidents.dropFirst(200)), incidents.dropFirst(200).sorted())
    }

    @Test func everyTableCanBeListed() throws {
        let client = try SandboxClient.reading()
        let tables = SandboxClient.elements(try client.read("/api/now/doc/table/schema")["result"] ?? .null).compactMap
        {
            $0["value"]?.scalarText
        }
        expectEqual(tables.count, 170)
        // Each table in one form, each form of many tables: how values are shown does not depend on the table.
        for (number, table) in tables.enumerated() {
            let form = ["false", "true", "all"][number % 3]
            let response = try client.ask(
                .get, "/api/now/table/\(table)?sysparm_limit=50&sysparm_display_value=\(form)")
            // Read in place: as values, the rows of all tables would take half of the run time.
            let result = try JSONDocument(response.body).root["result"]
            let first = result?[0]?.members.map(\.name) ?? []
            #expect(response.status == 200 && !first.isEmpty, "\(table)")
            let others = result?.elements.count { $0.members.map(\.name) != first }
            expectEqual(others, 0, "\(table): all rows have the same keys")
            let total = response.headers["X-Total-Count"].flatMap { Int($0) } ?? 0
            expectEqual(result?.count, min(total, 50), "\(table)")
        }
    }

    @Test func unusualTextRoundTrips() throws {
        let client = try SandboxClient.reading()
        try expectEqual(
            client.list("incident", "short_descriptionSTARTSWITHMy password^ORDERBYnumber", "short_description")
                .first, "My password does not work")
        for text in [
            "🖨️ Printer on fire 🔥🔥", "<b>Bold</b> & <script>alert(1)</script> in a title",
            "\"Quoted\" title, with commas, and 'apostrophes'", "המדפסת לא מדפיסה", "  Leading and trailing spaces  ",
        ] {
            #expect(try client.list("incident", "short_description=\(text)", "short_description").contains(text))
        }
        try expectEqual(
            client.list("incident", "descriptionLIKESecond line", "description").first,
            "First line\nSecond line\n\n\tAn indented line\r\nA line of another system")
    }
}

struct WriteTests {
    @Test func twoSandboxesOfOneSeedAreTheSame() throws {
        func contents() throws -> String {
            let client = try SandboxClient()
            let id = try client.create("incident", #"{"work_notes":"x"}"#)
            return try id + client.tokens(SandboxClient.passwordForm).text
                + client.get("/api/now/table/task?sysparm_limit=200")
                + client.get("/api/now/table/sys_journal_field?sysparm_limit=200")
                + client.get("/api/now/table/sys_dictionary?sysparm_limit=50")
        }
        try expectEqual(contents(), contents())
        let other = try SandboxClient { $0.seed = 2 }.tokens(SandboxClient.passwordForm)
        #expect(try other.text != SandboxClient().tokens(SandboxClient.passwordForm).text)
    }

    @Test func entriesFollowShippedOnes() throws {
        let early = try SandboxClient(), late = try SandboxClient()
        let body = #"{"short_description":"new","work_notes":"the last"}"#
        _ = try late.list("sys_journal_field", "", "value", limit: 1)
        _ = try late.create("incident", body)
        _ = try early.create("incident", body)
        let target = "/api/now/table/sys_journal_field?sysparm_limit=2000"
        try expectEqual(early.get(target), late.get(target))
        try expectEqual(early.list("sys_journal_field", "", "value", limit: 2000).last, "the last")
    }

    @Test func textIsTruncatedByUnicodeCharacters() throws {
        let client = try SandboxClient()
        let text = "a" + String(repeating: "\u{301}", count: 10_000)
        let id = try client.create("incident", JSON.object([.init("short_description", .string(text))]).compact)
        let kept = try client.read("/api/now/table/incident/" + id)["result"]?["short_description"]?.scalarText
        expectEqual(kept?.unicodeScalars.count, 160)
    }
}

struct SchemaRouteTests {
    @Test func fulfillerSeesReadableTables() throws {
        let names = try ["john.doe:password", "abel.tuter:password"].map { user in
            let tables = try SandboxClient.reading(user).read("/api/now/doc/table/schema")["result"]
            return Set(SandboxClient.elements(tables ?? .null).compactMap { $0["value"]?.scalarText })
        }
        expectEqual(
            names[0].subtracting(names[1]),
            [
                "sys_dictionary", "sys_db_object", "sys_documentation", "sys_glide_object", "sys_user_has_role",
                "sys_script", "oauth_entity", "oauth_jwt", "jwt_verifier_map", "sys_certificate", "api_key",
            ])
    }
}

struct BatchTests {
    private func part(_ id: String, _ method: String, _ url: String, _ more: String = "") -> String {
        #"{"id":"\#(id)","method":"\#(method)","url":"\#(url)"\#(more)}"#
    }

    private func batch(_ client: SandboxClient, _ parts: [String], headers: HeaderFields = [:]) throws -> HTTPResponse {
        try client.ask(
            .post, "/api/now/v1/batch",
            body: #"{"batch_request_id":"7","rest_requests":[\#(parts.joined(separator: ","))]}"#, headers: headers)
    }

    private func text(_ entry: JSON?) -> String {
        Base64.decode((entry?["body"]?.scalarText ?? "!").utf8).map { String(decoding: $0, as: UTF8.self) }
            ?? "no Base64"
    }

    /// Reads and writes in a batch give the same status, body and header lines as single requests.
    @Test func batchMatchesSingleRequests() throws {
        let requests: [(HTTPMethod, String, String?)] = [
            (
                .get, "/api/now/table/incident?sysparm_limit=3&sysparm_fields=number,caller_id.name&sysparm_offset=1",
                nil
            ),
            (.get, "/api/now/v1/table/incident?number=none", nil),
            (.get, "/api/now/v2/table/incident/061c92d26f030200d7aecd9c5d3ee4f8?sysparm_display_value=all", nil),
            (.post, "/api/now/table/incident?sysparm_fields=number,sys_id", #"{"impact":"1","urgency":"1"}"#),
            (.post, "/api/now/table/incident", "{"),
            (
                .patch, "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8?sysparm_fields=state",
                #"{"state":"2"}"#
            ),
            (.delete, "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8", nil),
            (.get, "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8", nil),
            (.head, "/api/now/table/incident?sysparm_limit=1", nil),
            (.get, "/api/now/stats/task?sysparm_count=true&sysparm_group_by=sys_class_name", nil),
            (.get, "/api/now/ui/meta/problem", nil), (.get, "/api/now/nothing", nil),
            (.get, "/api/now/table/nosuch", nil), (.put, "/api/now/table/incident", "{}"),
            (.get, "/api/now/table/incident?sysparm_query=ORDERBYnumber&sysparm_limit=2", nil),
        ]
        for user in ["john.doe:password", "abel.tuter:password"] {
            let alone = try SandboxClient(user)
            let expected = try requests.map { try alone.ask($0.0, $0.1, body: $0.2) }
            let together = try SandboxClient(user)
            let parts = requests.enumerated().map { offset, request in
                let body = request.2.map {
                    #","headers":[{"name":"Content-Type","value":"application/json"}],"body":"\#(Base64.encode($0.utf8))""#
                }
                return part(String(offset), request.0.rawValue, request.1, body ?? "")
            }
            let entries = SandboxClient.elements(try batch(together, parts).json["serviced_requests"] ?? .null)
            expectEqual(entries.count, requests.count)
            for (entry, response) in zip(entries, expected) {
                expectEqual(entry["status_code"]?.scalarText, String(response.status))
                expectEqual(entry["status_text"]?.scalarText, response.reason)
                expectEqual(text(entry), response.text)
                let lines = SandboxClient.elements(entry["headers"] ?? .null).map {
                    HeaderField($0["name"]?.scalarText ?? "", $0["value"]?.scalarText ?? "")
                }
                for line in lines where line.name != "Content-Length" {
                    expectEqual(response.headers[line.name], line.value)
                }
                let isCounted = lines.contains { $0.name == "X-Total-Count" }
                expectEqual(isCounted, (response.headers["X-Total-Count"] != nil))
            }
        }
    }

    @Test func batchSizeLimits() throws {
        let client = try SandboxClient()
        let large = String(repeating: "A", count: (5 << 20) / 3 * 4 + 8)
        let small = part("s", "GET", "/api/now/stats/incident?sysparm_count=true")
        let parts = [small, part("l", "POST", "/api/now/table/incident", #","body":"\#(large)""#), small]
        let answer = try batch(client, parts).json
        // A batch ends at the first part that exceeds a limit.
        expectEqual(SandboxClient.elements(answer["serviced_requests"] ?? .null).count, 1)
        expectEqual(answer["unserviced_requests"], ["l", "s"])
        let whole = try batch(client, [part("l", "POST", "/api/now/x", #","body":"\#(large)\#(large)""#)])
        expectEqual(whole.status, 400)
        #expect(whole.text.contains("Rejected large REST payload with content-length = "))
        #expect(whole.text.contains(" bytes. Max allowed: 10485760 bytes."))
    }
}
