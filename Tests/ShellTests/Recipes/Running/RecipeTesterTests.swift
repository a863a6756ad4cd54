import CassetteStore
import ExchangeModel
import Sandbox
import Synchronization
import TapeDeck
import TestSupport
import Testing

@testable import Recipes
@testable import Rendering
@testable import SandboxCommands
@testable import Tables
@testable import Workbench

/// Recipes edited after their tape was recorded, concurrent replays, and Ctrl-C.
struct RecipeTesterTests {
    private func recorded(_ text: String) async throws -> (machine: TestMachine, tester: RecipeTester) {
        let machine = try TestMachine()
        machine.folder.write(Array(text.utf8), to: "recipes.recipe.md")
        let harness = try ShellHarness(machine)
        await expectEqual(harness.session.run("recipe run recipes.recipe.md --record"), 0, "\(harness.printed())")
        try await harness.session.close()
        let closed = try TestMachine(machine.folder, instance: ScriptedTransport([]))
        return (closed, RecipeTester(closed.host, sandbox: try ShellHarness.sandbox, version: "0.1.0"))
    }

    @Test func addedChangedAndRemovedStepsAreReported() async throws {
        let (machine, tester) = try await recorded(
            SampleRecipes.text("Count", "> table count incident\n? .count == 440\n> table count problem"))
        func outcome(_ steps: String) async throws -> TestReport.Outcome {
            machine.folder.write(Array(SampleRecipes.text("Count", steps).utf8), to: "recipes.recipe.md")
            return try #require(await tester.test("recipes.recipe.md").first).outcome
        }
        try await expectEqual(outcome("> table count incident\n? .count == 440\n> table count problem"), .passed)
        try await expectEqual(
            outcome("> table count incident"),
            .failed("Its steps differ from the tape.", detail: "- > table count problem"))
        try await expectEqual(
            outcome("> table count incident\n> set limit=5\n> table count problem"),
            .failed(
                "Its steps differ from the tape.", detail: "+ > set limit=5   (recipes.recipe.md:5)"))
        guard
            case .failed("recipes.recipe.md:5: error: This expectation is not met.", _) =
                try await outcome("> table count incident\n? .count == 441\n> table count problem")
        else { throw Unexpected() }
        guard
            case .broken("Its steps differ from the tape, which cannot answer.", let detail) =
                try await outcome("> table count incident\n> table count change_request\n> table count problem")
        else { throw Unexpected() }
        #expect(detail.hasPrefix("- > table count problem\n+ > table count change_request   (recipes.recipe.md:5)\n"))
        guard case .failed(_, let mistake) = try await outcome("> table count 'incident") else { throw Unexpected() }
        #expect(mistake.hasPrefix("recipes.recipe.md:4: error: "))
    }

    private struct Unexpected: Error {}

    @Test func tapeMarksSteps() async throws {
        let (machine, _) = try await recorded(
            SampleRecipes.text("Count", "> table count incident\n> table count problem"))
        let cassette = try Cassette.playing(at: machine.path("recipes"))
        let commands = try PlayingDeck(cassette, isStrict: true).commands()
        expectEqual(commands.map(\.within), [nil, 1, 1])
        var text = ""
        try cassette.dump { text += $0 }
        #expect(text.contains("read within 1"), "\(text)")
    }

    /// An instance that triggers Ctrl-C whenever one of these tables is counted.
    private final class InterruptingInstance: Transport {
        let next: any Transport
        let tables: [String]
        let session = SessionHolder()
        init(_ next: any Transport, _ tables: [String]) { (self.next, self.tables) = (next, tables) }

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            if tables.contains(where: { request.url.path.hasSuffix("/" + $0) }) {
                session.current?.interrupt()
                while !Task.isCancelled { await Task.yield() }
                throw TransportFailure(.cancelled, "It was called off.")
            }
            return try await next.send(request)
        }
    }

    private final class SessionHolder: Sendable {
        private let held = Mutex<ShellSession?>(nil)
        var current: ShellSession? {
            get { held.withLock { $0 } }
            set { held.withLock { $0 = newValue } }
        }
    }

    @Test func cleanupRunsAfterCtrlCAndStopsAtNextCtrlC() async throws {
        let text = SampleRecipes.text(
            "Stop", "> table count problem\n> table count incident",
            "cleanup\n> table count incident\n> table count change_request\n> table count incident")
        for (tables, printed) in [
            (
                ["problem"],
                """
                > recipe run stop.recipe.md
                > table count problem
                cleanup
                > table count incident
                440
                > table count change_request
                """
            ),
            (
                ["problem", "change_request"],
                """
                > recipe run stop.recipe.md
                > table count problem
                cleanup
                > table count incident
                440
                > table count change_request
                !
                """
            ),
        ] {
            let transport = InterruptingInstance(TestSandbox(), tables)
            let machine = try TestMachine(instance: transport)
            machine.folder.write(Array(text.utf8), to: "stop.recipe.md")
            let harness = try ShellHarness(machine)
            transport.session.current = harness.session
            let transcript = await harness.transcript(of: ["recipe run stop.recipe.md"])
            #expect(transcript.hasPrefix(printed), "\(transcript)")
            #expect(transcript.hasSuffix("? exit 130\n"), "\(transcript)")
            try await harness.closeAndReplay()
            transport.session.current = nil
        }
    }
}
