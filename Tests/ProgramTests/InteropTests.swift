import Foundation
import TestSupport
import Testing

/// Tapes that other programs' files become, and files that those programs replay.
struct InteropTests {
    private let scripts = Workspace.root.appending(path: "Tests/ProgramTests/ThirdParty")

    @Test(arguments: ["yaml", "json"])
    func vcrpyReplaysWhatItRecorded(serializer: String) async throws {
        let workspace = try Workspace()
        let (python, script) = (try Workspace.python(), scripts.appending(path: "requests_session.py").path)
        let sandbox = try await ServedProgram(workspace, "sandbox")
        let recorded = try await workspace.runOther(
            python, script, "record", "made." + serializer, serializer, sandbox.address)
        #expect(recorded.status == 0 && recorded.output.hasPrefix("200 ["), "\(recorded)")
        _ = await sandbox.end()
        let imported = try await workspace.run("tape", "import", "made." + serializer, "made")
        #expect(imported.status == 0 && imported.errors.contains("Secrets replaced by placeholders: "), "\(imported)")
        let exported = try await workspace.run("tape", "export", "again." + serializer, "made", "--to", "vcrpy")
        #expect(exported.status == 0 && exported.errors.contains("Times left out: "), "\(exported)")
        let text = try workspace.text(of: "again." + serializer)
        #expect(!text.contains("YWRtaW46YWRtaW4") && text.contains("REDACTED-"))
        let replayed = try await workspace.runOther(
            python, script, "replay", "again." + serializer, serializer, sandbox.address)
        #expect(replayed.output == recorded.output && replayed.errors == "True\n", "\(replayed)")
    }

    /// mitmproxy writes HAR itself or, from a file of flows, later.
    @Test func mitmproxyReplaysWhatItRecorded() async throws {
        let workspace = try Workspace()
        let (python, script) = (try Workspace.python(), scripts.appending(path: "requests_session.py").path)
        let sandbox = try await ServedProgram(workspace, "sandbox")
        func session(through proxy: Mitmdump) async throws -> ProcessResult {
            try await workspace.runOther(
                [python, script, "proxied", sandbox.address], variables: ["HTTP_PROXY": proxy.address])
        }
        let recording = try await Mitmdump(workspace, ["--set", "hardump=har.har", "-w", "made.flows"])
        let recorded = try await session(through: recording)
        #expect(recorded.status == 0 && recorded.output.hasPrefix("200 ["), "\(recorded)")
        #expect(recorded.output.hasSuffix("\n201 256\nTrue\n"), "\(recorded)")
        await recording.end()
        _ = await sandbox.end()
        let converted = try await workspace.runOther(
            try Mitmdump.program(), "-q", "-n", "-r", "made.flows", "--set", "hardump=flows.har")
        expectEqual(converted.status, 0, "\(converted)")
        for format in ["har", "flows"] {
            let imported = try await workspace.run("tape", "import", format + ".har", format)
            #expect(imported.status == 0 && imported.output.hasSuffix("requests  5\n"), "\(imported)")
            #expect(!imported.errors.contains("Request bodies of another size"), "\(imported)")
            let exported = try await workspace.run("tape", "export", "again-\(format).har", format)
            expectEqual(exported.status, 0, "\(exported)")
            #expect(
                exported.errors.contains("Binary request bodies, written as Latin-1 text: 1 entry: request 4."),
                "\(exported)")
            let text = try workspace.text(of: "again-\(format).har")
            #expect(!text.contains("YWRtaW46YWRtaW4") && text.contains("REDACTED-"))
        }
        let replaying = try await Mitmdump(
            workspace, ["--server-replay", "again-flows.har", "--set", "server_replay_extra=502"])
        let replayed = try await session(through: replaying)
        expectEqual(replayed, recorded, "\(replayed)")
        await replaying.end()
    }

    @Test func rubyVCRReplaysWhatItRecorded() async throws {
        let workspace = try Workspace()
        let script = scripts.appending(path: "vcr_session.rb").path
        let sandbox = try await ServedProgram(workspace, "sandbox")
        let variables = ["LANG": "C.UTF-8"]
        let recorded = try await workspace.runOther(
            ["ruby", script, "record", ".", "made", sandbox.address], variables: variables)
        #expect(recorded.status == 0 && recorded.output.hasPrefix("200\n["), "\(recorded)")
        _ = await sandbox.end()
        let imported = try await workspace.run("tape", "import", "made.yml")
        expectEqual(imported.status, 0, "\(imported)")
        let exported = try await workspace.run("tape", "export", "again.yml", "made", "--to", "vcr")
        #expect(exported.status == 0 && exported.errors.contains("Durations left out: 3 requests."), "\(exported)")
        let replayed = try await workspace.runOther(
            ["ruby", script, "replay", ".", "again", sandbox.address], variables: variables)
        #expect(replayed.status == 0 && replayed.output == recorded.output, "\(replayed)")
    }

    /// A shell passes exactly the recorded texts to curl, and runs nothing in them.
    @Test func exportedCommandLinesAreSafeToPaste() async throws {
        let workspace = try Workspace()
        let texts = [
            "it's \"$HOME\" `touch owned` $(touch owned) \\ ! é😀", "a\nb\tc\u{1B}[31m", "'; touch owned; '", "-x",
            "@file", "",
        ]
        let bodies = texts.map { text in
            let escaped = text.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            return "curl https://a.example/x -H 'Content-Type: text/plain' --data-raw $'\(escaped.joined())'"
        }
        try workspace.write(
            bodies.joined(separator: "\n")
                + "\ncurl https://a.example/y -u jane:hunter22 -b 'JSESSIONID=0123456789abcdef'\n",
            to: "copied.txt")
        try await expectEqual(workspace.run("tape", "import", "copied.txt", "copied").status, 0)
        try await expectEqual(workspace.run("tape", "export", "out.sh", "copied").status, 0)
        #expect(!(try workspace.text(of: "out.sh").contains("hunter22")))
        let shown = try await workspace.runOther(
            [
                "bash", "-c",
                "NOW_USER=jane NOW_PASSWORD='p w' NOW_COOKIE_1=c; curl() { printf '%s\\0' \"$@\"; printf '\\n'; }; . ./out.sh",
            ], variables: ["LANG": "C.UTF-8"])
        let expected = texts.map { text in
            ["https://a.example/x", "--header", "Content-Type: text/plain", "--data-raw", text]
        }
        let last = ["https://a.example/y", "--header", "Cookie: JSESSIONID=c", "--user", "jane:p w"]
        let lines = (expected + [last]).map { $0.map { $0 + "\0" }.joined() + "\n" }
        expectEqual(shown, ProcessResult(0, lines.joined()))
        #expect(!FileManager.default.fileExists(atPath: workspace.path("owned")))
    }

    @Test func exportDoesNotReplaceATape() async throws {
        let workspace = try Workspace()
        try await workspace.record("table count incident\n", onto: "tape")
        let ended = try await workspace.run(
            "tape", "export", "sessions/tape.cassette", "tape", "--to", "har", "--replace")
        #expect(ended.status == 3 && ended.errors.contains("is a tape; name another file."), "\(ended)")
        try await workspace.expectReplay(of: "tape", commands: 1)
    }
}
