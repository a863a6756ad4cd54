import CassetteStore
import Database
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

struct RecordAndPlayTests {
    private let list = HTTPRequest.get("/api/now/table/incident?sysparm_limit=3")
    private let one = HTTPRequest.get("/api/now/table/incident/1")
    private let create = HTTPRequest.send(.post, "/t", "{}"), delete = HTTPRequest.send(.delete, "/t/1", "")
    private let update = HTTPRequest.send(.patch, "/api/now/table/incident/1", #"{"state":"2"}"#)

    @Test func tapeIsCreatedOnDemand() async throws {
        let recording = Recording([])
        #expect(throws: CassetteError.self) { try Cassette.playing(at: recording.path) }
        try await recording.command("help")
        let cassette = try recording.played()
        try expectEqual(cassette.sessions().map(\.policy), [TapePolicy.standard.text])
        try expectEqual(cassette.commands(after: 0, limit: 9).map(\.line), ["help"])
    }

    /// Reads before and after a change, several with the same URL: each plays its own response, and the last one
    /// repeats.
    @Test func eachReadPlaysItsOwnEpoch() async throws {
        let tape = try await RecordedTape([
            ("get", one, "old"), ("list", list, "[]"), ("update", update, "changed"), ("get", one, "new"),
            ("list", list, "[x]"), ("list", list, "[x,y]"),
        ])
        let deck = try tape.deck(isStrict: true)
        for (line, request, answers) in [
            ("get", one, ["old"]), ("list", list, ["[]"]), ("update", update, ["changed"]), ("get", one, ["new"]),
            ("get", one, ["new"]), ("list", list, ["[x]", "[x,y]", "[x,y]"]),
        ] {
            let asked = answers.map { _ in request }
            try await expectEqual(command(on: deck, line, asked), answers)
        }
        try expectEqual(deck.takeComparisons().map(\.isSame), [true, true, true, true, false])
        #expect(deck.takeNotes().isEmpty)
    }

    @Test func failuresReplayAsThemselves() async throws {
        let failures = TransportFailure.Kind.allCases.filter { $0 != .tape }.map {
            TransportFailure($0, "It was \($0.rawValue).")
        }
        let recording = Recording(
            failures.map { .failure($0) } + [.success(.json("no", status: 401)), .success(.json("", status: 204))])
        let requests = (0..<failures.count + 2).map { HTTPRequest.get("/t/\($0)") }
        let live = try await command(on: recording.deck, "all", requests)
        let deck = PlayingDeck(try recording.played(), isStrict: true)
        try await expectEqual(command(on: deck, "all", requests), live)
        expectEqual(live.first, "resolve: It was resolve.")
        try expectEqual(requests.suffix(2).map { try deck.player.answer($0).status }, [401, 204])
    }

    @Test func playerReturnsCompleteRedactedResponse() async throws {
        let answer = HTTPResponse(
            status: 200, reason: "Fine",
            headers: [
                "X-Total-Count": "67", "set-cookie": "glide_user=; Max-Age=0",
                "Set-Cookie": "JSESSIONID=0123456789ABCDEF; Path=/", "X-Odd": "who knows",
            ], body: [0, 255, 1],
            facts: ResponseFacts(httpVersion: "2", contentCoding: "gzip", timings: Timings(total: 5)))
        let recording = Recording([.success(answer)])
        try await expectEqual(recording.deck.transport.send(list), answer)
        try recording.deck.close()
        var expected = answer
        expected.headers = [
            "X-Total-Count": "67", "set-cookie": "glide_user=; Max-Age=0",
            "Set-Cookie": "JSESSIONID=REDACTED-cookie-1; Path=/", "X-Odd": "who knows",
        ]
        try expectEqual(Player(Cassette.playing(at: recording.path), isStrict: false).answer(list), expected)
    }

    @Test func earlierResponseHasNoteAndFailsStrictly() async throws {
        let tape = try await RecordedTape([
            ("get", one, "first"), ("get", one, "second"), ("get", one, "broken off"), ("update", update, "changed"),
        ])
        // The last read was interrupted: in an earlier epoch the latest response is played.
        try Connection(path: tape.path, mode: .readWrite).execute("DELETE FROM outcome WHERE exchange=3")
        let deck = try tape.deck(isStrict: false)
        try await command(on: deck, "update", [update])
        try await expectEqual(command(on: deck, "get", [one, one]), ["second", "second"])
        expectEqual(
            deck.takeNotes().first?.description,
            "The answer to GET http://sandbox.localhost/api/now/table/incident/1 is from before a change: "
                + "%:2.1.")
        let strict = try tape.player()
        _ = try strict.answer(update)
        #expect(throws: TransportFailure.self) { try strict.answer(one) }
        expectEqual(strict.lastMiss?.reason, .alreadyChanged(exchange: 1, epoch: 0))
    }

    @Test func completionPlaysSeenResponsesWithoutSideEffects() async throws {
        let tape = try await RecordedTape([("list", list, "a"), ("list", list, "b")])
        var menu = list
        menu.purpose = .completion
        let player = try tape.player()
        try expectEqual(
            [menu, menu, list, menu, list, menu].map { try player.answer($0).text },
            [
                "a", "a", "a", "a", "b", "b",
            ])
    }

    @Test func laterRecordingIsNotPlayedEarly() async throws {
        let tape = try await RecordedTape([
            ("table create t", create, "made"), ("table delete t 1", delete, "gone"), ("table get t 1", one, "after"),
        ])
        let player = try tape.player()
        func miss(_ request: HTTPRequest) throws -> TapeError {
            let failure = #expect(throws: TransportFailure.self) { try player.answer(request) }
            return try #require(failure?.cause as? TapeError)
        }
        let error = try miss(one)
        expectEqual(error.kind, "other-epoch")
        expectEqual(
            error.message,
            "The tape answers GET http://sandbox.localhost/api/now/table/incident/1 only "
                + "after a change that has not been played (%:3.1); run `table create t` first.")
        expectEqual(error.hints, ["table create t", "tape show %:1.1", "tape list"])
        // The delete also has a command that must come first; and a miss changes no state.
        _ = try miss(delete)
        expectEqual(player.epoch, 0)
        try expectEqual(player.answer(create).text, "made")
        try expectEqual(miss(one).hints.first, "table delete t 1")
        try expectEqual([delete, one].map { try player.answer($0).text }, ["gone", "after"])
    }

    @Test func changeIsPlayedOnce() async throws {
        let tape = try await RecordedTape([("create", create, "made"), ("create", create, "made too")])
        let player = try tape.player()
        try expectEqual([create, create].map { try player.answer($0).text }, ["made", "made too"])
        let error = #expect(throws: TransportFailure.self) { try player.answer(create) }
        expectEqual((error?.cause as? TapeError)?.kind, "exhausted")
    }

    @Test func sessionsOfOneTapePlayInOrder() async throws {
        let tape = try await RecordedTape([("first list", list, "a"), ("first create", create, "made")])
        try await tape.add([
            ("second list", list, "b"), ("second create", create, "made again"), ("last", list, "c"),
        ])
        let cassette = try Cassette.playing(at: tape.path)
        try expectEqual(cassette.requests(after: 0, limit: 9).map(\.request.epoch), [0, 1, 1, 2, 2])
        try expectEqual(cassette.sessions().count, 2)
        let player = try tape.player()
        try expectEqual(
            [list, create, list, create, list].map { try player.answer($0).text },
            [
                "a", "made", "b", "made again", "c",
            ])
    }

    @Test func sessionOfOtherUserOpensEpoch() async throws {
        let asAdmin = HTTPRequest.get("/a", principal: "admin")
        let tape = try await RecordedTape([("go", list, "x")])
        try await tape.add([("go", asAdmin, "x")])
        let player = try tape.player()
        for request in [list, asAdmin] { _ = try player.answer(request) }
        expectEqual(player.epoch, 1)
    }

    @Test func trafficOutsideEpochsPlaysAtAnyTime() async throws {
        let signIn = HTTPRequest.get("/login", purpose: .signIn), columns = HTTPRequest.get("/meta", purpose: .schema)
        let tape = try await RecordedTape([("go", signIn, "in"), ("go", columns, "columns"), ("go", create, "made")])
        let player = try tape.player()
        try expectEqual([create, signIn, columns].map { try player.answer($0).text }, ["made", "in", "columns"])
        // A completion may use what a command has read, a sign-in may not.
        #expect(throws: TransportFailure.self) { try player.answer(.get("/t", purpose: .signIn)) }
    }
}

struct PolicyTests {
    @Test(arguments: [
        (#"{"keyVersion":99,"matchers":["path"],"redactors":[]}"#, CassetteError.Kind.newer),
        (TapePolicy(keyVersion: Matchers.keyVersion, matchers: ["moon"], redactors: []).text, .newer),
        (TapePolicy(keyVersion: Matchers.keyVersion, matchers: ["path"], redactors: []).text, .newer),
        (#"{"keyVersion":2,"matchers":["path"],"redactors":[]}"#, .foreign), ("?", .newer),
    ])
    func sessionWithOtherPolicyIsRejected(policy: String, kind: CassetteError.Kind) async throws {
        let folder = TemporaryFolder()
        let cassette = try Cassette.recording(at: folder.tape)
        var session = SessionRecord.sample()
        session.policy = policy
        _ = try cassette.beginSession(session)
        let failure = #expect(throws: TransportFailure.self) {
            try Player(cassette, isStrict: true).answer(.get("/x"))
        }
        guard case .cassette(let error)? = failure?.cause as? TapeError else {
            Issue.record("not refused: \(policy)")
            return
        }
        expectEqual(error.kind, kind)
        let refused = await #expect(throws: TapeError.self) {
            try await PlayingDeck(cassette, isStrict: true).begin("table list incident")
        }
        expectEqual(refused?.message, error.message)
    }

    @Test func policiesRoundTrip() {
        expectEqual(TapePolicy(TapePolicy.standard.text), .standard)
        expectEqual(TapePolicy(""), nil)
        expectEqual(TapePolicy("{}"), nil)
    }
}
