import Database
import ExchangeModel
import Notation
import Testing

@testable import Sandbox

/// Read and write access of an administrator, a fulfiller, and a user without roles.
struct AccessTests {
    private let known = "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"
    private let abel = "abel.tuter:password", joe = "joe.employee:password"

    private func text(_ message: String, _ detail: String?) -> String {
        JSON.object([
            .init("error", ["message": .string(message), "detail": detail.map(JSON.string) ?? .null]),
            .init("status", "failure"),
        ]).compact
    }

    /// Security incidents that Abel may read because he is their caller.
    private let about =
        "assignment_group.name=Security Operations^caller_id=62826bf03710200044e0bfc8bcbe5df1"
        + "^ORwatch_listLIKE62826bf03710200044e0bfc8bcbe5df1"

    @Test func withheldRowsCount() throws {
        var client = try SandboxClient()
        let query = "assignment_group.name=Security Operations^ORassignment_group.name=Database"
        let all = try client.list("incident", query, "number", limit: 1000)
        let security = try client.list("incident", "assignment_group.name=Security Operations", "number", limit: 1000)
        let withheld = Set(security).subtracting(try client.list("incident", about, "number"))
        #expect(!withheld.isEmpty && withheld.count < all.count)
        client.user = abel
        let shown = all.filter { !withheld.contains($0) }
        #expect(try client.list("incident", query, "number", limit: 1000) == shown)
        #expect(try client.list("task", "sys_class_name=incident^" + query, "number", limit: 1000) == shown)
        #expect(try client.count("incident", query) == String(all.count))
    }

    @Test func pageIsCutBeforeAccessRules() throws {
        var client = try SandboxClient()
        let order = "ORDERBYDESCassignment_group.name^ORDERBYnumber"
        let all = try client.list("incident", order, "number", limit: 1000)
        let security = try client.list("incident", "assignment_group.name=Security Operations", "number", limit: 1000)
        let withheld = Set(security).subtracting(try client.list("incident", about, "number"))
        client.user = abel
        for offset in stride(from: 0, to: all.count, by: 10) {
            let page = try client.ask(
                .get,
                """
                /api/now/table/incident?sysparm_fields=number&sysparm_query=\(PercentCoding.encode(order))\
                &sysparm_limit=10&sysparm_offset=\(offset)
                """)
            let rows = SandboxClient.elements(page.json["result"] ?? .null).map { $0["number"]?.scalarText ?? "" }
            #expect(rows == all[offset..<min(offset + 10, all.count)].filter { !withheld.contains($0) })
            #expect(page.headers["X-Total-Count"] == String(all.count))
        }
    }

