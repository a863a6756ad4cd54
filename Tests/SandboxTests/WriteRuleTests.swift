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

    @Test func abortedInsertWritesNothing() throws {
        let client = try SandboxClient()
        let response = try client.ask(
            .post, "/api/now/table/incident", body: #"{"sys_id":"\#(id)","parent":"\#(id)","work_notes":"x"}"#)
        #expect(response.status == 403)
        #expect(
            response.text
                == failed(
                    """
                    Operation against file 'incident' was aborted by Business Rule \
                    'Prevent Recursion^e1ac22b10a0a0b5000e9a0d1a4d37c12'. Business Rule Stack:Prevent Recursion
                    """))
        #expect(try client.count("task", "sys_id=" + id) == "0")
        #expect(try client.count("sys_journal_field", "element_id=" + id) == "0")
        #expect(try client.list("incident", "ORDERBYDESCnumber", "number", limit: 1) == ["INC0010200"])
    }

    @Test func abortedUpdateAndDeleteChangeNothing() throws {
        let client = try SandboxClient()
        let rule = try client.create(
            "sys_script",
            #"""
            {"name":"keep","collection":"change_request","active":"true","when":"before","action_delete":"true",\#
            "abort_action":"true","filter_condition":"active=true"}
            """#)
        let path = "/api/now/table/change_request/" + (try client.create("change_request", #"{"sys_id":"\#(id)"}"#))
        let before = try client.read(path)
        #expect(try client.ask(.patch, path, body: #"{"parent":"\#(id)","impact":"1"}"#).status == 403)
        let response = try client.ask(.delete, path)
        #expect(response.status == 403)
        #expect(
            response.text
                == failed(
                    """
                    Operation against file 'change_request' was aborted by Business Rule 'keep^\(rule)'. Business Rule \
                    Stack:keep
                    """))
        #expect(try client.read(path) == before)
        #expect(try client.ask(.patch, path, body: #"{"active":"false"}"#).status == 200)
        #expect(try client.ask(.delete, path).status == 204)
    }

    @Test func activeChangeIsDeleted() throws {
        let client = try SandboxClient()
        let path = "/api/now/table/change_request/" + (try client.create("change_request", "{}"))
        #expect(try client.ask(.delete, path).status == 204)
    }

    @Test func customRuleApplies() throws {
        let client = try SandboxClient()
        let rule = try client.create(
            "sys_script",
            #"""
            {"name":"no test files","collection":"problem","active":"true","when":"before","order":"100",\#
            "action_insert":"true","action_update":"true","abort_action":"true","add_message":"true",\#
            "message":"rejected","filter_condition":"short_descriptionLIKEEICAR^ORdescriptionLIKEEICAR^EQ"}
            """#)
        let path = "/api/now/table/problem/" + (try client.create("problem", #"{"short_description":"fine"}"#))
        let response = try client.ask(.put, path, body: #"{"short_description":"an EICAR file"}"#)
        #expect(response.status == 403)
        #expect(
            response.text
                == failed(
                    """
                    Operation against file 'problem' was aborted by Business Rule 'no test files^\(rule)'. Business \
                    Rule Stack:no test files
                    """))
        #expect(try client.read(path)["result"]?["short_description"] == "fine")
        _ = try client.ask(.patch, "/api/now/table/sys_script/" + rule, body: #"{"active":"false"}"#)
        #expect(try client.ask(.put, path, body: #"{"short_description":"an EICAR file"}"#).status == 200)
    }

    @Test func abortedInsertCreatesNoTable() throws {
        let client = try SandboxClient()
        _ = try client.create(
            "sys_script",
            #"""
            {"name":"Abort","collection":"incident","when":"before","active":"true","abort_action":"true",
            "action_insert":"true",
            "filter_condition":"caller_id.cost_center.name=none^ORcmdb_ci.name=none^NQcorrelation_id=S9"}
            """#)
        #expect(try client.ask(.post, "/api/now/table/incident", body: #"{"correlation_id":"S9"}"#).status == 403)
        // The business rule saw these first.
        for table in ["cmn_cost_center", "cmdb_ci"] {
            #expect(try client.ask(.get, "/api/now/table/\(table)?sysparm_limit=1&sysparm_fields=name").status == 200)
        }
    }

    @Test func dataPolicyRequiresColumns() throws {
        let client = try SandboxClient()
        let path = "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"
        func detail(_ body: String) throws -> String? {
            try client.ask(.patch, path, body: body).json["error"]?["detail"]?.scalarText
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

/// Allowed state transitions of changes and problems.
struct StateModelTests {
    private let client: SandboxClient

    init() throws { client = try SandboxClient() }

    /// The result of one step: the state, or the rule that aborted it.
    private func step(_ path: String, _ body: String) throws -> String {
        let response = try client.ask(.patch, path + "?sysparm_fields=state", body: body)
        if let state = response.json["result"]?["state"]?.scalarText { return state }
        #expect(response.status == 403)
        #expect(response.json["error"]?["message"] == "Operation Failed")
        return response.json["error"]?["detail"]?.scalarText ?? response.text
    }

    private func aborted(_ table: String, _ rule: String, _ sysID: String) -> String {
        "Operation against file '\(table)' was aborted by Business Rule '\(rule)^\(sysID)'. Business Rule Stack:\(rule)"
    }

    private var abortedChange: String {
        aborted("change_request", "Change Model: Check State Transition", "b6dae9e15317101034d1ddeeff7b1278")
    }

    private var abortedProblem: String {
        aborted("problem", "Problem Model: Check State Transition", "c7ebfaf26428212145e2eeff008c2389")
    }

    @Test(arguments: [
        ("{}", ["-4", "-3", "-2", "-1", "0", "3"]), (#"{"type":"standard"}"#, ["-2", "-1", "0", "3"]),
        (#"{"type":"emergency"}"#, ["-3", "-2", "-1", "0", "3"]),
        (#"{"chg_model":"e55d0bfec343101035ae3f52c1d3ae49"}"#, ["-2", "4"]),
    ])
    func changeFollowsStateModel(body: String, steps: [String]) throws {
        let path = "/api/now/table/change_request/" + (try client.create("change_request", body))
        #expect(try step(path, #"{"state":"3"}"#) == abortedChange)
        #expect(try step(path, #"{"state":"0","short_description":"x"}"#) == abortedChange)
        for state in steps { #expect(try step(path, #"{"state":"\#(state)"}"#) == state) }
        #expect(try step(path, #"{"state":"-5"}"#) == abortedChange)
        #expect(try client.read(path)["result"]?["short_description"] == "")
    }

    @Test func newChangeHasInitialState() throws {
        func created(_ body: String) throws -> Int {
            try client.ask(.post, "/api/now/table/change_request", body: body).status
        }
        #expect(try created(#"{"state":"3"}"#) == 403)
        #expect(try created(#"{"state":"-2"}"#) == 403)
        #expect(try created(#"{"state":"-4"}"#) == 201)
        #expect(try created(#"{"state":"-2","type":"standard"}"#) == 201)
    }

    @Test func problemFollowsStateModel() throws {
        let path = "/api/now/table/problem/" + (try client.create("problem", "{}"))
        #expect(try step(path, #"{"state":"107"}"#) == abortedProblem)
        #expect(try step(path, #"{"problem_state":"102"}"#) == abortedProblem)
        #expect(try step(path, #"{"state":"102","assigned_to":"62826bf03710200044e0bfc8bcbe5df1"}"#) == "102")
        #expect(try step(path, #"{"state":"106","resolution_code":"fix_applied"}"#) == abortedProblem)
        #expect(try step(path, #"{"state":"103"}"#) == "103")
        #expect(try step(path, #"{"state":"104"}"#) == "104")
        #expect(try step(path, #"{"state":"106"}"#) == abortedProblem)
        #expect(try step(path, #"{"state":"106","fix_notes":"done","resolution_code":"fix_applied"}"#) == "106")
        #expect(try step(path, #"{"state":"107"}"#) == "107")
    }

    @Test func problemCancellationNeedsReason() throws {
        let path = "/api/now/table/problem/" + (try client.create("problem", "{}"))
        #expect(try step(path, #"{"state":"102","assigned_to":"62826bf03710200044e0bfc8bcbe5df1"}"#) == "102")
        #expect(try step(path, #"{"state":"107","resolution_code":"canceled"}"#) == abortedProblem)
        #expect(
            try step(path, #"{"state":"107","resolution_code":"canceled","close_notes":"a mistake"}"#) == "107")
    }

    /// Like clients without another API.
    @Test func inactiveRuleDoesNotApply() throws {
        let path = "/api/now/table/change_request/" + (try client.create("change_request", "{}"))
        let rule = "/api/now/table/sys_script/b6dae9e15317101034d1ddeeff7b1278"
        #expect(try client.ask(.patch, rule, body: #"{"active":"false"}"#).status == 200)
        #expect(try step(path, #"{"state":"3"}"#) == "3")
    }

    @Test func administratorChangesStateModel() throws {
        let path = "/api/now/table/change_request/" + (try client.create("change_request", "{}"))
        func state(_ name: String) throws -> String {
            try client.list("sttrm_state", "label=Normal " + name, "sys_id")[0]
        }
        _ = try client.create(
            "sttrm_state_transition",
            #"{"name":"At once","from_state":"\#(try state("New"))","to_state":"\#(try state("Closed"))"}"#)
        #expect(try step(path, #"{"state":"3"}"#) == "3")
    }
}

/// Existing user names and memberships.
struct UniqueIndexTests {
    private let client: SandboxClient

    init() throws { client = try SandboxClient() }

    private func detail(_ response: HTTPResponse) -> String? {
        #expect(response.status == 403)
        #expect(response.json["error"]?["message"] == "Operation Failed")
        return response.json["error"]?["detail"]?.scalarText
    }

    @Test func userNameIsUnique() throws {
        let users = "/api/now/table/sys_user"
        let body = #"{"user_name":"Abel.Tuter","first_name":"Another","last_name":"Abel"}"#
        #expect(detail(try client.ask(.post, users, body: body)) == "Error during insert of sys_user (Another Abel)")
        #expect(try client.count("sys_user", "name=Another Abel") == "0")
        let other = try client.create("sys_user", #"{"user_name":"another.abel","name":"Another Abel"}"#)
        let renamed = try client.ask(.patch, users + "/" + other, body: #"{"user_name":"abel.tuter"}"#)
        #expect(detail(renamed) == "Error during update of sys_user (Another Abel)")
        #expect(try client.ask(.patch, users + "/" + other, body: #"{"title":"Twin"}"#).status == 200)
        for _ in 1...2 { #expect(try client.ask(.post, users, body: "{}").status == 201) }
    }

    @Test func membershipIsUnique() throws {
        let body = #"{"user":"62826bf03710200044e0bfc8bcbe5df1","group":"d625dccec0a8016700a222a0f7900d06"}"#
        let query = "user.user_name=abel.tuter^group.name=Service Desk"
        #expect(try client.count("sys_user_grmember", query) == "1")
        let refused = detail(try client.ask(.post, "/api/now/table/sys_user_grmember", body: body))
        #expect(refused?.hasPrefix("Error during insert of sys_user_grmember (") == true)
        #expect(try client.count("sys_user_grmember", query) == "1")
    }
}
