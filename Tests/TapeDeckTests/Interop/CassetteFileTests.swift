import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import TapeDeck
@testable import TapeFormats

/// Cassettes of vcrpy and VCR, imported and exported.
struct CassetteFileTests {
    private static let lines = [
        "0 command admin GET HOST/api/now/table/incident?sysparm_limit=1 200",
        "1 command admin POST HOST/api/now/table/incident 201",
        "2 command admin POST HOST/oauth_token.do 201",
    ]

    @Test(arguments: [
        (
            "vcrpy.yaml", "http://127.0.0.1:18944",
            [
                "3 command admin POST HOST/api/now/attachment/file 201", "3 command admin GET HOST/bin 200",
            ]
        ), ("vcrpy.json", "http://127.0.0.1:18944", []),
        ("vcr.yml", "http://127.0.0.1:18945", ["2 command admin GET HOST/image 200"]),
        ("vcr-exact.yml", "http://127.0.0.1:18945", ["2 command admin GET HOST/image 200"]),
        ("vcr.json", "http://127.0.0.1:18945", []),
    ])
    func realCassettesAreImported(name: String, host: String, more: [String]) throws {
        let made = try ImportedHAR(recognizing: InteropFixture.bytes(name))
        try expectEqual(made.lines, (Self.lines + more).map { $0.replacing("HOST", with: host) })
        try expectEqual(made.response(1)?.body.text.contains(#""short_description": "café: on""#), true)
        try expectEqual(made.response(1)?.headers.values(of: "Set-Cookie").count, 2)
        try expectEqual(made.exchange(3)?.request.body?.text, "grant_type=password&password=REDACTED-password-1")
        try expectEqual(made.response(2)?.reason, "Created")
        let dump = try made.dump
        for secret in ["s3cret-Pass", "YWRtaW46czNjcmV0LVBhc3M", "0123456789abcdef"] { #expect(!dump.contains(secret)) }
        #expect(Audit(of: made.cassette).findings.isEmpty)
    }

    @Test func binaryBodiesAreKept() throws {
        let python = try ImportedHAR(recognizing: InteropFixture.bytes("vcrpy.yaml"))
        try expectEqual(python.exchange(4)?.request.body, (200...255).map { UInt8($0) })
        try expectEqual(python.response(5)?.body, (0...255).map { UInt8($0) })
        for name in ["vcr.yml", "vcr-exact.yml"] {
            let ruby = try ImportedHAR(recognizing: InteropFixture.bytes(name))
            try expectEqual(ruby.response(4)?.body, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0])
            try expectEqual(ruby.exchange(4)?.request.body, nil)
        }
    }

    @Test func timesComeFromTheFileOrItsDates() throws {
        let ruby = try ImportedHAR(recognizing: InteropFixture.bytes("vcr.yml"))
        try expectEqual(ruby.exchange(1)?.request.startedAt.description, "2026-11-26T00:10:26.000Z")
        expectEqual(ruby.made.losses.count(of: .noTimes), 0)
        let python = try ImportedHAR(recognizing: InteropFixture.bytes("vcrpy.yaml"))
        let times = try (1...5).compactMap { try python.exchange($0)?.request.startedAt }
        #expect(times.count == 5 && times == times.sorted() && Set(times).count == 5)
        #expect(times.first?.civil.year == 2026 && python.made.losses.count(of: .noTimes) == 5)
        let bare = try ImportedHAR(
            recognizing: Array(
                """
                interactions:
                - request: {method: GET, uri: 'http://a.example/', body: null, headers: {}}
                  response: {status: {code: 200, message: OK}, headers: {}, body: {string: x}}
                """.utf8))
        try expectEqual(bare.exchange(1)?.request.startedAt, ImportContext.test.now)
        // VCR plays in the order of the file, and so do imports, whatever the times say.
        let turned = try ImportedHAR(
            recognizing: Array(
                """
                http_interactions:
                - request: {method: get, uri: 'http://a.example/1', headers: {}}
                  response: {status: {code: 200, message: OK}, headers: {}, body: {string: x}}
                  recorded_at: Thu, 26 Nov 2026 00:10:26 GMT
                - request: {method: get, uri: 'http://a.example/2', headers: {}}
                  response: {status: {code: 200, message: OK}, headers: {}, body: {string: x}}
                  recorded_at: Thu, 26 Nov 2026 00:10:25 GMT
                recorded_with: VCR 6.1.0
                """.utf8))
        try expectEqual((1...2).map { try turned.exchange($0)?.request.url.last }, ["1", "2"])
    }

    @Test(arguments: [TapeFormat.vcrpy, .rubyVCR], [true, false])
    func exportedCassettesComeBack(format: TapeFormat, isJSON: Bool) throws {
        let first = try ImportedHAR(recognizing: InteropFixture.bytes("vcr.yml"))
        let (text, losses) = try first.cassette.exported(to: format, isJSON: isJSON)
        let again = try ImportedHAR(recognizing: text)
        // A placeholder names no user.
        try expectEqual(again.lines, first.lines.map { $0.replacing(" admin ", with: " - ") })
        for number in 1...3 as ClosedRange<Int64> {
            let (before, after) = try (first.exchange(number), again.exchange(number))
            expectEqual(before?.request.headers, after?.request.headers)
            expectEqual(before?.request.body, after?.request.body)
            try expectEqual(first.response(number)?.headers, again.response(number)?.headers)
            try expectEqual(first.response(number)?.body, again.response(number)?.body)
        }
        let image = try again.response(4)?.body
        let isLossless = format.name != TapeFormat.vcrpy.name || !isJSON
        expectEqual(image, (isLossless ? try first.response(4)?.body : []))
        expectEqual(losses.contains("Binary bodies left out: 1 request: request 4."), !isLossless)
        expectEqual(losses.first, (format.name == "vcr" ? "Durations" : "Times") + " left out: 4 requests.")
        expectEqual(again.made.losses.count(of: .secrets), 0)
    }

    @Test func exportReportsWhatIsLeftOut() async throws {
        let recording = Recording(
            [
                .success(
                    HTTPResponse(
                        status: 200, headers: ["Vary": "Accept", "ETag": "2", "vary": "Cookie", "Content-Length": "9"],
                        body: Array(#"{"access_token": "abcdefgh12345678"}"#.utf8))),
                .failure(TransportFailure(.timeout, "Nothing came in 30 s.")),
            ])
        try await recording.command("rest get /a", .get("/a"), .get("/b"))
        try recording.deck.close()
        let (text, losses) = try Cassette.playing(at: recording.path).exported(to: .vcrpy)
        expectEqual(
            losses,
            [
                "Left out: 1 request without a response: %:1.2.", "Left out: 1 command with input and output.",
                "Times left out: 1 request.",
                "Order of header fields changed, because fields of one name are grouped: 1 request: %:1.1.",
            ])
        let root = try DataFile(ImportSource(text)).root
        let response = root["interactions"]?.elements.first?["response"]
        let body = response?["body"]?["string"]?.text ?? ""
        expectEqual(response?["headers"]?["Vary"]?.elements.compactMap(\.text), ["Accept", "Cookie"])
        expectEqual(response?["headers"]?["Content-Length"]?.elements.first?.text, String(body.utf8.count))
        #expect(!text.text.contains("abcdefgh"))
    }

    @Test(arguments: [
        ("interactions: {}", ImportError.Kind.otherFormat), ("interactions: []", .nothingLeft),
        ("interactions: []\nversion: 2", .otherFormat), ("interactions: [1, x, null, {request: []}]", .nothingLeft),
        ("http_interactions: 7", .otherFormat), ("interactions: [", .malformed), ("interactions: *x", .malformed),
        (#"{"interactions": ["#, .malformed), (#"{"http_interactions": [{}]}"#, .nothingLeft),
    ])
    func invalidCassetteIsRejected(text: String, kind: ImportError.Kind) {
        let name = text.contains("http_") ? "vcr" : "vcrpy"
        let error = #expect(throws: ImportError.self) {
            let read = try #require(TapeFormat.named(name)?.read)
            _ = try ImportedHAR([read(ImportSource(Array(text.utf8)), .test)])
        }
        expectEqual(error?.kind, kind)
    }

    @Test func compressedBodiesAreDecompressed() throws {
        func cassette(_ coding: String, _ body: [UInt8]) -> [UInt8] {
            Array(
                """
                version: 1
                interactions:
                - request: {method: GET, uri: 'http://a.example/x', body: null, headers: {}}
                  response:
                    status: {code: 200, message: OK}
                    headers: {Content-Encoding: [\(coding)], Content-Length: [99], Content-Type: text/plain}
                    body: {string: !!binary "\(Base64.encode(body))"}
                """.utf8)
        }
        let zipped = try ImportedHAR(recognizing: cassette("gzip", Gzip.compress(Array("hello".utf8))))
        try expectEqual(zipped.response(1)?.body.text, "hello")
        try expectEqual(zipped.response(1)?.headers["Content-Encoding"], nil)
        try expectEqual(zipped.response(1)?.headers["Content-Length"], nil)
        expectEqual(zipped.made.losses.count(of: .decompressed), 1)
        let plain = try ImportedHAR(recognizing: cassette("gzip", Array("hello".utf8)))
        #expect(try plain.response(1)?.body.text == "hello" && plain.made.losses.count(of: .decoded) == 1)
        let deflated: [UInt8] = [0x78, 0x9C, 0xCB, 0xC8, 0x24, 0x12, 0x00]
        #expect(throws: ImportError.self) { try ImportedHAR(recognizing: cassette("deflate", deflated + [0xFF])) }
        let both = Gzip.compress(Gzip.compress(Array("hello".utf8)))
        try expectEqual(ImportedHAR(recognizing: cassette("'gzip, gzip'", both)).response(1)?.body.text, "hello")
        let brotli = #expect(throws: ImportError.self) { try ImportedHAR(recognizing: cassette("br", [0xFF, 0x80])) }
        expectEqual(brotli?.notes.first?.hasSuffix("cannot be decoded: entry 1 (br)."), true)
        let error = #expect(throws: ImportError.self) {
            try ImportedHAR(recognizing: cassette("gzip", [0x1F, 0x8B, 0, 0]))
        }
        expectEqual(error?.kind, .nothingLeft)
    }

    /// VCR writes text in UTF-8 and the encoding that it had.
    @Test(arguments: [
        ("ISO-8859-1", "Grüße", [0x47, 0x72, 0xFC, 0xDF, 0x65] as [UInt8]?), ("UTF-8", "é", [0xC3, 0xA9]),
        ("ISO-8859-1", "€", Array("€".utf8)), ("UTF-16LE", "é", [0xE9, 0]), ("ASCII-8BIT", "é", [0xC3, 0xA9]),
        ("Shift_JIS", "あ", nil), ("Shift_JIS", "a", [0x61]),
    ])
    func namedEncodingsAreRestored(encoding: String, text: String, bytes: [UInt8]?) throws {
        let file = """
            http_interactions:
            - request: {method: get, uri: 'http://a.example/c', body: {encoding: US-ASCII, string: ''}, headers: {}}
              response:
                status: {code: 200, message: OK}
                headers: {Content-Type: [text/html; charset=ISO-8859-1]}
                body: {encoding: \(encoding), string: '\(text)'}
            """
        guard let bytes else {
            #expect(throws: ImportError.self) { try ImportedHAR(recognizing: Array(file.utf8)) }
            return
        }
        let response = try ImportedHAR(recognizing: Array(file.utf8)).response(1)
        let isUTF8 = bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) != nil
        expectEqual(response?.body, bytes)
        expectEqual(response?.headers["Content-Type"], "text/html; charset=" + (isUTF8 ? "utf-8" : "ISO-8859-1"))
    }

    @Test func olderFormsForHTTPXAreRead() throws {
        let made = try ImportedHAR(
            recognizing: Array(
                """
                version: 1
                interactions:
                - request: {method: GET, uri: 'http://a.example/x', body: '', headers: {accept: '*/*'}}
                  response:
                    content: '{"result": "é"}'
                    headers: {content-type: application/json, content-encoding: gzip}
                    http_version: HTTP/1.1
                    status_code: 200
                """.utf8))
        #expect(try made.response(1)?.body.text == #"{"result": "é"}"# && made.response(1)?.status == 200)
    }
}
