import CassetteStore
import Database
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

/// Failures while an epoch is being opened. A replay must follow the same epochs.
struct EpochGapTests {
    private let list = HTTPRequest.get("/t"), create = HTTPRequest.send(.post, "/t", "{}")

    @Test func rejectedRequestOpensNoEpoch() async throws {
        let folder = TemporaryFolder()
        let path = folder.tape
        let deck = RecordingDeck(
            session: .sample(), secrets: SecretBook(), clock: TickingClock(),
            open: { () throws(CassetteError) in try Cassette.recording(at: path, bodyLimit: 100) },
            next: { ScriptedTransport(["before", "made", "after"].map { .success(.json($0)) }) })
        let upload = HTTPRequest.send(.post, "/upload", String(repeating: "x", count: 101), type: "text/plain")
        var foreign = HTTPRequest.get("/t", principal: "admin")
        foreign.body = [UInt8](repeating: 120, count: 101)
        let answers = try await command(on: deck, "all", [foreign, list, upload, foreign, create, upload, list])
        expectEqual(answers.filter { !$0.hasPrefix("tape:") }, ["before", "made", "after"])
        try deck.close()

        let cassette = try Cassette.playing(at: path)
        try expectEqual(cassette.requests(after: 0, limit: 9).map(\.request.epoch), [0, 1, 1])
        let player = Player(cassette, isStrict: true)
        try expectEqual([list, create, list].map { try player.answer($0).text }, ["before", "made", "after"])
    }

    @Test func interruptedChangeOpensEpoch() async throws {
        let folder = TemporaryFolder()
        let delete = HTTPRequest.send(.delete, "/t/1", "")
        let first = Recording(at: folder.tape, ["before", "made"].map { .success(.json($0)) })
        try await first.command("list", list)
        try await first.command("create", create)
        try first.deck.close()
        // The program crashed during the change, and a later session continued.
        try Connection(path: folder.tape, mode: .readWrite).execute("DELETE FROM outcome WHERE exchange=2")
        let second = Recording(at: folder.tape, ["after", "gone"].map { .success(.json($0)) })
        try await second.command("list", list)
        try await second.command("delete", delete)
        try second.deck.close()

        let player = Player(try Cassette.playing(at: folder.tape), isStrict: true)
        try expectEqual(player.answer(list).text, "before")
        #expect(throws: TransportFailure.self) { try player.answer(create) }
        expectEqual(player.lastMiss?.reason, .interrupted(exchange: 2))
        expectEqual(player.epoch, 1)
        try expectEqual(player.answer(list).text, "after")
        try expectEqual(player.answer(delete).text, "gone")
        // It was interrupted once, and is not played a second time.
        #expect(throws: TransportFailure.self) { try player.answer(create) }
        expectEqual(player.epoch, 2)
    }

    /// Earlier versions took some changes for reads. Their tapes keep their epochs.
    @Test func changeRecordedAsAReadPlaysAsRecorded() async throws {
        let acts = HTTPRequest.get("/x.do?sys_action=a"), visits = [acts, list, acts, create, list, acts, acts, list]
        let answers = visits.indices.map { "\($0)" }
        // Its epochs are 1, 1, 2, 3, 3, 4, 5, 5 now.
        let old = "UPDATE exchange SET epoch=id>=4"
        for edit in [nil, old] {
            let recording = Recording(answers.map { .success(.json($0)) })
            for visit in visits { try await recording.command("visit", visit) }
            try recording.deck.close()
            if let edit { try Connection(path: recording.path, mode: .readWrite).execute(edit) }
            let player = Player(try Cassette.playing(at: recording.path), isStrict: true)
            try expectEqual(visits.map { try player.answer($0).text }, answers, "\(edit ?? "new")")
            // A change that was recorded as one is still played once.
            #expect(throws: TransportFailure.self) { try player.answer(create) }

            let served = try await ServedAPITape(zip(visits, answers).map { ($0, .success(.json($1))) }, edit: edit)
            let asked = visits.map {
                served.ask(
                    "a", $0.method, $0.url.target, ["Accept": "application/json"],
                    body: $0.body.map { String(decoding: $0, as: UTF8.self) })
            }
            expectEqual(asked, answers.map { "200 " + $0 }, "\(edit ?? "new")")
        }
    }

    @Test func tapeWithLargeNumbersIsExtended() async throws {
        let folder = TemporaryFolder()
        let first = Recording(at: folder.tape, ["in", "made", "menu"].map { .success(.json($0)) })
        try await first.command("all", list, create, .get("/menu", purpose: .completion))
        try first.deck.close()
        // 2^50: a step-by-step search for the last exchange with an epoch would take years.
        try Connection(path: folder.tape, mode: .readWrite).execute(
            """
            UPDATE outcome SET exchange=1125899906842624 WHERE exchange=3;
            UPDATE exchange SET id=1125899906842624 WHERE id=3;
            """)
        let second = Recording(at: folder.tape, [.success(.json("after"))])
        try await second.command("list", list)
        try second.deck.close()
        try expectEqual(Cassette.playing(at: folder.tape).requests(after: 3, limit: 9).map(\.request.epoch), [nil, 1])
    }
}
