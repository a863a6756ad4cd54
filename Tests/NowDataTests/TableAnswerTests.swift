import ExchangeModel
import Testing

@testable import NowData

@Suite struct TableAnswerTests {
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
    func aCellIsReadInEveryFormInstancesSend(json: String, value: String, display: String?, link: String?) throws {
        #expect(TableCell(try node(json)) == TableCell(value: value, display: display, link: link))
    }

    @Test func columnsKeepTheirOrderAndAbsentOnesAreEmpty() async throws {
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
    func withheldRowsAreThoseTheWindowShouldHold(
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
    func aTotalThatIsNoneIsUnknown(text: String) async throws {
        let (tables, _) = try client([answer(#"{"result":[]}"#, [HeaderField("X-Total-Count", text)])])
        let found = try await tables.list(TableRead("incident"))
        #expect(found.total == nil)
        #expect(found.withheld == nil)
    }

    @Test func linksAreReadAndTheOneBeforeTheFirstPageIsNot() {
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
    func aLinkThatSaysNothingIsNone(line: String) {
        #expect(PageLinks([line]) == PageLinks())
    }
}
