import ExchangeModel
import Notation
@testable import Shell
import Testing

/// `connect sandbox --from TAPE`, and what a sandbox made from tapes reports.
@Suite struct SandboxTapeTests {
    @Test func onlyTheSandboxIsMadeFromTapes() throws {
        #expect(try bound("connect sandbox --from triage --from my-work").strings("from") == ["triage", "my-work"])
        #expect(try bound("connect --from triage Sandbox").strings("from") == ["triage"])
        #expect(try bound("connect dev1 --from keyring").strings("from") == ["keyring"])
        #expect(throws: Problem.self) { try bound("connect dev1 --from triage") }
    }

    @Test func reportSurvivesATape() throws {
        let report = SandboxReport(
            instance: "https://dev1.service-now.com", user: "john.doe", users: ["abel.tuter", "john.doe"],
            tables: [
                .init(name: "incident", count: 1, isComplete: true),
                .init(name: "sys_user", count: 12, isComplete: false, madeCount: 2),
            ])
        #expect(SandboxReport(report.text) == report)
        #expect(SandboxReport("{}") == nil)
        #expect(
            report.lines == [
                "The sandbox knows 2 tables of https://dev1.service-now.com from the tapes:",
                "  incident  1 record, complete",
                "  sys_user  12 records, others may exist, sys_ids made up for 2",
                "Everything else is reported as unknown.",
            ])
        #expect(report.signIn == "Users: john.doe, abel.tuter, each with the password password.")
    }

    @Test func headersBecomeNotes() {
        var knowledge = TapeKnowledge()
        knowledge.note(
            HTTPResponse(
                status: 200,
                headers: ["X-Snowdeck-Known": "incident=3, task=9", "X-Snowdeck-Unknown": "incident.state=1"]))
        knowledge.note(HTTPResponse(status: 400, headers: ["X-Snowdeck-Unknown": "incident.u_x"]))
        #expect(
            knowledge.notes == [
                "Known from tapes: 3 records of incident; others may exist on the instance.",
                "Known from tapes: 9 records of task; others may exist on the instance.",
                "incident.state is not known for 1 record.",
            ])
    }
}
