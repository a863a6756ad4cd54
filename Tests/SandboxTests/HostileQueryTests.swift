import ExchangeModel
import Notation
import Sandbox
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
        let client = try SandboxClient()
        let fields = [
            "short_description", "order", "active", "opened_at", "assigned_to", "caller_id.department.name",
            "work_notes",
            "sys_class_name", "nosuch\"--",
        ]
        for word in Self.operators {
            for value in Self.nasty {
                // All columns in one request, each in its own group.
                let query = fields.map { $0 + word + value }.joined(separator: "^NQ") + "^ORDERBY" + value
                let response = try client.ask(
                    .get,
                    "/api/now/table/incident?sysparm_limit=1&sysparm_fields=sys_id&sysparm_query="
                        + PercentCoding.encode(query))
                #expect(response.status == 200, "\(query): \(response.text)")
            }
        }
        #expect(try client.count("task", "") == "1195")
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
                #expect(
                    try client.ask(.get, "/api/now/stats/incident?sysparm_count=true&\(parameter)=\(text)").status
                        == 200
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
        let client = try SandboxClient()
        let identifiers = try client.list("incident", "", "sys_id", limit: 1000)
        let many = identifiers.prefix(50) + (0..<8000).map { "id\($0)" }
        #expect(try client.count("incident", "sys_idIN" + many.joined(separator: ",")) == "50")
        #expect(try client.count("incident", many.map { "sys_id=" + $0 }.joined(separator: "^OR")) == "50")
        #expect(
            try client.count("incident", (0..<2500).map { "short_description!=x\($0)" }.joined(separator: "^")) == "440"
        )
        #expect(
            try client.count(
                "incident", (0..<2500).map { "number\($0 % 2 == 0 ? "LIKE" : "=")x\($0)" }.joined(separator: "^OR"))
                == "0")
        #expect(
            try client.count("incident", (0..<1200).map { "number=x\($0)^priority=1" }.joined(separator: "^NQ")) == "0")
        #expect(try client.count("incident", "short_description=" + String(repeating: "x", count: 2_000_000)) == "0")
        #expect(try client.count("incident", "short_descriptionLIKE" + String(repeating: "x", count: 2_000_000)) == "0")
        #expect(
            try client.count("incident", "short_descriptionNOT LIKE" + String(repeating: "%", count: 2_000_000))
                == "440"
        )
    }

    @Test func rateLimitIsEnforced() throws {
        let client = try SandboxClient()
        #expect(
            try client.count("incident", (0..<20_000).map { "number!=x\($0)" }.joined(separator: "^")) == "status 400")
        let walk = String(repeating: "manager.", count: 11)
        #expect(try client.count("incident", "assigned_to.\(walk)name=x") == "440")
        #expect(try client.count("incident", "assigned_to.\(walk.dropLast(16))name=x") == "0")
        let references = ["opened_by", "assigned_to", "caller_id", "closed_by", "resolved_by", "reopened_by"]
        let walks = references.flatMap { from in
            [
                "manager", "company", "department", "location", "manager.manager", "manager.company",
                "manager.location", "company.parent", "location.parent",
            ].map { "\(from).\($0).sys_idISNOTEMPTY" }
        }
        #expect(try Int(client.count("incident", walks.joined(separator: "^OR"))) != nil)
        let deeper = walks.flatMap { walk in
            (0..<7).map { steps in
                let parts = walk.split(separator: ".", maxSplits: 1)
                return parts[0] + "." + String(repeating: "manager.", count: steps) + parts[1]
            }
        }
        #expect(try client.count("incident", deeper.joined(separator: "^OR")) == "status 400")
        let loop = String(repeating: "parent_incident.", count: 9)
        #expect(try client.count("incident", "\(loop)number=x^ORDERBY\(loop)number") == "0")
        let nested = String(repeating: "RLQUERYincident.parent_incident,>=1,", count: 2000)
        #expect(try client.count("incident", nested + "^ENDRLQUERY") == "4")
    }

    @Test func datePartExpansionIsBounded() throws {
        let part = "opened_atDATEPARTMonday@javascript:gs.datePart('dayofweek','monday','EE')"
        let client = try SandboxClient()
        #expect(try Int(client.count("incident", Array(repeating: part, count: 20).joined(separator: "^OR"))) != nil)
        let response = try client.ask(
            .get,
            "/api/now/table/incident?sysparm_query="
                + PercentCoding.encode(Array(repeating: part, count: 3000).joined(separator: "^OR")))
        #expect(response.status == 400)
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
        #expect(response.status == 500)
        #expect(response.text.contains("Transaction cancelled: maximum execution time exceeded"))
        #expect(try client.count("sys_dictionary", "elementISNOTEMPTY") != "0")
    }
}

