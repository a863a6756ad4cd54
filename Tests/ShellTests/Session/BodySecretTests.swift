import CassetteStore
import ExchangeModel
import Shell
import Testing

/// What is typed as a body stands in the line and in the request, and in neither on the tape when it is a secret.
@Suite struct BodySecretTests {
    @Test(arguments: ["", " --type application/x-www-form-urlencoded"])
    func aFormThatIsTypedLeavesNoPasswordOnTheTape(type: String) async throws {
        let answer = HTTPResponse(
            status: 200, headers: HeaderFields([HeaderField("Content-Type", "application/json")]),
            body: Array(#"{"ok":true}"#.utf8))
        let place = try Place(instance: ScriptedTransport([.success(answer)]))
        let sitting = try Sitting(place)
        let line =
            "rest POST /oauth_token.do --body 'grant_type=password&username=a&password=ab1cd'" + type
        #expect(await sitting.session.run(line) == 0)
        try await sitting.session.close()
        let tape = try #require(place.tapes.first)
        let bytes = try #require(place.folder.bytes(of: tape))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("ab1cd"))
        let replay = try await place.check(tape)
        #expect(replay.status == 0, "\(replay.said)")
    }
}
