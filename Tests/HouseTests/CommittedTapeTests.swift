import CassetteStore
import Foundation
import TapeDeck
import TestSupport
import Testing

/// Committed cassettes are public: each must be readable and free of secrets.
struct CommittedTapeTests {
    @Test func committedCassettesContainNoSecret() throws {
        let tapes = ["sessions", "Examples/sessions"].flatMap {
            Project.files(in: $0, withExtension: "cassette")
        }
        #expect(!tapes.isEmpty)
        for tape in tapes {
            let cassette = try Cassette.playing(at: Project.root.appending(path: tape).path)
            #expect(try cassette.check().isEmpty, "\(tape)")
            expectEqual(Audit(of: cassette).findings.map(\.description), [], "\(tape)")
        }
    }
}
