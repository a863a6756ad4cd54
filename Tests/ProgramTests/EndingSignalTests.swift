import Foundation
import Glibc
import TestSupport
import Testing

/// SIGTERM and SIGHUP close the tape before the signal ends the program.
struct EndingSignalTests {
    /// Whether a tape was closed: no log, no lock, and a header that says so.
    private func expectClosed(_ workspace: Workspace, commands: Int, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        let names = try FileManager.default.contentsOfDirectory(atPath: workspace.path("sessions"))
        expectEqual(names, ["loop.cassette"], sourceLocation: sourceLocation)
        try expectEqual(workspace.bytes(of: "sessions/loop.cassette")[18...19], [1, 1], sourceLocation: sourceLocation)
        try await workspace.expectReplay(of: "loop", commands: commands, sourceLocation: sourceLocation)
    }

    @Test func waitingScriptClosesItsTape() async throws {
        let workspace = try Workspace()
        let child = try workspace.start(["--tape", "loop", "run", "-"])
        child.type("table count incident\n")
        #expect(await child.wrote { output, _ in output == "440\n" })
        child.send(SIGTERM)
        await expectEqual(child.end(), ProcessResult(128 + SIGTERM, "440\n"))
        try await expectClosed(workspace, commands: 1)
    }

    @Test func runningCommandIsInterruptedAndNoneFollows() async throws {
        let workspace = try Workspace()
        let instance = RawInstance.silent()
        let child = try workspace.start(
            instance.flags + ["--from", "env:WORD", "--tape", "loop", "run", "-"],
            input: "set x=1\ntable count incident\ntable count problem\n", variables: ["WORD": "x"])
        try await instance.isAsked()
        child.send(SIGTERM)
        let ended = await child.end()
        expectEqual(ended.status, 128 + SIGTERM)
        #expect(ended.errors.contains("error: Interrupted") || ended.errors.contains("Interrupted: the request"))
        expectEqual(instance.requests.count, 1)
        try await expectClosed(workspace, commands: 2)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func sessionAsAnotherUserIsEnded(_ signal: Int32) async throws {
        let workspace = try Workspace()
        let user = "62826bf03710200044e0bfc8bcbe5df1", token = String(repeating: "7d", count: 36)
        let instance = RawInstance { request in
            let target = request.split(separator: " ").dropFirst().first ?? ""
            return switch target.prefix(while: { $0 != "?" }) {
            case "/api/now/table/sys_user":
                RawInstance.answer(body: #"{"result":[{"user_name":"abel.tuter","sys_id":"\#(user)"}]}"#)
            case "/navpage.do":
                RawInstance.answer(
                    type: "text/html", ["X-Is-Logged-In: true", "Set-Cookie: JSESSIONID=1A2B; Path=/"],
                    body: "<html><script>var g_ck = '\(token)';</script></html>")
            case "/api/now/ui/impersonate/\(user)": RawInstance.answer(body: #"{"result":{}}"#)
            case "/api/now/ui/user/current_user":
                RawInstance.answer(body: #"{"result":{"user_name":"abel.tuter","user_sys_id":"\#(user)"}}"#)
            case "/logout.do": RawInstance.answer(body: "")
            default: ""
            }
        }
        let child = try workspace.start(
            instance.flags + [
                "--from", "env:WORD", "--tape", "loop", "table", "count", "incident", "--as", "abel.tuter",
            ],
            input: "", variables: ["WORD": "x"])
        while instance.requests.count < 5 { try await Task.sleep(for: .milliseconds(5)) }
        child.send(signal)
        await expectEqual(child.end().status, 128 + signal)
        let heads = instance.requests.map {
            $0.prefix { $0 != "\r\n" }.split(separator: " ").prefix(2).joined(separator: " ")
        }
        expectEqual(
            heads.dropFirst(),
            [
                "GET /navpage.do", "POST /api/now/ui/impersonate/\(user)", "GET /api/now/ui/user/current_user",
                "GET /api/now/stats/incident?sysparm_count=true", "GET /logout.do",
            ])
        let later = instance.requests.dropFirst(2)
        #expect(later.allSatisfy { $0.contains("JSESSIONID=1A2B") && $0.contains("X-UserToken: " + token) })
        #expect(!later.contains { $0.contains("Authorization:") })
        try await workspace.expectReplay(of: "loop", commands: 1)
    }

    /// The tape is closed while a command cannot be interrupted; a second signal does not wait for it.
    @Test(arguments: [1, 2])
    func blockedPipelineLeavesNoLog(signals: Int) async throws {
        let workspace = try Workspace()
        let child = try workspace.start(["--tape", "loop", "run", "-"])
        // Without the program's streams, which would be read to their ends.
        child.type("table count incident | exec sleep 20 >&- 2>&-\n")
        while access(workspace.tape("loop") + "-wal", F_OK) != 0 { try await Task.sleep(for: .milliseconds(5)) }
        child.send(SIGTERM)
        if signals == 2 {
            try await Task.sleep(for: .milliseconds(20))
            child.send(SIGTERM)
        }
        await expectEqual(child.end().status, 128 + SIGTERM)
        if signals == 1 {
            try expectEqual(
                FileManager.default.contentsOfDirectory(atPath: workspace.path("sessions")), ["loop.cassette"])
        } else {
            // The next recording checkpoints the log.
            try await expectEqual(
                workspace.run("--tape", "loop", "table", "count", "incident"), ProcessResult(0, "440\n"))
        }
    }

    @Test(arguments: [SIGINT, SIGHUP])
    func rerecordedTapeIsClosed(_ signal: Int32) async throws {
        let workspace = try Workspace()
        try await expectEqual(workspace.run("--tape", "old", "table", "count", "incident"), ProcessResult(0, "440\n"))
        let instance = RawInstance.silent()
        let child = try workspace.start(
            instance.flags + ["--from", "env:WORD", "replay", "old", "--rerecord", "-o", "new"], input: "",
            variables: ["WORD": "x"])
        try await instance.isAsked()
        child.send(signal)
        await expectEqual(child.end().status, 128 + signal)
        let left = try FileManager.default.contentsOfDirectory(atPath: workspace.path("sessions"))
        #expect(left.allSatisfy { $0.hasSuffix(".cassette") }, "\(left)")
    }

    @Test func promptRestoresTerminalAndClosesTape() async throws {
        let workspace = try Workspace()
        let session = try PromptSession(workspace, ["--tape", "loop"])
        await session.prompted()
        _ = await session.enter("table count incident")
        session.type("table cou")
        await session.shows("table cou‸")
        session.send(SIGHUP)
        await expectEqual(session.end(), 128 + SIGHUP)
        #expect(session.screen.isCooked)
        try await expectClosed(workspace, commands: 1)
    }

    @Test func nohupIgnoresHangUp() async throws {
        let workspace = try Workspace()
        let child = try workspace.start(
            ["--tape", "loop", "run", "-"], through: ["sh", "-c", "trap '' HUP; exec \"$0\" \"$@\""])
        child.type("table count incident\n")
        #expect(await child.wrote { output, _ in output == "440\n" })
        child.send(SIGHUP)
        child.type("table count problem\n")
        child.endInput()
        await expectEqual(child.end(), ProcessResult(0, "440\n69\n"))
    }

    /// A crash is simulated by its signal.
    @Test(arguments: [SIGSEGV, SIGUSR1])
    func terminalIsRestoredAfterCrash(_ signal: Int32) async throws {
        let prompt = try PromptSession(try Workspace())
        await prompt.prompted()
        prompt.send(signal)
        await expectEqual(prompt.end(), 128 + signal)
        #expect(prompt.screen.isCooked)
        let output = String(decoding: prompt.screen.received, as: UTF8.self)
        #expect(output.components(separatedBy: "\u{1B}[?2004l").count > 1)
        expectEqual(output.contains("internal error: Snowdeck crashed."), (signal != SIGUSR1))
    }

    /// A pager changes the terminal's mode and does not survive the end of the session.
    @Test func terminalIsRestoredFromPager() async throws {
        let prompt = try PromptSession(try Workspace(), rows: 20)
        await prompt.prompted()
        prompt.type("table list incident -n 100 -f number\r")
        await prompt.shows("INC0010010")
        await prompt.screen.waitForRawMode()
        prompt.send(SIGHUP)
        await expectEqual(prompt.end(), 128 + SIGHUP)
        #expect(prompt.screen.isCooked)
    }

    @Test(arguments: [
        ("ulimit -n 20", "Only 20 open files are allowed; Snowdeck needs 32.\nhint: ulimit -n 1024\n"),
        ("ulimit -v 200000", "Only 195 MB of memory are allowed; Snowdeck needs 256 MB.\nhint: ulimit -v 262144\n"),
    ])
    func lowLimitIsReported(limit: String, message: String) async throws {
        let run = try await (try Workspace()).shell(limit + "; exec \"$0\" --version")
        expectEqual(run, ProcessResult(1, errors: "internal error: " + message))
    }

    /// A server has more threads, by the number of processors.
    @Test func lowLimitOfServerIsReported() async throws {
        let needed = 256 + 72 * sysconf(Int32(_SC_NPROCESSORS_ONLN)), given = needed - 20
        let run = try await (try Workspace()).shell("ulimit -v \(given << 10); exec \"$0\" serve sandbox")
        let message = "Only \(given) MB of memory are allowed; Snowdeck needs \(needed) MB."
        expectEqual(run, ProcessResult(1, errors: "internal error: \(message)\nhint: ulimit -v \(needed << 10)\n"))
    }
}
