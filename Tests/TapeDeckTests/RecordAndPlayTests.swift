import CassetteStore
import Database
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

@Suite struct RecordAndPlayTests {
    private let list = HTTPRequest.get("/api/now/table/incident?sysparm_limit=3")
    private let one = HTTPRequest.get("/api/now/table/incident/1")

    private func play(_ folder: TemporaryFolder, strict: Bool = false) throws -> PlayingDeck {
        PlayingDeck(try Cassette.playing(at: folder.tape), isStrict: strict, isChecking: true)
    }

    @Test func nothingIsMadeBeforeItIsNeeded() async throws {
        let folder = TemporaryFolder()
        let recording = Recording(at: folder.tape, [])
        #expect(throws: CassetteError.self) { try Cassette.playing(at: folder.tape) }
        try await recording.command("help")
        try recording.deck.close()
        let cassette = try Cassette.playing(at: folder.tape)
        #expect(try cassette.sessions().map(\.policy) == [TapePolicy.standard.text])
        #expect(try cassette.commands(after: 0, limit: 9).map(\.line) == ["help"])
    }

    @Test func readUpdateReadShowsEachItsOwnTime() async throws {
        let folder = TemporaryFolder()
        let update = HTTPRequest.send(.patch, "/api/now/table/incident/1", #"{"state":"2"}"#)
        let recording = Recording(
            at: folder.tape, [.success(.json("old")), .success(.json("changed")), .success(.json("new"))])
        try await recording.command("table get incident 1", one)
        try await recording.command("table update incident 1 state=2", update)
        try await recording.command("table get incident 1", one)
        try recording.deck.close()

        let deck = try play(folder, strict: true)
        #expect(try await command(on: deck, "table get incident 1", [one]) == ["old"])
        #expect(try await command(on: deck, "table update incident 1 state=2", [update]) == ["changed"])
        #expect(try await command(on: deck, "table get incident 1", [one]) == ["new"])
        #expect(try await command(on: deck, "table get incident 1", [one]) == ["new"])
        #expect(try deck.takeComparisons().map(\.isSame) == [true, true, true])
        #expect(deck.takeNotes().isEmpty)
    }

    @Test func listCreateListShowsEachItsOwnTime() async throws {
        let folder = TemporaryFolder()
        let create = HTTPRequest.send(.post, "/api/now/table/incident", #"{"short_description":"x"}"#)
        let recording = Recording(
            at: folder.tape,
            [
                .success(.json("[]")), .success(.json("made", status: 201)), .success(.json("[x]")),
                .success(.json("[x,y]")),
            ])
        try await recording.command("list", list)
        try await recording.command("create", create)
        try await recording.command("list", list, list)
        try recording.deck.close()
        let deck = try play(folder)
        #expect(try await command(on: deck, "list", [list]) == ["[]"])
        #expect(try await command(on: deck, "create", [create]) == ["made"])
        #expect(try await command(on: deck, "list", [list, list, list]) == ["[x]", "[x,y]", "[x,y]"])
    }

    @Test func identicalRequestsPlayInRecordedOrderAndTheLastStays() async throws {
        let folder = TemporaryFolder()
        let recording = Recording(at: folder.tape, ["a", "b", "c"].map { .success(.json($0)) })
        try await recording.command("list", list, list, list)
        try recording.deck.close()
        let deck = try play(folder, strict: true)
        #expect(try await command(on: deck, "list", [list, list, list, list, list]) == ["a", "b", "c", "c", "c"])
    }

    @Test func failuresReplayAsThemselves() async throws {
        let folder = TemporaryFolder()
        let failures = TransportFailure.Kind.allCases.filter { $0 != .tape }.map {
            TransportFailure($0, "It was \($0.rawValue).")
        }
        let recording = Recording(
            at: folder.tape,
            failures.map { .failure($0) } + [.success(.json("no", status: 401)), .success(.json("", status: 204))])
        let requests = (0..<failures.count + 2).map { HTTPRequest.get("/t/\($0)") }
        let live = try await command(on: recording.deck, "all", requests)
        try recording.deck.close()
        let deck = try play(folder, strict: true)
        #expect(try await command(on: deck, "all", requests) == live)
        #expect(live.first == "resolve: It was resolve.")
        #expect(try deck.player.answer(requests[failures.count]).status == 401)
        #expect(try deck.player.answer(requests[failures.count + 1]).status == 204)
    }

    @Test func aPlayerAnswersWithEverythingThatCameButTheSecrets() async throws {
        let folder = TemporaryFolder()
        let answer = HTTPResponse(
            status: 200, reason: "Fine",
            headers: [
                "X-Total-Count": "67", "set-cookie": "glide_user=; Max-Age=0",
                "Set-Cookie": "JSESSIONID=0123456789ABCDEF; Path=/",
                "X-Odd": "who knows",
            ], body: [0, 255, 1],
            facts: ResponseFacts(httpVersion: "2", contentCoding: "gzip", timings: Timings(total: 5)))
        let recording = Recording(at: folder.tape, [.success(answer)])
        #expect(try await recording.deck.transport.send(list) == answer)
        try recording.deck.close()
        var expected = answer
        expected.headers = [
            "X-Total-Count": "67", "set-cookie": "glide_user=; Max-Age=0",
            "Set-Cookie": "JSESSIONID=REDACTED-cookie-1; Path=/",
            "X-Odd": "REDACTED-header",
        ]
        #expect(try play(folder).player.answer(list) == expected)
    }

    @Test func anEarlierAnswerComesWithANoteAndNotInStrictPlay() async throws {
        let folder = TemporaryFolder()
        let recording = Recording(at: folder.tape, [.success(.json("old")), .success(.json("changed"))])
        let update = HTTPRequest.send(.put, "/api/now/table/incident/1", "{}")
        try await recording.command("get", one)
        try await recording.command("update", update)
        try recording.deck.close()

        let deck = try play(folder)
        try await command(on: deck, "update", [update])
        #expect(try await command(on: deck, "get", [one]) == ["old"])
        #expect(
            deck.takeNotes().map(\.description) == [
                "The answer to GET http://sandbox.localhost/api/now/table/incident/1 is from before a change: "
                    + "exchange 1, epoch 0; the tape is in epoch 1."
            ])
        let strict = try play(folder, strict: true)
        try await command(on: strict, "update", [update])
        #expect(throws: TransportFailure.self) { try strict.player.answer(one) }
        #expect(strict.player.lastMiss?.reason == .alreadyChanged(exchange: 1, epoch: 0))
    }

    @Test func ofAnEarlierEpochTheLatestAnswerIsPlayed() async throws {
        let folder = TemporaryFolder()
        let update = HTTPRequest.send(.put, "/api/now/table/incident/1", "{}")
        let recording = Recording(
            at: folder.tape,
            ["first", "second"].map { .success(.json($0)) } + [.failure(TransportFailure(.reset, "Broken."))]
                + [.success(.json("changed"))])
        for (line, request) in [("get", one), ("get", one), ("get", one), ("update", update)] {
            try await recording.command(line, request)
        }
        try recording.deck.close()
        // The last read is one that broke off.
        try Connection(path: folder.tape, mode: .readWrite).execute("DELETE FROM outcome WHERE exchange=3")
        let deck = try play(folder)
        _ = try deck.player.answer(update)
        #expect(try [one, one].map { try deck.player.answer($0).text } == ["second", "second"])
    }

    @Test func completionLooksAtWhatCommandsHaveSeenAndMovesNothing() async throws {
        let folder = TemporaryFolder()
        let recording = Recording(at: folder.tape, ["a", "b"].map { .success(.json($0)) })
        try await recording.command("list", list)
        try await recording.command("list", list)
        try recording.deck.close()
        var menu = list
        menu.purpose = .completion
        let deck = try play(folder, strict: true)
        #expect(
            try [menu, menu, list, menu, list, menu].map { try deck.player.answer($0).text } == [
                "a", "a", "a", "a", "b", "b",
            ])
    }

