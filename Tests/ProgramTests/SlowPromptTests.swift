import Foundation
import TestSupport
import Testing

/// The prompt with an instance that takes long to answer, and the keys and times of a line.
struct SlowPromptTests {
    private func session(_ instance: RawInstance, columns: Int = 100) throws -> PromptSession {
        try PromptSession(Workspace(), instance.flags, columns: columns, variables: ["SNOWDECK_PASSWORD": "x"])
    }

    @Test func aTablesNameAsTheFirstLineShowsThatItWaitsAndCanBeStopped() async throws {
        let instance = RawInstance.silent()
        let session = try session(instance)
        let prompt = "\(instance.name)>"
        await session.prompted(prompt)
        session.type("incident -n 2\r")
        await session.shows("waiting for 127.0.0.1: GET /api/now/table/sys_db_object; Ctrl-C stops")
        session.type("\u{3}")
        await session.shows("Interrupted: the request was cancelled.\n\(prompt) ‸")
        await session.leave()
    }

    @Test func aTablesNameSignsInLikeAList() async throws {
        let instance = RawInstance(passwordOfJane: "secret")
        let session = try PromptSession(Workspace(), instance.flags, columns: 100)
        await session.prompted("\(instance.name)>")
        session.type("incident -n 1 -f number\r")
        await session.shows("→ table list incident -n 1 -f number\nPassword of jane at \(instance.name): ‸")
        await session.answer("secret\r")
        await session.shows("number\nINC1")
        await session.leave()
    }

    @Test func tabShowsThatItWaits() async throws {
        let instance = RawInstance.silent()
        let session = try session(instance)
        await session.prompted("\(instance.name)>")
        session.type("table list inc\t")
        await session.shows("\(instance.name)> table list inc‸\nwaiting for \(instance.name); Ctrl-C stops")
        // Ctrl-C stops only the request; keys typed before it are kept.
        session.type("id\u{3}")
        _ = await session.screen.wait { $0.text.hasSuffix("\(instance.name)> table list incid‸") }
        session.type("\u{3}")
        await session.prompted("\(instance.name)>")
        await session.leave()
    }

    @Test func readingInThePagerIsNotTheCommandsTime() async throws {
        let workspace = try Workspace()
        let session = try PromptSession(workspace, ["--tape", "tall"], columns: 100, rows: 12)
        await session.prompted()
        let begun = ContinuousClock.now
        session.type("table list incident -f number -n 30\r")
        await session.shows("INC0010010\n:‸")
        try await Task.sleep(for: .seconds(2))
        session.type("q")
        await session.prompted()
        let whole = begun.duration(to: .now) / .milliseconds(1)
        session.type("history list -n 2 --format csv\r")
        let shown = await session.shows(",history list -n 2 --format csv\nsandbox> ‸")
        let line = try #require(
            shown.split(separator: "\n").last { $0.hasSuffix(",table list incident -f number -n 30") })
        let milliseconds = try #require(Double(line.split(separator: ",", omittingEmptySubsequences: false)[4]))
        #expect(milliseconds <= whole - 1900, "\(line)")
        await session.leave()
    }

    @Test(arguments: [false, true]) func keysOfEditrc(_ isNamed: Bool) async throws {
        let workspace = try Workspace()
        let file = workspace.home + (isNamed ? "/keys" : "/.editrc")
        try #"snowdeck:bind "^G" snowdeck-complete"#.write(toFile: file, atomically: true, encoding: .utf8)
        let session = try PromptSession(workspace, variables: isNamed ? ["EDITRC": file] : [:])
        await session.prompted()
        session.type("table count change_re\u{7}")
        await session.shows("table count change_request ‸")
        session.type("\u{3}")
        await session.prompted()
        await session.leave()
    }
}
