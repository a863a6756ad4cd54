import Testing

/// A tape of a sign-in is played without anything that signed in: no file but the tape, no program, no socket.
@Suite struct SignInReplayTraceTests {
    @Test(arguments: SignInWay.all.filter { $0.isKept || $0.pastes || $0.opened == .password })
    func aReplayReachesOutForNothing(_ way: SignInWay) async throws {
        let desk = try Desk()
        _ = try await SignInVisit(way, try await OddSandbox(desk))
        let alone = try await HostRights.withoutNetwork(desk)
        let tape = "sessions/kept.cassette"
        for words in [["replay", tape], ["replay", tape, "--check"]] {
            let expected = try await desk.start(words, input: "").end()
            #expect(expected.status == 0 || !words.contains("--check"), "\(expected)")
            let (ended, trace) = try await Trace.run(desk, words)
            #expect(ended == expected)
            #expect(trace.network == [])
            #expect(trace.programs.count == 1)
            #expect(trace.changes == [])
            #expect(Set(trace.opened) == [desk.tape("kept")])
            #expect(try await desk.start(words, input: "", through: alone).end() == expected)
        }
    }
}
