import CassetteStore
import ExchangeModel
import TapeDeck
import TestSupport
import Testing

@testable import Replaying
@testable import Tables
@testable import Workbench

/// Every replay of a tape's own commands ends, by itself or by Ctrl-C.
struct ReplayEndTests {
    /// A tape whose commands are these lines, regardless of what was recorded.
    private func tape(_ machine: TestMachine, _ lines: [String]) async throws -> String {
        let harness = try ShellHarness(machine)
        for _ in lines { await expectEqual(harness.session.run("table count incident"), 0) }
        try await harness.session.close()
        let path = machine.path("tape")
        let cassette = try Cassette.recording(at: path, wait: 0)
        for (number, line) in lines.enumerated() { try cassette.rewriteCommand(Int64(number + 1), line: line) }
        try cassette.close()
        _ = machine.output.take()
        return path
    }

    @Test func selfSavingTapeIsReplayedOnce() async throws {
        let machine = try TestMachine()
        let path = try await tape(machine, ["recipe save x", "table count incident"])
        let runner = try machine.replayRunner(.show, trusts: true)
        await expectEqual(runner.run(path), 5)
        expectEqual(machine.output.take(), "> recipe save x\n> table count incident\n440\n")
        expectEqual(
            machine.errors.take(), "error: recipe save cannot run in a replay, because it replays the tape.\n")
        // Typed during the replay, it replays the tape, but the tape's own `replay` commands do not run again.
        let harness = try ShellHarness(machine)
        let printed = await harness.transcript(of: [
            "tape open tape --mode replay", "recipe save x --plan",
        ])
        expectEqual(
            printed,
            """
            > tape open tape --mode replay
            ! Playing [DIR]/sessions/tape.cassette: answers come from the tape, nothing is sent.
            > recipe save x --plan
            2 lines
            line  fate      command               why
            1     left out  recipe save x         is about recipes
            2     kept      table count incident

            recipes/x.recipe.md
            # X

            writes: nothing

            ```snowdeck
            > table count incident
            ```

            """, "now reads:\n\(printed)")
    }

    @Test(arguments: [ReplayRunner.Purpose.check, .show])
    func replayStepsAreLimited(_ purpose: ReplayRunner.Purpose) async throws {
        let machine = try TestMachine()
        let path = try await tape(machine, ["table count incident", "table count incident", "table count incident"])
        var runner = try machine.replayRunner(purpose)
        runner.limits.steps = 3
        runner.limits.stepsPerRecord = 0
        let message =
            "error: The replay was stopped after more than 3 commands and requests, the limit for this tape.\n"
        await expectEqual(runner.run(path), 5)
        expectEqual(machine.errors.take(), message)
        let shown = "> table count incident\n440\n> table count incident\n"
        expectEqual(machine.output.take(), (purpose == .check ? "" : shown))
        runner.limits.steps = 100
        await expectEqual(runner.run(path), 0)
    }

    @Test func nestedReplayCanBeCanceled() async throws {
        let machine = try TestMachine()
        _ = try await tape(machine, ["table count incident", "table count incident"])
        let harness = try ShellHarness(machine)
        await expectEqual(harness.session.run("tape open tape --mode replay"), 0)
        _ = harness.printed()
        let saving = Task {
            while !Task.isCancelled { await Task.yield() }
            return await harness.session.run("recipe save x --plan")
        }
        saving.cancel()
        await expectEqual(saving.value, 130)
        expectEqual(harness.printed(), "! Interrupted.\n")
    }

    @Test func ctrlCWorksWhileSessionIsBusy() async {
        let running = RunningCommand()
        #expect(running.interrupt())
        let work = Task { () -> Int32 in
            while !Task.isCancelled { await Task.yield() }
            return 1
        }
        running.begin(work)
        let end = EndSignal()
        running.gentleEnd = end
        // First gracefully, then forcibly, then it has ended.
        #expect(running.interrupt())
        await end.wait()
        #expect(!work.isCancelled)
        #expect(running.interrupt())
        await expectEqual(work.value, 1)
        #expect(!running.interrupt())
        running.begin(nil)
        #expect(running.interrupt())
    }
}
