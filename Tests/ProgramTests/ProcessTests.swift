import Foundation
import TestSupport
import Testing

/// How the process was started: without /proc, and without some standard streams.
struct ProcessEdgeTests {
    @Test func argumentsAreReadWithoutProc() async throws {
        let workspace = try Workspace()
        _ = try await workspace.record("table count incident\n", onto: "loop")
        let wrapper = try await HostPrivileges.mounting(workspace)
        let emptied = "mount -t tmpfs none /proc && "
        // A replay must stay a replay: without its arguments, the program would run standard input live.
        let replayed = try await workspace.shell(
            emptied + "exec \"$0\" replay sessions/loop.cassette --check", input: "table count problem\n",
            through: wrapper)
        expectEqual(replayed, ProcessResult(0, "sessions/loop.cassette: 1 command, all as recorded.\n"))
        let counted = try await workspace.shell(
            emptied + "exec \"$0\" --format csv table count 'incident' -q 'short_description=a b^active=true'",
            through: wrapper)
        expectEqual(counted, ProcessResult(0, "count\n0\n"))
    }

    @Test func closedStreamDescriptorIsNotReused() async throws {
        let workspace = try Workspace()
        for (closing, shown) in [
            ("<&-", "440\n"), (">&-", ""), ("<&- 2>&-", "440\n"),
        ] {
            let name = "closed\(closing.count)"
            let ended = try await workspace.shell(
                "exec \"$0\" --tape \(name) table count incident \(closing)", input: "table count problem\n")
            expectEqual(ended, ProcessResult(0, shown), "\(closing)")
            try expectEqual(workspace.integrity(of: workspace.tape(name)), "ok", "\(closing)")
            try await workspace.expectReplay(of: name, commands: 1)
            try FileManager.default.removeItem(atPath: workspace.path("sessions"))
        }
    }

    @Test func scriptOnAClosedInputIsEmpty() async throws {
        let workspace = try Workspace()
        try await expectEqual(workspace.shell("exec \"$0\" <&-", input: "table count problem\n"), ProcessResult(0, ""))
        try await expectEqual(workspace.shell("exec \"$0\" nosuch 2>&-"), ProcessResult(2, ""))
        // A closed descriptor supplies no secret, even when its number is reused.
        let ended = try await workspace.shell(
            "exec \"$0\" --instance http://127.0.0.1:9 --user jane --from fd:0 table count incident <&-")
        expectEqual(
            ended.firstError,
            "error: fd:0 for the password of jane was not open when Snowdeck started.")
    }
}

/// How the program ends.
struct ProcessEndTests {
    /// A command that sends nothing can end while the preloaded libcurl is still initializing.
    @Test func commandWithoutRequestsExitsCleanly() async throws {
        let workspace = try Workspace()
        let runs = try (0..<8).map { try workspace.start(["--tape", "tape-\($0)", "set", "x=1"], input: "") }
        for run in runs { await expectEqual(run.end(), ProcessResult(0, "")) }
    }
}

/// Snowdeck's files are private to their owner, even where an older version, a copy or a careless umask left them open.
struct FilePermissionTests {
    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func open(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test func historyAndStateFoldersArePrivate() async throws {
        let workspace = try Workspace()
        let state = workspace.home + "/state/snowdeck"
        for session in 0..<2 {
            let prompt = try PromptSession(workspace)
            await prompt.prompted()
            _ = await prompt.enter("table count incident")
            await prompt.leave()
            try expectEqual(mode(state + "/history.sqlite"), 0o600)
            for folder in [state, state + "/tapes"] { #expect(try mode(folder) == 0o700, "\(folder)") }
            guard session == 0 else { return }
            try open(state + "/history.sqlite", 0o644)
            for folder in [state, state + "/tapes"] { try open(folder, 0o755) }
        }
    }

    @Test func recordedTapeIsPrivateAndPlayedTapeIsUnchanged() async throws {
        let workspace = try Workspace()
        try await workspace.record("table count incident\n", onto: "own")
        try open(workspace.tape("own"), 0o644)
        try await expectEqual(workspace.run("replay", "sessions/own.cassette").status, 0)
        try expectEqual(mode(workspace.tape("own")), 0o644)
        try await workspace.record("table count problem\n", onto: "own")
        try expectEqual(mode(workspace.tape("own")), 0o600)
        try await workspace.expectReplay(of: "own", commands: 2)
    }

    @Test func pipelineInheritsNoDescriptor() async throws {
        let workspace = try Workspace()
        // The shell lists the descriptors without opening any.
        let look =
            "n=3; while [ $n -lt 256 ]; do [ -e /proc/$$/fd/$n ] && readlink /proc/$$/fd/$n; n=$((n+1)); done; cat"
        let run = try await workspace.run("run", "-", input: "table count incident\ntable count incident | \(look)\n")
        expectEqual(run, ProcessResult(0, "440\n440\n"))
    }
}
