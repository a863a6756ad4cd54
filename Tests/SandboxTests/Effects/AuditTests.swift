import ExchangeModel
import Sandbox
import Testing

struct AuditTests {
    @Test func everyFieldThatChangesHasARow() throws {
        let visit = try Visit("admin:admin")
        let id = try visit.create("incident", #"{"short_description":"new","work_notes":"begun"}"#)
        #expect(try visit.count("sys_audit", "documentkey=" + id) == "0")
        try visit.by("john.doe:password").update(
            "task", id, #"{"state":"2","short_description":"","knowledge":"true","comments":"hello"}"#)
        let rows = try visit.rows("sys_audit", "tablename=incident^documentkey=" + id, "fieldname,oldvalue,newvalue")
        #expect(
            Set(rows) == [
                ["short_description", "new", ""], ["incident_state", "1", "2"], ["state", "1", "2"],
                ["knowledge", "0", "1"], ["comments", "", "hello"],
            ])
        let stamps = try visit.rows(
            "sys_audit", "documentkey=" + id, "user,record_checkpoint,sys_created_on,sys_created_by,reason")
        #expect(Set(stamps) == [["john.doe", "1", "2025-03-03 16:00:02", "john.doe", ""]] && stamps.count == 5)
    }

    @Test func whatIsRefusedOrChangesNothingHasNone() throws {
        let visit = try Visit("admin:admin")
        let id = try visit.create("incident", "{}")
        try visit.update("incident", id, #"{"state":"6"}"#)
        try visit.update("incident", id, #"{"state":"1"}"#)
        #expect(try visit.count("sys_audit", "documentkey=" + id) == "0")
    }

    @Test func insertionsAreAuditedWhereAPropertySaysSo() throws {
        let visit = try Visit("admin:admin")
        _ = try visit.create("sys_properties", #"{"name":"glide.sys.audit_inserts","value":"true"}"#)
        let id = try visit.create("incident", #"{"short_description":"new"}"#)
        let query = "documentkey=\(id)^fieldname=short_description"
        #expect(
            try visit.rows("sys_audit", query, "oldvalue,newvalue,record_checkpoint") == [["", "new", "0"]])
    }

    @Test func deletionsAreKeptWithTheRecord() throws {
        let visit = try Visit("admin:admin")
        for table in ["incident", "cmn_building"] {
            let id = try visit.create(table, #"{"short_description":"a < b","name":"a < b"}"#)
            _ = try visit.ask(.delete, "/api/now/table/\(table)/\(id)")
            let columns = "tablename,fieldname,oldvalue,newvalue,record_checkpoint"
            #expect(
                try visit.rows("sys_audit", "documentkey=" + id, columns)
                    == [[table, "DELETED", "DELETED", "DELETED", "-1"]])
            let kept = try visit.rows("sys_audit_delete", "documentkey=" + id, "tablename,payload")
            #expect(kept.map { $0[0] } == [table] && kept[0][1].contains(">a &lt; b</"))
        }
        let id = try visit.create("sys_properties", #"{"name":"a","value":"b"}"#)
        _ = try visit.ask(.delete, "/api/now/table/sys_properties/" + id)
        #expect(try visit.count("sys_audit", "documentkey=" + id) == "0")
    }

    @Test func theDictionarySaysWhichTablesAreAudited() throws {
        let visit = try Visit("admin:admin")
        let audited = try visit.list("sys_dictionary", "elementISEMPTY^audit=true", "name", limit: 1000)
        #expect(audited.contains("incident") && audited.contains("cmdb_ci_server") && audited.contains("sys_user"))
        #expect(!audited.contains("cmn_building") && !audited.contains("sys_audit"))
        let building = try visit.create("cmn_building", #"{"name":"One"}"#)
        try visit.update("cmn_building", building, #"{"name":"Two"}"#)
        #expect(try visit.count("sys_audit", "documentkey=" + building) == "0")
    }

    @Test func identifiersOfOtherRecordsDoNotDependOnIt() throws {
        let visits = try [Visit("admin:admin"), Visit("admin:admin")]
        let first = try visits[0].create("incident", "{}")
        try visits[0].update("incident", first, #"{"priority":"1","assigned_to":"6816f79cc0a8016401c5a33be04be441"}"#)
        let next = try visits[0].create("problem", "{}")
        #expect(try visits[1].create("incident", "{}") == first)
        #expect(try visits[1].create("problem", "{}") == next)
        #expect(try visits[0].rows("sys_audit", "documentkey=" + first, "sys_id").count > 1)
    }
}
