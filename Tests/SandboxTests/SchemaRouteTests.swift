import ExchangeModel
import Notation
import Testing

struct SchemaRouteTests {
    @Test func columnsHaveTypeReferenceAndChoices() throws {
        let meta = try SandboxClient().read("/api/now/ui/meta/incident")["result"]
        #expect(SandboxClient.names(meta?["columns"]).count == 92)
        #expect(
            meta?["columns"]?["caller_id"]?.compact
                == #"""
                {"name":"caller_id","label":"Caller","type":"reference","max_length":32,"mandatory":false,\#
                "read_only":false,"reference":"sys_user","reference_display_field":"name"}
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
        #expect(try SandboxClient().ask(.get, "/api/now/ui/meta/nosuch").status == 400)
    }

    @Test func dictionaryMatchesSchema() throws {
        let client = try SandboxClient()
        #expect(try client.count("sys_dictionary", "name=incident") == "25")
        #expect(try client.list("sys_dictionary", "name=incident^element=caller_id", "reference.label") == ["User"])
        #expect(
            try client.list("sys_choice", "name=incident^element=state^ORDERBYsequence", "label") == [
                "New", "In Progress", "On Hold", "Resolved", "Closed", "Canceled",
            ])
        #expect(try client.list("sys_db_object", "name=incident", "super_class.name") == ["task"])
        let audited = try client.list("sys_dictionary", "elementISEMPTY^audit=true", "name", limit: 1000)
        #expect(audited.contains("incident") && audited.contains("cmdb_ci_server") && audited.contains("sys_user"))
        #expect(!audited.contains("cmn_building") && !audited.contains("sys_audit"))
        let entry = try client.read(
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

    @Test func fulfillerSeesReadableTables() throws {
        let all = SandboxClient.elements(try SandboxClient().read("/api/now/doc/table/schema")["result"] ?? .null)
            .compactMap {
                $0["value"]?.scalarText
            }
        let some = SandboxClient.elements(
            try SandboxClient("abel.tuter:password").read("/api/now/doc/table/schema")["result"] ?? .null
        )
        .compactMap { $0["value"]?.scalarText }
        #expect(
            Set(all).subtracting(some) == [
                "sys_dictionary", "sys_db_object", "sys_documentation", "sys_glide_object", "sys_user_has_role",
                "sys_script", "oauth_entity", "oauth_jwt", "jwt_verifier_map", "sys_certificate", "api_key",
            ])
    }

    /// Columns that users may not write are read-only for them; tables that they may not read have no columns.
    @Test func columnsDependOnUser() throws {
        func flags(_ user: String, _ table: String) throws -> Set<String> {
            let columns = try SandboxClient(user).read("/api/now/ui/meta/" + table)["result"]?["columns"]
            return Set(SandboxClient.names(columns).compactMap { columns?[$0]?["read_only"]?.scalarText })
        }
        #expect(try flags("john.doe:password", "sys_user_group") == ["false", "true"])
        #expect(try flags("abel.tuter:password", "sys_user_group") == ["true"])
        let response = try SandboxClient("abel.tuter:password").ask(.get, "/api/now/ui/meta/sys_dictionary")
        #expect(response.status == 403)
        #expect(
            response.text
                == #"{"error":{"message":"User Not Authorized","detail":"Failed API level ACL Validation"},"status":"failure"}"#
        )
    }

    @Test func currentUserIsNamed() throws {
        let client = try SandboxClient()
        #expect(
            try client.get("/api/now/ui/user/current_user")
                == #"""
                {"result":{"user_sys_id":"ea2bc1b14f4212008a5ab895f110c7d1","user_name":"john.doe",\#
                "user_display_name":"John Doe","user_initials":"JD","user_avatar":null}}
                """#)
    }

    /// Only administrators and personalize_dictionary users can read tables about tables.
    @Test(arguments: ["sys_db_object", "sys_dictionary", "sys_documentation", "sys_glide_object"])
    func schemaTablesNeedARole(table: String) throws {
        var client = try SandboxClient()
        let role = try client.create("sys_user_role", #"{"name":"personalize_dictionary"}"#)
        let user = try client.list("sys_user", "user_name=abel.tuter", "sys_id").first ?? ""
        client.user = "abel.tuter:password"
        for path in ["/api/now/table/", "/api/now/stats/", "/api/now/ui/meta/"] {
            #expect(try client.ask(.get, path + table).status == 403)
        }
        client.user = "john.doe:password"
        _ = try client.create("sys_user_has_role", #"{"user":"\#(user)","role":"\#(role)"}"#)
        client.user = "abel.tuter:password"
        #expect(try client.ask(.get, "/api/now/table/\(table)?sysparm_limit=1").status == 200)
        #expect(try client.ask(.post, "/api/now/table/" + table, body: "{}").status == 403)
        #expect(try client.ask(.get, "/api/now/table/sys_choice?sysparm_limit=1").status == 200)
    }
}
