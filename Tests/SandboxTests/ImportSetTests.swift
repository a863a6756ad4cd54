import ExchangeModel
import Notation
import Testing

struct ImportSetTests {
    private let path = "/api/now/import/imp_computer"

    @Test func rowIsStagedAndStaysPending() throws {
        let client = try SandboxClient()
        let made = try client.ask(
            .post, path, body: #"{"serial_number":"S1","name":"One","nosuch":"x","sys_id":"no"}"#)
        let set = try client.list("sys_import_set", "ORDERBYDESCnumber", "number").first ?? "none"
        #expect(made.status == 201 && set.hasPrefix("ISET00"))
        #expect(made.text == #"{"import_set":"\#(set)","staging_table":"imp_computer","result":[]}"#)
        let row = made.headers["Location"] ?? "none"
        #expect(row.hasPrefix("http://sandbox.localhost" + path + "/"))
        #expect(try client.get(String(row.dropFirst("http://sandbox.localhost".count))) == made.text)
        #expect(
            try client.rows("imp_computer", "serial_number=S1", "name,sys_import_state,sys_target_table")
                == [["One", "pending", ""]])
        #expect(try client.count("cmdb_ci_computer", "serial_number=S1") == "0")
    }

    @Test func shippedRowHasItsResult() throws {
        let client = try SandboxClient()
        let row = try client.list("imp_computer", "serial_number=B3460CE900", "sys_id").first ?? "none"
        let target = try client.list("imp_computer", "sys_id=" + row, "sys_target_sys_id").first ?? "none"
        #expect(
            try client.get(path + "/" + row)
                == #"""
                {"import_set":"ISET0009992","staging_table":"imp_computer","result":[\#
                {"transform_map":"imp_computer to cmdb_ci_computer","table":"cmdb_ci_computer",\#
                "display_name":"name","display_value":"LAP-1000",\#
                "record_link":"http://sandbox.localhost/api/now/table/cmdb_ci_computer/\#(target)",\#
                "status":"updated","sys_id":"\#(target)"}]}
                """#)
    }

    @Test func severalRowsAreStaged() throws {
        let client = try SandboxClient()
        let response = try client.ask(
            .post, path + "/insertMultiple?multi_import_set_id=abc",
            body: #"{"records":[{"Serial number":"M1","Name":"One"},{"serial_number":"M2","name":{"a":1,"b":[true]}}]}"#
        )
        let set = try client.list("sys_import_set", "ORDERBYDESCnumber", "sys_id").first ?? "none"
        #expect(response.status == 201)
        #expect(response.text == #"{"import_set_id":"\#(set)","multi_import_set_id":"abc"}"#)
        #expect(
            try client.rows(
                "imp_computer", "sys_import_set=\(set)^ORDERBYsys_import_row", "sys_import_row,serial_number,name")
                == [["0", "M1", "One"], ["1", "M2", "{a=1, b=[true]}"]])
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
