import ExchangeModel
import Notation
import TestSupport
import Testing

struct GraphQLAggregateTests {
    private func client() throws -> SandboxClient {
        let client = try SandboxClient()
        for (impact, order, note) in [("1", "10", "a"), ("1", "20", "b"), ("3", "", "c"), ("2", "-1", "d^e")] {
            _ = try client.create(
                "incident",
                #"{"correlation_id":"s","impact":"\#(impact)","order":"\#(order)","short_description":"\#(note)"}"#)
        }
        return client
    }

    private func ask(_ client: SandboxClient, _ arguments: String, _ fields: String) throws -> String {
        try client.graphQL("{ GlideAggregateRecord_Query(\(arguments)) { \(fields) } }")
    }

    private func data(_ fields: String) -> String { #"{"data":{"GlideAggregateRecord_Query":{"# + fields + "}}}" }

    @Test func totalIsCounted() throws {
        let client = try client()
        // Like ServiceNow's component that requests the number of rows.
        #expect(
            try client.graphQL(
                """
                query ($table: String!, $query: String!) {
                  GlideAggregateRecord_Query(tableName: $table, queryConditions: $query) { rowCount: aggregates { count } }
                }
                """, variables: ["table": "incident", "query": "correlation_id=s"])
                == data(#""rowCount":[{"count":4}]"#))
        #expect(
            try ask(
                client, #"tableName: "incident", queryConditions: "correlation_id=s""#,
                """
                totalCount totalGroupsCount __typename aggregates { __typename groupBy { field } count avg(field: "order")
                min(field: "order") max(field: "order") sum(field: "order") total: sum(field: "impact")
                countDistinct(field: "impact") none: avg(field: "nosuch") text: sum(field: "short_description")
                first: min(field: "short_description") secret: max(field: "caller_id.user_password") }
                """)
                == data(
                    """
                    "totalCount":4,"totalGroupsCount":1,"__typename":"GlideAggregateRecord_QueryType","aggregates":[{\
                    "__typename":"GlideAggregateRecord_AggregatesType","groupBy":[],"count":4,"avg":"9.6667",\
                    "min":"-1","max":"20","sum":"29","total":"7","countDistinct":3,"none":null,"text":null,\
                    "first":"a","secret":null}]
                    """))
    }

    @Test func groupsHaveTheirValues() throws {
        let client = try client()
        let arguments = #"tableName: "incident", queryConditions: "correlation_id=s^ORDERBYnumber", groupBy: "#
        let both = try ask(
            client, arguments + #"["impact", "opened_by"], orderBy: "impact^DESC", groupPagination: {limit: 2}"#,
            """
            totalCount totalGroupsCount aggregates { count groupBy { field value displayValue aggregateQuery
            groupChoiceTable __typename } }
            """)
        let user = "ea2bc1b14f4212008a5ab895f110c7d1"
        func group(_ value: String, _ label: String) -> String {
            let query = "correlation_id=s^impact=\(value)^opened_by=" + user
            return """
                {"count":1,"groupBy":[{"field":"impact","value":"\(value)","displayValue":"\(label)",\
                "aggregateQuery":"\(query)","groupChoiceTable":"task",\
                "__typename":"GlideAggregateRecord_GroupByType"},{"field":"opened_by",\
                "value":"\(user)","displayValue":"John Doe",\
                "aggregateQuery":"\(query)","groupChoiceTable":null,\
                "__typename":"GlideAggregateRecord_GroupByType"}]}
                """
        }
        let groups = group("3", "3 - Low") + "," + group("2", "2 - Medium")
        #expect(both == data(#""totalCount":4,"totalGroupsCount":3,"aggregates":["# + groups + "]"))
        #expect(
            try ask(
                client, arguments + #""impact", having: "count^impact^>^1", groupPagination: {offset: 0, limit: 9}"#,
                "totalCount totalGroupsCount aggregates { count groupBy { value } }")
                == data(#""totalCount":4,"totalGroupsCount":1,"aggregates":[{"count":2,"groupBy":[{"value":"1"}]}]"#))
        // A value that cannot be written in a query has none; an empty value has its own operator.
        #expect(
            try ask(
                client, arguments + #"["short_description", "order"], groupPagination: {offset: 2}"#,
                "aggregates { groupBy { value aggregateQuery } }")
                == data(
                    """
                    "aggregates":[{"groupBy":[{"value":"c",\
                    "aggregateQuery":"correlation_id=s^short_description=c^orderISEMPTY"},{"value":"",\
                    "aggregateQuery":"correlation_id=s^short_description=c^orderISEMPTY"}]},\
                    {"groupBy":[{"value":"d^e","aggregateQuery":null},{"value":"-1","aggregateQuery":null}]}]
                    """))
    }

    @Test func groupAsksForItsRecords() throws {
        let told = try ask(
            client(), #"tableName: "incident", queryConditions: "correlation_id=s^NQnosuch=1", groupBy: ["impact"]"#,
            """
            aggregates { groupBy { _query { GlideRecord_Query { incident(queryConditions:
            "$$parent.aggregateQuery$$^ORDERBYorder") { _rowCount _results { order { value } } } } } } }
            """)
        func group(_ orders: [String]) -> String {
            let rows = orders.map { #"{"order":{"value":\#($0)}}"# }.joined(separator: ",")
            return """
                {"groupBy":[{"_query":{"GlideRecord_Query":{"incident":{"_rowCount":\(orders.count),\
                "_results":[\(rows)]}}}}]}
                """
        }
        let groups: [String] = [group(["10", "20"]), group(["-1"]), group(["null"])]
        #expect(told == data(#""aggregates":["# + groups.joined(separator: ",") + "]"))
    }

    /// For random tables, groups and functions: the groups equal those of the Aggregate API, and each group's query
    /// finds as many records as the group counts.
    @Test(arguments: ["john.doe:password", "abel.tuter:password"])
    func groupsMatchAggregateAPI(user: String) throws {
        var client = try SandboxClient()
        var questions = try RandomListRequests(seed: 4, client)
        client.user = user
        var (groups, refused) = (0, 0)
        for _ in 0..<150 {
            let question = try questions.next()
            let columns = question.columns.prefix(2)
            let path = question.columns.last ?? "sys_id"
            let target =
                "/api/now/stats/\(question.table)?sysparm_query=\(PercentCoding.encode(question.query))"
                + "&sysparm_group_by=\(columns.joined(separator: ","))&sysparm_display_value=all&sysparm_count=true"
                + "&sysparm_avg_fields=\(path)&sysparm_min_fields=\(path)"
            let response = try client.ask(.get, target)
            let told = try JSON(
                JSONDocument(
                    client.graphQL(
                        """
                        query ($q: String, $g: [String], $f: String!) { GlideAggregateRecord_Query(tableName:
                        "\(question.table)", queryConditions: $q, groupBy: $g) { totalGroupsCount aggregates { count
                        avg(field: $f) min(field: $f) groupBy { field value displayValue aggregateQuery } } } }
                        """,
                        variables: [
                            "q": .string(question.query), "g": .array(columns.map(JSON.string)), "f": .string(path),
                        ])
                ).root)["data"]?["GlideAggregateRecord_Query"]
            guard response.status == 200, case .array(let expected)? = response.json["result"] else {
                if response.status != 200 { #expect(told == .null, "\(question)") }
                refused += 1
                continue
            }
            let found = SandboxClient.elements(told?["aggregates"] ?? .null)
            let results: [[String?]] = found.map { group in
                ["count", "avg", "min"].map { group[$0]?.scalarText }
            }
            let wanted: [[String?]] = expected.map { row in
                let stats = row["stats"]
                let rest: [String?] = ["avg", "min"].map { stats?[$0]?[path]?.scalarText ?? "" }
                return [stats?["count"]?.scalarText] + rest
            }
            #expect(results == wanted, "\(question)")
            let shared: [[[JSON?]]] = found.map { group in
                SandboxClient.elements(group["groupBy"] ?? .null).map {
                    [$0["field"], $0["value"], $0["displayValue"]]
                }
            }
            let named: [[[JSON?]]] = expected.map { row in
                SandboxClient.elements(row["groupby_fields"] ?? .null).map {
                    [$0["field"], $0["value"], $0["display_value"]]
                }
            }
            #expect(shared == named, "\(question)")
            for group in found.prefix(6) {
                guard let query = group["groupBy"]?[0]?["aggregateQuery"], query != .null else { continue }
                let count = try client.count(question.table, query.scalarText ?? "")
                let isHidden = user.hasPrefix("abel")
                let counted = group["count"]?.scalarText ?? ""
                #expect(
                    count == counted || isHidden && (Int(count) ?? 0) > (Int(counted) ?? 0),
                    "\(question) \(query.scalarText ?? "")")
                groups += 1
            }
        }
        #expect(groups > 200)
        #expect(refused < 100)
    }
}

struct GraphQLAggregateErrorTests {
    private let typeName = "GlideAggregateRecord_Query"

    private func failed(_ message: String) -> String {
        JSON.object([
            .init("data", .object([.init(typeName, .null)])),
            .init(
                "errors",
                [
                    .object([
                        .init("message", .string(message)), .init("path", [.string(typeName)]),
                        .init("errorType", "DataFetchingException"),
                    ])
                ]),
        ]).compact
    }

    private func ask(_ user: String, _ arguments: String, _ fields: String = "totalCount") throws -> String {
        try SandboxClient(user).graphQL("{ GlideAggregateRecord_Query(\(arguments)) { \(fields) } }")
    }

    @Test(arguments: ["sys_journal_field", "sys_script", "sys_audit"])
    func unreadableTablesAreDenied(table: String) throws {
        #expect(
            try ask("joe.employee:password", "tableName: \"\(table)\"")
                == failed("Insufficient rights to query records"))
        #expect(
            try ask("john.doe:password", "tableName: \"\(table)\"").hasPrefix(
                #"{"data":{"GlideAggregateRecord_Query":{"totalCount":"#))
    }

    @Test func invalidRequestIsRejected() throws {
        let place = "Exception encountered processing path: /GlideAggregateRecord_Query - "
        #expect(try ask("john.doe:password", "tableName: \"nosuch\"") == failed(place + "Invalid table nosuch"))
        #expect(
            try ask("john.doe:password", "tableName: \"incident\", groupPagination: {offset: -1}").hasPrefix(
                #"{"data":{"GlideAggregateRecord_Query":null},"errors":"#))
        let denied =
            place + "Operation against file 'sys_user' was denied due to table security. "
            + "Field(s) present in the query do not have permission to be read."
        #expect(try ask("joe.employee:password", #"tableName: "sys_user", groupBy: "phone""#) == failed(denied))
        #expect(
            try ask("joe.employee:password", #"tableName: "sys_user", queryConditions: "phone=1""#) == failed(denied))
        #expect(
            try ask("joe.employee:password", #"tableName: "sys_user""#, #"aggregates { min(field: "phone") }"#)
                == failed(denied))
    }

    /// Where the Aggregate API would omit groups, the whole field is null.
    @Test func complexityLimitIsEnforced() throws {
        let place = "Exception encountered processing path: /GlideAggregateRecord_Query - "
        let names = (0...20).map { "\"c\($0)\"" }.joined(separator: ", ")
        #expect(
            try ask("john.doe:password", "tableName: \"incident\", groupBy: [\(names)]")
                == failed(place + "Query too complex A query may hold at most 20 groups"))
        let functions = (0...100).map { "a\($0): avg(field: \"c\($0)\")" }.joined(separator: " ")
        #expect(
            try ask("john.doe:password", #"tableName: "incident""#, "aggregates { \(functions) }")
                == failed(place + "Query too complex A query may hold at most 100 functions"))
    }

    /// Hidden rows count where only their number is revealed, as in the Aggregate API.
    @Test func hiddenRowsAreNotGrouped() throws {
        let client = try SandboxClient("joe.employee:password")
        _ = try client.create("incident", #"{"short_description":"mine"}"#)
        let all = try client.graphQL(
            #"{ GlideAggregateRecord_Query(tableName: "incident") { totalCount aggregates { count } } }"#)
        #expect(all == #"{"data":{"GlideAggregateRecord_Query":{"totalCount":441,"aggregates":[{"count":441}]}}}"#)
        let own = try client.list("incident", "", "sys_id", limit: 1000).count
        let grouped = try client.graphQL(
            """
            { GlideAggregateRecord_Query(tableName: "incident", groupBy: "sys_class_name") { totalCount
            aggregates { count } } }
            """)
        #expect(
            grouped == """
                {"data":{"GlideAggregateRecord_Query":{"totalCount":\(own),"aggregates":[{"count":\(own)}]}}}
                """)
        #expect(own > 0 && own < 441)
    }
}
