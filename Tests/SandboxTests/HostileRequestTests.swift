import ExchangeModel
import Notation
import Sandbox
import TestSupport
import Testing

struct HostileQueryTests {
    private static let nasty = [
        "'", "''", "\"", "';DROP TABLE task;--", "' OR '1'='1", "%", "_", "\\", "\u{0}", "\u{7F}", "1)", ") OR 1=1 --",
        "?1", "\u{202E}evil", "x@y@z@", "@@@", "javascript:", "javascript:gs.(", "javascript:gs.daysAgo('", "😀", "\r\n",
        "javascript:gs.daysAgo(-9223372036854775808)", "javascript:gs.yearsAgoEnd(9223372036854775807)",
        "year@ago@9223372036854775807", "-9223372036854775808", "99999999999999999999", "1e400", "nan",
        "99999-99-99 99:99:99",
    ]
    private static let operators = [
        "=", "!=", "<", ">=", "LIKE", "NOT LIKE", "STARTSWITH", "ENDSWITH", "IN", "NOT IN", "BETWEEN", "SAMEAS",
        "GT_FIELD", "MORETHAN", "ON", "DATEPART", "RELATIVEGT", "INSTANCEOF", "DYNAMIC", "IN_HIERARCHY", "CHANGESTO",
    ]

    @Test func valuesAndNamesAreEscapedInSQL() throws {
        let client = try SandboxClient.reading()
        let fields = [
            "short_description", "order", "active", "opened_at", "assigned_to", "caller_id.department.name",
            "work_notes",
            "sys_class_name", "nosuch\"--",
        ]
        for place in stride(from: 0, to: Self.operators.count, by: 3) {
            for value in Self.nasty {
                // All columns with three operators in one request, each in its own group.
                let conditions = Self.operators[place..<place + 3].flatMap { word in fields.map { $0 + word + value } }
                let query = conditions.joined(separator: "^NQ") + "^ORDERBY" + value
                let response = try client.ask(
                    .get,
                    "/api/now/table/incident?sysparm_limit=1&sysparm_fields=sys_id&sysparm_query="
                        + PercentCoding.encode(query))
                expectEqual(response.status, 200, "\(query): \(response.text)")
            }
        }
        try expectEqual(client.count("task", ""), "1195")
    }

