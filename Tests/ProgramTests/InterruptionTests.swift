import Foundation
import Glibc
import Testing

/// Commands that Ctrl-C interrupts: a replay ends at the same place.
@Suite struct InterruptionTests {
    @Test func aListOfAllRecordsReplaysToWhereItWasInterrupted() async throws {
        let desk = try Desk()
        let sandbox = try await ServedSandbox(desk, "--rows", "incident=20000")
        for (round, (format, lines)) in [("columns", 1), ("ndjson", 1), ("csv", 1500), ("json", 2500)].enumerated() {
            let name = "round\(round)"
            let child = try desk.start(
                [
                    "--instance", sandbox.address, "--user", "john.doe", "--from", "env:WORD", "--tape", name,
                    "table", "list", "incident", "--all", "-f", "number,short_description", "--format", format,
                ], input: "", variables: ["WORD": "password"])
            // On the thread that collects its output, so that it is in the middle.
            _ = await child.wrote { [id = child.id] output, _ in
                guard output.utf8.count(where: { $0 == 10 }) >= lines else { return false }
                kill(id, SIGINT)
                return true
            }
            let ended = await child.end()
            #expect(ended.status == 130, "\(format): \(ended.errors)")
            #expect(ended.output.utf8.count(where: { $0 == 10 }) < 20000)

            let path = "sessions/\(name).cassette"
            let replayed = try await desk.run("replay", path)
            #expect(replayed.status == 130)
            let shown = replayed.output.drop { $0 != "\n" }.dropFirst()
            #expect(shown == ended.output[...], "\(format): \(shown.utf8.count) bytes of \(ended.output.utf8.count)")
            #expect(
                try await desk.run("replay", path, "--check") == Ended(0, "\(path): 1 command, all as recorded.\n"))
        }
    }
}
