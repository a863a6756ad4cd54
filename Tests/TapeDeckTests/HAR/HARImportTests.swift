import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck
@testable import TapeFormats

/// Which entries of a HAR file are imported, in which order, and the report about the others.
struct HARImportTests {
    @Test func entriesAreOrderedByTimeWithEpochs() throws {
        let har = try ImportedHAR(
            SampleHAR.file([
                SampleHAR.entry("GET", "/c", at: "2024-04-16T17:16:20.5Z"),
                SampleHAR.entry("POST", "/b", at: "2024-04-16T19:16:20+02:00", status: 302),
                SampleHAR.entry("GET", "/a?x=1&x=2", at: "2024-04-16T17:16:19.9999999Z"),
                SampleHAR.entry("GET", "/d", at: "2024-04-16T17:16:20.5Z"),
            ]))
        try expectEqual(
            har.lines,
            [
                "0 command - GET https://dev1.service-now.com/a?x=1&x=2 200",
                "1 command - POST https://dev1.service-now.com/b 302",
                "1 command - GET https://dev1.service-now.com/c 200",
                "1 command - GET https://dev1.service-now.com/d 200",
            ])
        expectEqual(har.made.losses.sentences, ["Sorted by time: 2 entries."])
        try expectEqual(har.exchange(1)?.request.startedAt.exactText, "2024-04-16T17:16:19.999999Z")
        let session = try #require(try har.cassette.sessions().first)
        #expect(session.instance == "https://dev1.service-now.com" && session.user == nil)
        expectEqual(session.policy, TapePolicy.standard.text)
        #expect(try har.cassette.commands(after: 0, limit: 1).isEmpty)
    }

    @Test func signInSetsPrincipalOutsideEpochs() throws {
        let form =
            #""headers": [{"name": "Content-Type", "value": "application/x-www-form-urlencoded"}], "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "user_name=john.doe&user_password=correct-horse-9"}"#
        let har = try ImportedHAR(
            SampleHAR.file([
                SampleHAR.entry("GET", "/list.do", at: "2024-04-16T17:16:18Z", status: 302),
                SampleHAR.entry("GET", "/login.do", at: "2024-04-16T17:16:19Z"),
                SampleHAR.entry("POST", "/login.do", at: "2024-04-16T17:16:20Z", status: 302, request: form),
                SampleHAR.entry("GET", "/list.do?password=correct-horse-9", at: "2024-04-16T17:16:17Z"),
            ]))
        try expectEqual(
            har.lines,
            [
                "0 command john.doe GET https://dev1.service-now.com/list.do?password=REDACTED-password-1 200",
                "0 command john.doe GET https://dev1.service-now.com/list.do 302",
                "- signIn john.doe GET https://dev1.service-now.com/login.do 200",
                "- signIn john.doe POST https://dev1.service-now.com/login.do 302",
            ])
        try expectEqual(har.exchange(4)?.request.body?.text, "user_name=john.doe&user_password=REDACTED-password-1")
        try expectEqual(har.cassette.sessions().first?.user, "john.doe")
        #expect(!(try har.dump.contains("correct-horse")))
        #expect(Audit(of: har.cassette).findings.isEmpty)
    }

