import ExchangeModel
import Notation
import Testing

struct StatsTests {
    private func stats(_ visit: Visit, _ query: String) throws -> String {
        try visit.get("/api/now/stats/incident?" + query)
    }

    /// Four incidents that a query finds by their correlation.
    private func visit() throws -> Visit {
        let visit = try Visit()
        for (impact, order, note) in [("1", "10", "a"), ("1", "20", "b"), ("3", "", "c"), ("2", "-1", "d")] {
            _ = try visit.create(
                "incident",
                """
                {"correlation_id":"s","impact":"\(impact)","order":"\(order)",\
                "short_description":"\(note)"}
                """
            )
        }
        return visit
    }

    @Test func rowsAreCounted() throws {
        let visit = try Visit()
        #expect(try stats(visit, "sysparm_count=true") == #"{"result":{"stats":{"count":"440"}}}"#)
        #expect(
            try stats(visit, "sysparm_count=true&sysparm_query=number=INC0010021")
                == #"{"result":{"stats":{"count":"1"}}}"#)
        #expect(try stats(visit, "sysparm_count=true&number=none") == #"{"result":{"stats":{"count":"0"}}}"#)
        #expect(try stats(visit, "") == #"{"result":{"stats":{}}}"#)
    }

    @Test func numbersAreAggregatedAsText() throws {
        let query =
            """
            sysparm_query=correlation_id=s&sysparm_avg_fields=order,nosuch&sysparm_min_fields=order,\
            short_description&sysparm_max_fields=order&sysparm_sum_fields=order,short_description
            """
        #expect(
            try stats(visit(), query)
                == #"""
                {"result":{"stats":{"avg":{"order":"9.6667"},"min":{"order":"-1","short_description":"a"},\#
                "max":{"order":"20"},"sum":{"order":"29"}}}}
                """#
        )
    }

    @Test func groupsNameTheirFields() throws {
        let visit = try visit()
        #expect(
            try stats(visit, "sysparm_query=correlation_id=s&sysparm_count=true&sysparm_group_by=impact")
                == #"""
                {"result":[{"stats":{"count":"2"},"groupby_fields":[{"field":"impact","value":"1"}]},\#
                {"stats":{"count":"1"},"groupby_fields":[{"field":"impact","value":"2"}]},{"stats":{"count":"1"},\#
                "groupby_fields":[{"field":"impact","value":"3"}]}]}
                """#
        )
        #expect(
            try stats(
                visit,
                """
                sysparm_query=correlation_id=s&sysparm_count=true&sysparm_group_by=impact&\
                sysparm_display_value=true&sysparm_having=count%5Eimpact%5E%3E%5E1
                """
            )
                == #"{"result":[{"stats":{"count":"2"},"groupby_fields":[{"field":"impact","value":"1 - High"}]}]}"#)
        #expect(
            try stats(
                visit,
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

    @Test func groupsTogetherAreTheWhole() throws {
        let visit = try Visit()
        let groups = Visit.elements(
            try visit.read("/api/now/stats/task?sysparm_count=true&sysparm_group_by=sys_class_name")["result"] ?? .null)
        let counts = groups.compactMap { $0["stats"]?["count"]?.scalarText }.compactMap { Int($0) }
        #expect(
            groups.compactMap { $0["groupby_fields"]?[0]?["value"]?.scalarText } == [
                "change_request", "change_task", "incident", "incident_task", "problem", "problem_task", "sc_req_item",
                "sc_request", "sc_task", "sysapproval_group", "ticket", "vtb_task",
            ])
        #expect(try String(counts.reduce(0, +)) == visit.count("task", ""))
    }
}
