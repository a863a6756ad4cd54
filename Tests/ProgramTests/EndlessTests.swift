import Foundation
import Glibc
import Testing

/// What would take forever is refused, or ended by Ctrl-C.
@Suite struct EndlessTests {
    /// Less memory than a replay without an end wants, and more than the program needs.
    private static let bounded = ["prlimit", "--data=3000000000", "--cpu=120"]

    @Test(
        arguments: [
            (["replay", "sessions/tape.cassette"], 5), (["replay", "sessions/tape.cassette", "--check"], 5),
            (["replay", "sessions/tape.cassette", "--cast", "x.cast"], 5),
            (["--tape", "tape", "--mode", "replay", "recipe", "save", "x", "--plan"], 0),
        ] as [([String], Int32)])
    func aTapeThatReplaysItselfEnds(_ words: [String], _ status: Int32) async throws {
        let desk = try Desk()
        try await desk.record("table count incident\n", onto: "tape")
        try desk.edit("tape", "UPDATE command SET line='recipe save x'")
        let ended = try await desk.start(words, input: "", through: Self.bounded).end()
        #expect(ended.status == status, "\(ended)")
    }

    @Test func anythingButAFileIsRefusedAsARecipe() async throws {
        let desk = try Desk()
        try desk.write("", to: "recipes/folder.recipe.md/file")
        #expect(mkfifo(desk.path("recipes/pipe.recipe.md"), 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: desk.path("recipes/zero.recipe.md"), withDestinationPath: "/dev/zero")
        for (name, what) in [("pipe", "a named pipe"), ("zero", "a device"), ("folder", "a folder")] {
            for words in [["run"], ["lint"], ["format"], ["show"], ["accept"]] {
                let ended = try await desk.start(["recipe"] + words + [name], input: "").end()
                #expect(ended.status == 2, "\(words)")
                #expect(ended.firstError == "error: recipes/\(name).recipe.md is \(what), not a regular file.")
            }
            let tested = try await desk.run("recipe", "test", name)
            #expect(tested.status == 5)
            #expect(tested.output.contains("recipes/\(name).recipe.md is \(what), not a regular file."), "\(tested)")
        }
        #expect(try await desk.run("recipe", "list").status == 0)
    }

    @Test func anythingButAFileIsRefusedAsATape() async throws {
        let desk = try Desk()
        try desk.write("", to: "sessions/mine.txt")
        #expect(mkfifo(desk.path("sessions/pipe.cassette"), 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: desk.path("sessions/zero.cassette"), withDestinationPath: "/dev/zero")
        for name in ["pipe", "zero"] {
            for words in [
                ["replay", "sessions/\(name).cassette"], ["replay", "sessions/\(name).cassette", "--check"],
                ["dump", name], ["serve", "replay", name], ["tape", "audit", name],
                ["--tape", name, "--mode", "replay", "table", "count", "incident"],
                ["--tape", name, "table", "count", "incident"],
            ] {
                let ended = try await desk.start(words, input: "").end()
                #expect(ended.status == 5, "\(words) \(ended)")
                #expect(
                    ended.firstError
                        == "error: 'sessions/\(name).cassette' is not a regular file; a cassette is one.", "\(words)")
            }
        }
    }

    @Test(arguments: ["", "^ORDERBYnumber"])
    func aPageThatComesAgainAndAgainEndsAList(_ order: String) async throws {
        let rows = (0..<1000).map { number in
            let digits = String(number, radix: 16)
            let sysID = String(repeating: "0", count: 32 - digits.count) + digits
            return "{\"sys_id\":\"\(sysID)\",\"number\":\"INC\(number)\"}"
        }
        let body = "{\"result\":[\(rows.joined(separator: ","))]}"
        let answer = FarInstance.answer("200 OK", ["X-Total-Count: 2250000"], body: body)
        let instance = FarInstance { _ in answer }
        let desk = try Desk()
        let ended = try await desk.start(
            instance.flags + ["table", "list", "incident", "-q", "active=true" + order, "-f", "number", "--all"],
            input: "", variables: ["SNOWDECK_PASSWORD": "x"], through: Self.bounded
        ).end()
        #expect(ended.status == 3)
        #expect(ended.output.split(separator: "\n").count == 1001)
        #expect(
            ended.errors == """
                error: The instance sent the same records again for another page.
                note: The list ended after 1000 of 2250000 records, which are shown.
                hint: tape show

                """)
    }

    /// Opening a pipe that nobody reads from waits in the system, where no cancellation is heard.
    @Test func ctrlCEndsACommandThatDoesNotListen() async throws {
        let desk = try Desk()
        #expect(mkfifo(desk.path("pipe"), 0o600) == 0)
        let child = try desk.start([], input: "table count problem\ntable count incident > pipe\n")
        #expect(await child.wrote { output, _ in !output.isEmpty })
        for _ in 0..<1000 where !child.soFar.errors.contains("again") && child.soFar.status == -1 {
            child.send(SIGINT)
            try await Task.sleep(for: .milliseconds(20))
        }
        child.send(SIGINT)
        guard await child.wrote({ _, errors in errors.contains("again") }) else {
            Issue.record("\(child.soFar)")
            return
        }
        let ended = await child.end()
        #expect(ended.status == 130)
        #expect(ended.errors == "\nPress Ctrl-C again to end Snowdeck at once.\n")
    }
}
