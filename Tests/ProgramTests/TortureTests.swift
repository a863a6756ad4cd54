import Foundation
import Testing

/// A small part of what `make torture` does, so that the rig keeps working.
@Suite struct TortureTests {
    @Test func killsAndFailingSystemCallsLoseNothing() async throws {
        let desk = try Desk()
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let rig = try await desk.runOther(
            "python3", "-B", root.appending(path: "scripts/torture").path, "--program", Desk.program, "--seed", "1",
            "--kills", "20", "--injections", "40")
        #expect(rig.status == 0, "\(rig)")
        let summary = try #require(rig.output.split(separator: "\n").last)
        #expect(summary.hasPrefix("60 of 60 runs with seed 1; "), "\(rig)")
        #expect(summary.hasSuffix("0 violations in 0 runs"))
        // Kills happen and faults are reached: the rig does not test runs to which nothing was done.
        #expect(!summary.contains("not killed"))
    }
}