    @Test func whatIsOnlyRecordedLaterIsNeverAnsweredAndNamesTheCommandBefore() async throws {
        let folder = TemporaryFolder()
        let create = HTTPRequest.send(.post, "/t", "{}"), delete = HTTPRequest.send(.delete, "/t/1", "")
        let recording = Recording(at: folder.tape, ["made", "gone", "after"].map { .success(.json($0)) })
        try await recording.command("table create t", create)
        try await recording.command("table delete t 1", delete)
        try await recording.command("table get t 1", one)
        try recording.deck.close()
        let deck = try play(folder)
        let error = #expect(throws: TransportFailure.self) { try deck.player.answer(one) }
        let cause = try #require(error?.cause as? TapeError)
        #expect(cause.kind == "other-epoch")
        #expect(
            cause.message
                == "The tape answers GET http://sandbox.localhost/api/now/table/incident/1 in epoch 2 only (exchange 3), "
                + "after a change that has not been played; run `table create t` first.")
        #expect(cause.hints == ["table create t", "tape show 1", "tape list"])
        // The delete, too, has something before it; and a miss moves nothing.
        #expect(throws: TransportFailure.self) { try deck.player.answer(delete) }
        #expect(deck.player.epoch == 0)
        #expect(try deck.player.answer(create).text == "made")
        let second = #expect(throws: TransportFailure.self) { try deck.player.answer(one) }
        #expect((second?.cause as? TapeError)?.hints.first == "table delete t 1")
        #expect(try deck.player.answer(delete).text == "gone")
        #expect(try deck.player.answer(one).text == "after")
    }

    @Test func aChangeIsNotPlayedTwice() async throws {
        let folder = TemporaryFolder()
        let create = HTTPRequest.send(.post, "/t", "{}")
        let recording = Recording(at: folder.tape, [.success(.json("made")), .success(.json("made too"))])
        try await recording.command("create", create)
        try await recording.command("create", create)
        try recording.deck.close()
        let deck = try play(folder)
        #expect(try deck.player.answer(create).text == "made")
        #expect(try deck.player.answer(create).text == "made too")
        let error = #expect(throws: TransportFailure.self) { try deck.player.answer(create) }
        #expect((error?.cause as? TapeError)?.kind == "exhausted")
    }

    @Test func sessionsOfOneTapeFollowEachOther() async throws {
        let folder = TemporaryFolder()
        let create = HTTPRequest.send(.post, "/t", "{}")
        for (answers, name) in [(["a", "made"], "first"), (["b", "made again", "c"], "second")] {
            let recording = Recording(at: folder.tape, answers.map { .success(.json($0)) })
            try await recording.command(name + " list", list)
            try await recording.command(name + " create", create)
            if answers.count > 2 { try await recording.command("last", list) }
            try recording.deck.close()
        }
        let cassette = try Cassette.playing(at: folder.tape)
        #expect(try cassette.requests(after: 0, limit: 9).map(\.request.epoch) == [0, 1, 1, 2, 2])
        #expect(try cassette.sessions().count == 2)
        let player = Player(cassette, isStrict: true)
        #expect(
            try [list, create, list, create, list].map { try player.answer($0).text } == [
                "a", "made", "b", "made again", "c",
            ])
    }

    @Test func anAddedSessionInAnotherNameOpensAnEpochInBothWays() async throws {
        let folder = TemporaryFolder()
        let asAdmin = HTTPRequest.get("/a", principal: "admin")
        for request in [list, asAdmin] {
            let recording = Recording(at: folder.tape, [.success(.json("x"))])
            try await recording.command("go", request)
            try recording.deck.close()
        }
        let player = Player(try Cassette.playing(at: folder.tape), isStrict: true)
        _ = try player.answer(list)
        _ = try player.answer(asAdmin)
        #expect(player.epoch == 1)
    }

    @Test func trafficOutsideEpochsIsAnsweredAtAnyTime() async throws {
        let folder = TemporaryFolder()
        let signIn = HTTPRequest.get("/login", purpose: .signIn), create = HTTPRequest.send(.post, "/t", "{}")
        let columns = HTTPRequest.get("/meta", purpose: .schema)
        let recording = Recording(at: folder.tape, ["in", "columns", "made"].map { .success(.json($0)) })
        try await recording.command("go", signIn, columns, create)
        try recording.deck.close()
        let player = Player(try Cassette.playing(at: folder.tape), isStrict: true)
        _ = try player.answer(create)
        #expect(try player.answer(signIn).text == "in")
        #expect(try player.answer(columns).text == "columns")
        // A completion may use what a command has seen, a sign-in may not.
        #expect(throws: TransportFailure.self) { try player.answer(.get("/t", purpose: .signIn)) }
    }
}
