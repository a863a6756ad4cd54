import Foundation
import Testing

/// How the process was started: without /proc, and without some of its standard streams.
@Suite struct ProcessEdgeTests {
    private func shell(_ desk: Desk, _ line: String, through wrapper: [String] = [], input: String = "") async throws
        -> Ended
    {
        let words = wrapper + ["sh", "-c", line, Desk.program]
        return try await Child(words, environment: desk.environment([:]), folder: desk.project, input: input).end()
    }

    @Test func argumentsAreReadWithoutProc() async throws {
        let desk = try Desk()
        _ = try await desk.record("table count incident\n", onto: "loop")
        let wrapper = try await HostRights.mounting(desk)
        let emptied = "mount -t tmpfs none /proc && "
        // A replay stays one: without its arguments the program would run standard input, live.
        let replayed = try await shell(
            desk, emptied + "exec \"$0\" replay sessions/loop.cassette --check", through: wrapper,
            input: "table count problem\n")
        #expect(replayed == Ended(0, "sessions/loop.cassette: 1 command, all as recorded.\n"))
        let counted = try await shell(
            desk, emptied + "exec \"$0\" --format csv table count 'incident' -q 'short_description=a b^active=true'",
            through: wrapper)
        #expect(counted == Ended(0, "count\n0\n"))
    }

    @Test func aClosedStreamTakesNoOthersPlace() async throws {
        let desk = try Desk()
        for (closing, shown) in [
            ("<&-", "440\n"), ("2>&-", "440\n"), (">&-", ""), ("<&- >&- 2>&-", ""), ("<&- 2>&-", "440\n"),
        ] {
            let name = "closed\(closing.count)"
            let ended = try await shell(
                desk, "exec \"$0\" --tape \(name) table count incident \(closing)", input: "table count problem\n")
            #expect(ended == Ended(0, shown), "\(closing)")
            #expect(try desk.integrity(of: desk.tape(name)) == "ok", "\(closing)")
            let checked = try await desk.run("replay", "sessions/\(name).cassette", "--check")
            #expect(checked.status == 0, "\(closing): \(checked)")
            try FileManager.default.removeItem(atPath: desk.path("sessions"))
        }
    }

    @Test func aScriptOnAClosedInputIsEmpty() async throws {
        let desk = try Desk()
        #expect(try await shell(desk, "exec \"$0\" <&-", input: "table count problem\n") == Ended(0, ""))
        #expect(try await shell(desk, "exec \"$0\" nosuch 2>&-") == Ended(2, ""))
        // A closed descriptor gives no secret, even when its number is in use again.
        let ended = try await shell(
            desk, "exec \"$0\" --instance http://127.0.0.1:9 --user jane --from fd:0 table count incident <&-")
        #expect(
            ended.firstError
                == "error: fd:0, which was to give the password of jane, was not open when Snowdeck started.")
    }
}
