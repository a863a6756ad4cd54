import Foundation
import Synchronization
import TestSupport
import Testing

/// Sends a canary of every notation through the real program to an instance that logs every byte, then searches for it
/// everywhere.
struct CanaryProgramTests {
    /// An instance that responds to `/canary/N` with the text of canary N, and logs all bytes received and sent.
    private final class RecordingInstance: Sendable {
        private final class ByteLog: Sendable {
            let bytes = Mutex<[UInt8]>([])
        }

        private let log: ByteLog
        private let server: RawServer
        var address: String { server.address }
        var name: String { "127.0.0.1:\(server.port)" }
        var kept: [UInt8] { log.bytes.withLock { $0 } }

        init() {
            let log = ByteLog()
            self.log = log
            server = RawServer { connection in
                while let request = connection.readRequestBytes() {
                    let answer = Self.answer(to: request)
                    log.bytes.withLock { $0 += request + answer }
                    connection.write(answer)
                }
            }
        }

        private static func answer(to request: [UInt8]) -> [UInt8] {
            let line = String(decoding: request.prefix { $0 != 13 }, as: UTF8.self)
            var reason = "OK", head: [String] = [], type = "application/json", body = Array("{}".utf8)
            if let start = line.firstRange(of: "/canary/"), line.hasPrefix("GET"),
                let number = Int(line[start.upperBound...].prefix(while: \.isNumber))
            {
                let canary = SecretCanaries.all[number]
                if canary.place == .answerBody { (type, body) = (canary.context, canary.text) }
                if canary.place == .reason { reason = String(decoding: canary.text, as: UTF8.self) }
                if canary.place == .answerHeader {
                    head.append("\(canary.context): \(String(decoding: canary.text, as: UTF8.self))")
                }
            }
            head =
                ["HTTP/1.1 200 \(reason)"] + head + ["Content-Type: \(type)", "Content-Length: \(body.count)", "", ""]
            return Array(head.joined(separator: "\r\n").utf8) + body
        }
    }

    /// One canary of each notation, in turn with a short and with a long secret. TapeDeckTests redact both.
    private static let chosen: [Int] = {
        let notations = Dictionary(grouping: SecretCanaries.all.indices) { number in
            let canary = SecretCanaries.all[number]
            return "\(canary.place) \(canary.shape) \(canary.encoding)"
        }
        return notations.values.map { $0[$0[0] / 2 % $0.count] }.sorted()
    }()

    /// The line that sends a canary; nil for a header that a line may not set.
    private static func line(of number: Int, _ canary: SecretCanary, file: String) -> String? {
        let text = String(decoding: canary.text, as: UTF8.self)
        switch canary.place {
        case .requestBody, .input: return "rest POST /canary --type '\(canary.context)' --body @\(file)"
        case .answerBody: return "rest GET /canary/\(number)"
        case .answerHeader, .reason: return "rest GET /canary/\(number) -i"
        case .path: return "rest GET '\(text)'"
        case .query: return "rest GET '/canary?\(text)'"
        case .requestHeader:
            return ["X-Foo", "Referer"].contains(canary.context)
                ? "rest GET /canary -H '\(canary.context): \(text)'" : nil
        case .line, .pasted, .alias: return canary.context + " " + text
        case .pipeline: return "rest GET /canary | " + text
        }
    }

