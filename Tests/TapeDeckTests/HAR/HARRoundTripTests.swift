import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import TapeDeck
@testable import TapeFormats

/// Exporting a tape as HAR and importing it again.
struct HARRoundTripTests {
    private func record(at path: String) async throws {
        let recording = Recording(
            at: path,
            [
                .success(
                    .json(
                        #"{"a": "ü"}"#,
                        headers: [
                            "Content-Length": "99",
                            "Set-Cookie":
                                "JSESSIONID=0123456789ABCDEF; Path=/; Secure; HttpOnly; Expires=Tue, 16 Apr 2024 17:16:18 GMT",
                        ])),
                .success(
                    HTTPResponse(
                        status: 201, headers: ["Content-Type": "image/png", "Location": "/x"],
                        body: [0xFF, 0x00, 0x1B],
                        facts: ResponseFacts(
                            httpVersion: "2", contentCoding: "br",
                            timings: Timings(
                                resolved: 1, connected: 1200, secured: 1345, firstByte: 99_001, total: 100_000)))),
                .failure(TransportFailure(.timeout, "Nothing came in 30 s.")),
                .success(HTTPResponse(status: 204)),
            ])
        try await recording.command("page open a", .get("/a?x=1&x=%20b#"), .send(.post, "/b", "{\"c\":1}"))
        var binary = HTTPRequest.send(.put, "/c", "")
        binary.body = [0xFE, 0x01]
        try await recording.command("rest put /c @file", binary)
        var empty = HTTPRequest.get("/d")
        empty.body = []
        _ = try await recording.deck.input(.file, "a.bin") { [0xFF, 10] }
        try await recording.command("rest get /d", empty)
        try recording.deck.close()
    }

    @Test func whatHARCannotHoldIsReported() async throws {
        let folder = TemporaryFolder()
        try await record(at: folder.tape)
        let (text, losses) = try Cassette.playing(at: folder.tape).har()
        expectEqual(
            losses.sentences,
            [
                "Failed requests, exported with status 0: 1 entry: %:2.1.",
                "Binary bodies, written in base64: 1 entry: %:1.2.",
                "Binary request bodies, written as Latin-1 text: 1 entry: %:2.1.",
                "Left out: 3 commands with input and output.",
            ])
        // Redaction has changed the body, and other programs replay the length that the file has.
        #expect(text.contains(#"{"name":"Content-Length","value":"11"}"#))
        #expect(text.contains(#"{"mimeType":"application/json","text":"þ\u0001","_encoding":"latin1"}"#))
    }

    @Test func requiredHARMembersArePresent() async throws {
        let folder = TemporaryFolder()
        try await record(at: folder.tape)
        let log = try #require(JSONDocument(try Cassette.playing(at: folder.tape).har().text).root["log"]).value
        expectEqual(log["version"], "1.2")
        expectEqual(log["creator"], ["name": "Snowdeck", "version": "0.1"])
        let first = try #require(log["entries"]?[0])
        expectEqual(first["request"]?["queryString"], [["name": "x", "value": "1"], ["name": "x", "value": " b"]])
        let second = try #require(log["entries"]?[1])
        expectEqual(second["time"], .number("100"))
        expectEqual(
            second["timings"],
            [
                "blocked": .number("-1"), "dns": .number("0.001"), "connect": .number("1.344"), "ssl": .number("0.145"),
                "send": 0, "wait": .number("97.656"), "receive": .number("0.999"),
            ])
        expectEqual(second["request"]?["postData"], ["mimeType": "application/json", "text": "{\"c\":1}"])
        expectEqual(
            second["response"]?["content"],
            [
                "size": 3, "mimeType": "image/png", "text": "/wAb", "encoding": "base64",
            ])
        #expect(second["response"]?["redirectURL"] == "/x" && second["response"]?["httpVersion"] == "HTTP/2")
        expectEqual(log["entries"]?[2]?["response"]?["status"], 0)
        expectEqual(log["entries"]?[2]?["response"]?["_error"], "Nothing came in 30 s.")
        guard case .array(let entries)? = log["entries"] else { return #expect(Bool(false), "no entries") }
        for entry in entries {
            for name in ["startedDateTime", "time", "request", "response", "cache", "timings"] {
                #expect(entry[name] != nil, "\(name)")
            }
            for name in [
                "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize",
            ] { #expect(entry["request"]?[name] != nil, "\(name)") }
            for name in [
                "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
                "bodySize",
            ] { #expect(entry["response"]?[name] != nil, "\(name)") }
        }
    }

    @Test func exchangesSurvive() async throws {
        let folder = TemporaryFolder()
        try await record(at: folder.tape)
        let text = try Cassette.playing(at: folder.tape).har().text
        let again = try ImportedHAR(text)
        try expectEqual(
            again.lines,
            [
                "0 command - GET http://sandbox.localhost/a?x=1&x=%20b 200",
                "1 command - POST http://sandbox.localhost/b 201", "1 command - GET http://sandbox.localhost/d 204",
            ])
        try expectEqual(again.response(2)?.facts.timings.total, 100_000)
    }

    /// A secret added to a HAR file, or left on a tape by an older version, is redacted.
    @Test func secretsAreRedactedOnImportAndExport() async throws {
        let folder = TemporaryFolder()
        try await record(at: folder.tape)
        let book = SecretBook()
        book.write("horse-battery-staple", as: "password")
        let text = try Cassette.playing(at: folder.tape).har().text
            .replacing("/d", with: "/d?p=horse-battery-staple")
            .replacing("JSESSIONID=REDACTED-cookie-1", with: "JSESSIONID=FEDCBA9876543210")
        let again = try ImportedHAR(text, secrets: book)
        expectEqual(again.made.losses.count(of: .secrets), 2)
        let dump = try again.dump
        #expect(!dump.contains("horse-battery-staple") && !dump.contains("FEDCBA9876543210"))
        #expect(Audit(of: again.cassette, secrets: book).findings.isEmpty)
        let path = folder.file("leak.cassette")
        let leaking = try Cassette.recording(at: path)
        let session = try leaking.beginSession(.sample())
        let request = RequestRecord.planted(
            session: session, url: "http://sandbox.localhost/a?sysparm_ck=0123456789abcdef0",
            headers: ["Authorization": "Bearer 0123456789abcdefghij"])
        try leaking.complete(
            leaking.reserve(request), with: .response(HTTPResponse(status: 200, body: [UInt8]("horse-battery-staple"))))
        try leaking.close()
        let out = try Cassette.playing(at: path).har(secrets: book)
        #expect(!out.text.contains("0123456789abcdef") && !out.text.contains("horse-battery-staple"))
        expectEqual(out.losses.count(of: .secrets), 1)
    }
}
