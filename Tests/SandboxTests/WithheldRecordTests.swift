import ExchangeModel
import Notation
import Testing

/// What is withheld in its own table is not told by another.
struct WithheldRecordTests {
    private static let users = ["abel.tuter:password", "joe.employee:password"]

    @Test(arguments: users)
    func aWalkIntoARecordThatMayNotBeReadFindsNothing(user: String) throws {
        var visit = try Visit()
        let tasks = try visit.list("task_sla", "taskISNOTEMPTY^ORDERBYsys_id", "task.sys_id", limit: 1000)
        let numbers = try visit.list("task_sla", "taskISNOTEMPTY^ORDERBYsys_id", "task.number", limit: 1000)
        visit.user = user
        let shown = try zip(tasks, numbers).map { id, number in
            try visit.ask(.get, "/api/now/table/task/" + id).status == 200 ? number : ""
        }
        #expect(shown.contains("") && !numbers.contains(""))
        #expect(try visit.list("task_sla", "taskISNOTEMPTY^ORDERBYsys_id", "task.number", limit: 1000) == shown)
        let hidden = try #require(shown.firstIndex(of: ""))
        let one = try visit.list("task_sla", "taskISNOTEMPTY^ORDERBYsys_id", "sys_id", limit: 1000)[hidden]
        #expect(
            try visit.get("/api/now/table/task_sla/\(one)?sysparm_fields=task.number,task.short_description")
                == #"{"result":{"task.number":"","task.short_description":""}}"#)
    }

    @Test func groupsDoNotTellWhatAWalkMayNot() throws {
        let target = "/api/now/stats/task_sla?sysparm_count=true&sysparm_group_by=task.short_description"
        #expect(try Visit("joe.employee:password").ask(.get, target).status == 403)
        #expect(try Visit("abel.tuter:password").ask(.get, target).status == 200)
        #expect(try Visit().ask(.get, target).status == 200)
    }

    @Test(arguments: users)
    func attachmentsFollowTheirRecordsInEveryInterface(user: String) throws {
        let visit = try Visit(user)
        let own = Visit.elements(try visit.read("/api/now/attachment?sysparm_limit=1000")["result"] ?? .null)
        let ids = own.compactMap { $0["sys_id"]?.scalarText }
        #expect(try visit.list("sys_attachment", "", "sys_id", limit: 1000).sorted() == ids.sorted())
        #expect(try String(ids.count) != visit.count("sys_attachment", ""))
        #expect(try visit.list("sys_attachment_doc", "", "sys_id") == [])
    }

    @Test(arguments: ["sys_audit", "sys_history_set", "syslog", "sysevent", "ecc_queue", "sys_email"])
    func logsAreNotForEverybody(table: String) throws {
        var visit = try Visit("joe.employee:password")
        #expect(try visit.list(table, "", "sys_id") == [])
        #expect(try visit.ask(.get, "/api/now/stats/\(table)?sysparm_group_by=sys_id").text.contains("ACL"))
        visit.user = "john.doe:password"
        #expect(try !visit.list(table, "", "sys_id", limit: 1).isEmpty)
    }
}
