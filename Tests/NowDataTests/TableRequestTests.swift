import ExchangeModel
import FoundationEssentials
import Testing

@testable import NowData

@Suite struct TableRequestTests {
    @Test func listRequestsBothFormsInFixedOrder() async throws {
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

    @Test func unsetParametersAreOmitted() async throws {
        let (tables, script) = try client([answer(#"{"result":[]}"#)])
        let read = TableRead("incident", query: "", display: .value, excludesReferenceLinks: false)
        _ = try await tables.asking(for: .completion).list(read)
        #expect(lines(script) == ["GET /api/now/table/incident"])
        #expect(script.requests[0].purpose == .completion)
    }

    @Test func singleRecordURLs() async throws {
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

    @Test func nameIsEscapedInURL() async throws {
        let (tables, script) = try client([answer(#"{"result":[]}"#), answer(#"{"result":{}}"#)])
        _ = try await tables.list(TableRead("in'ci\"dent/../x?y#z", display: .value, excludesReferenceLinks: false))
        _ = try await tables.get("a/b", TableRead("t", display: .value, excludesReferenceLinks: false))
        #expect(
            lines(script) == [
                "GET /api/now/table/in%27ci%22dent%2F..%2Fx%3Fy%23z", "GET /api/now/table/t/a%2Fb",
            ])
    }

    @Test(arguments: ["", ".", ".."])
    func dotSegmentNameIsNotSent(name: String) async throws {
        let (tables, script) = try client([])
        let outcomes = [
            await failure { _ = try await tables.list(TableRead(name)) },
            await failure { _ = try await tables.get(name, TableRead("incident")) },
            await failure { try await tables.delete("a", from: name) },
            await failure { _ = try await tables.count(name) },
        ]
        #expect(outcomes == Array(repeating: .invalidRequest("A table and a record need a name."), count: 4))
        #expect(script.requests.isEmpty)
    }

    @Test func countsAreParsedWithAndWithoutGroups() async throws {
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

    @Test func userAgentIsSent() async throws {
        let (tables, script) = try client([
            answer(#"{"result":{"user_name":"john.doe","user_sys_id":"ea2b","user_display_name":"John Doe"}}"#)
        ])
        #expect(try await tables.currentUser() == CurrentUser(name: "john.doe", sysID: "ea2b", displayName: "John Doe"))
        #expect(lines(script) == ["GET /api/now/ui/user/current_user"])
    }
}

@Suite struct TableResponseTests {
    @Test(
        arguments: [
            (#""INC0010021""#, "INC0010021", nil, nil),
            (#""""#, "", nil, nil), ("null", "", nil, nil), ("true", "true", nil, nil), ("1.50", "1.50", nil, nil),
            (#"{"display_value":"In Progress","value":"2"}"#, "2", "In Progress", nil),
            (#"{"display_value":null,"value":""}"#, "", "", nil),
            (
                #"{"display_value":"","value":"glide.maint","link":"https://x/sys_user/glide.maint"}"#, "glide.maint",
                "",
                "https://x/sys_user/glide.maint"
            ),
            (#"{"link":"https://x/sys_user/6816","value":"6816"}"#, "6816", nil, "https://x/sys_user/6816"),
            (#"{"display_value":"Abel","link":"https://x/sys_user/6816"}"#, "6816", "Abel", "https://x/sys_user/6816"),
            (#"{"display_value":"Abel"}"#, "Abel", "Abel", nil),
            (
                #"{"display_value":"$509.95","currency_display_value":"USD;509.95","value":"509.95"}"#, "509.95",
                "$509.95", nil
            ),
            (#"{"a": [1, 2]}"#, #"{"a": [1, 2]}"#, nil, nil), ("[1]", "[1]", nil, nil),
        ] as [(String, String, String?, String?)])
    func cellIsParsedInEveryForm(json: String, value: String, display: String?, link: String?) throws {
        #expect(TableCell(try node(json)) == TableCell(value: value, display: display, link: link))
    }

    @Test func columnsKeepOrderAndMissingOnesAreEmpty() async throws {
        let (tables, _) = try client([answer(#"{"result":[{"parent":"","made_sla":"true","caller_id.name":"Ann"}]}"#)])
        let row = try #require(try await tables.list(TableRead("incident")).rows.first)
        #expect(row.columns == ["parent", "made_sla", "caller_id.name"])
        #expect(row.cells(["caller_id.name", "nosuch", "made_sla"]).map(\.value) == ["Ann", "", "true"])
        #expect(row["nosuch"] == nil)
        #expect(row.sysID == nil)
    }

    @Test(
        arguments: [
            (67, 0, 20, 20, 0), (67, 60, 20, 7, 0), (67, 0, 20, 17, 3), (67, 60, 20, 0, 7), (67, 80, 20, 0, 0),
            (3, 0, nil, 2, 1),
            (20_000, 0, nil, 10, 9_990), (20_000, 0, 15_000, 10_000, 0), (0, 0, 20, 0, 0),
        ] as [(Int, Int, Int?, Int, Int)])
    func withheldRowsAreComputedFromWindow(
        matching: Int, offset: Int, limit: Int?, shown: Int, withheld: Int
    ) async throws {
        let rows = Array(repeating: #"{"a":"1"}"#, count: shown).joined(separator: ",")
        let (tables, _) = try client([answer("{\"result\":[\(rows)]}", total(matching))])
        let found = try await tables.list(TableRead("incident", limit: limit, offset: offset))
        #expect(found.total == matching)
        #expect(found.withheld == withheld)
        #expect(found.rows.count == shown)
    }

    @Test(arguments: ["", "many", "-1", "99999999999999999999"])
    func invalidTotalIsUnknown(text: String) async throws {
        let (tables, _) = try client([answer(#"{"result":[]}"#, [HeaderField("X-Total-Count", text)])])
        let found = try await tables.list(TableRead("incident"))
        #expect(found.total == nil)
        #expect(found.withheld == nil)
    }

    @Test func linksAreParsedExceptInvalidPrevious() {
        let address = "https://instance.service-now.com/api/now/table/sys_user?sysparm_query=a,b;c&sysparm_limit=1"
        let line = [("0", "first"), ("-1", "prev"), ("1", "next"), ("625", "last")]
            .map { "<\(address)&sysparm_offset=\($0.0)>;rel=\"\($0.1)\"" }.joined(separator: ",")
        var expected = PageLinks()
        expected.first = 0
        expected.next = 1
        expected.last = 625
        #expect(PageLinks([line]) == expected)
        #expect(PageLinks(["<\(address)&sysparm_offset=5>; rel=prev"]).previous == 5)
    }

    @Test(arguments: [
        "", "<", "<>;rel=\"next\"", "<https://x/?sysparm_offset=a>;rel=next", "<https://x/?a=1>;rel=next",
        "<https://x/?sysparm_offset=1>", "<https://x/?sysparm_offset=1>;rel=up",
    ])
    func uselessLinkIsIgnored(line: String) {
        #expect(PageLinks([line]) == PageLinks())
    }
}

@testable import struct NowData.Filter

@Suite struct FilterTests {
    @Test(arguments: [
        (Condition.boolean(field: "active", .is(true)), "active=true"),
        (.boolean(field: "active", .isNot(false)), "active!=false"),
        (.dateTime(field: "sla_due", .atOrAfter(0, .daysAgoStart)), "sla_due>=javascript:gs.daysAgoStart(0)"),
        (.dateTime(field: "opened_at", .before(3, .monthsAgoEnd)), "opened_at<javascript:gs.monthsAgoEnd(3)"),
        (.dateTime(field: "opened_at", .lessThan(Date(timeIntervalSince1970: 0.5))), "opened_at<1970-01-01 00:00:00"),
        (
            .dateTime(
                field: "opened_at", .between(Date(timeIntervalSince1970: -1), Date(timeIntervalSince1970: 86400))),
            "opened_atBETWEEN1969-12-31 23:59:59@1970-01-02 00:00:00"
        ),
        (.email(field: "state", .changesFrom("4")), "stateCHANGESFROM4"),
        (.email(field: "email", .endsWith("@example.com")), "emailENDSWITH@example.com"),
        (.integerChoice(field: "state", .isOneOf([1, -5])), "stateIN1,-5"),
        (.integerChoice(field: "priority", .lessThanOrIs(2)), "priority<=2"),
        (.numeric(field: "cost", .greaterThan(3)), "cost>3"), (.numeric(field: "cost", .is(2.5)), "cost=2.5"),
        (.reference(field: "caller_id", .isEmpty), "caller_idISEMPTY"),
        (.reference(field: "caller_id.manager", .is("6816")), "caller_id.manager=6816"),
        (.string(field: "short_description", .doesNotContain("a=b&c")), "short_descriptionNOT LIKEa=b&c"),
        (.string(field: "a", .isSame(as: "b")), "aSAMEASb"), (.string(field: "a", .isAnything), "aANYTHING"),
        (.stringChoice(field: "category", .isNotOneOf(["network", "software"])), "categoryNOT INnetwork,software"),
    ])
    func conditionIsEncoded(condition: Condition, text: String) {
        #expect(condition.query == text)
    }

    @Test(arguments: [
        Condition.string(field: "a", .is("x^active=true")), .string(field: "a", .isOneOf(["x", "y,z"])),
        .string(field: "", .isEmpty), .string(field: "a^b", .isEmpty), .string(field: "a=b", .isEmpty),
        .string(field: "ä", .isEmpty), .string(field: "a", .changesTo("^")),
    ])
    func queryInjectionIsRejected(condition: Condition) {
        #expect(condition.query == nil)
        #expect(CompoundCondition.or(.string(field: "b", .is("c")), condition).query == nil)
        #expect(Filter(conditions: [condition]).query == nil)
        #expect(Filter(criteria: [Criteria(conditions: [condition])]).query == nil)
        #expect(Filter(keywords: "k", conditions: [condition]).query == nil)
    }

    @Test func filtersJoinConditionsCriteriaKeywordsAndSorts() {
        let active = Condition.boolean(field: "active", .is(true))
        let urgent = CompoundCondition.or(
            .integerChoice(field: "priority", .is(1)), .integerChoice(field: "urgency", .is(1)))
        #expect(
            Filter(conditions: [active, urgent], sorts: [.asc("number"), .desc("opened_at")]).query
                == "active=true^priority=1^ORurgency=1^ORDERBYnumber^ORDERBYDESCopened_at")
        let criteria = [Criteria(conditions: [active]), Criteria(conditions: [urgent])]
        #expect(Filter(criteria: criteria).query == "active=true^NQpriority=1^ORurgency=1")
        #expect(Filter(criteria: [], sortBy: [.desc("opened_at")], queryCategory: nil).query == "ORDERBYDESCopened_at")
        #expect(
            Filter(keywords: "printer fire", conditions: [active], sortBy: [.asc("number")]).query
                == "123TEXTQUERY321=printer fire^active=true^EQ^ORDERBYnumber")
        #expect(Filter(keywords: "", conditions: [active]).query == "active=true")
        #expect(Filter(keywords: "a^b", conditions: []).query == nil)
        #expect(Filter(conditions: []).query == "")
        #expect(
            Filter(query: "active=true^short_descriptionLIKEbroken").query == "active=true^short_descriptionLIKEbroken")
    }
}
