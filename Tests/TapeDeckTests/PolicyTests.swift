import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

@Suite struct PolicyTests {
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
        #expect(error.kind == kind)
        let refused = await #expect(throws: TapeError.self) {
            try await PlayingDeck(cassette, isStrict: true).begin("table list incident")
        }
        #expect(refused?.message == error.message)
    }

    @Test func policiesRoundTrip() {
        #expect(TapePolicy(TapePolicy.standard.text) == .standard)
        #expect(TapePolicy("") == nil)
        #expect(TapePolicy("{}") == nil)
    }
}
