import CassetteStore
import ExchangeModel
import Foundation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

struct AuditTests {
    /// A hand-made tape, like one that was tampered with or recorded carelessly.
    private func tape(
        _ folder: TemporaryFolder, url: String = "http://sandbox.localhost/t", requestHeaders: HeaderFields = [:],
        headers: HeaderFields = [:], requestBody: String? = nil, body: String = "{}", line: String = "go",
        output: String = "", input: String? = nil
    ) throws -> Cassette {
        let cassette = try Cassette.recording(at: folder.tape)
        let number = try cassette.beginSession(.sample())
        let command = try cassette.beginCommand(CommandRecord(session: number, line: line, now: Timestamp(seconds: 0)))
        if let input {
            try cassette.add(InputRecord(kind: "answer", name: "Name", content: [UInt8](input)), to: command)
        }
        try cassette.appendOutput([UInt8](output), to: .standardOutput, of: command)
        let id = try cassette.reserve(
            .planted(
                session: number, command: command, method: "POST", url: url, headers: requestHeaders, body: requestBody)
        )
        try cassette.complete(id, with: .response(.json(body, headers: headers)))
        return cassette
    }

    private func findings(_ cassette: Cassette, secrets: [String] = []) -> [String] {
        let book = SecretBook()
        for secret in secrets { book.write(secret, as: "password") }
        return Audit(of: cassette, secrets: book).findings.map(\.description)
    }

