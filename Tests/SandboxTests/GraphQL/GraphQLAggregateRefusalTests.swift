import ExchangeModel
import Notation
import Testing

struct GraphQLAggregateRefusalTests {
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
        try Visit(user).graphQL("{ GlideAggregateRecord_Query(\(arguments)) { \(fields) } }")
    }

    @Test(arguments: ["sys_journal_field", "sys_script", "sys_audit"])
    func tablesThatAreHiddenAreRefused(table: String) throws {
        #expect(
            try ask("joe.employee:password", "tableName: \"\(table)\"")
                == failed("Insufficient rights to query records"))
        #expect(
            try ask("john.doe:password", "tableName: \"\(table)\"").hasPrefix(
                #"{"data":{"GlideAggregateRecord_Query":{"totalCount":"#))
    }

    @Test func whatCannotBeAskedIsRefused() throws {
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

    /// Where the Aggregate API would leave some out, nothing is answered at all.
    @Test func moreThanTheEngineTakesIsRefused() throws {
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

    /// Hidden rows count where nothing else is told of them, as in the Aggregate API.
    @Test func hiddenRowsAreInNoGroup() throws {
        let visit = try Visit("joe.employee:password")
        _ = try visit.create("incident", #"{"short_description":"mine"}"#)
        let all = try visit.graphQL(
            #"{ GlideAggregateRecord_Query(tableName: "incident") { totalCount aggregates { count } } }"#)
        #expect(all == #"{"data":{"GlideAggregateRecord_Query":{"totalCount":441,"aggregates":[{"count":441}]}}}"#)
        let own = try visit.list("incident", "", "sys_id", limit: 1000).count
        let grouped = try visit.graphQL(
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
