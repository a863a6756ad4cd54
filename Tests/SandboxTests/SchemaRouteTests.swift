import ExchangeModel
import Notation
import Testing

struct SchemaRouteTests {
    @Test func columnsTellTypeReferenceAndChoices() throws {
        let meta = try Visit().read("/api/now/ui/meta/incident")["result"]
        #expect(Visit.names(meta?["columns"]).count == 92)
        #expect(
            meta?["columns"]?["caller_id"]?.compact
                == #"""
                {"name":"caller_id","label":"Caller","type":"reference","max_length":32,"mandatory":false,\#
                "read_only":false,"reference":"sys_user"}
                """#
        )
        #expect(
            meta?["columns"]?["urgency"]?.compact
                == #"""
                {"name":"urgency","label":"Urgency","type":"integer","max_length":40,"mandatory":false,\#
                "read_only":false,"reference":"","default_value":"3","choices":[{"label":"1 - High","value":"1"},\#
                {"label":"2 - Medium","value":"2"},{"label":"3 - Low","value":"3"}]}
                """#
        )
        #expect(try Visit().ask(.get, "/api/now/ui/meta/nosuch").status == 400)
    }

    @Test func theDictionarySaysWhatTheSchemaSays() throws {
        let visit = try Visit()
        #expect(try visit.count("sys_dictionary", "name=incident") == "25")
        #expect(try visit.list("sys_dictionary", "name=incident^element=caller_id", "reference.label") == ["User"])
        #expect(
            try visit.list("sys_choice", "name=incident^element=state^ORDERBYsequence", "label") == [
                "New", "In Progress", "On Hold", "Resolved", "Closed", "Canceled",
            ])
        #expect(try visit.list("sys_db_object", "name=incident", "super_class.name") == ["task"])
        let entry = try visit.read(
            """
            /api/now/table/sys_dictionary?sysparm_query=name=incident%5Eelement=caller_id&\
            sysparm_fields=reference,internal_type&sysparm_display_value=all
            """
        )
        #expect(
            entry["result"]?[0]?.compact
                == #"""
                {"reference":{"display_value":"User","link":"http://sandbox.localhost/api/now/table/sys_db_object?\#
                name=sys_user","value":"sys_user"},"internal_type":{"display_value":"Reference",\#
                "link":"http://sandbox.localhost/api/now/table/sys_glide_object?name=reference",\#
                "value":"reference"}}
                """#
        )
    }

    @Test func aWorkerSeesTheTablesOpenToThem() throws {
        let all = Visit.elements(try Visit().read("/api/now/doc/table/schema")["result"] ?? .null).compactMap {
            $0["value"]?.scalarText
        }
        let some = Visit.elements(try Visit("abel.tuter:password").read("/api/now/doc/table/schema")["result"] ?? .null)
            .compactMap { $0["value"]?.scalarText }
        #expect(Set(all).subtracting(some) == ["sys_dictionary", "sys_db_object", "sys_user_has_role"])
    }
}
