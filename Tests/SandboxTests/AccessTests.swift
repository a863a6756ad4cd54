import Database
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Sandbox

/// Read and write access of an administrator, a fulfiller, and a user without roles.
struct AccessTests {
    private let abel = "abel.tuter:password"

    /// Security incidents that Abel may read because he is their caller.
    private let about =
        "assignment_group.name=Security Operations^caller_id=62826bf03710200044e0bfc8bcbe5df1"
        + "^ORwatch_listLIKE62826bf03710200044e0bfc8bcbe5df1"

    @Test func pageIsCutBeforeAccessRules() throws {
        var client = try SandboxClient.reading()
        let order = "ORDERBYDESCassignment_group.name^ORDERBYnumber"
        let all = try client.list("incident", order, "number", limit: 1000)
        let security = try client.list("incident", "assignment_group.name=Security Operations", "number", limit: 1000)
        let withheld = Set(security).subtracting(try client.list("incident", about, "number"))
        client.user = abel
        for offset in stride(from: 0, to: all.count, by: 40) {
            let page = try client.ask(
                .get,
                """
                /api/now/table/incident?sysparm_fields=number&sysparm_query=\(PercentCoding.encode(order))\
                &sysparm_limit=40&sysparm_offset=\(offset)
                """)
            let rows = SandboxClient.elements(page.json["result"] ?? .null).map { $0["number"]?.scalarText ?? "" }
            expectEqual(rows, all[offset..<min(offset + 40, all.count)].filter { !withheld.contains($0) })
            expectEqual(page.headers["X-Total-Count"], String(all.count))
        }
        let shown = all.filter { !withheld.contains($0) }
        #expect(!withheld.isEmpty && !shown.isEmpty)
        try expectEqual(client.list("task", "sys_class_name=incident^" + order, "number", limit: 1000), shown)
    }
}

struct RoleTests {
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
        try expectEqual(roles(), unwritten)
        #expect(unwritten.values.contains { $0.contains("itil") })
    }
}

/// Records withheld in their own table are not revealed by another.
struct WithheldRecordTests {
    private static let users = ["abel.tuter:password", "joe.employee:password"]

    @Test(arguments: users)
    func dotWalkIntoUnreadableRecordIsEmpty(user: String) throws {
        var client = try SandboxClient.reading()
        let tasks = try client.list("task_sla", "taskISNOTEMPTY^ORDERBYsys_id", "task.sys_id", limit: 1000)
        let numbers = try client.list("task_sla", "taskISNOTEMPTY^ORDERBYsys_id", "task.number", limit: 1000)
        client.user = user
        let shown = try zip(tasks, numbers).map { id, number in
            try client.ask(.get, "/api/now/table/task/" + id).status == 200 ? number : ""
        }
        #expect(shown.contains("") && !numbers.contains(""))
        try expectEqual(client.list("task_sla", "taskISNOTEMPTY^ORDERBYsys_id", "task.number", limit: 1000), shown)
        let hidden = try #require(shown.firstIndex(of: ""))
        let one = try client.list("task_sla", "taskISNOTEMPTY^ORDERBYsys_id", "sys_id", limit: 1000)[hidden]
        try expectEqual(
            client.get("/api/now/table/task_sla/\(one)?sysparm_fields=task.number,task.short_description"),
            #"{"result":{"task.number":"","task.short_description":""}}"#)
    }

    @Test(arguments: users)
    func attachmentAccessFollowsRecordInEveryAPI(user: String) throws {
        let client = try SandboxClient.reading(user)
        let own = SandboxClient.elements(try client.read("/api/now/attachment?sysparm_limit=1000")["result"] ?? .null)
        let ids = own.compactMap { $0["sys_id"]?.scalarText }
        try expectEqual(client.list("sys_attachment", "", "sys_id", limit: 1000).sorted(), ids.sorted())
        #expect(try String(ids.count) != client.count("sys_attachment", ""))
        try expectEqual(client.list("sys_attachment_doc", "", "sys_id"), [])
    }
}
