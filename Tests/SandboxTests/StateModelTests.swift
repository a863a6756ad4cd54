import ExchangeModel
import Notation
import Testing

/// Which state of a change or a problem may follow which.
struct StateModelTests {
    private let visit: Visit

    init() throws { visit = try Visit() }

    /// What an instance answers to one step: the state, or the rule that aborted.
    private func step(_ path: String, _ body: String) throws -> String {
        let response = try visit.ask(.patch, path + "?sysparm_fields=state", body: body)
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
    func aChangeGoesOnAsItsModelSays(body: String, steps: [String]) throws {
        let path = "/api/now/table/change_request/" + (try visit.create("change_request", body))
        #expect(try step(path, #"{"state":"3"}"#) == abortedChange)
        #expect(try step(path, #"{"state":"0","short_description":"x"}"#) == abortedChange)
        for state in steps { #expect(try step(path, #"{"state":"\#(state)"}"#) == state) }
        #expect(try step(path, #"{"state":"-5"}"#) == abortedChange)
        #expect(try visit.read(path)["result"]?["short_description"] == "")
    }

    @Test func aNewChangeBeginsWithAFirstStep() throws {
        func created(_ body: String) throws -> Int {
            try visit.ask(.post, "/api/now/table/change_request", body: body).status
        }
        #expect(try created(#"{"state":"3"}"#) == 403)
        #expect(try created(#"{"state":"-2"}"#) == 403)
        #expect(try created(#"{"state":"-4"}"#) == 201)
        #expect(try created(#"{"state":"-2","type":"standard"}"#) == 201)
    }

    @Test func aProblemGoesOnAsItsModelSays() throws {
        let path = "/api/now/table/problem/" + (try visit.create("problem", "{}"))
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

    @Test func aProblemIsCanceledWithAReason() throws {
        let path = "/api/now/table/problem/" + (try visit.create("problem", "{}"))
        #expect(try step(path, #"{"state":"102","assigned_to":"62826bf03710200044e0bfc8bcbe5df1"}"#) == "102")
        #expect(try step(path, #"{"state":"107","resolution_code":"canceled"}"#) == abortedProblem)
        #expect(
            try step(path, #"{"state":"107","resolution_code":"canceled","close_notes":"a mistake"}"#) == "107")
    }

    /// As clients do that have no other way.
    @Test func anInactiveRuleAsksNothing() throws {
        let path = "/api/now/table/change_request/" + (try visit.create("change_request", "{}"))
        let rule = "/api/now/table/sys_script/b6dae9e15317101034d1ddeeff7b1278"
        #expect(try visit.ask(.patch, rule, body: #"{"active":"false"}"#).status == 200)
        #expect(try step(path, #"{"state":"3"}"#) == "3")
    }

    @Test func aModelIsDataThatAnAdministratorChanges() throws {
        let path = "/api/now/table/change_request/" + (try visit.create("change_request", "{}"))
        func state(_ name: String) throws -> String {
            try visit.list("sttrm_state", "label=Normal " + name, "sys_id")[0]
        }
        _ = try visit.create(
            "sttrm_state_transition",
            #"{"name":"At once","from_state":"\#(try state("New"))","to_state":"\#(try state("Closed"))"}"#)
        #expect(try step(path, #"{"state":"3"}"#) == "3")
    }
}
