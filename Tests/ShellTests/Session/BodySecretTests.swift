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

    /// A record that is asked for by the name of a secret holds one, though the name is not shown.
    @Test(
        arguments: [
            "table list sys_properties -q name=acme.ldap.bind.password -f value",
            "table get sys_properties acme.ldap.bind.password -f value",
            "rest GET '/api/now/table/sys_properties?sysparm_query=name=acme.ldap.bind.password&sysparm_fields=value'",
        ], ["columns", "line", "csv", "json"])
    func aValueIsHiddenByTheNameThatWasAskedFor(line: String, format: String) async throws {
        let place = try Place()
        let sitting = try Sitting(place)
        for (name, value) in [("acme.ldap.bind.password", "kurz"), ("acme.ldap.size", "gross")] {
            #expect(await sitting.session.run("table create sys_properties name=\(name) value=\(value)") == 0)
        }
        _ = sitting.said()
        let said = await sitting.transcript(of: [line + " --format " + format])
        #expect(said.contains("********") && !said.contains("kurz"), "\(said)")
        let open = await sitting.transcript(of: [line.replacing("bind.password", with: "size") + " --format " + format])
        #expect(open.contains("gross"), "\(open)")
        try await sitting.session.close()
        let replay = try await place.check(try #require(place.tapes.first))
        #expect(replay.status == 0, "\(replay.said)")
    }
}