    @Test func withheldRecordIsNotFound() throws {
        var client = try SandboxClient()
        let id = try #require(
            try client.list(
                "incident",
                """
                assignment_group.name=Security Operations^caller_id!=62826bf03710200044e0bfc8bcbe5df1\
                ^watch_listISEMPTY
                """, "sys_id", limit: 1
            ).first)
        client.user = abel
        for method in [HTTPMethod.get, .patch, .delete] {
            #expect(
                try client.ask(method, "/api/now/table/incident/" + id, body: method == .patch ? "{}" : nil).status
                    == 404)
        }
        client.user = "admin:admin"
        #expect(try client.ask(.get, "/api/now/table/incident/" + id).status == 200)
    }

    @Test func userWithoutRolesSeesOwnRecords() throws {
        var client = try SandboxClient()
        let other = try client.create("incident", #"{"short_description":"about Joe"}"#)
        let total = try client.count("incident", "")
        client.user = joe
        let empty = try client.ask(.get, "/api/now/table/incident?sysparm_limit=5")
        #expect(empty.status == 200 && empty.text == #"{"result":[]}"# && empty.headers["X-Total-Count"] == total)
        #expect(try client.ask(.get, "/api/now/table/incident/" + other).status == 404)
        let own = try client.create("incident", #"{"short_description":"mine"}"#)
        #expect(try client.list("incident", "", "sys_id", limit: 1000) == [own])
        #expect(try client.list("task", "sys_class_name=incident", "sys_id", limit: 1000) == [own])
        client.user = "john.doe:password"
        _ = try client.ask(
            .patch, "/api/now/table/incident/" + other, body: #"{"watch_list":"a3f1d04b4f4212008a5ab895f110c7e9"}"#)
        client.user = joe
        #expect(try client.list("incident", "ORDERBYnumber", "sys_id", limit: 1000) == [other, own])
        #expect(
            try client.ask(.patch, "/api/now/table/incident/" + other, body: #"{"urgency":"1"}"#).text
                == text("Operation Failed", "ACL Exception Update Failed due to security constraints"))
        #expect(try client.ask(.delete, "/api/now/table/incident/" + own).status == 403)
        #expect(try client.ask(.post, "/api/now/table/problem", body: "{}").status == 403)
    }

    @Test func unwritableColumnsAreIgnored() throws {
        var client = try SandboxClient(joe)
        let id = try client.create(
            "incident",
            #"{"short_description":"mine","urgency":"1","state":"2","work_notes":"hidden","comments":"hello"}"#)
        client.user = "john.doe:password"
        #expect(
            try client.get("/api/now/table/incident/\(id)?sysparm_fields=short_description,urgency,state")
                == #"{"result":{"short_description":"mine","urgency":"1","state":"1"}}"#)
        #expect(try client.list("sys_journal_field", "element_id=" + id, "element") == ["comments"])
    }

    @Test func unreadableColumnsAreAbsent() throws {
        var client = try SandboxClient(joe)
        let id = try client.create("incident", "{}")
        let target = "/api/now/table/incident/" + id
        let names = SandboxClient.names(try client.read(target)["result"])
        #expect(names.count == 89 && !names.contains("work_notes") && names.contains("comments"))
        #expect(
            try client.get("/api/now/table/sys_user?user_name=abel.tuter&sysparm_fields=name,phone,last_login,email")
                == #"{"result":[{"name":"Abel Tuter","email":"abel.tuter@example.com"}]}"#)
        #expect(
            try client.get(target + "?sysparm_fields=number,caller_id.phone,opened_by.name")
                == #"{"result":{"number":"INC0010201","opened_by.name":"Joe M. Employee"}}"#)
        client.user = abel
        #expect(
            SandboxClient.names(
                try client.read("/api/now/table/sys_user?user_name=abel.tuter&sysparm_fields=phone,last_login")[
                    "result"]?[
                        0]) == ["phone"])
    }

    @Test(arguments: [
        "phoneSTARTSWITH%2B1", "active=true^ORphone=1", "ORDERBYphone", "last_loginISNOTEMPTY", "manager.phone=1",
    ])
    func queryDoesNotRevealUnreadableValues(query: String) throws {
        let client = try SandboxClient(joe)
        let response = try client.ask(.get, "/api/now/table/sys_user?sysparm_query=" + query)
        #expect(response.status == 403)
        #expect(
            response.text
                == text(
                    "Operation against file 'sys_user' was denied due to table security.",
                    "Field(s) present in the query do not have permission to be read."))
        #expect(try client.ask(.get, "/api/now/table/sys_user?phone=1").status == 403)
        #expect(try client.ask(.get, "/api/now/table/sys_user?sysparm_query=nosuch.phone=1").status == 200)
        #expect(try SandboxClient().ask(.get, "/api/now/table/sys_user?sysparm_query=" + query).status == 200)
    }

    @Test func closedTablesAreDenied() throws {
        for table in ["sys_dictionary", "sys_db_object", "sys_user_has_role", "sys_script"] {
            let response = try SandboxClient(abel).ask(.get, "/api/now/table/" + table)
            #expect(response.status == 403)
            #expect(response.text == text("User Not Authorized", "Failed API level ACL Validation"))
        }
    }
}

/// Roles inherited from groups and from other roles.
struct RoleTests {
    private let client: SandboxClient
    private let employee = "681ccaf9c0a8016400b98a06818d57c7"
    private let itil = "282bf1fac6112285017366cb5f867469"

    init() throws { client = try SandboxClient() }

    /// The employee's rows of `sys_user_has_role`: role, whether inherited, group, role that contains it.
    private func grants() throws -> [String] {
        let rows =
            try client.read(
                """
                /api/now/table/sys_user_has_role?sysparm_query=user=\(employee)^ORDERBYrole.name&sysparm_display_value=true&\
                sysparm_exclude_reference_link=true&sysparm_fields=role,inherited,granted_by,included_in_role
                """)["result"].map(SandboxClient.elements) ?? []
        return rows.map { row in
            ["role", "inherited", "granted_by", "included_in_role"].map { row[$0]?.scalarText ?? "?" }
                .joined(separator: " ")
        }
    }

    @Test func rowsOfInheritedRolesDoNotDependOnWhenTheyAreWritten() throws {
        let path =
            "/api/now/table/sys_user_has_role?sysparm_query=sys_created_by=system&sysparm_fields=sys_id,sys_created_on"
        let first = try client.ask(.get, path).text, later = try SandboxClient()
        for _ in 0..<3 { _ = try later.create("incident", "{}") }
        #expect(first.contains("2025-03-03 16:00:00"))
        #expect(try later.ask(.get, path).text == first)
    }

    @Test func usersHaveTheirInheritedRolesBeforeTheRowsAreWritten() throws {
        let store = try RecordStore(schema: .standard, options: SandboxOptions(clock: FixedClock()))
        let accounts = AccountStore(store: store)
        try store.fillAccounts()
        let users = try store.connection.rows("SELECT \"sys_id\" FROM \"sys_user\"") { $0.text(0) }
        func roles() throws -> [String: Set<String>] {
            Dictionary(uniqueKeysWithValues: try users.map { ($0, try accounts.account($0)?.roles ?? []) })
        }
        let unwritten = try roles()
        #expect(!store.isFilled(RoleInheritance.inheritedRows))
        try store.fill(["sys_user_has_role"])
        #expect(try roles() == unwritten)
        #expect(unwritten.values.contains { $0.contains("itil") })
    }

    @Test func groupGivesItsRolesToItsMembers() throws {
        let joe = SandboxClient(sandbox: client.sandbox, user: "joe.employee:password")
        let user = try client.list("sys_user", "user_name=joe.employee", "sys_id")[0]
        #expect(try joe.ask(.post, "/api/now/table/problem", body: "{}").status == 403)
        let membership = try client.create(
            "sys_user_grmember", #"{"user":"\#(user)","group":"8a5055c9c61122780043563ef53438e3"}"#)
        #expect(try client.list("sys_user_has_role", "user=\(user)^role=\(itil)", "inherited") == ["true"])
        #expect(try joe.ask(.post, "/api/now/table/problem", body: "{}").status == 201)
        _ = try client.ask(.delete, "/api/now/table/sys_user_grmember/" + membership)
        #expect(try client.list("sys_user_has_role", "user=\(user)", "role") == [])
        #expect(try joe.ask(.post, "/api/now/table/problem", body: "{}").status == 403)
    }

    @Test func roleContainsOtherRoles() throws {
        let admin = try client.list("sys_user_role", "name=itil_admin", "sys_id")[0]
        #expect(try client.count("sys_user_role_contains", "role=\(admin)^contains=\(itil)") == "1")
        let grant = try client.create("sys_user_has_role", #"{"user":"\#(employee)","role":"\#(admin)"}"#)
        #expect(
            try grants() == [
                "approver_user true  itil", "itil true  itil_admin", "itil_admin false  ",
            ])
        _ = try client.ask(.delete, "/api/now/table/sys_user_has_role/" + grant)
        #expect(try grants() == [])
    }

    @Test func unknownUserHasNoRoles() throws {
        let body = #"{"user":"no \"user\"","role":"\#(itil)"}"#
        #expect(try client.ask(.post, "/api/now/table/sys_user_has_role", body: body).status == 201)
    }

    @Test func cyclicRolesTerminate() throws {
        let admin = try client.list("sys_user_role", "name=itil_admin", "sys_id")[0]
        _ = try client.create("sys_user_role_contains", #"{"role":"\#(itil)","contains":"\#(admin)"}"#)
        _ = try client.create("sys_user_has_role", #"{"user":"\#(employee)","role":"\#(itil)"}"#)
        #expect(try grants().contains("itil_admin true  itil"))
    }

    @Test func childGroupInheritsRoles() throws {
        let child = try client.create(
            "sys_user_group", #"{"name":"Hardware, at night","parent":"8a5055c9c61122780043563ef53438e3"}"#)
        _ = try client.create("sys_user_grmember", #"{"user":"\#(employee)","group":"\#(child)"}"#)
        #expect(try grants() == ["approver_user true Hardware itil", "itil true Hardware "])
        _ = try client.ask(.patch, "/api/now/table/sys_user_group/" + child, body: #"{"parent":""}"#)
        #expect(try grants() == [])
    }
}

/// Records withheld in their own table are not revealed by another.
struct WithheldRecordTests {
    private static let users = ["abel.tuter:password", "joe.employee:password"]

    @Test(arguments: users)
    func dotWalkIntoUnreadableRecordIsEmpty(user: String) throws {
        var client = try SandboxClient()
        let tasks = try client.list("task_sla", "taskISNOTEMPTY^ORDERBYsys_id", "task.sys_id", limit: 1000)
        let numbers = try client.list("task_sla", "taskISNOTEMPTY^ORDERBYsys_id", "task.number", limit: 1000)
        client.user = user
        let shown = try zip(tasks, numbers).map { id, number in
            try client.ask(.get, "/api/now/table/task/" + id).status == 200 ? number : ""
        }
        #expect(shown.contains("") && !numbers.contains(""))
        #expect(try client.list("task_sla", "taskISNOTEMPTY^ORDERBYsys_id", "task.number", limit: 1000) == shown)
        let hidden = try #require(shown.firstIndex(of: ""))
        let one = try client.list("task_sla", "taskISNOTEMPTY^ORDERBYsys_id", "sys_id", limit: 1000)[hidden]
        #expect(
            try client.get("/api/now/table/task_sla/\(one)?sysparm_fields=task.number,task.short_description")
                == #"{"result":{"task.number":"","task.short_description":""}}"#)
    }

    @Test func groupsDoNotRevealUnreadableValues() throws {
        let target = "/api/now/stats/task_sla?sysparm_count=true&sysparm_group_by=task.short_description"
        #expect(try SandboxClient("joe.employee:password").ask(.get, target).status == 403)
        #expect(try SandboxClient("abel.tuter:password").ask(.get, target).status == 200)
        #expect(try SandboxClient().ask(.get, target).status == 200)
    }

    @Test(arguments: users)
    func attachmentAccessFollowsRecordInEveryAPI(user: String) throws {
        let client = try SandboxClient(user)
        let own = SandboxClient.elements(try client.read("/api/now/attachment?sysparm_limit=1000")["result"] ?? .null)
        let ids = own.compactMap { $0["sys_id"]?.scalarText }
        #expect(try client.list("sys_attachment", "", "sys_id", limit: 1000).sorted() == ids.sorted())
        #expect(try String(ids.count) != client.count("sys_attachment", ""))
        #expect(try client.list("sys_attachment_doc", "", "sys_id") == [])
    }

    @Test(arguments: ["sys_audit", "sys_history_set", "syslog", "sysevent", "ecc_queue", "sys_email"])
    func logsNeedARole(table: String) throws {
        var client = try SandboxClient("joe.employee:password")
        #expect(try client.list(table, "", "sys_id") == [])
        #expect(try client.ask(.get, "/api/now/stats/\(table)?sysparm_group_by=sys_id").text.contains("ACL"))
        client.user = "john.doe:password"
        #expect(try !client.list(table, "", "sys_id", limit: 1).isEmpty)
    }
}
