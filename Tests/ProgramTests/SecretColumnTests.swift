import Foundation
import TestSupport
import Testing

/// Secret columns in lines and output are not stored, and the recording replays.
struct SecretColumnTests {
    private static let script = """
        table list sys_user -q user_password=hunter2 -n 1 -f user_name
        table count sys_user -q 'user_password=hunter2^active=true'
        table count sys_user -q active=true^user_passwordSTARTSWITHhunter2
        table count sys_user --query=user_password=hunter2^ORactive=true
        table count sys_user -q "user_password=hunter2 and more^active=true"
        table count sys_user -quser_password=hunter2
        set q='user_password=hunter2'
        table count sys_user -q {{q}}
        table update sys_user -q user_password=hunter2 title=x --allow-writes sandbox
        table create sys_user user_name=new user_password=hunter2 -f user_name

        """

    @Test func lineWithASecretColumnInItsQueryReplays() async throws {
        let workspace = try Workspace()
        let recorded = try await workspace.record(Self.script, onto: "query")
        #expect(!recorded.errors.contains("error: Nothing is recorded"), "\(recorded)")
        try await workspace.expectReplay(of: "query", commands: 10)
        let secret = SecretEncodings("the password", "hunter2")
        try expectEqual(secret.found(in: workspace.bytes(of: "sessions/query.cassette"), of: "the tape"), [])
        try await expectEqual(workspace.run("tape", "audit", "query").status, 0)
    }

    @Test func secretColumnsAreNotInOutput() async throws {
        let workspace = try Workspace()
        let cell = #"{"value":"hunter2","display_value":"hunter2"}"#
        let name = #"{"value":"east","display_value":"east"}"#
        let page = """
            <title>Target</title><form action="target.do"><label>Name <input name="name" value="east"></label>
            <label>Key <input name="u_db_password" value="hunter2"></label>
            <label>Old key <select name="u_old_password"><option selected>hunter2</select></label>
            <label>Keys <textarea name="u_api_token">hunter2</textarea></label></form>
            """
        let instance = RawInstance { request in
            if request.contains("target.do") { return RawInstance.answer(type: "text/html;charset=UTF-8", body: page) }
            let row = "{\"name\":\(name),\"u_db_password\":\(cell)}"
            return RawInstance.answer(
                body: request.contains("incident?") ? "{\"result\":[\(row)]}" : "{\"result\":\(row)}")
        }
        for (tape, line) in [("list", "table list incident -f name,u_db_password"), ("page", "page open target.do")] {
            let script = ["columns", "json", "csv"].map { "\(line) --format \($0)\n" }.joined()
            let run = try await workspace.run(
                instance.flags + ["--tape", tape, "run", "-"], input: script, variables: ["SNOWDECK_PASSWORD": "x"])
            #expect(run.status == 0 && !run.output.contains("hunter2"), "\(run)")
            #expect(run.output.components(separatedBy: "east").count >= 4, "\(run)")
            #expect(tape == "page" || run.output.count(where: { $0 == "*" }) == 24, "\(run)")
            let secret = SecretEncodings("the password", "hunter2")
            try expectEqual(secret.found(in: workspace.bytes(of: "sessions/\(tape).cassette"), of: "the tape"), [])
            try await workspace.expectReplay(of: tape, commands: 3)
        }
    }

    /// AuditTests in TapeDeckTests cover all other places.
    @Test func plantedSecretFailsAuditWithItsLocation() async throws {
        let workspace = try Workspace()
        try await workspace.record("table list incident -n 1 -f number\n", onto: "planted")
        try await expectEqual(
            workspace.run("tape", "audit", "planted"),
            ProcessResult(0, "sessions/planted.cassette: 1 request, no secret recognized.\n"))
        try workspace.edit(
            "planted", "UPDATE command SET line='table list incident password=hunter2hunter2' WHERE id=1")
        let audit = try await workspace.run("tape", "audit", "planted")
        expectEqual(audit.status, 5)
        #expect(audit.firstError.hasPrefix("error: sessions/planted.cassette: "))
        #expect(audit.errors.contains("command 1, line") && !audit.errors.contains("hunter2"), "\(audit.errors)")
    }
}