    @Test func cleanTapeHasNoFindings() async throws {
        let recording = Recording(
            [
                .success(
                    .json(
                        #"{"result":[{"sys_id":"9c573169c611228700193229fff72400","hash":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","user_password":"secret word","link":"http://sandbox.localhost/api/now/v2/table/sys_user_group/global","x_DYNAMIC54635e965f510100a9ad2572f2b4774c":"GlideRecord_FieldType_Glide_Boolean","id":"123e4567-e89b-12d3-a456-426614174000"}]}"#,
                        headers: [
                            "Set-Cookie": "JSESSIONID=3BFF4F3A8AC5F4695E0477F6F8E34BDE; Path=/",
                            "X-Transaction-ID": "f242c5e647a5", "X-Odd": "AbC123dEf456GhI789jKl",
                        ]))
            ])
        var request = HTTPRequest.send(.post, "/api/now/table/x?token=abc", #"{"password":"p","text":"password"}"#)
        request.headers.append("Authorization", "Basic am9obi5kb2U6cGFzc3dvcmQ=")
        request.headers.append("Cookie", "JSESSIONID=3BFF4F3A8AC5F4695E0477F6F8E34BDE")
        try await recording.command("rest POST /api/now/table/x?token=abc password=p", request)
        expectEqual(findings(try recording.played()), [])
    }

    @Test func plantedSecretsAreLocatedButNotShown() throws {
        let folder = TemporaryFolder()
        let cassette = try tape(
            folder, url: "http://sandbox.localhost/t?access_token=aaa",
            requestHeaders: ["Authorization": "Basic eDp5", "Cookie": "a=REDACTED-cookie-1; b=2", "X-Odd": "z"],
            headers: ["Set-Cookie": "c=3; Path=/", "X-Other": "REDACTED-header"],
            requestBody: #"{"a":1,"password":"p"}"#, body: #"{"access_token":"t"}"#, line: "login --token t",
            output: "{\"token\": \"u\"}\n", input: #"{"secret":"v"}"#)
        expectEqual(
            findings(cassette),
            [
                "command 1, line, byte 14: a value (token) that is not a placeholder.",
                "command 1, input Name, byte 11: a value (secret) that is not a placeholder.",
                "command 1, output, byte 11: a value (token) that is not a placeholder.",
                "%:1.1, address, byte 40: a value (token) that is not a placeholder.",
                "%:1.1, request header Authorization, byte 6: a value (authorization) that is not a placeholder.",
                "%:1.1, request header Cookie, byte 23: a value (cookie) that is not a placeholder.",
                "%:1.1, request header X-Odd, byte 0: a header value that may be a secret.",
                "%:1.1, request body, byte 19: a value (password) that is not a placeholder.",
                "%:1.1, answer header Set-Cookie, byte 2: a value (cookie) that is not a placeholder.",
                "%:1.1, answer body, byte 17: a value (token) that is not a placeholder.",
            ])
    }

    @Test func knownSecretIsFoundInEveryEncoding() throws {
        let secret = "Tr0ub4dor & 3 horses"
        let encoded = Data(("john:" + secret).utf8).base64EncodedString()
        let folder = TemporaryFolder()
        let cassette = try tape(
            folder, body: "{\"a\":\"\(encoded)\"}", line: "echo Tr0ub4dor%20%26%203%20horses", output: secret)
        #expect(findings(cassette) != [])
        expectEqual(
            findings(cassette, secrets: [secret]),
            [
                "command 1, line, byte 5: a secret that this process knows.",
                "command 1, output, byte 0: a secret that this process knows.",
                "%:1.1, answer body, byte 6: a secret that this process knows.",
            ])
    }

    @Test(arguments: [
        ("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", true),
        ("ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", true),
        ("AKIAIOSFODNN7EXAMPLEwJalrXUtnFEMI/K7MDENG", false),
        ("wJ4lrXUtnF3MIK7MDENGbPxRf1CYEXAMPL3KEY", true),
        ("3BFF4F3A8AC5F4695E0477F6F8E34BDE", true),
        (String(repeating: "0a1b2c3d", count: 9), true),
        (String(repeating: "0a1b2c3d", count: 8), false),
        ("9c573169c611228700193229fff72400", false),
        ("/api/now/v2/table/incident/9c573169c611228700193229fff72400", false),
        ("GlideRecord_FieldType_Glide_Boolean", false),
        ("aLongIdentifierInCamelCase2", false),
        ("2024-04-14T19:29:09.123Z", false),
        ("Tue_Mar_11_22_11_44_PDT_2025", false),
        ("Tue_Mar_1a_2b_3C_44_PdT_20Z5", true),
        ("REDACTED-cookie-1", false),
        (String(repeating: "aB3/", count: 400), false),
        ("the quick brown fox jumps over the lazy dog", false),
    ])
    func tokensAreDistinguishedFromText(_ text: String, _ isToken: Bool) {
        expectEqual(TokenScan.tokens(in: [UInt8]("x=\"" + text + "\"")).isEmpty, !isToken)
    }

    /// `federated_id` is a base64 digest; here with a slash, and without one.
    @Test(arguments: [
        #"{"result":[{"federated_id":"DIGEST","name":"Ann"}]}"#,
        #"{"federated_id" : {"display_value": "DIGEST", "value": "DIGEST"}}"#,
        #"{"data":{"sys_user":{"federated_id":{"displayValue":"DIGEST"}}}}"#,
        "<response><federated_id>DIGEST</federated_id></response>",
        "user_name,federated_id\r\nann,DIGEST\r\n", "federated_id  DIGEST\nname  Ann\n",
        #"<script src="/a.js" integrity="sha256-DIGEST"></script>"#, #"<script nonce="DIGEST">x()</script>"#,
        #"{"page":"<a href=\"/auth?code_challenge%3DDIGEST\">"}"#,
    ])
    func publicDigestsAreNotFindings(body: String) throws {
        for digest in ["OYYj/qTUxVlA2BpM8lKbWJ+qQb1sTwK9R4n0gZx7cHE=", "uO3sJk1vQ8bTzLw6Xf2RnYpA9cHdE4gMiKq7oWlS5tU"] {
            func tape(_ name: String, planted: String = "", output: String = "") throws -> [String] {
                let folder = TemporaryFolder()
                let text = body.replacing("DIGEST", with: digest).replacing("federated_id", with: name)
                return findings(try self.tape(folder, body: text + planted, output: output))
            }
            // The output repeats a value of the response.
            try expectEqual(tape("federated_id", output: "ann   \(digest)\n"), [])
            try expectEqual(tape("federated_id", planted: "wJ4lrXUtnF3MIK7MDENGbPxRf1CYEXAMPL3KEY").count, 1)
            guard body.contains("federated_id") else { continue }
            #expect(try !tape("u_column").isEmpty)
        }
    }

    @Test func entityTagIsNotASecret() throws {
        let headers: HeaderFields = [
            "ETag": "W/\"uO3sJk1vQ8bTzLw6Xf2RnYpA9cHdE4gM\"", "Server": "wJ4lrXUtnF3MIK7MDENGbPx",
        ]
        try expectEqual(
            findings(tape(TemporaryFolder(), headers: headers)),
            [
                "%:1.1, answer header Server, byte 0: a header value that may be a secret."
            ])
    }

    @Test func onlyDigestsCountAsDigests() throws {
        let folder = TemporaryFolder()
        let body =
            #"{"federated_id":"","name":"uO3sJk1vQ8bTzLw6Xf2RnYpA9cHdE4gMiKq7oWlS5tU","#
            + #""x":{"federated_id":"ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}}"#
        expectEqual(findings(try tape(folder, body: body)).count, 2)
    }

    @Test func allowedFindingsAreOmitted() throws {
        let token = "wJ4lrXUtnF3MIK7MDENGbPxRf1CYEXAMPL3KEY"
        let folder = TemporaryFolder()
        let cassette = try tape(folder, body: "[\"\(token)\", \"x\(token)\"]", output: token + " known-secret-1")
        let book = SecretBook()
        book.write("known-secret-1", as: "password")
        let findings = Audit(of: cassette, secrets: book).findings
        expectEqual(
            findings.map(\.place),
            [
                "command 1, output, byte 39", "command 1, output, byte 0", "%:1.1, answer body, byte 2",
                "%:1.1, answer body, byte 44",
            ])
        let list = AllowedFindings(
            """
            # What we know of.
            walk: exchange 1, answer body, byte 2: the key of the demo: public
            walk: command 1, output: shows it
            walk: %:1.1, answer body, byte 99: also: gone
            other: exchange 1, answer body: of another tape

            walk: exchange 9, answer body: gone
            walk: exchange 1: too much
            walk, no reason
            """)
        expectEqual(list.unreadable, [8, 9])
        expectEqual(list.entries[2].place, "%:1.1, answer body, byte 99")
        expectEqual(list.entries[2].reason, "also: gone")
        let (left, allowed, unused) = list.applied(to: findings, of: "walk")
        expectEqual(
            left.map(\.description),
            [
                "command 1, output, byte 39: a secret that this process knows.",
                "%:1.1, answer body, byte 44: something that looks like a key or a token.",
            ])
        expectEqual(allowed.map(\.entry.reason), ["shows it", "the key of the demo: public"])
        expectEqual(unused.map(\.line), [4, 7])
    }

    @Test func unreadableRowIsAFinding() throws {
        let folder = TemporaryFolder()
        let cassette = try tape(folder, url: "nonsense")
        expectEqual(findings(cassette), ["%:1.1, address: cannot be read: it is not an address."])
        try cassette.close()
        expectEqual(findings(cassette).count, 1)
        expectEqual(findings(cassette).first?.hasPrefix("the tape, content: cannot be read:"), true)
    }

    @Test func findingsAreBounded() throws {
        let folder = TemporaryFolder()
        let cassette = try tape(
            folder, body: "[" + (0..<500).map { #"{"token":"t\#($0)"}"# }.joined(separator: ",") + "]")
        let audit = Audit(of: cassette, maxFindings: 100)
        expectEqual(audit.findings.count, 100)
        #expect(audit.isCapped)
    }
}
