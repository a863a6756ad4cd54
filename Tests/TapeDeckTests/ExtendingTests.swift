import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

/// An extended tape plays what it has, and replays completely.
struct ExtendingTests {
    private let folder = TemporaryFolder()

    /// Runs one command for each list of requests on a deck that extends the tape; returns the responses and counts.
    private func extend(
        _ lines: [(String, [HTTPRequest])], live: [String]
    ) async throws -> (answers: [[String]], counts: ExtendingDeck.Counts, sent: [HTTPRequest]) {
        let recording = Recording(at: folder.tape, live.map { .success(.json($0)) })
        let deck = ExtendingDeck(recording.deck)
        let transport = deck.transport(over: deck.transport, as: { $0.principal }) { _, answer in answer.status < 400 }
        var answers: [[String]] = []
        for (line, requests) in lines {
            _ = try await deck.begin(line)
            var own: [String] = []
            for request in requests { own.append(try await transport.send(request).text) }
            try deck.wrote(Array(own.joined(separator: "\n").utf8), to: .standardOutput)
            try deck.finish(exitStatus: 0)
            answers.append(own)
        }
        try deck.close()
        return (answers, deck.counts, recording.script.requests)
    }

    private func record(_ line: String, _ requests: [HTTPRequest], _ outcomes: [HTTPResponse]) async throws {
        let recording = Recording(at: folder.tape, outcomes.map { .success($0) })
        try await command(on: recording.deck, line, requests)
        try recording.deck.close()
    }

    /// Plays every command of the tape strictly, in order, and returns the responses.
    private func replay(_ lines: [(String, [HTTPRequest])]) async throws -> [[String]] {
        let deck = PlayingDeck(try Cassette.playing(at: folder.tape), isStrict: true)
        var answers: [[String]] = []
        for (line, requests) in lines { answers.append(try await command(on: deck, line, requests)) }
        try deck.close()
        return answers
    }

    @Test func recordedIsPlayedAndRestIsSent() async throws {
        let a = HTTPRequest.get("/a"), b = HTTPRequest.get("/b")
        try await record("first", [a], [.json("1", headers: ["Set-Cookie": "glide=12345678901234567890; Path=/"])])
        let extended = try await extend([("second", [a, b, a])], live: ["2"])
        expectEqual(extended.answers, [["1", "2", "1"]])
        expectEqual(extended.counts, ExtendingDeck.Counts(played: 2, recorded: 1))
        expectEqual(extended.sent.map(\.url.path), ["/b"])
        try await expectEqual(replay([("first", [a]), ("second", [a, b, a])]), [["1"], ["1", "2", "1"]])
        // Played exchanges do not sign in.
        let tape = try Cassette.playing(at: folder.tape)
        guard case .response(let copy)? = try tape.exchange(2)?.outcome else {
            Issue.record("The second session has no answer.")
            return
        }
        expectEqual(copy.headers["Set-Cookie"], nil)
        try expectEqual(tape.exchange(2)?.request.session, 2)
    }

    @Test func missingTapeIsCreated() async throws {
        let extended = try await extend([("first", [.get("/a")])], live: ["1"])
        expectEqual(extended.counts, ExtendingDeck.Counts(played: 0, recorded: 1))
        try await expectEqual(replay([("first", [.get("/a")])]), [["1"]])
    }

    @Test func everythingAfterFirstChangeIsSent() async throws {
        let a = HTTPRequest.get("/a"), write = HTTPRequest.send(.post, "/w", "{}")
        try await record("first", [a], [.json("1")])
        let schema = HTTPRequest.get("/s", purpose: .schema)
        let extended = try await extend([("second", [a, write, a, schema])], live: ["w", "2", "s"])
        expectEqual(extended.answers, [["1", "w", "2", "s"]])
        expectEqual(extended.counts, ExtendingDeck.Counts(played: 1, recorded: 3))
        try await expectEqual(
            replay([("first", [a]), ("second", [a, write, a, schema])]), [["1"], ["1", "w", "2", "s"]])
    }

    @Test func responsesFromBeforeChangeAreNotPlayedAfterIt() async throws {
        let a = HTTPRequest.get("/a"), b = HTTPRequest.get("/b"), write = HTTPRequest.send(.post, "/w", "{}")
        try await record("first", [a, write, b], [.json("1"), .json("w"), .json("b")])
        let extended = try await extend([("second", [b, a])], live: ["2"])
        expectEqual(extended.answers, [["b", "2"]])
        expectEqual(extended.sent.map(\.url.path), ["/a"])
        try await expectEqual(
            replay([("first", [a, write, b]), ("second", [b, a])]), [["1", "w", "b"], ["b", "2"]])
    }

    @Test func otherUserIsRequestedAgain() async throws {
        try await record("first", [.get("/a")], [.json("1")])
        let other = HTTPRequest.get("/a", principal: "abel.tuter")
        let extended = try await extend([("second", [other])], live: ["2"])
        expectEqual(extended.answers, [["2"]])
        try await expectEqual(replay([("first", [.get("/a")]), ("second", [other])]), [["1"], ["2"]])
    }

    @Test func repeatedRequestsPlayInOrderAcrossExtensions() async throws {
        let a = HTTPRequest.get("/a")
        try await record("first", [a, a, a], [.json("x", status: 503), .json("1"), .json("2")])
        for line in ["second", "third"] {
            let extended = try await extend([(line, [a, a, a])], live: [])
            expectEqual(extended.answers, [["1", "2", "2"]])
            expectEqual(extended.counts, ExtendingDeck.Counts(played: 3, recorded: 0))
        }
        let asked = [("first", [a, a, a]), ("second", [a, a, a]), ("third", [a, a, a])]
        try await expectEqual(replay(asked), [["x", "1", "2"], ["1", "2", "2"], ["1", "2", "2"]])
    }

    @Test func errorsAndFailuresAreRequestedAgain() async throws {
        let recording = Recording(
            at: folder.tape, [.success(.json("no", status: 401)), .failure(TransportFailure(.timeout, "Late."))])
        try await recording.command("first", .get("/a"), .get("/b"))
        try recording.deck.close()
        let extended = try await extend([("second", [.get("/a"), .get("/b")])], live: ["1", "2"])
        expectEqual(extended.answers, [["1", "2"]])
    }

    @Test func schemaTrafficPlaysCommandResponses() async throws {
        try await record("first", [.get("/a"), .get("/s", purpose: .schema)], [.json("1"), .json("s")])
        let asked = [HTTPRequest.get("/s", purpose: .schema), .get("/a", purpose: .schema)]
        let extended = try await extend([("second", asked)], live: [])
        expectEqual(extended.answers, [["s", "1"]])
        // Sign-in requests are never played.
        let signIn = HTTPRequest.get("/s", purpose: .signIn)
        try await expectEqual(extend([("third", [signIn])], live: ["new"]).answers, [["new"]])
    }

    @Test func extendingLocksTape() async throws {
        try await record("first", [.get("/a")], [.json("1")])
        let path = folder.tape
        let holder = try Cassette.recording(at: path)
        let deck = ExtendingDeck(
            RecordingDeck(
                session: .sample(), secrets: SecretBook(), clock: TickingClock(),
                open: { () throws(CassetteError) in try Cassette.recording(at: path, wait: 0) },
                next: { ScriptedTransport([]) }))
        #expect(throws: TapeError.self) { try deck.open() }
        try holder.close()
    }
}
