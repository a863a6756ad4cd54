import Foundation
import Testing

/// Bodies above 16 MB through a recording proxy. For cut connections and limits see StreamingTests in LiveTransportTests.
@Suite struct ServeRecordLargeBodyTests {
    @Test func largeBodiesArePassedOnWithFlatMemory() async throws {
        let workspace = try Workspace()
        try workspace.write("", to: "files/large.bin")
        let made = try await workspace.runOther("truncate", "-s", "100M", "files/large.bin")
        try #require(made.status == 0)
        let script = """
            import hashlib, http.server as h
            class Handler(h.SimpleHTTPRequestHandler):
                def do_PUT(self):
                    digest, left = hashlib.sha256(), int(self.headers["Content-Length"])
                    while left:
                        piece = self.rfile.read(min(left, 1 << 20))
                        digest.update(piece)
                        left -= len(piece)
                    answer = (digest.hexdigest() + "\\n").encode()
                    self.send_response(201)
                    self.send_header("Content-Length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer)
            server = h.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            print(server.server_port, flush=True)
            server.serve_forever()
            """
        let far = try ChildProcess(
            [try Workspace.python(), "-c", script], environment: workspace.environment([:]),
            folder: workspace.path("files"), input: nil, patience: ChildProcess.serverPatience)
        try #require(await far.wrote { output, _ in output.hasSuffix("\n") })
        let recording = try await ServedProgram(
            workspace, "record", "--to", "http://127.0.0.1:\(far.soFar.output.dropLast())", "--tape", "large")
        let address = recording.address, before = try #require(recording.peakMemory)
        let digests = try await workspace.shell(
            "sha256sum <files/large.bin; curl -sS --max-time 600 \(address)/large.bin | sha256sum")
        let lines = digests.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.first == lines.last, "\(digests)")
        let uploaded = try await workspace.shell("curl -sS --max-time 600 -T files/large.bin \(address)/up")
        #expect(uploaded.output == (lines.first?.prefix(64)).map { $0 + "\n" }, "\(uploaded)")
        #expect(try #require(recording.peakMemory) - before < 60_000)
        // A client that leaves in the middle.
        _ = try await workspace.shell("curl -sS \(address)/large.bin | head -c 10000000 >/dev/null")
        #expect(await recording.end().status == 0)
        far.send(SIGTERM)

        let replay = try await ServedProgram(workspace, "replay", "large")
        let missing = try await workspace.runOther(
            "curl", "-sS", try #require(replay.addresses.first) + "/large.bin")
        let digest = try #require(lines.first?.split(separator: " ").first)
        #expect(missing.output.contains("HTTP 200 with 104857600 bytes (SHA-256 \(digest))"), "\(missing)")
        #expect(await replay.end().status == 0)
    }

    /// With its length in advance, and in chunks.
    @Test func largeUploadIsPassedOn() async throws {
        let workspace = try Workspace()
        let made = try await workspace.shell(
            "head -c 20971520 /dev/urandom >large.bin; sha256sum <large.bin | cut -c 1-64")
        let digest = String(made.output.dropLast())
        try #require(digest.utf8.count == 64, "\(made)")
        let sandbox = try await ServedProgram(workspace, "sandbox", "--tls-self-signed", "tls")
        let recording = try await ServedProgram(
            workspace, "record", "--to", sandbox.address, "--cacert", "tls/ca.pem", "--tape", "upload")
        let address = try #require(recording.addresses.first)
        let curl = ["curl", "-sS", "--max-time", "600", "-u", "admin:admin"]
        func identifier(in text: String) throws -> String {
            let expression = try NSRegularExpression(pattern: #""sys_id":"([0-9a-f]{32})""#)
            let match = try #require(expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)))
            return String(text[try #require(Range(match.range(at: 1), in: text))])
        }
        let listed = try await workspace.runOther(
            curl + [address + "/api/now/table/incident?sysparm_limit=1&sysparm_fields=sys_id"])
        let incident = try identifier(in: listed.output)
        let attach = "/api/now/attachment/file?table_name=incident&table_sys_id=\(incident)&file_name=large.bin"
        for framing in [["-H", "X-Framing: length"], ["-H", "Transfer-Encoding: chunked"]] {
            let uploaded = try await workspace.runOther(
                curl + framing + [
                    "-X", "POST", "-H", "Content-Type: application/octet-stream", "-T", "large.bin",
                    address + attach,
                ])
            #expect(uploaded.output.contains(#""size_bytes":"20971520""#), "\(framing) \(uploaded)")
            let attachment = try identifier(in: uploaded.output)
            let downloaded = try await workspace.runOther(
                curl + ["-o", "again.bin", address + "/api/now/attachment/\(attachment)/file"])
            #expect(downloaded == ProcessResult(0))
            let same = try await workspace.runOther("cmp", "large.bin", "again.bin")
            #expect(same == ProcessResult(0))
        }
        #expect(await recording.end().errors.contains("\nRecorded 5 exchanges on sessions/upload.cassette.\n"))
        _ = await sandbox.end()
        let dump = try await workspace.run("dump", "upload")
        let note = "length=20971520, sha256=\(digest)"
        #expect(dump.output.split(separator: "\n").filter { $0.contains(note) }.count == 2, "\(dump)")
        #expect(try workspace.bytes(of: "sessions/upload.cassette").count < 1 << 20)
        let exported = try await workspace.run("tape", "export", "upload.har", "upload")
        let loss = "Request bodies too large for the tape, written as a note: 2 entries: exchange 2, exchange 4."
        #expect(exported.errors.contains(loss), "\(exported)")
    }
}
