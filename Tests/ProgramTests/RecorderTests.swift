import Glibc
import Testing

/// Recording by several processes, and cancellation.
@Suite struct RecorderTests {
    @Test func secondRecorderSeesLockHolder() async throws {
        let workspace = try Workspace()
        let first = try workspace.start(["--tape", "shared", "run", "-"])
        first.type("table count incident\n")
        #expect(await first.wrote { output, _ in output == "440\n" })
        let second = try await workspace.run("--tape", "shared", "table", "count", "problem")
        #expect(second.status == 5)
        #expect(second.output == "")
        #expect(
            second.firstError.hasPrefix(
                "error: 'sessions/shared.cassette' is being recorded by process \(first.id) on "))
        #expect(second.firstError.hasSuffix("; end that session first, or record onto another tape."))
        // Reading needs no lock.
        #expect(
            try await workspace.run("replay", "sessions/shared.cassette")
                == ProcessResult(0, "> table count incident\n440\n"))
        first.type("table count problem\n")
        first.endInput()
        let ended = await first.end()
        #expect(ended.status == 0)
        try await workspace.expectReplay(of: "shared", commands: 2)
        #expect(
            try workspace.everything().keys.filter { $0.hasPrefix("project") } == ["project/sessions/shared.cassette"])
    }

    @Test func oneShotCommandsOnOneTapeAreSerialized() async throws {
        let workspace = try Workspace()
        let runs = try ["incident", "problem", "sys_user"].map {
            try workspace.start(["--tape", "queue", "table", "count", $0], input: "")
        }
        for run in runs { #expect(await run.end().status == 0) }
        try await workspace.expectReplay(of: "queue", commands: 3)
    }

    /// Single commands share the tape of the day; while it is taken for a second, another one begins.
    @Test func singleCommandsShareATapeOfTheDay() async throws {
        let workspace = try Workspace()
        // Four processes, of which some are killed, at any moment.
        let run = try await workspace.shell(
            """
            for worker in 1 2 3 4; do
                (for turn in 1 2 3 4 5 6; do
                    "$0" table count incident >>out.$worker & id=$!
                    if [ $((turn % 3)) = 0 ]; then sleep 0.0$worker; kill -KILL $id; fi
                    wait $id
                done) &
            done
            wait
            cat out.*
            """)
        let answers = run.output.split(separator: "\n").count
        #expect(answers >= 16)
        let tapes = try workspace.everything().keys.filter { $0.hasSuffix(".cassette") }.sorted()
        #expect((1...2).contains(tapes.count) && tapes.last?.hasSuffix("-sandbox.cassette") == true, "\(tapes)")
        // Everything that was shown is on tape.
        var recorded = 0
        for tape in tapes {
            let dump = try await workspace.run("dump", workspace.folder + "/" + tape).output
            recorded += dump.split(separator: "\n").count { $0.hasSuffix("| 440") }
        }
        #expect(recorded >= answers)
    }

    /// All that waited for the first tape begin the second at the same moment, and none begins a third.
    @Test func commandsThatWaitedShareTheSecondTapeOfTheDay() async throws {
        let workspace = try Workspace()
        let run = try await workspace.shell(
            """
            "$0" table count incident || exit 1
            exec 9>"$(ls "$XDG_STATE_HOME"/snowdeck/tapes/*-sandbox.cassette).lock"
            flock 9
            for table in problem sys_user change_request; do "$0" table count $table 9>&- & done
            wait
            """)
        #expect(run.status == 0 && run.output.split(separator: "\n").count == 4, "\(run)")
        let tapes = try workspace.everything().keys.filter { $0.hasSuffix(".cassette") }.sorted()
        #expect(tapes.count == 2 && tapes[0].hasSuffix("-sandbox-2.cassette"), "\(tapes)")
        #expect(tapes.last?.hasSuffix("-sandbox.cassette") == true)
        let second = try await workspace.run("dump", workspace.folder + "/" + (tapes.first ?? "")).output
        #expect(second.split(separator: "\n").count { $0.contains("table count ") } >= 3, "\(second)")
    }

    @Test func controlCCancelsRequestAndIsRecorded() async throws {
        let workspace = try Workspace()
        let instance = RawInstance.silent()
        let child = try workspace.start(
            instance.flags + ["--tape", "called-off", "table", "count", "incident"], input: "",
            variables: ["SNOWDECK_PASSWORD": "x"])
        try await instance.isAsked()
        child.send(SIGINT)
        let ended = await child.end()
        #expect(ended == ProcessResult(130, errors: "Interrupted: the request was cancelled.\n"))
        let dump = try await workspace.run("dump", "called-off")
        #expect(dump.output.contains("\n  < failure cancelled: The request to 127.0.0.1 was cancelled.\n"))
        #expect(dump.output.contains("\n  exit 130\n"))
        let shown = try await workspace.run("replay", "sessions/called-off.cassette")
        #expect(
            shown
                == ProcessResult(130, "> table count incident\n", errors: "Interrupted: the request was cancelled.\n"))
        try await workspace.expectReplay(of: "called-off", commands: 1)
    }
}
