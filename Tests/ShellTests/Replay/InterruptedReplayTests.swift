import ExchangeModel
import GraphQLCommands
import Recipes
import Replaying
import Sandbox
import SandboxCommands
import Synchronization
import Tables
import TestSupport
import Testing
import Workbench

/// A replay of a command interrupted by Ctrl-C ends at the same point.
struct InterruptedReplayTests {
    /// An instance that triggers Ctrl-C when it has responded to one of the requests.
    private final class InterruptingInstance: Transport {
        private let next: any Transport
        private let state = Mutex<(left: Int, press: (@Sendable () -> Void)?)>((0, nil))

        init(_ next: any Transport) { self.next = next }

        func press(after count: Int, _ press: @escaping @Sendable () -> Void) {
            state.withLock { $0 = (count, press) }
        }

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            let response = try await next.send(request)
            let press = state.withLock { state in
                state.left -= 1
                return state.left == 0 ? state.press : nil
            }
            press?()
            return response
        }
    }

    /// Three batches of incidents; every test reads them only.
    private static let sandbox: SandboxInstance? = {
        var options = SandboxOptions(clock: FixedClock())
        options.rows = ["incident": 2100]
        return try? SandboxInstance(options)
    }()

    /// The batch received last is shown in part or not at all; no further one is requested.
    @Test(arguments: [("columns", 1), ("ndjson", 2), ("csv", 1), ("json", 2)])
    func interruptedListReplaysToSamePoint(format: String, batch: Int) async throws {
        let instance = InterruptingInstance(try #require(Self.sandbox))
        let machine = try TestMachine(instance: instance)
        let harness = try ShellHarness(machine)
        instance.press(after: batch) { [session = harness.session] in session.interrupt() }
        let line = "table list incident --all -f number,short_description --format \(format)"
        await expectEqual(harness.session.run(line), 130)
        let shown = machine.output.take()
        #expect(shown.split(separator: "INC0", omittingEmptySubsequences: false).count < 2100)
        try await harness.closeAndReplay()
        let again = try TestMachine(machine.folder, instance: ScriptedTransport([]))
        let runner = try again.replayRunner(.show)
        await expectEqual(runner.run(machine.path("tape")), 130)
        expectEqual(again.output.take(), "> \(line)\n" + shown)
    }
}
