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

    @Test func noValueAndNoNameBreaksTheStatement() throws {
        let visit = try Visit()
        let fields = [
            "short_description", "order", "active", "opened_at", "assigned_to", "caller_id.department.name",
            "work_notes",
            "sys_class_name", "nosuch\"--",
        ]
        for word in Self.operators {
            for value in Self.nasty {
                // All columns in one request: each in a group of its own.
                let query = fields.map { $0 + word + value }.joined(separator: "^NQ") + "^ORDERBY" + value
                let response = try visit.ask(
                    .get,
                    "/api/now/table/incident?sysparm_limit=1&sysparm_fields=sys_id&sysparm_query="
                        + PercentCoding.encode(query))
                #expect(response.status == 200, "\(query): \(response.text)")
            }
        }
        #expect(try visit.count("task", "") == "1195")
    }

    @Test func noParameterBreaksTheStatement() throws {
        let visit = try Visit()
        for value in Self.nasty {
            let text = PercentCoding.encode(value)
            for parameter in [
                "sysparm_fields", "sysparm_query=ORDERBY", "sysparm_limit", "sysparm_offset", "short_description",
                "sysparm_display_value", text,
            ] {
                #expect(
                    [200, 400].contains(
                        try visit.ask(.get, "/api/now/table/incident?sysparm_limit=1&\(parameter)=\(text)").status))
            }
            for parameter in ["sysparm_group_by", "sysparm_avg_fields", "sysparm_order_by", "sysparm_having"] {
                #expect(
                    try visit.ask(.get, "/api/now/stats/incident?sysparm_count=true&\(parameter)=\(text)").status == 200
                )
            }
            let body = JSON.object([
                .init("short_description", .string(value)), .init(value, .string(value)),
                .init("assigned_to", .string(value)),
            ]).compact
            let written = try visit.ask(.post, "/api/now/table/incident?sysparm_fields=short_description", body: body)
            #expect(written.status == 201 && written.json["result"]?["short_description"]?.scalarText == value)
        }
    }

    @Test func longQueriesAreAnswered() throws {
        let visit = try Visit()
        let identifiers = try visit.list("incident", "", "sys_id", limit: 1000)
        let many = identifiers.prefix(50) + (0..<20_000).map { "id\($0)" }
        #expect(try visit.count("incident", "sys_idIN" + many.joined(separator: ",")) == "50")
        #expect(try visit.count("incident", many.map { "sys_id=" + $0 }.joined(separator: "^OR")) == "50")
        #expect(
            try visit.count("incident", (0..<5000).map { "short_description!=x\($0)" }.joined(separator: "^")) == "440")
        #expect(
            try visit.count(
                "incident", (0..<5000).map { "number\($0 % 2 == 0 ? "LIKE" : "=")x\($0)" }.joined(separator: "^OR"))
                == "0")
        #expect(
            try visit.count("incident", (0..<2500).map { "number=x\($0)^priority=1" }.joined(separator: "^NQ")) == "0")
        #expect(try visit.count("incident", "short_description=" + String(repeating: "x", count: 2_000_000)) == "0")
        #expect(try visit.count("incident", "short_descriptionLIKE" + String(repeating: "x", count: 2_000_000)) == "0")
        #expect(
            try visit.count("incident", "short_descriptionNOT LIKE" + String(repeating: "%", count: 2_000_000)) == "440"
        )
    }

    @Test func whatIsTooMuchIsRefused() throws {
        let visit = try Visit()
        #expect(
            try visit.count("incident", (0..<20_000).map { "number!=x\($0)" }.joined(separator: "^")) == "status 400")
        let walk = String(repeating: "manager.", count: 11)
        #expect(try visit.count("incident", "assigned_to.\(walk)name=x") == "440")
        #expect(try visit.count("incident", "assigned_to.\(walk.dropLast(16))name=x") == "0")
        let references = ["opened_by", "assigned_to", "caller_id", "closed_by", "resolved_by", "reopened_by"]
        let walks = references.flatMap { from in
            [
                "manager", "company", "department", "location", "manager.manager", "manager.company",
                "manager.location", "company.parent", "location.parent",
            ].map { "\(from).\($0).sys_idISNOTEMPTY" }
        }
        #expect(try Int(visit.count("incident", walks.joined(separator: "^OR"))) != nil)
        let deeper = walks.flatMap { walk in
            (0..<7).map { steps in
                let parts = walk.split(separator: ".", maxSplits: 1)
                return parts[0] + "." + String(repeating: "manager.", count: steps) + parts[1]
            }
        }
        #expect(try visit.count("incident", deeper.joined(separator: "^OR")) == "status 400")
        let loop = String(repeating: "parent_incident.", count: 9)
        #expect(try visit.count("incident", "\(loop)number=x^ORDERBY\(loop)number") == "0")
        let nested = String(repeating: "RLQUERYincident.parent_incident,>=1,", count: 2000)
        #expect(try visit.count("incident", nested + "^ENDRLQUERY") == "4")
    }

    @Test func partsOfMomentsAreCountedByWhatTheyBecome() throws {
        let part = "opened_atDATEPARTMonday@javascript:gs.datePart('dayofweek','monday','EE')"
        let visit = try Visit()
        #expect(try Int(visit.count("incident", Array(repeating: part, count: 20).joined(separator: "^OR"))) != nil)
        let response = try visit.ask(
            .get,
            "/api/now/table/incident?sysparm_query="
                + PercentCoding.encode(Array(repeating: part, count: 3000).joined(separator: "^OR")))
        #expect(response.status == 400)
        #expect(response.text.contains("Query too complex"))
    }

    @Test func whatTakesTooMuchWorkIsCalledOff() throws {
        var options = SandboxOptions(clock: FixedClock())
        options.steps = 0
        let visit = Visit(sandbox: try SandboxInstance(options))
        #expect(try visit.count("sys_dictionary", "elementISNOTEMPTY") != "0")
        let query = (0..<5000).map { "element!=x\($0)" }.joined(separator: "^")
        let response = try visit.ask(
            .get, "/api/now/table/sys_dictionary?sysparm_query=" + PercentCoding.encode(query))
        #expect(response.status == 500)
        #expect(response.text.contains("Transaction cancelled: maximum execution time exceeded"))
        #expect(try visit.count("sys_dictionary", "elementISNOTEMPTY") != "0")
    }
}
