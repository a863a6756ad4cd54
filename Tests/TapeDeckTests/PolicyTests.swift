import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

@Suite struct PolicyTests {
    @Test func aSessionRecordedByNewerRulesIsRefused() throws {
        for policy in [
            #"{"keyVersion":99,"matchers":["path"],"redactors":[]}"#,
            #"{"keyVersion":1,"matchers":["moon"],"redactors":[]}"#, "?",
        ] {
            let folder = TemporaryFolder()
            let cassette = try Cassette.recording(at: folder.tape)
            var session = SessionRecord.sample()
            session.policy = policy
            _ = try cassette.beginSession(session)
            let failure = #expect(throws: TransportFailure.self) {
                try Player(cassette, isStrict: true).answer(.get("/x"))
            }
            guard case .cassette(let trouble)? = failure?.cause as? TapeError else {
                Issue.record("not refused: \(policy)")
                continue
            }
            #expect(trouble.kind == .newer)
        }
    }

    @Test func anOlderTapeIsKeyedAnewInMemory() async throws {
        let folder = TemporaryFolder()
        let cassette = try Cassette.recording(at: folder.tape)
        var session = SessionRecord.sample()
        session.policy = TapePolicy(keyVersion: 0, matchers: ["method", "path"], redactors: []).text
        let number = try cassette.beginSession(session)
        for (epoch, answer) in [(0, "a"), (0, "b"), (1, "changed"), (1, "c")] {
            let isChange = answer == "changed"
            let id = try cassette.reserve(
                RequestRecord(
                    session: number, command: nil, epoch: Int64(epoch), purpose: "command",
                    startedAt: Timestamp(seconds: 0), key: "of other rules", keyHash: 1, principal: nil,
                    method: isChange ? "POST" : "GET", url: "http://sandbox.localhost/t?x=\(answer)", headers: [:],
                    body: nil))
            try cassette.complete(id, with: .response(.json(answer)))
        }
        let player = Player(cassette, isStrict: true)
        let read = HTTPRequest.get("/t?x=whatever")
        #expect(try player.answer(read).text == "a")
        #expect(try player.answer(read).text == "b")
        #expect(try player.answer(read).text == "b")
        #expect(try player.answer(.send(.post, "/t", "{}")).text == "changed")
        #expect(try player.answer(read).text == "c")
    }

    @Test func policiesAreReadAsTheyAreWritten() {
        #expect(TapePolicy(TapePolicy.standard.text) == .standard)
        #expect(TapePolicy("") == nil)
        #expect(TapePolicy("{}") == nil)
    }
}
