import Foundation
import Glibc
import TestSupport
import Testing

/// Tapes that are renamed or kept, with what is beside them, and the files of others there.
struct TapeMoveTests {
    private func recorded(_ name: String = "x") async throws -> Workspace {
        let workspace = try Workspace()
        try await expectEqual(workspace.run("--tape", name, "table", "count", "incident").status, 0)
        return workspace
    }

    private func names(_ workspace: Workspace) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: workspace.path("sessions")).sorted()
    }

    @Test func journalGoesWithItsTape() async throws {
        let workspace = try await recorded()
        for (old, new) in [("x", "y"), ("y", "z")] {
            // The header of a journal that is not needed any more.
            let journal = workspace.path("sessions/\(old).cassette-journal")
            try Data(repeating: 0, count: 512).write(to: URL(filePath: journal))
            let moved = try await workspace.run("tape", "keep", old, new)
            expectEqual(moved.status, 0, "\(moved)")
            try expectEqual(names(workspace).filter { $0.hasPrefix(old) }, [])
            try await expectEqual(workspace.run("replay", new, "--check").status, 0)
        }
    }

    /// Beside a new tape they would be read with it, or lost.
    @Test func filesAtNewNameAreKept() async throws {
        let workspace = try await recorded()
        try await expectEqual(workspace.run("tape", "keep", "x", "--note", "about x").status, 0)
        for (name, end) in [("u", ".cassette-wal"), ("v", ".cassette-journal"), ("w", ".note")] {
            try workspace.write("mine\n", to: "sessions/" + name + end)
            let before = try names(workspace)
            let refused = try await workspace.run("tape", "keep", "x", name)
            expectEqual(refused.status, 3, "\(refused)")
            #expect(refused.errors.contains("There is a file sessions/\(name + end) already."), "\(refused)")
            try expectEqual(names(workspace), before)
            try expectEqual(workspace.text(of: "sessions/" + name + end), "mine\n")
        }
    }

    /// The other name may be any file of the user.
    @Test func hardLinkOfNoteIsNotWrittenThrough() async throws {
        let workspace = try await recorded()
        try workspace.write("precious\n", to: "rc")
        expectEqual(link(workspace.path("rc"), workspace.path("sessions/x.note")), 0)
        let noted = try await workspace.run("tape", "keep", "x", "--note", "about x")
        expectEqual(noted, ProcessResult(0))
        try expectEqual(workspace.text(of: "sessions/x.note"), "about x\n")
        try expectEqual(workspace.text(of: "rc"), "precious\n")
    }

    /// A name of Snowdeck's own draft does not make a file Snowdeck's.
    @Test func fileNamedLikeDraftOfATapeIsKept() async throws {
        let workspace = try await recorded()
        try await expectEqual(workspace.run("tape", "export", "x.har", "x").status, 0)
        let tape = try workspace.bytes(of: "sessions/x.cassette")
        let draft = "sessions/x.cassette.partial"
        for contents in [Array("mine\n".utf8), tape] {
            try Data(contents).write(to: URL(filePath: workspace.path(draft)))
            let refused = try await workspace.run("tape", "import", "x.har", "x", "--replace")
            #expect(
                refused.status == 5
                    && refused.errors.contains("\(draft) already exists and is not replaced; rename it first."),
                "\(refused)")
            try expectEqual(workspace.bytes(of: draft), contents)
            try expectEqual(workspace.bytes(of: "sessions/x.cassette"), tape)
        }
        // What a killed import left, and what a full disk left.
        for (contents, mode) in [(tape, mode_t(0o1600)), ([], 0o644)] {
            try Data(contents).write(to: URL(filePath: workspace.path(draft)))
            chmod(workspace.path(draft), mode)
            let done = try await workspace.run("tape", "import", "x.har", "x", "--replace")
            expectEqual(done.status, 0, "\(done)")
            try expectEqual(names(workspace), ["x.cassette"])
        }
        let rights = try FileManager.default.attributesOfItem(atPath: workspace.path("sessions/x.cassette"))
        #expect(rights[.posixPermissions] as? Int == 0o600)
    }
}
