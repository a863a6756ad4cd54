import Foundation
import Testing

/// What `make check` demands of the release.
@Suite struct HardeningTests {
    private static let hard = ["-fPIE", "-pie", "-Wl,-z,relro,-z,now,-z,noexecstack"]

    /// Builds a program of one file, with the object file beside it in which the guard is looked for.
    private func check(_ desk: Desk, linked linking: [String], compiled: [String] = ["-fstack-protector-strong"])
        async throws -> Ended
    {
        try desk.write(
            """
            #include <stdio.h>
            void greet(const char *name) { char text[64]; snprintf(text, sizeof text, "Hello %s", name); puts(text); }
            int main(int count, char **names) { greet(names[0]); return 0; }

            """, to: "program.c")
        try desk.write("", to: "CGumbo.build/none")
        let object = "CGumbo.build/CGumbo.c.o"
        for words in [
            ["clang", "-O2"] + compiled + ["-c", "program.c", "-o", object] + linking.filter { $0 == "-fPIE" },
            ["clang"] + linking.filter { $0 != "-fPIE" } + [object, "-o", "program"],
        ] {
            let made = try await Child(words, environment: desk.environment([:]), folder: desk.project, input: "").end()
            try #require(made.status == 0, "\(made)")
        }
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "scripts/check-hardening").path
        return try await desk.runOther(script, "./program")
    }

    @Test func aHardenedProgramPasses() async throws {
        #expect(try await check(try Desk(), linked: Self.hard) == Ended(0))
    }

    @Test(
        arguments: [
            (["-no-pie", "-Wl,-z,relro,-z,now,-z,noexecstack"], "is not a position-independent executable."),
            (["-fPIE", "-pie", "-Wl,-z,relro,-z,lazy,-z,noexecstack"], "has no full RELRO."),
            (["-fPIE", "-pie", "-Wl,-z,norelro,-z,now,-z,noexecstack"], "has no full RELRO."),
            (["-fPIE", "-pie", "-Wl,-z,relro,-z,now,-z,execstack"], "has an executable stack."),
        ])
    func aProgramThatLacksSomethingIsRefused(_ linking: [String], _ fault: String) async throws {
        let ended = try await check(try Desk(), linked: linking)
        #expect(ended == Ended(1, errors: "check-hardening: ./program \(fault)\n"))
    }

    @Test func codeWithoutAStackProtectorIsRefused() async throws {
        let ended = try await check(try Desk(), linked: Self.hard, compiled: ["-fno-stack-protector"])
        #expect(ended.status == 1)
        #expect(
            ended.errors
                == "check-hardening: ./program is linked with ./CGumbo.build/CGumbo.c.o, which has no stack protector.\n"
        )
    }
}