    @Test func parametersAreEscapedInSQL() throws {
        let client = try SandboxClient()
        for value in Self.nasty {
            let text = PercentCoding.encode(value)
            for parameter in [
                "sysparm_fields", "sysparm_query=ORDERBY", "sysparm_limit", "sysparm_offset", "short_description",
                "sysparm_display_value", text,
            ] {
                #expect(
                    [200, 400].contains(
                        try client.ask(.get, "/api/now/table/incident?sysparm_limit=1&\(parameter)=\(text)").status))
            }
            for parameter in ["sysparm_group_by", "sysparm_avg_fields", "sysparm_order_by", "sysparm_having"] {
                try expectEqual(
                    client.ask(.get, "/api/now/stats/incident?sysparm_count=true&\(parameter)=\(text)").status,
                    200
                )
            }
            let body = JSON.object([
                .init("short_description", .string(value)), .init(value, .string(value)),
                .init("assigned_to", .string(value)),
            ]).compact
            let written = try client.ask(.post, "/api/now/table/incident?sysparm_fields=short_description", body: body)
            #expect(written.status == 201 && written.json["result"]?["short_description"]?.scalarText == value)
        }
    }

    @Test func longQueriesWork() throws {
        let client = try SandboxClient.reading(), long = 100_000
        let ids = try client.list("incident", "", "sys_id", limit: 50) + (0..<3000).map { "id\($0)" }
        let queries = [
            ("sys_idIN" + ids.joined(separator: ","), "50"),
            (ids.prefix(1200).map { "sys_id=" + $0 }.joined(separator: "^OR"), "50"),
            ((0..<1200).map { "short_description!=x\($0)" }.joined(separator: "^"), "440"),
            ((0..<1200).map { "number\($0 % 2 == 0 ? "LIKE" : "=")x\($0)" }.joined(separator: "^OR"), "0"),
            ((0..<1200).map { "number=x\($0)^priority=1" }.joined(separator: "^NQ"), "0"),
            ("short_description=" + String(repeating: "x", count: long), "0"),
            ("short_descriptionLIKE" + String(repeating: "x", count: long), "0"),
            ("short_descriptionNOT LIKE" + String(repeating: "%", count: long), "440"),
        ]
        for (query, count) in queries { try expectEqual(client.count("incident", query), count, "\(query.prefix(80))") }
    }

    @Test func complexityIsBounded() throws {
        let client = try SandboxClient.reading()
        try expectEqual(
            client.count("incident", (0..<20_000).map { "number!=x\($0)" }.joined(separator: "^")), "status 400")
        let walk = String(repeating: "manager.", count: 11)
        try expectEqual(client.count("incident", "assigned_to.\(walk)name=x"), "440")
        try expectEqual(client.count("incident", "assigned_to.\(walk.dropLast(16))name=x"), "0")
        let references = ["opened_by", "assigned_to", "caller_id", "closed_by", "resolved_by", "reopened_by"]
        let walks = references.flatMap { from in
            [
                "manager", "company", "department", "location", "manager.manager", "manager.company",
            ].map { "\(from).\($0).sys_idISNOTEMPTY" }
        }
        #expect(try Int(client.count("incident", walks.joined(separator: "^OR"))) != nil)
        let deeper = walks.flatMap { walk in
            (0..<7).map { steps in
                let parts = walk.split(separator: ".", maxSplits: 1)
                return parts[0] + "." + String(repeating: "manager.", count: steps) + parts[1]
            }
        }
        try expectEqual(client.count("incident", deeper.joined(separator: "^OR")), "status 400")
        let loop = String(repeating: "parent_incident.", count: 9)
        try expectEqual(client.count("incident", "\(loop)number=x^ORDERBY\(loop)number"), "0")
        let nested = String(repeating: "RLQUERYincident.parent_incident,>=1,", count: 2000)
        try expectEqual(client.count("incident", nested + "^ENDRLQUERY"), "4")
    }

    @Test func datePartExpansionIsBounded() throws {
        let part = "opened_atDATEPARTMonday@javascript:gs.datePart('dayofweek','monday','EE')"
        let client = try SandboxClient.reading()
        #expect(try Int(client.count("incident", Array(repeating: part, count: 20).joined(separator: "^OR"))) != nil)
        let response = try client.ask(
            .get,
            "/api/now/table/incident?sysparm_query="
                + PercentCoding.encode(Array(repeating: part, count: 3000).joined(separator: "^OR")))
        expectEqual(response.status, 400)
        #expect(response.text.contains("Query too complex"))
    }

    @Test func expensiveQueryIsInterrupted() throws {
        var options = SandboxOptions(clock: FixedClock())
        options.steps = 5_000_000
        let client = SandboxClient(sandbox: try SandboxInstance(options))
        #expect(try client.count("sys_dictionary", "elementISNOTEMPTY") != "0")
        let query = (0..<5000).map { "elementLIKEzz\($0)" }.joined(separator: "^OR")
        let response = try client.ask(
            .get, "/api/now/table/sys_dictionary?sysparm_query=" + PercentCoding.encode(query))
        expectEqual(response.status, 500)
        #expect(response.text.contains("Transaction cancelled: maximum execution time exceeded"))
        #expect(try client.count("sys_dictionary", "elementISNOTEMPTY") != "0")
    }
}

/// Bodies and paths that no proper client sends.
struct HostileBodyTests {
    private func post(_ body: [UInt8], type: String = "application/json") throws -> HTTPResponse {
        let client = try SandboxClient.reading()
        let url = HTTPURL(
            scheme: "http", host: "sandbox.localhost", path: "/api/now/table/incident",
            query: "sysparm_fields=short_description")
        return client.sandbox.answer(
            HTTPRequest(
                .post, url, headers: ["Authorization": "Basic YWRtaW46YWRtaW4=", "Content-Type": type], body: body))
    }

    @Test(arguments: [
        [0], [0xFF, 0xFE], Array(" ".utf8), Array("\u{FEFF}{}".utf8), Array("{\"short_description\":\"\u{0}\"}".utf8),
        Array("{\"short_description\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8),
        Array(String(repeating: "[", count: 100_000).utf8),
        Array((String(repeating: "{\"a\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000)).utf8),
        Array("{\"a\":1e999999999".utf8),
    ])
    func invalidJSONIsRejected(body: [UInt8]) throws {
        let response = try post(body)
        expectEqual(response.status, 400)
        expectEqual(response.json["error"]?["message"], "Exception while reading request")
    }

    @Test func longPathsGetErrorPage() throws {
        let client = try SandboxClient.reading()
        for path in [
            "/api/now/table/incident/" + String(repeating: "a", count: 23_000),
            "/api/now/" + String(repeating: "x/", count: 11_500),
        ] {
            let response = try client.ask(.get, path)
            #expect(response.status == 414 && response.text.hasPrefix("<!DOCTYPE html>"))
        }
        try expectEqual(
            client.ask(.get, "/api/now/table/incident/" + String(repeating: "a", count: 4000)).status, 404)
        let longest = String(repeating: "A", count: 8000)
        #expect(try client.ask(.get, "/api/now/table/" + longest).text.contains("Invalid table \(longest)\""))
        let longer = try client.ask(.get, "/api/now/table/A" + longest)
        #expect(longer.status == 400 && longer.text.hasPrefix("<!DOCTYPE html>"))
    }
}
