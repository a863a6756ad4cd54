import Testing

/// The program's exchanges match the MyWork application's documentation, except for the listed differences.
@Suite struct DocumentedExchangeTests {
    @Test func exchangesMatchDocumentation() async throws {
        let workspace = try Workspace()
        let sandbox = try await ServedSandbox(workspace)
        let port = try #require(sandbox.address.split(separator: ":").last.flatMap { Int($0) })
        let wire = RecordingProxy(port: port)
        let script = """
            login
            task
            task comment d7296d02c0a801670085e737da016e70 "Hello, world!"

            """
        let run = try await workspace.start(
            [
                "--instance", wire.address, "--user", "john.doe", "--allow-writes", wire.name, "--tape", "seed", "run",
                "-",
            ], input: script, variables: ["SNOWDECK_PASSWORD": "password"]
        ).end()
        #expect(run.status == 0, "\(run)")
        #expect(
            run.errors == """
                Signed in to \(wire.name) as John Doe (john.doe).
                3 open tasks in all.
                Work note added to PRB0000011.
                `undo` cannot remove the entry in work_notes: journal entries are permanent.

                """)

        let requests = try WireMessage.all(in: wire.sent), answers = try WireMessage.all(in: wire.answered)
        try #require(requests.count == 3 && answers.count == 3)
        var found: [String] = []
        for (index, seed) in DocumentedExchange.all.enumerated() {
            let request = documented(requests[index], wire), answer = documented(answers[index], wire)
            found += WireDifferences.between(seed.request, request).map { "\(seed.name) > \($0)" }
            found += WireDifferences.between(seed.answer, answer).map { "\(seed.name) < \($0)" }
        }
        let known = KnownDifference.all.flatMap(\.lines)
        #expect(found.filter { !known.contains($0) } == [], "not explained")
        #expect(known.filter { !found.contains($0) } == [], "explained, and not there")

        #expect(
            try await workspace.run("replay", "sessions/seed.cassette", "--check")
                == ProcessResult(0, "sessions/seed.cassette: 3 commands, all as recorded.\n"))
        #expect(try WireMessage.all(in: wire.sent).count == 3, "a replay asks nobody")
        _ = await sandbox.end()
    }

    /// A message with the documentation's host name.
    private func documented(_ message: WireMessage, _ wire: RecordingProxy) -> WireMessage {
        let name = "myinstance.service-now.com"
        return message.replacing(wire.address, with: "https://" + name).replacing(wire.name, with: name)
    }
}
