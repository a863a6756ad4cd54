import ExchangeModel
import Testing

struct AuditTests {
    @Test func everyChangedFieldIsAudited() throws {
        let client = try SandboxClient("admin:admin")
        let id = try client.create("incident", #"{"short_description":"new","work_notes":"begun"}"#)
        #expect(try client.count("sys_audit", "documentkey=" + id) == "0")
        try client.by("john.doe:password").update(
            "task", id, #"{"state":"2","short_description":"","knowledge":"true","comments":"hello"}"#)
        let rows = try client.rows("sys_audit", "tablename=incident^documentkey=" + id, "fieldname,oldvalue,newvalue")
        #expect(
            Set(rows) == [
                ["short_description", "new", ""], ["incident_state", "1", "2"], ["state", "1", "2"],
                ["knowledge", "0", "1"], ["comments", "", "hello"],
            ])
        let stamps = try client.rows(
            "sys_audit", "documentkey=" + id, "user,record_checkpoint,sys_created_on,sys_created_by,reason")
        #expect(Set(stamps) == [["john.doe", "1", "2025-03-03 16:00:02", "john.doe", ""]] && stamps.count == 5)
    }

    @Test func rejectedOrEmptyUpdateIsNotAudited() throws {
        let client = try SandboxClient("admin:admin")
        let id = try client.create("incident", "{}")
        try client.update("incident", id, #"{"state":"6"}"#)
        try client.update("incident", id, #"{"state":"1"}"#)
        #expect(try client.count("sys_audit", "documentkey=" + id) == "0")
    }

    @Test func insertsAreAuditedIfPropertyIsSet() throws {
        let client = try SandboxClient("admin:admin")
        _ = try client.create("sys_properties", #"{"name":"glide.sys.audit_inserts","value":"true"}"#)
        let id = try client.create("incident", #"{"short_description":"new"}"#)
        let query = "documentkey=\(id)^fieldname=short_description"
        #expect(
            try client.rows("sys_audit", query, "oldvalue,newvalue,record_checkpoint") == [["", "new", "0"]])
    }

    @Test func deletionsAreKeptWithTheRecord() throws {
        let client = try SandboxClient("admin:admin")
        for table in ["incident", "cmn_building"] {
            let id = try client.create(table, #"{"short_description":"a < b","name":"a < b"}"#)
            _ = try client.ask(.delete, "/api/now/table/\(table)/\(id)")
            let columns = "tablename,fieldname,oldvalue,newvalue,record_checkpoint"
            #expect(
                try client.rows("sys_audit", "documentkey=" + id, columns)
                    == [[table, "DELETED", "DELETED", "DELETED", "-1"]])
            let kept = try client.rows("sys_audit_delete", "documentkey=" + id, "tablename,payload")
            #expect(kept.map { $0[0] } == [table] && kept[0][1].contains(">a &lt; b</"))
        }
        let id = try client.create("sys_properties", #"{"name":"a","value":"b"}"#)
        _ = try client.ask(.delete, "/api/now/table/sys_properties/" + id)
        #expect(try client.count("sys_audit", "documentkey=" + id) == "0")
    }

    @Test func dictionarySaysWhichTablesAreAudited() throws {
        let client = try SandboxClient("admin:admin")
        let audited = try client.list("sys_dictionary", "elementISEMPTY^audit=true", "name", limit: 1000)
        #expect(audited.contains("incident") && audited.contains("cmdb_ci_server") && audited.contains("sys_user"))
        #expect(!audited.contains("cmn_building") && !audited.contains("sys_audit"))
        let building = try client.create("cmn_building", #"{"name":"One"}"#)
        try client.update("cmn_building", building, #"{"name":"Two"}"#)
        #expect(try client.count("sys_audit", "documentkey=" + building) == "0")
    }

    @Test func auditDoesNotAffectIdentifiers() throws {
        let clients = try [SandboxClient("admin:admin"), SandboxClient("admin:admin")]
        let first = try clients[0].create("incident", "{}")
        try clients[0].update("incident", first, #"{"priority":"1","assigned_to":"6816f79cc0a8016401c5a33be04be441"}"#)
        let next = try clients[0].create("problem", "{}")
        #expect(try clients[1].create("incident", "{}") == first)
        #expect(try clients[1].create("problem", "{}") == next)
        #expect(try clients[0].rows("sys_audit", "documentkey=" + first, "sys_id").count > 1)
    }
}

struct EventTests {
    private static let admin = "6816f79cc0a8016401c5a33be04be441"

    @Test func newTaskFiresEvent() throws {
        let client = try SandboxClient("admin:admin")
        let id = try client.create("incident", "{}")
        let columns = "name,table,parm1,parm2,state,user_name,processed,uri"
        #expect(
            try client.rows("sysevent", "instance=" + id, columns) == [
                [
                    "incident.inserted", "incident", Self.admin, "admin", "processed", "admin", "2025-03-03 16:00:01",
                    "/incident.do?sys_id=" + id,
                ]
            ])
    }

    @Test func changeFiresOneEventPerMeaning() throws {
        let client = try SandboxClient("admin:admin")
        let group = try client.list("sys_user_group", "name=Hardware", "sys_id")[0]
        let id = try client.create("incident", "{}")
        try client.update(
            "incident", id,
            #"""
            {"comments":"a","work_notes":"b","assigned_to":"\#(Self.admin)","assignment_group":"\#(group)",\#
            "priority":"1"}
            """#)
        let events = try client.rows("sysevent", "instance=\(id)^name!=incident.inserted", "name,parm1,parm2")
        #expect(
            Set(events) == [
                ["incident.commented", Self.admin, "admin"], ["incident.worknoted", Self.admin, "admin"],
                ["incident.updated", Self.admin, "admin"], ["incident.assigned", "System Administrator", ""],
                ["incident.assigned.to.group", group, "Hardware"], ["incident.priority.1", "1", "5"],
            ])
        try client.update("incident", id, #"{"assigned_to":"","comments":"c"}"#)
        #expect(try client.count("sysevent", "instance=\(id)^name=incident.assigned") == "1")
        #expect(try client.count("sysevent", "instance=\(id)^name=incident.commented") == "2")
    }

    @Test(arguments: [("change_request", "change"), ("problem", "problem"), ("sc_task", "sc_task")])
    func eventsAreNamedAfterTheTable(table: String, prefix: String) throws {
        let client = try SandboxClient("admin:admin")
        let id = try client.create(table, #"{"short_description":"x"}"#)
        try client.update(table, id, #"{"short_description":"y"}"#)
        #expect(
            try client.rows("sysevent", "instance=" + id, "name") == [[prefix + ".inserted"], [prefix + ".updated"]])
    }

    @Test func otherTablesFireNoEvents() throws {
        let client = try SandboxClient("admin:admin")
        let id = try client.create("cmn_department", #"{"name":"x"}"#)
        #expect(try client.count("sysevent", "instance=" + id) == "0")
    }
}
