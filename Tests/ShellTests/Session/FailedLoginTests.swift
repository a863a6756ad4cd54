import NowSDK
import Testing

@testable import Shell

/// A sign-in that does not succeed changes nothing of how the one before is proven.
@Suite struct FailedLoginTests {
    @Test func whatAFailedLoginChoseIsTakenBack() async throws {
        let place = try Place()
        let sitting = try Sitting(place)
        _ = await sitting.transcript(of: ["table list incident -n 1 -f number"])
        #expect(place.choice(at: try Sitting.sandbox)?.user == "john.doe")
        let said = await sitting.transcript(of: ["login --user nobody"])
        #expect(said.contains("? exit 3"))
        // A client certificate that was tried may not stay in the place of the one before.
        #expect(place.choice(at: try Sitting.sandbox)?.user == "john.doe")
    }
}
