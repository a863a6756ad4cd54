import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

/// The cost of misses is bounded by the length of the tape.
@Suite struct MissBudgetTests {
    @Test func missSearchBudgetIsShared() async throws {
        let folder = TemporaryFolder()
        let requests = (0..<4).map { HTTPRequest.get("/api/now/table/incident/\($0)") }
        let recording = Recording(at: folder.tape, requests.map { _ in .success(.json("{}")) })
        for request in requests { try await recording.command("x", request) }
        try recording.deck.close()
        let player = Player(
            try Cassette.playing(at: folder.tape), isStrict: true, redaction: Redaction(secrets: SecretBook()),
            comparisons: 6)
        var misses: [Miss] = []
        for number in 0..<3 {
            let failure = #expect(throws: TransportFailure.self) {
                try player.answer(.get("/api/now/table/problem/\(number)"))
            }
            misses.append(try #require((failure?.cause as? TapeError)?.miss))
        }
        #expect(misses.map(\.compared) == [4, 2, 0])
        #expect(misses.map(\.isCapped) == [false, true, true])
        #expect(
            misses[2].message == "Nothing is recorded for GET http://sandbox.localhost/api/now/table/problem/2.")
        #expect(misses[2].lines == ["(compared with 0 requests of the tape; it holds more)"])
        #expect(try player.answer(requests[1]).status == 200)
        withExtendedLifetime(folder) {}
    }
}
