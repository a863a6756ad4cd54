import Foundation
import Testing

/// The hardening that `make check` requires of the release.
@Suite struct HardeningTests {
    private static let hard = ["-fPIE", "-pie", "-Wl,-z,relro,-z,now,-z,noexecstack"]

    /// Builds a program from one file, next to the object file that is checked for the stack protector.
    private func check(
        _ workspace: Workspace, linked linking: [String], compiled: [String] = ["-fstack-protector-strong"]
    )
        async throws -> ProcessResult
    {
        try workspace.write(
            """
            #include <stdio.h>
            void greet(const char *name) { char text[64]; snprintf(text, sizeof text, "Hello %s", name); puts(text); }
            int main(int count, char **names) { greet(names[0]); return 0; }

            """, to: "program.c")
        try workspace.write("", to: "CGumbo.build/none")
        let object = "CGumbo.build/CGumbo.c.o"
        for words in [
            ["clang", "-O2"] + compiled + ["-c", "program.c", "-o", object] + linking.filter { $0 == "-fPIE" },
            ["clang"] + linking.filter { $0 != "-fPIE" } + [object, "-o", "program"],
        ] {
            let made = try await workspace.runOther(words)
            try #require(made.status == 0, "\(made)")
        }
        return try await workspace.runOther(Workspace.root.appending(path: "scripts/check-hardening").path, "./program")
    }

    @Test func hardenedProgramPasses() async throws {
        #expect(try await check(try Workspace(), linked: Self.hard) == ProcessResult(0))
    }

    @Test(
        arguments: [
            (["-no-pie", "-Wl,-z,relro,-z,now,-z,noexecstack"], "is not a position-independent executable."),
            (["-fPIE", "-pie", "-Wl,-z,relro,-z,lazy,-z,noexecstack"], "has no full RELRO."),
            (["-fPIE", "-pie", "-Wl,-z,relro,-z,now,-z,execstack"], "has an executable stack."),
        ])
    func unhardenedProgramIsRejected(_ linking: [String], _ fault: String) async throws {
        let ended = try await check(try Workspace(), linked: linking)
        #expect(ended == ProcessResult(1, errors: "check-hardening: ./program \(fault)\n"))
    }

    @Test func codeWithoutAStackProtectorIsRejected() async throws {
        let ended = try await check(try Workspace(), linked: Self.hard, compiled: ["-fno-stack-protector"])
        #expect(ended.status == 1)
        #expect(
            ended.errors
                == "check-hardening: ./program is linked with ./CGumbo.build/CGumbo.c.o, which has no stack protector.\n"
        )
    }
}

/// When `make` rebuilds.
@Suite struct MakeTests {
    @Test func deletedOrMovedSourceTriggersBuild() async throws {
        let workspace = try Workspace()
        try workspace.write(Array(Data(contentsOf: Workspace.root.appending(path: "Makefile"))), to: "Makefile")
        let built = ".build/debug/snowdeck"
        for name in [
            "Package.swift", "Sources/Shell/One.swift", "Sources/Shell/Two.swift", "Sources/Tape/Three.swift",
            "scripts/first-functions", built,
        ] {
            try workspace.write("x", to: name)
        }
        /// The build is newer than all sources.
        func settle() throws {
            let all = try FileManager.default.subpathsOfDirectory(atPath: workspace.project) + ["."]
            for name in all { try age(name, isBuilt: false) }
            try age(built, isBuilt: true)
        }
        func age(_ name: String, isBuilt: Bool) throws {
            let date = Date(timeIntervalSince1970: isBuilt ? 1_700_000_600 : 1_700_000_000)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: workspace.path(name))
        }
        func isUpToDate() async throws -> Bool { try await workspace.runOther("make", "-q", built).status == 0 }

        try settle()
        #expect(try await isUpToDate())
        try FileManager.default.removeItem(atPath: workspace.path("Sources/Shell/One.swift"))
        #expect(try await !isUpToDate())

        try settle()
        #expect(try await isUpToDate())
        try FileManager.default.moveItem(
            atPath: workspace.path("Sources/Shell/Two.swift"), toPath: workspace.path("Sources/Tape/Two.swift"))
        try age("Sources/Tape/Two.swift", isBuilt: false)
        #expect(try await !isUpToDate())

        try settle()
        try FileManager.default.removeItem(atPath: workspace.path("Sources/Tape"))
        #expect(try await !isUpToDate())
        try settle()
        #expect(try await isUpToDate())
    }
}

/// A small part of `make torture`, to test the rig itself.
@Suite struct TortureTests {
    @Test func killsAndFailingSystemCallsLoseNothing() async throws {
        let workspace = try Workspace()
        // Commands that write tapes, recipes and records, one at a terminal, and every table of faults.
        let cases = ["table create", "recipe run", "serve record", "tape import", "recipe accept", "history"]
        let tables = ["network", "crowds", "clocks", "limits", "terminals"]
        let rig = try await workspace.runOther(
            ["python3", "-B", Workspace.root.appending(path: "scripts/torture").path, "--program", Workspace.program]
                + (cases + ["single commands"] + tables).flatMap { ["--case", $0] }
                + ["--seed", "1", "--kills", "12", "--injections", "6", "--singles", "20", "--trials", "4"])
        #expect(rig.status == 0, "\(rig)")
        let lines = rig.output.split(separator: "\n")
        let singles = try #require(lines.first)
        #expect(singles.hasPrefix("single commands: 20 from 4 processes, "), "\(rig)")
        #expect(singles.contains(" killed, on ") && singles.hasSuffix("; 0 violations"), "\(rig)")
        for table in tables {
            let count = lines.first { $0.hasPrefix("\(table): 4 trials of ") }
            #expect(count?.hasSuffix("; 0 violations") == true, "\(rig)")
        }
        let summary = try #require(lines.last)
        let words = summary.split(separator: " ")
        #expect(
            Int(words[0]) ?? 0 > 10 && words[1...].starts(with: ["of", words[0], "runs", "with", "seed", "1;"]),
            "\(rig)")
        #expect(summary.hasSuffix("0 violations in 0 runs"))
        // Kills happen and faults are reached, so the rig tests something.
        #expect(!summary.contains("not killed"))
    }
}
