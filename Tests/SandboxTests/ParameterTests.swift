import ExchangeModel
import Notation
import Testing

struct ParameterTests {
    private let known = "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"

    private func names(_ target: String) throws -> [String] {
        let result = try Visit().read(target)["result"]
        return Visit.names(result?[0] ?? result)
    }

    @Test func aViewChoosesColumns() throws {
        let mobile = ["number", "short_description", "state", "priority", "caller_id"]
        let desktop = [
            "number", "opened_at", "short_description", "caller_id", "priority", "state", "category",
            "assignment_group", "assigned_to", "sys_updated_on", "sys_updated_by",
        ]
        #expect(try names(known + "?sysparm_view=mobile") == mobile)
        #expect(try names("/api/now/table/incident?sysparm_limit=1&sysparm_view=desktop") == desktop)
        #expect(try names(known + "?sysparm_view=both") == desktop)
        #expect(try names(known + "?sysparm_view=nosuch").count == 92)
        #expect(try names(known + "?sysparm_view=mobile&sysparm_fields=number") == ["number"])
        #expect(
            try names("/api/now/table/cmn_department?sysparm_limit=1&sysparm_view=mobile").first == "name")
    }

    @Test func parametersThatChangeNothingHereAreTaken() throws {
        let visit = try Visit()
        let plain = try visit.get(known)
        for parameter in ["sysparm_query_category=reporting", "sysparm_query_no_domain=true", "sysparm_nosuch=1"] {
            #expect(try visit.get(known + "?" + parameter) == plain)
        }
    }

    @Test func theDebugLogStandsBesideTheResult() throws {
        let visit = try Visit()
        let response = try visit.ask(
            .get, known + "?sysparm_fields=number", headers: ["X-WantSessionDebugMessages": "true"])
        #expect(
            response.text
                == #"""
                {"result":{"number":"INC0010021"},"session":{"debug_logs":[{"type":"sql","customerUpdate":false,\#
                "line":"00:00:00.000: Time: 0:00:00.000 for: sandbox[glide.1] GET \#(known)","debugClassSet":""}]}}
                """#)
        #expect(
            try visit.ask(.get, known + "?sysparm_fields=number", headers: ["X-WantSessionDebugMessages": "false"]).text
                == #"{"result":{"number":"INC0010021"}}"#)
        #expect(
            try visit.ask(.get, "/api/now/table/x", headers: ["X-WantSessionDebugMessages": "true"]).json["session"]
                == nil)
    }

    @Test func systemColumnsAreTheClientsOnRequest() throws {
        let visit = try Visit()
        let fields = "sysparm_fields=sys_created_on,sys_created_by,sys_updated_by,sys_mod_count"
        let body = #"{"sys_created_on":"2001-02-03 04:05:06","sys_created_by":"nobody","sys_mod_count":"7"}"#
        #expect(
            try visit.ask(
                .post, "/api/now/table/incident?sysparm_suppress_auto_sys_field=true&" + fields, body: body
            ).text
                == #"""
                {"result":{"sys_created_on":"2001-02-03 04:05:06","sys_created_by":"nobody",\#
                "sys_updated_by":"john.doe","sys_mod_count":"7"}}
                """#)
        #expect(
            try visit.ask(.post, "/api/now/table/incident?" + fields, body: body).text
                == #"""
                {"result":{"sys_created_on":"2025-03-03 16:00:02","sys_created_by":"john.doe",\#
                "sys_updated_by":"john.doe","sys_mod_count":"0"}}
                """#)
    }

    @Test func aChildsColumnIsChangedThroughItsParentsTable() throws {
        let visit = try Visit()
        let path = known.split(separator: "/").last.map { "/api/now/table/task/" + $0 } ?? ""
        let response = try visit.ask(.patch, path, body: #"{"severity":"1","short_description":"both"}"#)
        #expect(response.status == 200 && response.json["result"]?["severity"] == nil)
        #expect(
            try visit.get(known + "?sysparm_fields=severity,short_description,sys_mod_count,sys_class_name")
                == #"""
                {"result":{"severity":"1","short_description":"both","sys_mod_count":"1","sys_class_name":"incident"}}
                """#)
    }

    @Test func aDanglingReferenceIsServedAsItIsStored() throws {
        let visit = try Visit()
        let id = try visit.create("incident", #"{"assigned_to":"glide.maint","cmdb_ci":"no value"}"#)
        let base = "http://sandbox.localhost/api/now/table/"
        #expect(
            try visit.get("/api/now/table/incident/\(id)?sysparm_fields=assigned_to,cmdb_ci&sysparm_display_value=all")
                == #"""
                {"result":{"assigned_to":{"display_value":"","link":"\#(base)sys_user/glide.maint","value":"glide.maint"},\#
                "cmdb_ci":{"display_value":"","link":"\#(base)cmdb_ci/no%20value","value":"no value"}}}
                """#)
    }
}
