import PromptCommands
import CassetteStore
import TestSupport
import Testing

@testable import Recipes
@testable import Replaying
@testable import Tables
@testable import Tapes
@testable import Workbench

/// What a check compares besides the output of commands, and what a replay leaves out.
struct ReplayCheckTests {
    @Test func lineThatThisVersionDoesNotUnderstandIsNotAsRecorded() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        for line in ["table count incident", "task"] { await expectEqual(harness.session.run(line), 0) }
        try await harness.session.close()
        let path = machine.tapes[0]
        let without = CommandTable(
            CommandTable.current.capabilities.filter { !["Tasks", "Prompt"].contains($0.name) },
            prompt: .prompt(verbs: []))
        let checked = try await without.use { try await machine.check(path) }
        expectEqual(checked.status, 5)
        #expect(checked.printed.hasPrefix("\(path): 2 commands, 1 not as recorded.\n"), "\(checked.printed)")
        try await expectEqual(machine.check(path).status, 0)
    }

    @Test func requestsOfProgramsAreCompared() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        await expectEqual(harness.session.run("tape new others"), 0)
        await expectEqual(harness.session.run("table count incident"), 0)
        try await harness.session.close()
        let path = machine.path("others")
        let cassette = try Cassette.recording(at: path, wait: 0)
        let exchanges = try cassette.requests(after: 0, limit: 100)
        var last = try #require(exchanges.last { $0.request.epoch != nil }).request
        last.command = nil
        let outcome = try #require(try exchanges.last.flatMap { try cassette.answer($0.id) })
        try cassette.complete(cassette.reserve(last), with: outcome)
        // Interrupted: it has no answer to compare with.
        _ = try cassette.reserve(last)
        try cassette.close()
        #expect(
            try await machine.check(path)
                == (0, "\(path): 1 command and 1 request, all as recorded.\n"))
        // A key that no request has: as after a change of the rules that find requests.
        let damaged = try Cassette.recording(at: path, wait: 0)
        last.key += "x"
        last.keyHash += 1
        last.url += "&sysparm_limit=7"
        try damaged.complete(damaged.reserve(last), with: outcome)
        try damaged.close()
        let checked = try await machine.check(path)
        expectEqual(checked.status, 5)
        #expect(checked.printed.contains("not as recorded: %."), "\(checked.printed)")
        #expect(checked.printed.hasPrefix("\(path): 1 command and 2 requests, 1 not as recorded.\n"))
    }

    @Test func pipelineIsMissedOnce() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        for line in ["table count incident | sed s/4/5/", "table count incident | cat", "table count incident"] {
            await expectEqual(harness.session.run(line), 0)
        }
        try await harness.session.close()
        _ = machine.output.take()
        let path = machine.tapes[0]
        let note =
            "note: Without --trust a replay runs no pipeline and writes no file; what this line sent there is shown here."
            + "\n"
        await expectEqual((try machine.replayRunner(.show)).run(path), 0)
        expectEqual(
            machine.output.take(),
            """
            > table count incident | sed s/4/5/
            440
            > table count incident | cat
            440
            > table count incident
            440

            """)
        expectEqual(machine.errors.take(), note)
        await expectEqual((try machine.replayRunner(.show, trusts: true)).run(path), 0)
        expectEqual(machine.errors.take(), "")
        _ = machine.output.take()
        #expect(
            try await machine.check(path)
                == (0, "\(path): 3 commands, all as recorded; of 2 pipelines only the input was compared.\n"))
    }
}
