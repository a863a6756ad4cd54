import CassetteStore
import Foundation
import GraphQLCommands
import Pages
import Recipes
import Tables
import Tapes
import TestSupport
import Testing
import Workbench

/// Commands that move the tape of the session.
struct TapeInDeckTests {
    /// Under every name, and before anything is recorded onto it.
    @Test func tapeInDeckIsNotKept() async throws {
        let machine = try TestMachine()
        // A name that is part of another tape's.
        try Cassette.recording(at: machine.path("demo2")).close()
        let harness = try ShellHarness(machine, tape: "demo")
        let path = machine.path("demo")
        machine.folder.link("same", to: machine.folder.path + "/sessions")
        let lines = [
            "tape keep demo", "tape keep demo other", "tape keep \(machine.folder.path)/same/demo.cassette other",
        ]
        for lines in [[lines[0]], ["table count incident"] + lines] {
            let printed = await harness.transcript(of: lines)
            #expect(!printed.contains("Kept as"), "\(printed)")
            let refusal = "! error: This tape is in use by this session.\n! hint: tape new NAME\n"
            expectEqual(
                printed.components(separatedBy: refusal).count, 1 + lines.filter { $0.hasPrefix("tape") }.count,
                "\(printed)")
        }
        expectEqual(machine.folder.names(in: "sessions").map(\.name).filter { $0.hasSuffix("cassette") }.count, 2)
        let kept = await harness.transcript(of: ["tape new next", "tape keep demo"])
        #expect(kept.contains("Kept as [DIR]/sessions/demo.cassette."), "\(kept)")
        try await expectEqual(machine.check(path).status, 0)
    }
}
