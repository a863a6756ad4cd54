import Foundation
import TestSupport
import Testing

/// curl recorded in front of the sandbox over TLS, and replayed. For headers, guards and
/// the journal see RecordingProxyTests in TapeDeckTests.
struct ServeRecordTests {
    private static let list = "/api/now/table/incident?sysparm_limit=2&sysparm_fields=number"
    private static let create = "/api/now/table/incident?sysparm_fields=short_description"

    /// A list, a change, a token, and a list with that token; as bodies, with the secrets that were sent and received.
    private func visit(
        _ workspace: Workspace, _ address: String
    ) async throws -> (bodies: [String], secrets: [String]) {
        let curl = ["curl", "-sS", "--max-time", "300"]
        let json = ["-H", "Content-Type: application/json"]
        func body(_ words: [String]) async throws -> String {
            let ended = try await workspace.runOther(curl + words)
            expectEqual(ended.errors, "")
            return ended.output
        }
        let head = try await body(["-u", "admin:admin", "-D", "-", "-o", "/dev/null", address + Self.list])
        let listed = try await body(["-u", "admin:admin", address + Self.list])
        let created = try await body(
            json + ["-u", "admin:admin", "-d", #"{"short_description":"Recorded by curl"}"#, address + Self.create])
        let token = try await body([
            "-d", "grant_type=password&client_id=snowdeck&client_secret=snowdeck-client-secret", "-d",
            "username=abel.tuter&password=password", address + "/oauth_token.do",
        ])
        #expect(token.contains("\"access_token\":\""), "\(token)")
        let secrets = [
            #"(?i)set-cookie: [^=\r\n]+=([^;\r\n]{16,})"#, #""access_token":"([^"]+)"#, #""refresh_token":"([^"]+)"#,
        ].flatMap { pattern -> [String] in
            guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
            let text = head + token
            return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
                Range(match.range(at: 1), in: text).map { String(text[$0]) }
            }
        }
        return ([listed, created], secrets + ["snowdeck-client-secret", "admin:admin"])
    }

    private func expectNoSecrets(_ secrets: [String], on tape: String, in workspace: Workspace) throws {
        #expect(secrets.count >= 5, "\(secrets.count)")
        let files = try workspace.everything().filter { $0.key.contains(tape + ".cassette") }
        #expect(!files.isEmpty)
        for (name, bytes) in files {
            for secret in secrets {
                expectEqual(SecretEncodings("a secret", secret).found(in: bytes, of: name), [])
            }
        }
    }

    @Test func whatIsRecordedReplays() async throws {
        let workspace = try Workspace()
        let sandbox = try await ServedProgram(workspace, "sandbox", "--tls-self-signed", "tls")
        let recording = try await ServedProgram(
            workspace, "record", "--to", sandbox.address, "--cacert", "tls/ca.pem", "--tape", "triage", "--control",
            "0")
        try #require(recording.addresses.count == 2)
        let (recorded, secrets) = try await visit(workspace, recording.addresses[0])
        #expect(recorded[0].hasPrefix(#"{"result":[{"number":"INC"#))
        expectEqual(recorded[1], #"{"result":{"short_description":"Recorded by curl"}}"#)
        let located = try await workspace.runOther(
            "curl", "-sS", "-o", "/dev/null", "-w", "%{http_code} %{redirect_url}", recording.addresses[0] + "/")
        #expect(located.output.hasPrefix("302 \(recording.addresses[0])/"), "\(located)")
        let status = try await workspace.runOther("curl", "-sS", recording.addresses[1] + "/status")
        #expect(status.output.contains("\"recorded\": 5"), "\(status)")
        let ended = await recording.end()
        expectEqual(ended.status, 0)
        #expect(
            ended.errors.hasSuffix(
                "\nRecorded 5 requests on sessions/triage.cassette.\n"
                    + "hint: snowdeck serve replay sessions/triage.cassette\n"), "\(ended)")
        _ = await sandbox.end()
        try expectNoSecrets(secrets, on: "triage", in: workspace)

        // The line of the README for continuous integration, in a folder with every kind of tape.
        try await expectEqual(workspace.run("tape", "export", "out.har", "triage").status, 0)
        try await expectEqual(workspace.run("tape", "import", "out.har", "imported").status, 0)
        try await expectEqual(workspace.run("--tape", "lines", "table", "count", "incident").status, 0)
        _ = try await ServedProgram(workspace, "record", "--to", "sandbox", "--tape", "unused").end()
        try await expectEqual(
            workspace.run("replay", "sessions", "--check"),
            ProcessResult(
                0,
                """
                sessions/imported.cassette: 4 requests, all as recorded.
                sessions/lines.cassette: 1 command, all as recorded.
                sessions/triage.cassette: 4 requests, all as recorded.
                sessions/unused.cassette: nothing was compared, because no command is recorded.

                """))

        let replay = try await ServedProgram(workspace, "replay", "triage")
        let (replayed, _) = try await visit(workspace, replay.addresses[0])
        expectEqual(replayed, recorded)
        await expectEqual(replay.end().status, 0)
    }

    /// Concurrent exchanges are committed together, and still before their responses are returned.
    @Test func killedProxyHasRecordedWhatItAnswered() async throws {
        let workspace = try Workspace()
        let sandbox = try await ServedProgram(workspace, "sandbox")
        let recording = try await ServedProgram(workspace, "record", "--to", sandbox.address, "--tape", "killed")
        let address = try #require(recording.addresses.first)
        // curl writes its output in blocks, so the first arrives after some hundred responses.
        let curl = try ChildProcess(
            [
                "curl", "-s", "--parallel", "--parallel-max", "16", "--max-time", "300", "-u", "admin:admin", "-o",
                "/dev/null", "-w", "%{http_code}\\n",
                address + "/api/now/table/incident?sysparm_limit=1&sysparm_offset=[1-4000]",
            ], environment: workspace.environment([:]), folder: workspace.project, input: "")
        #expect(await curl.wrote { output, _ in output.hasPrefix("200\n") })
        _ = await recording.end(SIGKILL)
        let answered = await curl.end().output.split(separator: "\n").count { $0 == "200" }
        _ = await sandbox.end()
        let count = """
            import sqlite3, sys
            tape = sqlite3.connect(sys.argv[1])
            print(tape.execute("PRAGMA integrity_check").fetchone()[0],
                  tape.execute("SELECT count(*) FROM outcome WHERE status=200").fetchone()[0])
            """
        let read = try await workspace.runOther(
            try Workspace.python(), "-c", count, workspace.project + "/sessions/killed.cassette")
        let words = read.output.split(whereSeparator: \.isWhitespace)
        expectEqual(words.first, "ok", "\(read)")
        let recorded = try #require(words.last.flatMap { Int($0) })
        #expect(answered > 0 && recorded >= answered, "\(answered) answered, \(recorded) recorded")
        let listed = try await workspace.run("tape", "show", "killed")
        expectEqual(listed.status, 0, "\(listed.errors)")
    }

    @Test func argumentsAreChecked() async throws {
        let workspace = try Workspace()
        for (arguments, message) in [
            ([], "serve record needs --to."),
            (["--to", "dev1", "--to", "dev2"], "--to is given twice."),
            (["--to", "dev1", "--allow-writes", "dev2"], "--allow-writes names dev2, and --to names dev1."),
            (
                ["--to", "http://dev1.example"],
                "dev1.example must be reached over https: http would expose its credentials."
            ),
        ] as [([String], String)] {
            let ended = try await workspace.run(["serve", "record"] + arguments)
            #expect(ended.status != 0 && ended.output == "")
            expectEqual(ended.firstError, "error: " + message)
        }
    }
}
