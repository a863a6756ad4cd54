import ExchangeModel
import Notation
import Testing

struct BusinessRuleTests {
    private let id = "00112233445566778899aabbccddeeff"

    private func failed(_ detail: String) -> String {
        JSON.object([
            .init("error", ["message": "Operation Failed", "detail": .string(detail)]), .init("status", "failure"),
        ]).compact
    }

    @Test func anAbortedInsertLeavesNothing() throws {
        let visit = try Visit()
        let response = try visit.ask(
            .post, "/api/now/table/incident", body: #"{"sys_id":"\#(id)","parent":"\#(id)","work_notes":"x"}"#)
        #expect(response.status == 403)
        #expect(
            response.text
                == failed(
                    """
                    Operation against file 'incident' was aborted by Business Rule \
                    'Prevent Recursion^e1ac22b10a0a0b5000e9a0d1a4d37c12'. Business Rule Stack:Prevent Recursion
                    """))
        #expect(try visit.count("task", "sys_id=" + id) == "0")
        #expect(try visit.count("sys_journal_field", "element_id=" + id) == "0")
        #expect(try visit.list("incident", "ORDERBYDESCnumber", "number", limit: 1) == ["INC0010200"])
    }

    @Test func anAbortedUpdateAndDeleteChangeNothing() throws {
        let visit = try Visit()
        let rule = try visit.create(
            "sys_script",
            #"""
            {"name":"keep","collection":"change_request","active":"true","when":"before","action_delete":"true",\#
            "abort_action":"true","filter_condition":"active=true"}
            """#)
        let path = "/api/now/table/change_request/" + (try visit.create("change_request", #"{"sys_id":"\#(id)"}"#))
        let before = try visit.read(path)
        #expect(try visit.ask(.patch, path, body: #"{"parent":"\#(id)","impact":"1"}"#).status == 403)
        let response = try visit.ask(.delete, path)
        #expect(response.status == 403)
        #expect(
            response.text
                == failed(
                    """
                    Operation against file 'change_request' was aborted by Business Rule 'keep^\(rule)'. Business Rule \
                    Stack:keep
                    """))
        #expect(try visit.read(path) == before)
        #expect(try visit.ask(.patch, path, body: #"{"active":"false"}"#).status == 200)
        #expect(try visit.ask(.delete, path).status == 204)
    }

    @Test func anActiveChangeIsDeleted() throws {
        let visit = try Visit()
        let path = "/api/now/table/change_request/" + (try visit.create("change_request", "{}"))
        #expect(try visit.ask(.delete, path).status == 204)
    }

    @Test func aRuleOfOnesOwnIsFollowed() throws {
        let visit = try Visit()
        let rule = try visit.create(
            "sys_script",
            #"""
            {"name":"no test files","collection":"problem","active":"true","when":"before","order":"100",\#
            "action_insert":"true","action_update":"true","abort_action":"true","add_message":"true",\#
            "message":"rejected","filter_condition":"short_descriptionLIKEEICAR^ORdescriptionLIKEEICAR^EQ"}
            """#)
        let path = "/api/now/table/problem/" + (try visit.create("problem", #"{"short_description":"fine"}"#))
        let response = try visit.ask(.put, path, body: #"{"short_description":"an EICAR file"}"#)
        #expect(response.status == 403)
        #expect(
            response.text
                == failed(
                    """
                    Operation against file 'problem' was aborted by Business Rule 'no test files^\(rule)'. Business \
                    Rule Stack:no test files
                    """))
        #expect(try visit.read(path)["result"]?["short_description"] == "fine")
        _ = try visit.ask(.patch, "/api/now/table/sys_script/" + rule, body: #"{"active":"false"}"#)
        #expect(try visit.ask(.put, path, body: #"{"short_description":"an EICAR file"}"#).status == 200)
    }

    @Test func whatADataPolicyWantsMustBeThere() throws {
        let visit = try Visit()
        let path = "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"
        func detail(_ body: String) throws -> String? {
            try visit.ask(.patch, path, body: body).json["error"]?["detail"]?.scalarText
        }
        let prefix = "Data Policy Exception: \n\tThe following fields are mandatory: "
        #expect(try detail(#"{"state":"6"}"#) == prefix + "Resolution code, Close notes")
        #expect(try detail(#"{"incident_state":"7","close_notes":"x"}"#) == prefix + "Resolution code")
        #expect(try detail(#"{"state":"8"}"#) == nil)
        #expect(
            try detail(#"{"state":"7","close_notes":"x","close_code":"Solved (Permanently)"}"#) == nil)
        #expect(try detail(#"{"close_notes":""}"#) == prefix + "Close notes")
    }
}
