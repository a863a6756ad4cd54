import ExchangeModel
import Testing

@testable import NowData

/// Names are looked up in columns that the table has.
@Suite struct NameColumnTests {
    @Test(arguments: [
        ("Beth", "sys_user", ["user_name", "name", "title", "email"], ["user_name=Beth", "name=Beth"]),
        ("Hardware", "sys_user_group", ["name"], ["name=Hardware"]),
        ("Network Hub", "sys_user", ["user_name", "name", "title"], ["name=Network Hub"]),
        ("abc123", "sys_user", ["user_name", "name"], ["user_name=abc123", "name=abc123"]),
        ("INC0010021", "incident", ["number", "short_description"], ["number=INC0010021"]),
        ("Beth", "incident", ["number", "short_description"], ["number=Beth"]),
        ("Beth", "u_list", ["u_label"], []), ("Beth", "closed", [], ["user_name=Beth", "name=Beth", "number=Beth"]),
    ])
    func onlyColumnsOfTheTableAreAsked(
        name: String, table: String, columns: [String], queries: [String]
    ) async throws {
        let (tables, script) = try client(queries.map { _ in answer(#"{"result":[]}"#) })
        let found = await failure {
            _ = try await tables.knowing { _ in columns }.record(named: name, TableRead(table))
        }
        #expect(found == .noRecord(name: name, table: table))
        let asked = script.requests.map { request in
            request.url.queryFields.first { $0.name == "sysparm_query" }?.value
        }
        #expect(asked == queries)
    }
}
