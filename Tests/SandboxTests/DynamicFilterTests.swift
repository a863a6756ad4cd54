import Notation
import Testing

/// `DYNAMIC` goes by the rows of `sys_filter_option_dynamic`.
struct DynamicFilterTests {
    private static let me = "54635e965f510100a9ad2572f2b4774c"
    private static let myGroups = "d6435e965f510100a9ad2572f2b47744"

    @Test func everyRowThatShipsIsKnown() throws {
        let visit = try Visit()
        let rows = try visit.list("sys_filter_option_dynamic", "", "label")
        #expect(rows == ["Me", "One of My Groups", "My company"])
        for (row, column, table) in [
            ("Me", "sys_id", "sys_user"), ("One of My Groups", "sys_id", "sys_user_group"),
            ("My company", "company", "sys_user"),
        ] {
            let id = try visit.list("sys_filter_option_dynamic", "label=" + row, "sys_id")[0]
            let found = try visit.list(table, column + "DYNAMIC" + id, "sys_id", limit: 1000)
            let john = "user_name=john.doe"
            let mine =
                switch row {
                case "Me": try visit.list("sys_user", john, "sys_id")
                case "One of My Groups": try visit.list("sys_user_grmember", "user." + john, "group.sys_id")
                default:
                    try visit.list(
                        "sys_user", "company=" + visit.list("sys_user", john, "company.sys_id")[0], "sys_id",
                        limit: 1000)
                }
            #expect(found.sorted() == mine.sorted() && !mine.isEmpty, "\(row)")
        }
    }

    @Test func theTwoThatAreEverywhereHaveTheirIdentifiers() throws {
        let visit = try Visit()
        #expect(try visit.list("sys_filter_option_dynamic", "label=Me", "sys_id") == [Self.me])
        #expect(try visit.list("sys_filter_option_dynamic", "labelLIKEgroups", "sys_id") == [Self.myGroups])
    }

    @Test(arguments: [
        ("gs.getUser().getDepartmentID();", "true", "department"), ("javascript: gs.getUserID()", "true", "sys_id"),
        ("new Thing().values()", "true", nil), ("gs.getUserID()", "false", nil),
    ])
    func aRowOfOnesOwnCountsWhileItIsActive(script: String, active: String, column: String?) throws {
        let visit = try Visit("admin:admin")
        let id = try visit.create(
            "sys_filter_option_dynamic", "{\"label\":\"Mine\",\"script\":\"\(script)\",\"active\":\"\(active)\"}")
        let all = try visit.count("sys_user", "")
        guard let column else {
            #expect(try visit.count("sys_user", "departmentDYNAMIC" + id) == all)
            return
        }
        let own = try visit.list("sys_user", "user_name=admin", column == "sys_id" ? column : column + ".sys_id")[0]
        #expect(
            try visit.count("sys_user", column + "DYNAMIC" + id)
                == (own.isEmpty ? "0" : visit.count("sys_user", column + "=" + own)))
    }
}
