import CassetteStore
import Foundation
import TapeDeck
import Testing

/// Cassettes in the project are public: none may hold a secret, and each must be readable.
@Suite struct CommittedTapeTests {
    @Test func noCommittedCassetteHoldsASecret() throws {
        let tapes = ["sessions", "Tests/Outsider/sessions"].flatMap {
            Project.files(in: $0, withExtension: "cassette")
        }
        #expect(!tapes.isEmpty)
        for tape in tapes {
            let cassette = try Cassette.playing(at: Project.root.appending(path: tape).path)
            #expect(try cassette.check().isEmpty, "\(tape)")
            #expect(Audit(of: cassette).findings.map(\.description) == [], "\(tape)")
        }
    }
}
