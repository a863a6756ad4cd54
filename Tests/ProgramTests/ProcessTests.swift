import Foundation
import Testing
import TestSupport

/// How the process was started: without /proc, and without some standard streams.
@Suite struct ProcessEdgeTests {
    @Test func argumentsAreReadWithoutProc() async throws {
        let desk = try Desk()
        _ = try await desk.record("table count incident\n", onto: "loop")
        let wrapper = try await HostRights.mounting(desk)
        let emptied = "mount -t tmpfs none /proc && "
        // A replay must stay a replay: without its arguments, the program would run standard input live.
        let replayed = try await desk.shell(
            emptied + "exec \"$0\" replay sessions/loop.cassette --check", input: "table count problem\n",
            through: wrapper)
        #expect(replayed == Ended(0, "sessions/loop.cassette: 1 command, all as recorded.\n"))
        let counted = try await desk.shell(
            emptied + "exec \"$0\" --format csv table count 'incident' -q 'short_description=a b^active=true'",
            through: wrapper)
        #expect(counted == Ended(0, "count\n0\n"))
    }

    @Test func aClosedStreamTakesNoOthersPlace() async throws {
        let desk = try Desk()
        for (closing, shown) in [
            ("<&-", "440\n"), (">&-", ""), ("<&- 2>&-", "440\n"),
        ] {
            let name = "closed\(closing.count)"
            let ended = try await desk.shell(
                "exec \"$0\" --tape \(name) table count incident \(closing)", input: "table count problem\n")
            #expect(ended == Ended(0, shown), "\(closing)")
            #expect(try desk.integrity(of: desk.tape(name)) == "ok", "\(closing)")
            try await desk.expectReplay(of: name, commands: 1)
            try FileManager.default.removeItem(atPath: desk.path("sessions"))
        }
    }

    @Test func aScriptOnAClosedInputIsEmpty() async throws {
        let desk = try Desk()
        #expect(try await desk.shell("exec \"$0\" <&-", input: "table count problem\n") == Ended(0, ""))
        #expect(try await desk.shell("exec \"$0\" nosuch 2>&-") == Ended(2, ""))
        // A closed descriptor supplies no secret, even when its number is reused.
        let ended = try await desk.shell(
            "exec \"$0\" --instance http://127.0.0.1:9 --user jane --from fd:0 table count incident <&-")
        #expect(
            ended.firstError
                == "error: fd:0, which was to give the password of jane, was not open when Snowdeck started.")
    }
}

/// How the program ends.
@Suite struct EndTests {
    /// A command that sends nothing can end while the preloaded libcurl is still initializing.
    @Test func aCommandThatSendsNothingEndsWell() async throws {
        let desk = try Desk()
        let runs = try (0..<8).map { try desk.start(["--tape", "tape-\($0)", "set", "x=1"], input: "") }
        for run in runs { #expect(await run.end() == Ended(0, "")) }
    }
}

/// Snowdeck's files are private to their owner, even where an older version, a copy or a careless umask left them open.
@Suite struct OwnerOnlyTests {
    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func open(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test func historyAndTheFoldersOfTheStateAreClosedToOthers() async throws {
        let desk = try Desk()
        let state = desk.home + "/state/snowdeck"
        for sitting in 0..<2 {
            let prompt = try PromptSitting(desk)
            await prompt.prompted()
            _ = await prompt.enter("table count incident")
            await prompt.leave()
            #expect(try mode(state + "/history.sqlite") == 0o600)
            for folder in [state, state + "/tapes"] { #expect(try mode(folder) == 0o700, "\(folder)") }
            guard sitting == 0 else { return }
            try open(state + "/history.sqlite", 0o644)
            for folder in [state, state + "/tapes"] { try open(folder, 0o755) }
        }
    }

    @Test func aTapeThatIsRecordedOntoIsClosedToOthersAndOneThatIsPlayedStays() async throws {
        let desk = try Desk()
        try await desk.record("table count incident\n", onto: "own")
        try open(desk.tape("own"), 0o644)
        #expect(try await desk.run("replay", "sessions/own.cassette").status == 0)
        #expect(try mode(desk.tape("own")) == 0o644)
        try await desk.record("table count problem\n", onto: "own")
        #expect(try mode(desk.tape("own")) == 0o600)
        try await desk.expectReplay(of: "own", commands: 2)
    }

    @Test func aPipelineInheritsNoDescriptor() async throws {
        let desk = try Desk()
        // The shell lists the descriptors without opening any.
        let look =
            "n=3; while [ $n -lt 256 ]; do [ -e /proc/$$/fd/$n ] && readlink /proc/$$/fd/$n; n=$((n+1)); done; cat"
        let run = try await desk.run("run", "-", input: "table count incident\ntable count incident | \(look)\n")
        #expect(run == Ended(0, "440\n440\n"))
    }
}
