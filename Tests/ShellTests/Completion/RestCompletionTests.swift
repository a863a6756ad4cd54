import Testing

@testable import Workbench

/// Completion of `rest` and `attach`.
@Suite struct RestCompletionTests {
    private static let cases: [(String, [String])] = [
        ("rest pat¦", ["rest PATCH_"]),
        ("rest GET /api/now/ta¦", ["rest GET /api/now/table/"]),
        ("rest GET /api/now/att¦", ["rest GET /api/now/attachment_"]),
        (
            "rest GET /api/now/table/sys¦",
            ["rest GET /api/now/table/sys_user_", "rest GET /api/now/table/sys_user_group_"]
        ),
        ("rest GET /api/now/stats/inc¦", ["rest GET /api/now/stats/incident_"]),
        ("rest GET /x -p sysparm_li¦", ["rest GET /x -p sysparm_limit="]),
        (
            "rest GET /api/now/table/incident -p sysparm_fields=number,sh¦",
            ["rest GET /api/now/table/incident -p sysparm_fields=number,short_description"]
        ),
        (
            "rest GET /api/now/table/incident -p sysparm_display_value=¦",
            [
                "rest GET /api/now/table/incident -p sysparm_display_value=false_",
                "rest GET /api/now/table/incident -p sysparm_display_value=true_",
                "rest GET /api/now/table/incident -p sysparm_display_value=all_",
            ]
        ),
        (
            "rest GET /api/now/table/incident -p sysparm_query=numb¦",
            ["rest GET /api/now/table/incident -p sysparm_query=number"]
        ),
        ("rest GET /x -p sysparm_no_count=t¦", ["rest GET /x -p sysparm_no_count=true_"]),
        ("rest POST /api/now/table/incident short¦", ["rest POST /api/now/table/incident short_description="]),
        ("rest POST /api/now/table/incident priority=2¦", ["rest POST /api/now/table/incident priority=2_"]),
        ("rest POST /x --type text/cs¦", ["rest POST /x --type text/css_", "rest POST /x --type text/csv_"]),
        ("rest POST /x -H 'X-no¦", ["rest POST /x -H 'X-no-response-body: "]),
        ("attach p¦", ["attach put_"]),
        ("attach list inc¦", ["attach list incident_"]),
        ("attach get incident INC001002¦", ["attach get incident INC0010021_", "attach get incident INC0010022_"]),
        ("attach put incident INC0010021 no¦", ["attach put incident INC0010021 notes/"]),
    ]

    @Test(arguments: cases)
    func argumentsComplete(line: String, lines: [String]) async {
        #expect(await taken(line) == lines)
    }
}
