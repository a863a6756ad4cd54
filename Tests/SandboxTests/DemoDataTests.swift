import ExchangeModel
import Notation
import Testing

/// What clients and their suites expect of an instance with demonstration data.
struct DemoDataTests {
    private let visit: Visit

    init() throws { visit = try Visit() }

    private func number(_ table: String, _ query: String) throws -> Int { Int(try visit.count(table, query)) ?? -1 }

    @Test func theAdministratorIsInFinance() throws {
        let query = "sys_id=6816f79cc0a8016401c5a33be04be441"
        #expect(try visit.list("sys_user", query, "email") == ["admin@example.com"])
        #expect(try visit.list("sys_user", query, "department.sys_id") == ["a581ab703710200044e0bfc8bcbe5de8"])
        #expect(try visit.list("sys_user", query, "department.name") == ["Finance"])
        #expect(
            try visit.list("sys_user", query, "department.dept_head.sys_id") == ["46c5bf6ca9fe1981010713e3ac7d3384"])
        #expect(try visit.list("sys_user", query, "department.dept_head.email") == ["natasha.ingram@example.com"])
    }

    @Test func problemsHaveTheirPeople() throws {
        #expect(try visit.list("sys_user", "user_name=problem.admin", "sys_id") == ["26fbff173b331300ad3cc9bb34efc4bd"])
        for name in ["admin", "manager", "coordinator", "task_analyst"] {
            let query = "user.user_name=problem.\(name)^role.name=problem_\(name)^inherited=false"
            #expect(try number("sys_user_has_role", query) == 1, "\(name)")
        }
    }

    @Test func numbersAreThoseOfAnInstance() throws {
        #expect((1...19).contains(try number("sys_user", "mobile_phoneISNOTEMPTY")))
        let admins = "role=2831a114c611228501d4ea6c309d626d"
        #expect((11...24).contains(try Set(visit.list("sys_user_has_role", admins, "user.user_name")).count))
        let groups = try visit.list("sys_group_has_role", "role.nameLIKEadmin", "group.name")
        #expect((3...7).contains(Set(groups).count))
        #expect(try number("sys_user_role", "name=snc_basic_auth_api_access") == 1)
        #expect(try number("sys_metadata", "") > 500)
        #expect(try number("syslog", "") > 600)
        #expect(try number("problem", "") >= 9)
        #expect(try number("cmdb_rel_type", "name=Cools::Cooled By") == 1)
        #expect(try number("sys_db_object", "nameINalm_asset,bsm_chart") == 2)
    }

    @Test(arguments: [
        "std_change_producer_version", "chg_model", "cmdb_ci_ec2_instance", "cmdb_ci_aix_server", "cmdb_ci_esx_server",
        "cmdb_ci_db_instance", "sys_ui_page", "sys_report", "em_event", "em_alert", "sys_audit_delete",
    ])
    func aTableThatClientsReadHasRecords(name: String) throws { #expect(try number(name, "") > 0) }

    @Test func whoSignedInHasAFederatedID() throws {
        let ids = try visit.list("sys_user", "last_login_timeISNOTEMPTY", "federated_id", limit: 500)
        #expect(ids.count > 50 && ids.allSatisfy { $0.utf8.count == 44 && $0.hasSuffix("=") })
        #expect(Set(ids).count == ids.count)
        #expect(try number("sys_user", "last_login_timeISEMPTY^federated_idISNOTEMPTY") == 0)
    }

    @Test func anAttachmentIsPendingUntilItWasScanned() throws {
        let created = try visit.ask(
            .post,
            """
            /api/now/attachment/file?table_name=incident&table_sys_id=\
            061c92d26f030200d7aecd9c5d3ee4f8&file_name=a.txt
            """, body: "x", headers: ["Content-Type": "text/plain"]
        ).json["result"]
        #expect(created?["compressed"] == "true" && created?["state"] == "pending")
        let id = created?["sys_id"]?.scalarText ?? ""
        #expect(try visit.read("/api/now/attachment/" + id)["result"]?["state"] == "available")
    }
}
