import Testing

/// Secret columns in lines and in output: nothing of them is kept, and what was recorded replays.
@Suite struct SecretColumnTests {
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

    @Test func aLineWithASecretColumnInItsQueryReplays() async throws {
        let desk = try Desk()
        let recorded = try await desk.record(Self.script, onto: "query")
        #expect(!recorded.errors.contains("error: Nothing is recorded"), "\(recorded)")
        let checked = try await desk.run("replay", "sessions/query.cassette", "--check")
        #expect(checked == Ended(0, "sessions/query.cassette: 10 commands, all as recorded.\n"))
        let secret = SecretForms("the password", "hunter2")
        #expect(try secret.found(in: desk.bytes(of: "sessions/query.cassette"), of: "the tape") == [])
        #expect(try await desk.run("tape", "audit", "query").status == 0)
    }

    @Test(arguments: ["columns", "json", "csv"])
    func aSecretColumnIsInNoOutputOnTheTape(_ format: String) async throws {
        let desk = try Desk()
        let cell = #"{"value":"hunter2","display_value":"hunter2"}"#
        let name = #"{"value":"x","display_value":"x"}"#
        let instance = FarInstance { request in
            let row = "{\"name\":\(name),\"u_db_password\":\(cell)}"
            return FarInstance.answer(
                body: request.contains("incident?") ? "{\"result\":[\(row)]}" : "{\"result\":\(row)}")
        }
        let run = try await desk.start(
            instance.flags + [
                "--tape", "shown", "--format", format, "table", "list", "incident", "-f", "name,u_db_password",
            ], input: "", variables: ["SNOWDECK_PASSWORD": "x"]
        ).end()
        #expect(run.status == 0, "\(run)")
        #expect(!run.output.contains("hunter2"), "\(run)")
        #expect(run.output.count(where: { $0 == "*" }) == 8, "\(run)")
        let secret = SecretForms("the password", "hunter2")
        #expect(try secret.found(in: desk.bytes(of: "sessions/shown.cassette"), of: "the tape") == [])
        let checked = try await desk.run("replay", "sessions/shown.cassette", "--check")
        #expect(checked == Ended(0, "sessions/shown.cassette: 1 command, all as recorded.\n"))
    }

    @Test(arguments: ["columns", "json", "csv"])
    func aSecretFieldOfAPageIsInNoOutput(_ format: String) async throws {
        let desk = try Desk()
        let instance = FarInstance { _ in
            FarInstance.answer(
                type: "text/html;charset=UTF-8",
                body: """
                    <title>Target</title><form action="target.do"><label>Name <input name="name" value="east"></label>
                    <label>Key <input name="u_db_password" value="hunter2"></label>
                    <label>Old key <select name="u_old_password"><option selected>hunter2</select></label>
                    <label>Keys <textarea name="u_api_token">hunter2</textarea></label></form>
                    """)
        }
        let run = try await desk.start(
            instance.flags + ["--tape", "shown", "--format", format, "page", "open", "target.do"], input: "",
            variables: ["SNOWDECK_PASSWORD": "x"]
        ).end()
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("east") && !run.output.contains("hunter2"), "\(run)")
        let checked = try await desk.run("replay", "sessions/shown.cassette", "--check")
        #expect(checked == Ended(0, "sessions/shown.cassette: 1 command, all as recorded.\n"))
    }
}
