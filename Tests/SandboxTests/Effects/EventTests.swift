import ExchangeModel
import Testing

struct EventTests {
    private static let admin = "6816f79cc0a8016401c5a33be04be441"

    @Test func aNewTaskIsAnEvent() throws {
        let visit = try Visit("admin:admin")
        let id = try visit.create("incident", "{}")
        let columns = "name,table,parm1,parm2,state,user_name,processed,uri"
        #expect(
            try visit.rows("sysevent", "instance=" + id, columns) == [
                [
                    "incident.inserted", "incident", Self.admin, "admin", "processed", "admin", "2025-03-03 16:00:01",
                    "/incident.do?sys_id=" + id,
                ]
            ])
    }

    @Test func aChangeIsAsManyEventsAsItMeansThings() throws {
        let visit = try Visit("admin:admin")
        let group = try visit.list("sys_user_group", "name=Hardware", "sys_id")[0]
        let id = try visit.create("incident", "{}")
        try visit.update(
            "incident", id,
            #"""
            {"comments":"a","work_notes":"b","assigned_to":"\#(Self.admin)","assignment_group":"\#(group)",\#
            "priority":"1"}
            """#)
        let events = try visit.rows("sysevent", "instance=\(id)^name!=incident.inserted", "name,parm1,parm2")
        #expect(
            Set(events) == [
                ["incident.commented", Self.admin, "admin"], ["incident.worknoted", Self.admin, "admin"],
                ["incident.updated", Self.admin, "admin"], ["incident.assigned", "System Administrator", ""],
                ["incident.assigned.to.group", group, "Hardware"], ["incident.priority.1", "1", "5"],
            ])
        try visit.update("incident", id, #"{"assigned_to":"","comments":"c"}"#)
        #expect(try visit.count("sysevent", "instance=\(id)^name=incident.assigned") == "1")
        #expect(try visit.count("sysevent", "instance=\(id)^name=incident.commented") == "2")
    }

    @Test(arguments: [("change_request", "change"), ("problem", "problem"), ("sc_task", "sc_task")])
    func eventsAreNamedAfterTheTable(table: String, prefix: String) throws {
        let visit = try Visit("admin:admin")
        let id = try visit.create(table, #"{"short_description":"x"}"#)
        try visit.update(table, id, #"{"short_description":"y"}"#)
        #expect(
            try visit.rows("sysevent", "instance=" + id, "name") == [[prefix + ".inserted"], [prefix + ".updated"]])
    }

    @Test func otherRecordsAreNone() throws {
        let visit = try Visit("admin:admin")
        let id = try visit.create("cmn_department", #"{"name":"x"}"#)
        #expect(try visit.count("sysevent", "instance=" + id) == "0")
    }
}
