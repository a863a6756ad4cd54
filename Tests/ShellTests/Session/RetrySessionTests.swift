import ExchangeModel
import Tables
import TestSupport
import Testing
import Workbench

/// The countdown to the next attempt, at a terminal.
struct RetrySessionTests {
    @Test func countdownIsShown() async throws {
        let machine = try TestMachine(
            instance: ScriptedTransport([
                .success(HTTPResponse(status: 429, headers: ["Retry-After": "2"])),
                .success(HTTPResponse(status: 200, body: Array(#"{"result":[{"number":"INC1"}]}"#.utf8))),
            ]))
        let harness = try ShellHarness(machine, showsProgress: true)
        await expectEqual(harness.session.run("table list incident -n 1 -f number"), 0)
        let printed = harness.printed()
        for text in ["trying again in 2 s; Ctrl-C stops\r", "trying again in 1 s; Ctrl-C stops\r"] {
            #expect(printed.contains(text), "now reads:\n\(printed)")
        }
        try await harness.closeAndReplay()
    }
}
