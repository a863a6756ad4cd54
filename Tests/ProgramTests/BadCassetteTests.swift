import Database
import Foundation
import TestSupport
import Testing

/// Every command rejects a file that is not a cassette, or is damaged, with a specific error, and leaves it unchanged.
struct BadCassetteTests {
    private static let kinds: [(name: String, message: String)] = [
        ("empty", "is an empty file, not a tape; remove it, or name another."),
        ("truncated", "is damaged; restore it from a copy, or record it again."),
        ("random", "is not a tape; name another file."),
        ("newer", "use a newer Snowdeck."),
        ("other", "is an SQLite file, but not a tape; name another file."),
        ("widened", "its tables have other columns, indexes or triggers; it is not read, record it again."),
        ("folder", "is a folder, not a tape; name a file in it."),
    ]

    private static func make(on workspace: Workspace) async throws {
        try await workspace.record("table list incident -n 2 -f number\n", onto: "good")
        let good = try workspace.bytes(of: "sessions/good.cassette")
        try workspace.write([], to: "sessions/empty.cassette")
        try workspace.write(Array(good.prefix(5000)), to: "sessions/truncated.cassette")
        var chance = SeededGenerator(seed: 7)
        try workspace.write((0..<5000).map { _ in UInt8(chance.below(256)) }, to: "sessions/random.cassette")
        for (name, change) in [
            ("newer", "PRAGMA user_version=99"),
            ("widened", "CREATE TRIGGER t AFTER INSERT ON command BEGIN DELETE FROM command; END"),
        ] {
            try workspace.write(good, to: "sessions/\(name).cassette")
            try Connection(path: workspace.tape(name), mode: .readWrite).execute(change)
        }
        try Connection(path: workspace.tape("other"), mode: .create).execute(
            "CREATE TABLE a(b); INSERT INTO a VALUES(1)")
        try FileManager.default.createDirectory(atPath: workspace.tape("folder"), withIntermediateDirectories: true)
    }

    @Test func invalidCassetteIsRejectedAndUnchanged() async throws {
        let workspace = try Workspace()
        try await Self.make(on: workspace)
        let before = try workspace.everything().filter { $0.key.hasPrefix("project") }
        let script = Self.kinds.map { "tape dump sessions/\($0.name).cassette\n" }.joined()
        let dumped = try await workspace.run("run", "--keep-going", "-", input: script)
        expectEqual(dumped.output, "")
        let errors = dumped.errors.split(separator: "\n").filter { $0.contains(": error: ") }
        expectEqual(errors.count, Self.kinds.count, "\(dumped)")
        for (error, kind) in zip(errors, Self.kinds) {
            #expect(error.contains(": error: 'sessions/\(kind.name).cassette' ") && error.hasSuffix(kind.message))
        }
        // All ways to open a tape share one reader, so only one kind of file is tried with all of them.
        let (name, message) = ("sessions/truncated.cassette", Self.kinds[1].message)
        for use in [
            ["dump", name], ["--tape", name, "table", "count", "incident"], ["replay", name],
            ["replay", name, "--check"], ["tape", "audit", name],
            ["--tape", name, "--mode", "replay", "table", "count", "incident"], ["tape", "open", name],
            ["tape", "open", name, "--mode", "replay"], ["tape", "new", name, "--replace"],
        ] {
            let run = try await workspace.run(use)
            #expect(run.status == 5 && run.output == "", "\(use): \(run)")
            expectEqual(run.firstError, "error: '\(name)' \(message)", "\(use)")
        }
        try expectEqual(workspace.everything().filter { $0.key.hasPrefix("project") }, before)
        try await expectEqual(workspace.run("tape", "list", "--format", "csv").status, 0)
        let checked = try await workspace.run("replay", "sessions", "--check")
        #expect(checked.output.contains("sessions/good.cassette: 1 command, all as recorded.\n"), "\(checked)")
    }

    @Test func readingMissingCassetteDoesNotCreateIt() async throws {
        let workspace = try Workspace()
        for use in [["dump", "gone"], ["replay", "gone"], ["tape", "open", "gone"], ["tape", "keep", "gone"]] {
            let run = try await workspace.run(use)
            expectEqual(run, ProcessResult(5, errors: run.errors))
            expectEqual(run.firstError, "error: There is no tape at sessions/gone.cassette.", "\(use)")
        }
        try expectEqual(workspace.everything().filter { $0.key.hasPrefix("project") }, [:])
    }

    @Test func unreadableOutputDiffersFromRecording() async throws {
        let workspace = try Workspace()
        try await workspace.record("table count incident\nset x=1\n", onto: "torn")
        // The first page of the table with the commands' output; the rest of the tape is intact.
        let page = try #require(
            try Connection(path: workspace.tape("torn"), mode: .readOnly).row(
                "SELECT rootpage FROM sqlite_schema WHERE name='output'"
            ) { Int($0.integer(0)) })
        var bytes = try workspace.bytes(of: "sessions/torn.cassette")
        for place in (page - 1) * 4096..<page * 4096 { bytes[place] = 0xFF }
        try workspace.write(bytes, to: "sessions/torn.cassette")
        let checked = try await workspace.run("replay", "sessions/torn.cassette", "--check")
        #expect(checked.status == 5 && checked.output == "")
        let message = "'sessions/torn.cassette' is damaged; restore it from a copy, or record it again."
        expectEqual(checked.firstError, "error: " + message)
    }
}