struct ParameterTests {
    private let known = "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"

    private func names(_ target: String) throws -> [String] {
        let result = try SandboxClient().read(target)["result"]
        return SandboxClient.names(result?[0] ?? result)
    }

    @Test func viewChoosesColumns() throws {
        let mobile = ["number", "short_description", "state", "priority", "caller_id"]
        let desktop = [
            "number", "opened_at", "short_description", "caller_id", "priority", "state", "category",
            "assignment_group", "assigned_to", "sys_updated_on", "sys_updated_by",
        ]
        #expect(try names(known + "?sysparm_view=mobile") == mobile)
        #expect(try names("/api/now/table/incident?sysparm_limit=1&sysparm_view=desktop") == desktop)
        #expect(try names(known + "?sysparm_view=both") == desktop)
        #expect(try names(known + "?sysparm_view=nosuch").count == 92)
        #expect(try names(known + "?sysparm_view=mobile&sysparm_fields=number") == ["number"])
        #expect(
            try names("/api/now/table/cmn_department?sysparm_limit=1&sysparm_view=mobile").first == "name")
    }

    @Test func parametersWithoutEffectAreAccepted() throws {
        let client = try SandboxClient()
        let plain = try client.get(known)
        for parameter in ["sysparm_query_category=reporting", "sysparm_query_no_domain=true", "sysparm_nosuch=1"] {
            #expect(try client.get(known + "?" + parameter) == plain)
        }
    }

    @Test func systemColumnsCanBeSet() throws {
        let client = try SandboxClient()
        let fields = "sysparm_fields=sys_created_on,sys_created_by,sys_updated_by,sys_mod_count"
        let body = #"{"sys_created_on":"2001-02-03 04:05:06","sys_created_by":"nobody","sys_mod_count":"7"}"#
        #expect(
            try client.ask(
                .post, "/api/now/table/incident?sysparm_suppress_auto_sys_field=true&" + fields, body: body
            ).text
                == #"""
                {"result":{"sys_created_on":"2001-02-03 04:05:06","sys_created_by":"nobody",\#
                "sys_updated_by":"john.doe","sys_mod_count":"7"}}
                """#)
        #expect(
            try client.ask(.post, "/api/now/table/incident?" + fields, body: body).text
                == #"""
                {"result":{"sys_created_on":"2025-03-03 16:00:02","sys_created_by":"john.doe",\#
                "sys_updated_by":"john.doe","sys_mod_count":"0"}}
                """#)
    }

    @Test func childsColumnIsChangedThroughItsParentsTable() throws {
        let client = try SandboxClient()
        let path = known.split(separator: "/").last.map { "/api/now/table/task/" + $0 } ?? ""
        let response = try client.ask(.patch, path, body: #"{"severity":"1","short_description":"both"}"#)
        #expect(response.status == 200 && response.json["result"]?["severity"] == nil)
        #expect(
            try client.get(known + "?sysparm_fields=severity,short_description,sys_mod_count,sys_class_name")
                == #"""
                {"result":{"severity":"1","short_description":"both","sys_mod_count":"1","sys_class_name":"incident"}}
                """#)
    }

    @Test func danglingReferenceIsReturned() throws {
        let client = try SandboxClient()
        let id = try client.create("incident", #"{"assigned_to":"glide.maint","cmdb_ci":"no value"}"#)
        let base = "http://sandbox.localhost/api/now/table/"
        #expect(
            try client.get("/api/now/table/incident/\(id)?sysparm_fields=assigned_to,cmdb_ci&sysparm_display_value=all")
                == #"""
                {"result":{"assigned_to":{"display_value":"","link":"\#(base)sys_user/glide.maint","value":"glide.maint"},\#
                "cmdb_ci":{"display_value":"","link":"\#(base)cmdb_ci/no%20value","value":"no value"}}}
                """#)
    }
}
