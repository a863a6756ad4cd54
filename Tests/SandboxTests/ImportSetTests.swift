import ExchangeModel
import Notation
import Testing

struct ImportSetTests {
    /// A sandbox with a custom transform map from `imp_computer` to incidents, coalescing on correlation_id.
    private func client(_ map: String = "") throws -> SandboxClient {
        let client = try SandboxClient()
        for old in try client.list("sys_transform_map", "source_table=imp_computer", "sys_id") {
            _ = try client.ask(.delete, "/api/now/table/sys_transform_map/" + old)
        }
        let sysID = try client.create(
            "sys_transform_map",
            #"{"name":"Tickets","source_table":"imp_computer","target_table":"incident","order":"100"\#(map)}"#)
        for (source, target, key) in [
            ("serial_number", "correlation_id", "true"), ("name", "short_description", "false"),
            ("manufacturer", "caller_id", "false"), ("model_id", "nosuch", "false"),
        ] {
            _ = try client.create(
                "sys_transform_entry",
                #"{"map":"\#(sysID)","source_field":"\#(source)","target_field":"\#(target)","coalesce":"\#(key)"}"#)
        }
        return client
    }

    private let path = "/api/now/import/imp_computer"

    private func result(_ number: String, _ sysID: String, _ status: String, _ more: String = "", set: String) -> String
    {
        #"""
        {"import_set":"\#(set)","staging_table":"imp_computer","result":[{"transform_map":"Tickets",\#
        "table":"incident","display_name":"number","display_value":"\#(number)",\#
        "record_link":"http://sandbox.localhost/api/now/table/incident/\#(sysID)","status":"\#(status)",\#(more)\#
        "sys_id":"\#(sysID)"}]}
        """#
    }

    @Test func rejectedImportCreatesNoTable() throws {
        let client = try client()
        _ = try client.create(
            "sys_script",
            #"""
            {"name":"Abort","collection":"incident","when":"before","active":"true","abort_action":"true",
            "action_insert":"true",
            "filter_condition":"caller_id.cost_center.name=none^ORcmdb_ci.name=none^NQcorrelation_id=S9"}
            """#)
        let answer = try client.ask(.post, path, body: #"{"serial_number":"S9","name":"Nine"}"#)
        #expect(answer.json["result"]?[0]?["status"]?.scalarText == "error")
        // The business rule saw these first.
        for table in ["cmn_cost_center", "cmdb_ci"] {
            #expect(try client.ask(.get, "/api/now/table/\(table)?sysparm_limit=1&sysparm_fields=name").status == 200)
        }
    }

    @Test func rowIsInsertedUpdatedAndIgnored() throws {
        let client = try client()
        let body = #"{"serial_number":"S1","name":"One","manufacturer":"Abel Tuter","nosuch":"x","sys_id":"no"}"#
        let first = try client.ask(.post, path, body: body)
        let incident = try client.list("incident", "correlation_id=S1", "sys_id").first ?? "none"
        let number = try client.list("incident", "correlation_id=S1", "number").first ?? "none"
        let set = try client.list("sys_import_set", "ORDERBYDESCnumber", "number")
        #expect(first.status == 201)
        #expect(first.text == result(number, incident, "inserted", set: set.first ?? "none"))
        #expect(set.first?.hasPrefix("ISET00") == true)
        #expect(
            try client.list("incident", "correlation_id=S1", "short_description") == ["One"])
        #expect(try client.list("incident", "correlation_id=S1", "caller_id.user_name") == ["abel.tuter"])

        let row = first.headers["Location"] ?? "none"
        #expect(row.hasPrefix("http://sandbox.localhost" + path + "/"))
        #expect(try client.get(String(row.dropFirst("http://sandbox.localhost".count))) == first.text)

        let same = try client.ask(.post, path, body: body)
        let sets = try client.list("sys_import_set", "ORDERBYDESCnumber", "number")
        #expect(
            same.text
                == result(
                    number, incident, "ignored", #""status_message":"No field values changed","#, set: sets.first ?? "")
        )
        let changed = try client.ask(
            .post, "/api/now/v1/import/imp_computer", body: #"{"serial_number":"S1","name":"Two"}"#)
        #expect(changed.json["result"]?[0]?["status"] == "updated")
        #expect(
            changed.json["result"]?[0]?["record_link"]?.scalarText
                == "http://sandbox.localhost/api/now/v1/table/incident/" + incident)
        #expect(try client.list("incident", "correlation_id=S1", "short_description") == ["Two"])
        #expect(try client.list("incident", "correlation_id=S1", "caller_id.user_name") == ["abel.tuter"])
        #expect(
            try client.list("imp_computer", "serial_number=S1^ORDERBYsys_created_on", "sys_import_state")
                == ["inserted", "ignored", "updated"])
    }

    @Test func rowWithoutItsKeyIsIgnored() throws {
        let answer = try client().ask(.post, path, body: #"{"name":"One"}"#).json
        #expect(
            answer["result"]?.compact
                == #"""
                [{"transform_map":"Tickets","table":"incident","status":"ignored",\#
                "status_message":"All coalesce fields are empty"}]
                """#)
        let allowed = try client(#","create_new_record_on_empty_coalesce_fields":"true""#)
        #expect(try allowed.ask(.post, path, body: #"{"name":"One"}"#).json["result"]?[0]?["status"] == "inserted")
    }

    @Test func mapWithoutTargetIsAnError() throws {
        let client = try SandboxClient()
        for table in ["nosuch", "sys_dictionary"] {
            _ = try client.create(
                "sys_transform_map", #"{"name":"\#(table)","source_table":"imp_location","target_table":"\#(table)"}"#)
        }
        let rows = SandboxClient.elements(
            try client.ask(.post, "/api/now/import/imp_location", body: #"{"city":"Oslo"}"#).json["result"] ?? .null)
        #expect(
            rows.suffix(2).map(\.compact)
                == ["nosuch", "sys_dictionary"].map { table in
                    #"""
                    {"transform_map":"\#(table)","table":"\#(table)","status":"error",\#
                    "error_message":"Target table \#(table) cannot be written"}
                    """#
                })
    }

    @Test func severalRowsAreImported() throws {
        let client = try client()
        let response = try client.ask(
            .post, path + "/insertMultiple?multi_import_set_id=abc",
            body: #"{"records":[{"Serial number":"M1","Name":"One"},{"serial_number":"M2","name":{"a":1,"b":[true]}}]}"#
        )
        let set = try client.list("sys_import_set", "ORDERBYDESCnumber", "sys_id").first ?? "none"
        #expect(response.status == 201)
        #expect(response.text == #"{"import_set_id":"\#(set)","multi_import_set_id":"abc"}"#)
        #expect(
            try client.list(
                "incident", "correlation_idSTARTSWITHM^correlation_idINM1,M2^ORDERBYcorrelation_id", "short_description"
            )
                == ["One", "{a=1, b=[true]}"])
        #expect(
            try client.list("imp_computer", "sys_import_set=\(set)^ORDERBYsys_import_row", "sys_import_row") == [
                "0", "1",
            ])
    }

    @Test(arguments: [
        ("/api/now/import/incident", "{}", 400), ("/api/now/import/sys_import_set_row", "{}", 400),
        ("/api/now/import/nosuch", "{}", 400), ("/api/now/import/imp_user", "{", 400),
        ("/api/now/import/imp_user", "7", 400), ("/api/now/import/imp_user", "[]", 400),
        ("/api/now/import/imp_user/insertMultiple", "[]", 400),
        ("/api/now/import/imp_user/insertMultiple", #"{"records":{}}"#, 400),
        ("/api/now/import/imp_user/insertMultiple", #"{"records":[1]}"#, 400),
        ("/api/now/import/imp_user/abc", "{}", 405),
    ])
    func invalidRowIsRejected(path: String, body: String, status: Int) throws {
        let client = try SandboxClient()
        let before = try client.count("sys_import_set", "")
        #expect(try client.ask(.post, path, body: body).status == status)
        #expect(try client.ask(.post, path, body: "a=b", headers: ["Content-Type": "text/plain"]).status >= 400)
        #expect(try client.count("sys_import_set", "") == before)
    }

    @Test func rowsNeedAccessAndExist() throws {
        let client = try SandboxClient("abel.tuter:password")
        #expect(try client.ask(.post, "/api/now/import/imp_user", body: "{}").status == 403)
        #expect(try SandboxClient(nil).ask(.post, "/api/now/import/imp_user", body: "{}").status == 401)
        #expect(try SandboxClient().ask(.get, "/api/now/import/imp_user/nosuch").status == 404)
    }
}