    /// The last entry to sign in is the only one that shows what a secret is.
    @Test func secretOfTheLastEntryIsRedactedInTheFirst() throws {
        let form = #"""
            "headers": [{"name": "Content-Type", "value": "application/x-www-form-urlencoded"}], "postData": {"mimeType":
             "application/x-www-form-urlencoded", "text": "user_name=john&user_password=correct-horse-9"}
            """#
        let answer = #""headers": [], "content": {"mimeType": "text/plain", "text": "It is correct-horse-9."}"#
        let har = try ImportedHAR(
            SampleHAR.file([
                SampleHAR.entry("GET", "/a", at: "2024-04-16T17:16:18Z", response: answer),
                SampleHAR.entry("POST", "/login.do", at: "2024-04-16T17:16:19Z", request: form),
            ]))
        try expectEqual(har.response(1)?.body.text, "It is REDACTED-password-1.")
        #expect(!(try har.dump.contains("correct-horse")))
        try expectEqual(har.exchange(1)?.request.principal, "john")
    }

    @Test func membersMayFollowTheEntries() throws {
        let pages = #""pages": [{"id": "page_1", "title": "]}"}]"#
        let entry = SampleHAR.entry("GET", "/a")
        for text in [
            #"{"log": {\#(pages), "entries": [\#(entry)]}}"#, #"{"log": {"entries": [\#(entry)], \#(pages)}}"#,
            #"{"more": {"log": {"entries": []}}, "log": {"x": {"entries": []}, "entries": [\#(entry)]}, "log": 7}"#,
        ] {
            try expectEqual(ImportedHAR(text).lines, ["0 command - GET https://dev1.service-now.com/a 200"])
        }
    }

    /// A mask occurs in many places and is not treated as a secret.
    @Test(arguments: [
        "[REDACTED]", "<redacted>", "REDACTED", "********", "•••", "xxxx", "XXXXXXXX", "[password hidden]",
        "***MASKED***", "(removed)", "...",
    ])
    func maskIsNotASecret(mask: String) throws {
        let har = try ImportedHAR(
            SampleHAR.file([
                SampleHAR.entry(
                    "POST", "/a?token=\(PercentCoding.encode(mask))",
                    request: #"""
                        "headers": [{"name": "Authorization", "value": "\#(mask)"}, {"name": "X-Odd", "value": "\#(mask)"},
                         {"name": "Cookie", "value": "a=\#(mask)"}, {"name": "X-UserToken", "value": "\#(mask)"}],
                        "postData": {"mimeType": "application/json", "text": "{\"password\":\"\#(mask)\",\"secret\":\"s3cr\"}"}
                        """#,
                    response: #"""
                        "headers": [{"name": "Content-Type", "value": "text/plain"}],
                         "content": {"size": 2, "mimeType": "text/plain", "text": "Logs write \#(mask) there."}
                        """#)
            ]))
        let request = try #require(try har.exchange(1)?.request)
        try expectEqual(har.response(1)?.body, [UInt8]("Logs write \(mask) there."))
        expectEqual(request.body?.text, #"{"password":"\#(mask)","secret":"REDACTED-secret-1"}"#)
        #expect(request.headers["Authorization"] == mask && request.headers["X-Odd"] == mask)
        #expect(request.url.hasSuffix("/a?token=\(PercentCoding.encode(mask))"))
        #expect(Audit(of: har.cassette).findings.isEmpty)
    }

    @Test(arguments: ["x", "xxx", "hidden", "removed", "secret", "[p4ss]", "<b>", "red acted", "**a**", "<Api>"])
    func nearMaskIsASecret(value: String) {
        #expect(Mask.isWhole("<API_TOKEN>".utf8))
        #expect(!Mask.isWhole(value.utf8))
    }

    @Test func severalFilesBecomeOneTape() throws {
        let first = SampleHAR.file([
            SampleHAR.entry("GET", "/a", at: "2024-04-16T17:16:18Z"),
            SampleHAR.entry("GET", "/c", at: "2024-04-16T17:16:22Z"),
        ])
        let second = SampleHAR.file([
            SampleHAR.entry("POST", "/b", at: "2024-04-16T17:16:20Z", request: #""headers": []"#),
            SampleHAR.entry("GET", "/c", at: "2024-04-16T17:16:22Z"),
            SampleHAR.entry("GET", "/bad", at: "yesterday"),
        ])
        let har = try ImportedHAR([
            HARFile.read(ImportSource([UInt8](first)), .called("one.har")),
            HARFile.read(ImportSource([UInt8](second)), .called("two/two.har")),
        ])
        try expectEqual(
            har.lines,
            [
                "0 command - GET https://dev1.service-now.com/a 200",
                "1 command - POST https://dev1.service-now.com/b 200",
                "1 command - GET https://dev1.service-now.com/c 200",
            ])
        let other = "entry 2 of two/two.har (GET https://dev1.service-now.com/c)"
        expectEqual(
            har.made.losses.sentences,
            [
                "Left out: 1 entry that cannot be read: entry 3 of two/two.har (its startedDateTime is not a time).",
                "Left out: 1 entry that is in an earlier file, too: \(other).",
                "Sorted by time: 2 entries.",
            ])
    }

    @Test func unplayableEntriesAreSkippedAndReported() throws {
        let har = try ImportedHAR(
            SampleHAR.file([
                SampleHAR.entry("GET", "/good"),
                SampleHAR.entry("GET", "/font?token=abc", host: "https://fonts.example"),
                SampleHAR.entry("GET", "/dropped", status: 0),
                SampleHAR.entry("GET", "/socket", status: 101, host: "wss://dev1.service-now.com"),
                SampleHAR.entry("GET", "/upgrade", status: 101),
                SampleHAR.entry("GET", "/part", status: 206),
                SampleHAR.entry("GET", "/worker", more: #""_fetchedViaServiceWorker": true"#),
                SampleHAR.entry("GET", "/good", more: #""_fromCache": "memory""#),
                SampleHAR.entry("GET", "/style.css", more: #""_fromCache": "disk""#),
                SampleHAR.entry(
                    "GET", "/evicted", response: #""headers": [], "content": {"size": 1200, "mimeType": "text/html"}"#),
                SampleHAR.entry("GET", "", host: "data:text/plain,hello"),
                SampleHAR.entry("GET", "/bad", at: "yesterday"),
                SampleHAR.entry("GET", "/bad", host: "https://jane:secret@dev1.service-now.com"),
                "7", "{}",
            ]))
        try expectEqual(
            har.lines,
            [
                "0 command - GET https://dev1.service-now.com/good 200",
                "0 command - GET https://dev1.service-now.com/style.css 200",
            ])
        expectEqual(
            har.made.losses.sentences,
            [
                "Left out: 4 entries that cannot be read: entry 12 (its startedDateTime is not a time), entry 13 (its "
                    + "address has no host), entry 14 (it has no request) and 1 more.",
                "Left out: 1 entry to something else than HTTP: entry 11 (data:).",
                "Left out: 1 entry to other hosts: entry 2 (GET https://fonts.example/font).",
                "Left out: 1 entry without an answer: entry 3.",
                "Left out: 2 entries of WebSockets: entry 4, entry 5.",
                "Left out: 1 entry answered by a service worker: entry 7.",
                "Left out: 1 entry that fetched a part (206): entry 6.",
                "Left out: 1 entry that the browser answered from its cache: entry 8 (GET "
                    + "https://dev1.service-now.com/good).",
                "Left out: 1 entry whose body is not in the file: entry 10.",
            ])
    }

    @Test func instanceMayBeChosen() throws {
        let text = SampleHAR.file([
            SampleHAR.entry("GET", "/a"), SampleHAR.entry("GET", "/b", host: "http://127.0.0.1:8080"),
            SampleHAR.entry("GET", "/c", host: "http://127.0.0.1:9090"),
        ])
        try expectEqual(ImportedHAR(text).lines.count, 2)
        let one = try ImportedHAR(text, instance: "https://dev1.service-now.com")
        try expectEqual(one.lines, ["0 command - GET https://dev1.service-now.com/a 200"])
        #expect(throws: ImportError.self) { try ImportedHAR(text, instance: "https://dev2.service-now.com") }
    }

    @Test func bodyAboveTheLimitIsRejected() throws {
        let error = #expect(throws: ImportError.self) {
            try ImportedHAR(SampleHAR.file([SampleHAR.entry("GET", "/a")]), bodyLimit: 1)
        }
        expectEqual(error?.kind, .tooLarge)
        expectEqual(error?.description, "The answer of entry 1 has a body of 2 bytes, and 1 are taken.")
    }

    @Test(arguments: [
        ("", ImportError.Kind.malformed), ("{", .malformed), ("[]", .otherFormat), (#"{"log": []}"#, .otherFormat),
        (#"{"log": {"entries": {}}}"#, .otherFormat), (#"{"log": {"entries": []}}"#, .nothingLeft),
        (#"{"log": {"entries": [null, 1, "x", [], {"request": 1}]}}"#, .nothingLeft),
        (#"{"log": {"entries": "# + String(repeating: "[", count: 100_000) + "}}", .malformed),
    ])
    func invalidHARIsRejected(text: String, kind: ImportError.Kind) {
        let error = #expect(throws: ImportError.self) { try ImportedHAR(text) }
        expectEqual(error?.kind, kind)
    }
}