    /// Programs with the names used in pipelines, and ones that Snowdeck starts itself, in two logs. Each logs its
    /// arguments and a variable of its environment.
    private static func programs(in folder: String) throws -> (given: String, own: String) {
        let bin = folder + "/bin", logs = (given: folder + "/given.log", own: folder + "/own.log")
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        let given = [
            "aws", "curl", "docker", "git", "http", "jq", "keytool", "kubectl", "ldapsearch", "mysql", "npm", "openssl",
            "psql", "redis-cli", "sqlcmd", "sshpass", "sudo",
        ]
        for name in given + ["chromium", "less", "secret-tool", "xdg-open"] {
            let log = given.contains(name) ? logs.given : logs.own
            let text = "#!/bin/sh\necho \"$0 $* $PGPASSWORD\" >>'\(log)'\nexec /bin/cat >/dev/null\n"
            try Data(text.utf8).write(to: URL(filePath: bin + "/" + name))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bin + "/" + name)
        }
        for log in [logs.given, logs.own] { try Data().write(to: URL(filePath: log)) }
        return logs
    }

    @Test func everyCanaryIsSentAndNotStored() async throws {
        let workspace = try Workspace(), instance = RecordingInstance()
        // The user's own files may contain secrets.
        let outside = workspace.folder + "/outside"
        let logs = try Self.programs(in: outside)
        var script: [String] = [], sent: [SecretCanary] = []
        for number in Self.chosen {
            let canary = SecretCanaries.all[number]
            let file = "../outside/\(number).bin"
            guard let line = Self.line(of: number, canary, file: file) else { continue }
            try Data(canary.text).write(to: URL(filePath: workspace.path(file)))
            // Aliases are the prompt's.
            if canary.place != .alias { script.append(line) }
            sent.append(canary)
        }
        #expect(Set(sent.map { "\($0.place) \($0.shape) \($0.encoding)" }).count >= 600)
        let flags = ["--instance", instance.address, "--user", "jane", "--allow-writes", instance.name]
        let variables = [
            "SNOWDECK_PASSWORD": "an0therPassw0rd", "PATH": outside + "/bin:/usr/bin:/bin",
            "TMPDIR": workspace.folder + "/project",
        ]
        let child = try workspace.start(
            flags + ["--tape", "canaries", "run", "--keep-going", "-"], input: nil, variables: variables)
        child.type(script.joined(separator: "\n") + "\nrecipe save canaries\ntape status\n")
        #expect(await child.wrote { output, _ in output.contains("requests") })
        let during = try workspace.everything()
        #expect(during.keys.contains("project/sessions/canaries.cassette-wal"))
        child.endInput()
        let recorded = await child.end()

        // Lines typed at a prompt are also in the history.
        let typed = Self.chosen.filter {
            [.line, .pipeline, .pasted, .alias].contains(SecretCanaries.all[$0].place)
                && !SecretCanaries.all[$0].text.contains(10)
        }
        let lines = typed.compactMap { Self.line(of: $0, SecretCanaries.all[$0], file: "") }
        let prompt = try PromptSession(workspace, flags + ["--tape", "typed"], columns: 200, variables: variables)
        _ = await prompt.screen.wait { $0.text.contains(">") }
        for line in lines { prompt.screen.type(line + "\r") }
        prompt.screen.type("tape status\r")
        _ = await prompt.screen.wait { $0.text.contains("requests") }
        let history = try workspace.everything()
        prompt.screen.type("quit\r")
        await expectEqual(prompt.end(), 0)

        let own = { (file: (key: String, value: [UInt8])) in !file.key.hasPrefix("outside/") }
        var places = during.filter(own).map { ("while recording, \($0.key)", $0.value) }
        places += history.filter(own).map { ("at the prompt, \($0.key)", $0.value) }
        places += [("the screen", recorded.outputBytes), ("errors", recorded.errorBytes)]
        for words in [
            ["tape", "dump", "canaries"], ["tape", "dump", "typed"], ["tape", "audit", "canaries"],
            ["tape", "audit", "typed"],
            ["tape", "export", "canaries.har", "canaries"], ["tape", "export", "canaries", "--html", "canaries.html"],
            ["tape", "list"], ["replay", "canaries", "--check"],
            ["replay", "canaries", "--cast", "canaries.cast"],
        ] {
            let run = try await workspace.run(words)
            expectEqual(run.status, 0, "\(words): \(run.errors.prefix(2000))")
            places += [("\(words), output", run.outputBytes), ("\(words), errors", run.errorBytes)]
        }
        let rest = try workspace.everything()
        for name in ["canaries.har", "canaries.html", "canaries.cast", "recipes/canaries.recipe.md"] {
            #expect(rest.keys.contains("project/" + name))
        }
        for name in ["history.sqlite", "tapes.sqlite"] { #expect(rest.keys.contains { $0.hasSuffix(name) }, "\(name)") }
        places += rest.filter(own).map { ("at rest, \($0.key)", $0.value) }
        places.append(("arguments of programs", try Array(Data(contentsOf: URL(filePath: logs.own)))))

        // Each was sent: the instance or a started program logged it. None appears anywhere else, in any encoding.
        // What is pasted or refused as an alias is sent nowhere.
        let log = instance.kept + (try Array(Data(contentsOf: URL(filePath: logs.given))))
        let written = Needles(sent.map(\.written)), plain = Needles(sent.map { Array($0.secret.utf8) })
        let logged = written.found(in: log)
        let unsent = sent.indices.filter { !logged.contains($0) && ![.pasted, .alias].contains(sent[$0].place) }
        var found: [String] = []
        for (place, bytes) in places {
            for number in written.found(in: bytes).union(plain.found(in: bytes)).sorted() {
                found.append("\(sent[number]) in \(place)")
            }
        }
        expectEqual(unsent.map { sent[$0].description }, [])
        expectEqual(found, [])
    }
}
