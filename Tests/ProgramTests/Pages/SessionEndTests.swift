import Foundation
import Testing

/// The session ends while the program navigates pages. LostSessionTests in NowWebTests cover all signs and kinds of
/// sign-in.
@Suite struct SessionEndTests {
    @Test func navigationSurvivesShortSessions() async throws {
        let workspace = try Workspace()
        let served = try await ServedSandbox(workspace, "--session-lifetime", "1", "--page-sign-in", "sso")
        let tap = RecordingProxy(port: Int(served.address.split(separator: ":").last ?? "") ?? 0)
        let child = try workspace.start(
            ["--instance", tap.address, "--user", "abel.tuter", "--tape", "walk", "run", "-"],
            variables: ["SNOWDECK_PASSWORD": "password"])
        child.type("page open incident_list.do?sysparm_query=number=INC0010021\n")
        #expect(await child.wrote { output, _ in output.contains("New[") })
        // Longer than a session's lifetime.
        try await Task.sleep(for: .milliseconds(1500))
        child.type("page follow 22\n")
        child.endInput()
        let ended = await child.end()
        #expect(ended.status == 0 && ended.errors == "", "\(ended)")
        #expect(ended.output.contains("http://\(tap.name)/incident.do?sys_id="), "\(ended)")
        #expect(tap.text.components(separatedBy: " HTTP/1.1\r\nHost: ").count == 3)
        #expect(tap.text.components(separatedBy: "\r\nAuthorization: Basic ").count == 3)
        let check = try await workspace.run("replay", workspace.tape("walk"), "--check")
        #expect(check.status == 0, "\(check)")
        _ = await served.end()
    }
}
