import ExchangeModel
import Testing

@testable import NowData

@Suite struct TableRequestTests {
    @Test func aListAsksForBothFormsAndInAFixedOrder() async throws {
        let (tables, script) = try client([answer(#"{"result":[]}"#)])
        let read = TableRead(
            "incident", query: "active=true^caller_id.nameLIKEÅsa B&C^ORDERBYnumber",
            fields: ["number", "caller_id.name"], limit: 3, offset: 6, skipsCount: true, view: "mobile",
            queryCategory: "list")
        #expect(try await tables.list(read).rows.isEmpty)
        #expect(
            lines(script) == [
                "GET /api/now/table/incident?sysparm_query=active%3Dtrue%5Ecaller_id.nameLIKE%C3%85sa%20B%26C"
                    + "%5EORDERBYnumber&sysparm_fields=number%2Ccaller_id.name&sysparm_display_value=all"
                    + "&sysparm_exclude_reference_link=true&sysparm_view=mobile&sysparm_limit=3&sysparm_offset=6"
                    + "&sysparm_no_count=true&sysparm_query_category=list"
            ])
        #expect(script.requests[0].headers == ["Accept": "application/json"])
        #expect(script.requests[0].purpose == .command)
    }

    @Test func whatIsNotAskedForDoesNotTravel() async throws {
        let (tables, script) = try client([answer(#"{"result":[]}"#)])
        let read = TableRead("incident", query: "", display: .value, excludesReferenceLinks: false)
        _ = try await tables.asking(for: .completion).list(read)
        #expect(lines(script) == ["GET /api/now/table/incident"])
        #expect(script.requests[0].purpose == .completion)
    }

    @Test func oneRecordIsReadWrittenAndDeletedAtItsAddress() async throws {
        let record = #"{"result":{"sys_id":{"display_value":"a1","value":"a1"}}}"#
        let (tables, script) = try client([
            answer(record), answer(record, status: 201), answer(record), answer("", status: 204),
        ])
        let read = TableRead("incident", fields: ["sys_id"])
        #expect(try await tables.get("a1", read).sysID == "a1")
        let write = TableWrite(
            [("short_description", #"a "quoted" \ line"#), ("comments", "é\n")], readsDisplayValues: true)
        #expect(try await tables.create(write, read).sysID == "a1")
        #expect(
            try await tables.update("a1", TableWrite([("b", ""), ("a", "1")], suppressesSystemFields: true), read).sysID
                == "a1")
        try await tables.delete("a1", from: "incident")
        let shape = "sysparm_fields=sys_id&sysparm_display_value=all&sysparm_exclude_reference_link=true"
        #expect(
            lines(script) == [
                "GET /api/now/table/incident/a1?\(shape)",
                "POST /api/now/table/incident?\(shape)&sysparm_input_display_value=true "
                    + #"{"short_description":"a \"quoted\" \\ line","comments":"é\n"}"#,
                "PATCH /api/now/table/incident/a1?\(shape)&sysparm_suppress_auto_sys_field=true "
                    + #"{"b":"","a":"1"}"#,
                "DELETE /api/now/table/incident/a1",
            ])
        #expect(
            script.requests.map { $0.headers["Content-Type"] } == [nil, "application/json", "application/json", nil])
    }

    @Test func aNameCannotLeaveItsPlaceInTheAddress() async throws {
        let (tables, script) = try client([answer(#"{"result":[]}"#), answer(#"{"result":{}}"#)])
        _ = try await tables.list(TableRead("in'ci\"dent/../x?y#z", display: .value, excludesReferenceLinks: false))
        _ = try await tables.get("a/b", TableRead("t", display: .value, excludesReferenceLinks: false))
        #expect(
            lines(script) == [
                "GET /api/now/table/in%27ci%22dent%2F..%2Fx%3Fy%23z", "GET /api/now/table/t/a%2Fb",
            ])
    }

    @Test(arguments: ["", ".", ".."])
    func aNameThatIsAPathStepIsNotSent(name: String) async throws {
        let (tables, script) = try client([])
        let outcomes = [
            await failure { _ = try await tables.list(TableRead(name)) },
            await failure { _ = try await tables.get(name, TableRead("incident")) },
            await failure { try await tables.delete("a", from: name) },
            await failure { _ = try await tables.count(name) },
        ]
        #expect(outcomes == Array(repeating: .unaskable("A table and a record need a name."), count: 4))
        #expect(script.requests.isEmpty)
    }

    @Test func countsAreReadGroupedAndNot() async throws {
        let (tables, script) = try client([
            answer(#"{"result":{"stats":{"count":"67"}}}"#),
            answer(
                #"{"result":[{"stats":{"count":"2"},"groupby_fields":[{"field":"state","value":"2","display_value":"In Progress"},"#
                    + #"{"field":"assignment_group","value":"","display_value":null}]}]}"#),
            answer(#"{"result":[]}"#),
        ])
        #expect(try await tables.count("incident", query: "active=true").map(\.count) == [67])
        let grouped = try await tables.count("incident", groups: ["state", "assignment_group"])
        #expect(grouped.map(\.count) == [2])
        #expect(
            grouped.first?.groups == [
                .init(field: "state", cell: TableCell(value: "2", display: "In Progress")),
                .init(field: "assignment_group", cell: TableCell(value: "", display: "")),
            ])
        #expect(try await tables.count("incident", groups: ["state"]).isEmpty)
        #expect(
            lines(script) == [
                "GET /api/now/stats/incident?sysparm_query=active%3Dtrue&sysparm_count=true",
                "GET /api/now/stats/incident?sysparm_count=true&sysparm_group_by=state%2Cassignment_group&sysparm_display_value=all",
                "GET /api/now/stats/incident?sysparm_count=true&sysparm_group_by=state&sysparm_display_value=all",
            ])
    }

    @Test func theSenderIsNamed() async throws {
        let (tables, script) = try client([
            answer(#"{"result":{"user_name":"john.doe","user_sys_id":"ea2b","user_display_name":"John Doe"}}"#)
        ])
        #expect(try await tables.currentUser() == CurrentUser(name: "john.doe", sysID: "ea2b", displayName: "John Doe"))
        #expect(lines(script) == ["GET /api/now/ui/user/current_user"])
    }
}
