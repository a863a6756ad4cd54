import Foundation
import TestSupport
import Testing

/// What Snowdeck keeps is its owner's, also where an older version, a copy or a careless umask left it open.
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
            prompt.screen.type("quit\r")
            #expect(await prompt.end() == 0)
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
        #expect(
            try await desk.run("replay", "sessions/own.cassette", "--check")
                == Ended(0, "sessions/own.cassette: 2 commands, all as recorded.\n"))
    }

    @Test func aPipelineInheritsNoDescriptor() async throws {
        let desk = try Desk()
        // The shell looks without opening anything itself.
        let look =
            "n=3; while [ $n -lt 256 ]; do [ -e /proc/$$/fd/$n ] && readlink /proc/$$/fd/$n; n=$((n+1)); done; cat"
        let run = try await desk.run("run", "-", input: "table count incident\ntable count incident | \(look)\n")
        #expect(run == Ended(0, "440\n440\n"))
    }
}
