import Foundation
import Glibc
import TestSupport
import Testing

/// Endless input is rejected or ended with Ctrl-C. For tapes that replay themselves see ShellTests/ReplayEndTests.
struct EndlessInputTests {
    /// Less memory than an endless replay uses, and more than the program needs.
    private static let bounded = ["prlimit", "--data=3000000000", "--cpu=120"]

    @Test func selfReplayingTapeEnds() async throws {
        let workspace = try Workspace()
        try await workspace.record("table count incident\n", onto: "tape")
        try workspace.edit("tape", "UPDATE command SET line='recipe save x'")
        let ended = try await workspace.run(["replay", "sessions/tape.cassette", "--check"], through: Self.bounded)
        expectEqual(ended.status, 5, "\(ended)")
    }

    @Test func recipeMustBeARegularFile() async throws {
        let workspace = try Workspace()
        try workspace.write("", to: "recipes/folder.recipe.md/file")
        expectEqual(mkfifo(workspace.path("recipes/pipe.recipe.md"), 0o600), 0)
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("recipes/zero.recipe.md"), withDestinationPath: "/dev/zero")
        var script = "", expected: [String] = []
        for (name, what) in [("pipe", "a named pipe"), ("zero", "a device"), ("folder", "a folder")] {
            for word in ["run", "lint", "format", "show", "accept"] {
                script += "recipe \(word) \(name)\n"
                expected.append("recipes/\(name).recipe.md is \(what), not a regular file.")
            }
        }
        let ended = try await workspace.run("run", "--keep-going", "-", input: script)
        let errors = ended.errors.split(separator: "\n").filter { $0.contains(": error: ") }
        expectEqual(errors.map { String($0.split(separator: ": error: ").last ?? "") }, expected, "\(ended)")
        let tested = try await workspace.run("recipe", "test", "pipe")
        #expect(tested.status == 5 && tested.output.contains(expected[0]), "\(tested)")
        try await expectEqual(workspace.run("recipe", "list").status, 0)
    }

    @Test func tapeMustBeARegularFile() async throws {
        let workspace = try Workspace()
        try workspace.write("", to: "sessions/mine.txt")
        expectEqual(mkfifo(workspace.path("sessions/pipe.cassette"), 0o600), 0)
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("sessions/zero.cassette"), withDestinationPath: "/dev/zero")
        for words in [
            ["replay", "sessions/pipe.cassette"], ["dump", "pipe"], ["serve", "replay", "pipe"],
            ["--tape", "pipe", "--mode", "replay", "table", "count", "incident"],
            ["--tape", "zero", "table", "count", "incident"],
        ] {
            let name = words.contains("zero") ? "zero" : "pipe"
            let ended = try await workspace.run(words)
            expectEqual(ended.status, 5, "\(words) \(ended)")
            let message = "error: 'sessions/\(name).cassette' is not a regular file; a tape is one."
            expectEqual(ended.firstError, message, "\(words)")
        }
    }

    @Test(arguments: ["", "^ORDERBYnumber"])
    func repeatedPageEndsList(_ order: String) async throws {
        let rows = (0..<1000).map { number in
            let digits = String(number, radix: 16)
            let sysID = String(repeating: "0", count: 32 - digits.count) + digits
            return "{\"sys_id\":\"\(sysID)\",\"number\":\"INC\(number)\"}"
        }
        let body = "{\"result\":[\(rows.joined(separator: ","))]}"
        let answer = RawInstance.answer("200 OK", ["X-Total-Count: 2250000"], body: body)
        let instance = RawInstance { _ in answer }
        let ended = try await Workspace().run(
            instance.flags + ["table", "list", "incident", "-q", "active=true" + order, "-f", "number", "--all"],
            variables: ["SNOWDECK_PASSWORD": "x"], through: Self.bounded)
        expectEqual(ended.status, 3)
        expectEqual(ended.output.split(separator: "\n").count, 1001)
        expectEqual(
            ended.errors,
            """
            error: The instance sent the same records again for another page.
            note: Only the first 1000 of 2250000 records are shown.
            hint: tape show

            """)
    }

    /// Opening a pipe without a writer blocks in the kernel, where cancellation has no effect.
    @Test func ctrlCEndsUnresponsiveCommand() async throws {
        let workspace = try Workspace()
        expectEqual(mkfifo(workspace.path("pipe"), 0o600), 0)
        let child = try workspace.start([], input: "table count problem\ntable count incident > pipe\n")
        #expect(await child.wrote { output, _ in !output.isEmpty })
        while !child.soFar.errors.contains("again"), child.soFar.status == -1 {
            child.send(SIGINT)
            try await Task.sleep(for: .milliseconds(20))
        }
        child.send(SIGINT)
        let ended = await child.end()
        expectEqual(ended, ProcessResult(130, ended.output, errors: "\nPress Ctrl-C again to end Snowdeck at once.\n"))
    }
}
