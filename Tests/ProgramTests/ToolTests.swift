import Foundation
import TestSupport
import Testing

/// The hardening that `make check` requires of the release.
struct HardeningTests {
    private static let source = """
        #include <stdio.h>
        void greet(const char *name) { char text[64]; snprintf(text, sizeof text, "Hello %s", name); puts(text); }
        int main(int count, char **names) { greet(names[0]); return 0; }

        """

    /// Flags of the compiler and of the linker, and what `check-hardening` says of the program.
    private static let builds: [(compiling: String, linking: String, fault: String?)] = [
        ("-fPIE -fstack-protector-strong", "-pie -Wl,-z,relro,-z,now,-z,noexecstack", nil),
        (
            "-fstack-protector-strong", "-no-pie -Wl,-z,relro,-z,now,-z,noexecstack",
            "is not a position-independent executable."
        ),
        ("-fPIE -fstack-protector-strong", "-pie -Wl,-z,relro,-z,lazy,-z,noexecstack", "has no full RELRO."),
        ("-fPIE -fstack-protector-strong", "-pie -Wl,-z,relro,-z,now,-z,execstack", "has an executable stack."),
        (
            "-fPIE -fno-stack-protector", "-pie -Wl,-z,relro,-z,now,-z,noexecstack",
            "is linked with ./CGumbo.build/CGumbo.c.o, which has no stack protector."
        ),
    ]

    @Test func onlyAHardenedProgramPasses() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.source, to: "program.c")
        try workspace.write("", to: "CGumbo.build/none")
        let object = "CGumbo.build/CGumbo.c.o", check = Workspace.root.appending(path: "scripts/check-hardening").path
        for (compiling, linking, fault) in Self.builds {
            let ended = try await workspace.shell(
                """
                clang -O2 \(compiling) -c program.c -o \(object) && clang \(linking) \(object) -o program || exit 99
                exec '\(check)' ./program
                """)
            expectEqual(
                ended,
                ProcessResult(
                    fault == nil ? 0 : 1, errors: fault.map { "check-hardening: ./program \($0)\n" } ?? ""))
        }
    }
}

/// When `make` rebuilds.
struct MakeTests {
    @Test func deletedOrMovedSourceTriggersBuild() async throws {
        let run = try await Workspace().shell(
            """
            cp '\(Workspace.root.path)/Makefile' . && mkdir -p .build/debug Sources/Shell Sources/Tape scripts
            built=.build/debug/snowdeck
            touch Package.swift Sources/Shell/One.swift Sources/Shell/Two.swift Sources/Tape/Three.swift \
                scripts/first-functions $built
            # The build is newer than all sources.
            settle() { find . -exec touch -d @1700000000 {} +; touch -d @1700000600 $built; }
            look() { make -q $built && echo fresh || echo stale; }
            settle; look
            rm Sources/Shell/One.swift; look
            settle; look
            mv Sources/Shell/Two.swift Sources/Tape; touch -d @1700000000 Sources/Tape/Two.swift; look
            settle; rm -r Sources/Tape; look
            settle; look
            """)
        expectEqual(run, ProcessResult(0, "fresh\nstale\nfresh\nstale\nstale\nfresh\n"))
    }
}

/// A small part of `make torture`, to test the rig itself.
struct TortureTests {
    @Test func killsAndFailingSystemCallsLoseNothing() async throws {
        let workspace = try Workspace()
        // A change, a server and one at a terminal, and every table of faults.
        let cases = ["table create", "serve record", "history"]
        let tables = ["network", "crowds", "clocks", "limits", "terminals"]
        let rig = try await workspace.runOther(
            ["python3", "-B", Workspace.root.appending(path: "scripts/torture").path, "--program", Workspace.program]
                + (cases + ["single commands"] + tables).flatMap { ["--case", $0] }
                + ["--seed", "1", "--kills", "6", "--injections", "4", "--singles", "12", "--trials", "2"])
        expectEqual(rig.status, 0, "\(rig)")
        let lines = rig.output.split(separator: "\n")
        let singles = try #require(lines.first)
        #expect(singles.hasPrefix("single commands: 12 from 4 processes, "), "\(rig)")
        #expect(singles.contains(" killed, on ") && singles.hasSuffix("; 0 violations"), "\(rig)")
        for table in tables {
            let count = lines.first { $0.hasPrefix("\(table): 2 trials of ") }
            expectEqual(count?.hasSuffix("; 0 violations"), true, "\(rig)")
        }
        let summary = try #require(lines.last)
        let words = summary.split(separator: " ")
        #expect(
            Int(words[0]) ?? 0 >= 10 && words[1...].starts(with: ["of", words[0], "runs", "with", "seed", "1;"]),
            "\(rig)")
        #expect(summary.hasSuffix("0 violations in 0 runs"))
        // Kills happen and faults are reached, so the rig tests something.
        #expect(!summary.contains("not killed"))
    }
}
