import Foundation
import Testing

/// No password, credential or cookie value is in anything that Snowdeck writes.
@Suite struct SecretTests {
    /// Twenty characters, with those that JSON, HTML and URLs spell in their own ways.
    static let password = #"Kq7"xW2\vR9<mT4%zP6&"#
    static let cookies = [
        "JSESSIONID": "4F0C1B7E9A2D4C6688AF3350D1B2C7E9", "glide_user_route": "glide.7bd1f0a2c3e4459687a1b2c3d4e5f607",
        "glide_session_store": "9A1B2C3D4E5F60718293A4B5C6D7E8F9", "glide_user_activity": "U0N2MzpPcmRlci5hbmQuc29tZQ",
    ]
    static let basic = Data("jane:\(password)".utf8).base64EncodedString()

    static var forms: [SecretForms] {
        [SecretForms("the password", password), SecretForms("the Basic credential", basic)]
            + cookies.map { SecretForms("the cookie \($0.key)", $0.value) }
    }

    /// An instance that gives away everything it knows, in answers, headers, refusals and addresses.
    static func talkative() -> FarInstance {
        let escaped = password.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
        let inURL = password.utf8.map { String(format: "%%%02X", $0) }.joined()
        let setting = cookies.map { "Set-Cookie: \($0.key)=\($0.value); Path=/; HttpOnly; SameSite=None" }
        let told = [
            "you sent \(escaped)", "Basic \(basic)", "at https://x/?user_password=\(inURL)&next=1",
            Data("x\(password)".utf8).base64EncodedString(), Data("xy\(password)z".utf8).base64EncodedString(),
            escaped.map { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : String($0) }.joined(),
            cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "),
        ]
        return FarInstance { request in
            let headers = setting + ["X-Debug: \(password)", "X-Total-Count: 7", "X-Is-Logged-In: true"]
            if request.hasPrefix("GET /api/now/table/problem") {
                return FarInstance.refusal("403 Forbidden", "No access with \(told[0])", told[1], headers)
            }
            if request.hasPrefix("GET /api/now/table/sys_user_group") {
                return FarInstance.answer(
                    "302 Found", headers + ["Location: /elsewhere.do?user_password=\(inURL)"], body: "")
            }
            let rows = told.enumerated().map {
                #"{"number":{"value":"INC\#($0)","display_value":"INC\#($0)"},"short_description":{"value":"\#($1)","display_value":"\#($1)"}}"#
            }
            return FarInstance.answer("200 OK", headers, body: "{\"result\":[\(rows.joined(separator: ","))]}")
        }
    }

    private static let script = """
        table list incident -f number,short_description
        table list incident -f number,short_description --format json
        table list problem -f number
        table list sys_user_group -f name
        table list incident -n 1 -f number,short_description
        tape show
        tape show 1
        tape show 3
        tape dump
        tape audit

        """

    @Test func noSecretOfARecordedSessionIsInAnyFileDumpOrError() async throws {
        let desk = try Desk()
        let instance = Self.talkative()
        let variables = ["SNOWDECK_PASSWORD": Self.password]
        let child = try desk.start(
            instance.flags + ["--tape", "told", "run", "--keep-going", "-"], input: nil, variables: variables)
        child.type(Self.script + "table get incident INC0 -f number,number\ntape status\n")
        #expect(await child.wrote { output, _ in output.contains("exchanges") })
        // While it records: the log and its index stand beside the tape.
        let during = try desk.everything()
        #expect(during.keys.contains("project/sessions/told.cassette-wal"))
        child.endInput()
        let recorded = await child.end()
        #expect(recorded.output.contains("INC6"))

        var places = during.map { ("while recording, \($0.key)", $0.value) }
        places += try desk.everything().map { ("at rest, \($0.key)", $0.value) }
        places.append(("errors", recorded.errorBytes))
        for words in [
            ["dump", "told"], ["tape", "audit", "told"],
            ["replay", "sessions/told.cassette"],
        ] {
            let run = try await desk.start(words, input: "").end()
            places += [("\(words) output", run.outputBytes), ("\(words) errors", run.errorBytes)]
        }
        for number in 1...6 {
            let run = try await desk.run("--tape", "told", "--mode", "replay", "tape", "show", String(number))
            places += [("tape show \(number)", run.outputBytes + run.errorBytes)]
        }
        #expect(Self.forms.flatMap { secret in places.flatMap { secret.found(in: $0.1, of: $0.0) } } == [])
        // The search can find: the live answers on the screen are the instance's own words.
        #expect(!Self.forms[0].found(in: recorded.outputBytes, of: "the screen").isEmpty)

        let audit = try await desk.run("tape", "audit", "told")
        #expect(audit.status == 0, "\(audit)")
        let checked = try await desk.run("replay", "sessions/told.cassette", "--check")
        #expect(checked.status == 0, "\(checked)")
    }

    @Test(arguments: [
        (
            """
            UPDATE exchange SET headers=CAST(replace(CAST(headers AS TEXT), 'REDACTED-authorization-1', \
            'aHVudGVyMmh1bnRlcjJodW50') AS BLOB) WHERE id=1
            """,
            "exchange 1, request header Authorization, byte 6: a value ("
        ),
        (
            "UPDATE body SET bytes=CAST('{\"user_password\":\"hunter2hunter2\"}' AS BLOB) WHERE id=1",
            "answer body, byte 18: a value ("
        ),
        (
            "UPDATE exchange SET url=replace(url, 'http://', 'http://jane:hunter2hunter2@') WHERE id=1",
            "exchange 1, address"
        ),
        ("UPDATE command SET line='table list incident password=hunter2hunter2' WHERE id=1", "command 1, line"),
        (
            "UPDATE output SET bytes=CAST('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U' AS BLOB)",
            "command 1, output, byte 0: a value (token) that is no placeholder."
        ),
    ])
    func aPlantedSecretFailsTheAuditWhichNamesThePlace(_ statement: String, _ place: String) async throws {
        let desk = try Desk()
        try await desk.record("table list incident -n 1 -f number\n", onto: "planted")
        #expect(
            try await desk.run("tape", "audit", "planted")
                == Ended(0, "sessions/planted.cassette: 1 exchange, no secret found.\n"))
        try desk.edit("planted", statement)
        let audit = try await desk.run("tape", "audit", "planted")
        #expect(audit.status == 5)
        #expect(audit.firstError.hasPrefix("error: sessions/planted.cassette: "))
        #expect(audit.errors.contains(place), "\(audit.errors)")
        #expect(!audit.errors.contains("hunter2"))
    }
}
