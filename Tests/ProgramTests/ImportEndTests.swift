import Foundation
import TestSupport
import Testing

/// An interrupted import. For kill -9 and full disks see `TortureTests` and `TapeLossTests`.
struct ImportEndTests {
    @Test func failedImportKeepsReplacedTape() async throws {
        let workspace = try Workspace()
        try await workspace.record("table list incident -n 50 --format json\n", onto: "long")
        try await expectEqual(workspace.run("tape", "export", "long.har", "long").status, 0)
        try await workspace.record("table count incident\n", onto: "kept")
        let before = try await workspace.run("dump", "kept")
        // Files are limited to 64 blocks of 512 bytes: a write fails, and the signal does not end the program.
        let limited = try await workspace.shell("ulimit -f 64; exec \"$0\" tape import long.har kept --replace")
        try await expectEqual(workspace.run("dump", "kept"), before)
        expectEqual(
            limited,
            ProcessResult(
                5,
                errors: """
                    error: sessions/kept.cassette cannot be written (disk or quota).
                    note: sessions/kept.cassette is unchanged.

                    """))
        try expectEqual(workspace.everything().keys.filter { $0.contains(".partial") }, [])
        let again = try await workspace.run("tape", "import", "long.har", "kept", "--replace")
        expectEqual(again.status, 0)
        #expect(try await workspace.run("dump", "kept").output.contains("sysparm_limit=50"))
        try expectEqual(workspace.everything().keys.filter { $0.contains(".partial") }, [])
    }
}
