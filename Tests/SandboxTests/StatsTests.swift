import ExchangeModel
import Notation
import Testing

struct StatsTests {
    private func stats(_ client: SandboxClient, _ query: String) throws -> String {
        try client.get("/api/now/stats/incident?" + query)
    }

    private func client() throws -> SandboxClient {
        let client = try SandboxClient()
        for (impact, order, note) in [("1", "10", "a"), ("1", "20", "b"), ("3", "", "c"), ("2", "-1", "d")] {
            _ = try client.create(
                "incident",
                """
                {"correlation_id":"s","impact":"\(impact)","order":"\(order)",\
                "short_description":"\(note)"}
                """
            )
        }
        return client
    }

    @Test func rowsAreCounted() throws {
        let client = try SandboxClient()
        #expect(try stats(client, "sysparm_count=true") == #"{"result":{"stats":{"count":"440"}}}"#)
        #expect(
            try stats(client, "sysparm_count=true&sysparm_query=number=INC0010021")
                == #"{"result":{"stats":{"count":"1"}}}"#)
        #expect(try stats(client, "sysparm_count=true&number=none") == #"{"result":{"stats":{"count":"0"}}}"#)
        #expect(try stats(client, "") == #"{"result":{"stats":{}}}"#)
    }

    @Test func numbersAreAggregatedAsText() throws {
        let query =
            """
            sysparm_query=correlation_id=s&sysparm_avg_fields=order,nosuch&sysparm_min_fields=order,\
            short_description&sysparm_max_fields=order&sysparm_sum_fields=order,short_description
            """
        #expect(
            try stats(client(), query)
                == #"""
                {"result":{"stats":{"avg":{"order":"9.6667"},"min":{"order":"-1","short_description":"a"},\#
                "max":{"order":"20"},"sum":{"order":"29"}}}}
                """#
        )
    }

    @Test func groupsNameTheirFields() throws {
        let client = try client()
        #expect(
            try stats(client, "sysparm_query=correlation_id=s&sysparm_count=true&sysparm_group_by=impact")
                == #"""
                {"result":[{"stats":{"count":"2"},"groupby_fields":[{"field":"impact","value":"1"}]},\#
                {"stats":{"count":"1"},"groupby_fields":[{"field":"impact","value":"2"}]},{"stats":{"count":"1"},\#
                "groupby_fields":[{"field":"impact","value":"3"}]}]}
                """#
        )
        #expect(
            try stats(
                client,
                """
                sysparm_query=correlation_id=s&sysparm_count=true&sysparm_group_by=impact&\
                sysparm_display_value=true&sysparm_having=count%5Eimpact%5E%3E%5E1
                """
            )
                == #"{"result":[{"stats":{"count":"2"},"groupby_fields":[{"field":"impact","value":"1 - High"}]}]}"#)
        #expect(
            try stats(
                client,
                """
                sysparm_query=correlation_id=s&sysparm_sum_fields=order&sysparm_group_by=opened_by,impact&\
                sysparm_display_value=all&sysparm_order_by=impact%5EDESC
                """
            )
                == #"{"result":["#
                + ["3|3 - Low|", "2|2 - Medium|-1", "1|1 - High|30"].map { row in
                    let parts = row.split(separator: "|", omittingEmptySubsequences: false)
                    return
                        #"""
                        {"stats":{"sum":{"order":"\#(parts[2])"}},"groupby_fields":[{"field":"opened_by",\#
                        "value":"ea2bc1b14f4212008a5ab895f110c7d1","display_value":"John Doe"},{"field":"impact",\#
                        "value":"\#(parts[0])","display_value":"\#(parts[1])"}]}
                        """#
                }.joined(separator: ",") + "]}")
    }

    @Test func groupsCoverAllRows() throws {
        let client = try SandboxClient()
        let groups = SandboxClient.elements(
            try client.read("/api/now/stats/task?sysparm_count=true&sysparm_group_by=sys_class_name")["result"] ?? .null
        )
        let counts = groups.compactMap { $0["stats"]?["count"]?.scalarText }.compactMap { Int($0) }
        #expect(
            groups.compactMap { $0["groupby_fields"]?[0]?["value"]?.scalarText } == [
                "change_request", "change_task", "incident", "incident_task", "problem", "problem_task", "sc_req_item",
                "sc_request", "sc_task", "sysapproval_group", "ticket", "vtb_task",
            ])
        #expect(try String(counts.reduce(0, +)) == client.count("task", ""))
    }

    /// Groups by a reference are sorted by display value, and empty ones come first.
    @Test func groupsAreSortedByDisplayValue() throws {
        let client = try SandboxClient()
        for (impact, caller) in [("1", "abel.tuter"), ("2", "john.doe"), ("3", "")] {
            let user = try client.list("sys_user", "user_name=" + caller, "sys_id").first ?? ""
            _ = try client.create("incident", #"{"correlation_id":"s","impact":"\#(impact)","caller_id":"\#(user)"}"#)
        }
        let base = "sysparm_query=correlation_id=s&sysparm_count=true&sysparm_group_by="
        func shown(_ query: String) throws -> [String] {
            SandboxClient.elements(try client.read("/api/now/stats/incident?" + base + query)["result"] ?? .null).map {
                row in
                SandboxClient.elements(row["groupby_fields"] ?? .null).map { $0["value"]?.scalarText ?? "-" }
                    .joined(separator: "|")
            }
        }
        #expect(try shown("caller_id&sysparm_display_value=true") == ["", "Abel Tuter", "John Doe"])
        #expect(try shown("caller_id.user_name,impact") == ["|3", "abel.tuter|1", "john.doe|2"])
        #expect(try shown("impact&sysparm_order_by=impact%5EDESC") == ["3", "2", "1"])
        #expect(try shown("nosuch,impact,impact,user_password,caller_id.user_password") == ["1", "2", "3"])
        #expect(
            try stats(client, base + "caller_id&sysparm_display_value=all&sysparm_having=count%5Eimpact%5E%3C%5E1")
                == #"{"result":[]}"#)
        #expect(
            try stats(client, base + "caller_id&impact=3&sysparm_display_value=all&caller_id=").contains(
                #"{"field":"caller_id","value":"","display_value":""}"#))
    }

    @Test(arguments: [
        ("sysparm_order_by=COUNT", ["2", "3", "1"]), ("sysparm_order_by=COUNT%5EDESC", ["1", "2", "3"]),
        ("sysparm_order_by=AVG%5Eorder", ["3", "2", "1"]), ("sysparm_order_by=sum%5Eorder%5EDESC", ["1", "2", "3"]),
        ("sysparm_order_by=MIN%5Eshort_description", ["1", "3", "2"]),
        ("sysparm_order_by=COUNT%5EDESC,impact%5EDESC", ["1", "3", "2"]),
        ("sysparm_order_by=nosuch,AVG%5Enosuch,%5EDESC,DESC,number", ["1", "2", "3"]),
        ("sysparm_having=count%5Eimpact%5E=%5E2", ["1"]), ("sysparm_having=count%5Eimpact%5E!=%5E2", ["2", "3"]),
        ("sysparm_having=avg%5Eorder%5E%3E=%5E-1", ["1", "2"]),
        ("sysparm_having=SUM%5Eorder%5E%3C%5E0,count%5E%5E%3C%5E2", ["2"]),
        ("sysparm_having=max%5Eshort_description%5E%3E%5Eb", ["2", "3"]),
        ("sysparm_having=min%5Esys_created_on%5E%3C%5E2000-01-01", []),
        ("sysparm_having=min%5Esys_created_on%5E%3E%5E2000-01-01", ["1", "2", "3"]),
        (
            "sysparm_having=count,count%5E%3E,count%5Ea%5E~%5E1,count%5Ea%5E=%5Enan,avg%5Enosuch%5E=%5E1",
            ["1", "2", "3"]
        ),
        ("sysparm_query_category=list", ["1", "2", "3"]),
    ])
    func groupsAreSortedAndChosenByAggregates(parameter: String, impacts: [String]) throws {
        let result = try client().read(
            "/api/now/stats/incident?sysparm_query=correlation_id=s&sysparm_group_by=impact&" + parameter)["result"]
        #expect(
            SandboxClient.elements(result ?? .null).map { $0["groupby_fields"]?[0]?["value"]?.scalarText ?? "-" }
                == impacts)
    }

    @Test func havingAppliesToTotal() throws {
        let client = try client()
        let base = "sysparm_query=correlation_id=s&sysparm_count=true&sysparm_having=count%5Eimpact%5E"
        #expect(try stats(client, base + "=%5E4") == #"{"result":{"stats":{"count":"4"}}}"#)
        #expect(try stats(client, base + "=%5E5") == #"{"result":{"stats":{}}}"#)
        #expect(try stats(client, "sysparm_count=false") == #"{"result":{"stats":{}}}"#)
    }

    /// Dates have no sum, durations do; booleans are summed as numbers; overflow causes no error.
    @Test func aggregatesPerColumnType() throws {
        let client = try SandboxClient()
        for (seconds, active) in [("1970-01-01 01:00:00", "true"), ("1970-01-01 02:00:01", "false")] {
            _ = try client.create(
                "incident",
                """
                {"correlation_id":"s","calendar_duration":"\(seconds)","order":"9223372036854775807",\
                "active":"\(active)","work_end":"2024-02-0\(active == "true" ? 1 : 2) 00:00:00"}
                """)
        }
        let names = "calendar_duration,work_end,active,order,comments,user_password"
        #expect(
            try stats(
                client,
                """
                sysparm_query=correlation_id=s&sysparm_avg_fields=\(names)&sysparm_min_fields=\(names)&\
                sysparm_max_fields=\(names)&sysparm_sum_fields=\(names)
                """)
                    == #"""
                    {"result":{"stats":{"avg":{"calendar_duration":"1970-01-01 01:30:01","active":"0.5000",\#
                    "order":"9.223372036854776e+18"},"min":{"calendar_duration":"1970-01-01 01:00:00",\#
                    "work_end":"2024-02-01 00:00:00","active":"false","order":"9223372036854775807"},\#
                    "max":{"calendar_duration":"1970-01-01 02:00:01","work_end":"2024-02-02 00:00:00","active":"true",\#
                    "order":"9223372036854775807"},"sum":{"calendar_duration":"1970-01-01 03:00:01","active":"1",\#
                    "order":"1.8446744073709552e+19"}}}}
                    """#)
        #expect(
            try stats(
                client,
                "sysparm_query=number=none&sysparm_avg_fields=order&sysparm_sum_fields=order&sysparm_max_fields=number")
                == #"{"result":{"stats":{"avg":{"order":""},"max":{"number":""},"sum":{"order":""}}}}"#)
    }

    @Test func hiddenRowsAreCountedAndNotShown() throws {
        let client = try SandboxClient("abel.tuter:password")
        let count = try client.read("/api/now/stats/sys_journal_field?sysparm_count=true")["result"]?["stats"]?["count"]
        #expect(Int(count?.scalarText ?? "") ?? 0 > 0)
        for query in [
            "sysparm_min_fields=value", "sysparm_group_by=value",
            "sysparm_count=true&sysparm_having=max%5Evalue%5E%3E%5Ea",
        ] {
            #expect(try client.ask(.get, "/api/now/stats/sys_journal_field?" + query).status == 403)
        }
        #expect(try client.ask(.get, "/api/now/stats/sys_dictionary?sysparm_count=true").status == 403)
    }

    @Test(arguments: [
        ("/api/now/stats/nosuch?sysparm_count=true", 400), ("/api/now/stats", 400), ("/api/now/stats/incident/x", 400),
        ("/api/now/v1/stats/incident?sysparm_count=true", 200), ("/api/now/v2/stats/incident?sysparm_count=true", 200),
    ])
    func errorsMatchOtherRoutes(target: String, status: Int) throws {
        #expect(try SandboxClient().ask(.get, target).status == status)
        #expect(try SandboxClient(nil).ask(.get, target).status == 401)
        #expect(try SandboxClient().ask(.post, "/api/now/stats/incident", body: "{}").status == 405)
    }

    /// In a table that a user can read in part, all rows count, but values come from readable rows only.
    @Test func valuesComeFromReadableRows() throws {
        var client = try client()
        let all = try stats(client, "sysparm_count=true&sysparm_query=correlation_id=s")
        client.user = "joe.employee:password"
        #expect(try stats(client, "sysparm_count=true&sysparm_query=correlation_id=s") == all)
        #expect(
            try stats(client, "sysparm_query=correlation_id=s&sysparm_group_by=impact&sysparm_count=true")
                == #"{"result":[]}"#)
        #expect(
            try stats(client, "sysparm_query=correlation_id=s&sysparm_min_fields=short_description")
                == #"{"result":{"stats":{"min":{"short_description":""}}}}"#)
        _ = try client.create("incident", #"{"correlation_id":"s","impact":"2","short_description":"own"}"#)
        #expect(
            try stats(
                client, "sysparm_query=correlation_id=s&sysparm_group_by=impact&sysparm_max_fields=short_description")
                    == #"""
                    {"result":[{"stats":{"max":{"short_description":"own"}},"groupby_fields":[{"field":"impact",\#
                    "value":"2"}]}]}
                    """#)
        #expect(
            try client.ask(.get, "/api/now/stats/sys_user?sysparm_group_by=phone").status == 403)
    }
}
