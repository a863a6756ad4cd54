import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck
@testable import TapeFormats

/// HAR files as written by different programs.
struct HARDialectTests {
    @Test func packedFilesAreUnpacked() throws {
        let har = Array(#"{"log": {"entries": [], "comment": "Grüße"}}"#.utf8)
        func zip(_ names: [String]) -> [UInt8] { NestedSecretTests.archive(names.map { ($0, har, true) }) }
        for packed in [
            har, Gzip.compress(har), UTF16Text.widened(har, false), UTF16Text.widened(har, true),
            [0xFF, 0xFE] + UTF16Text.widened(har, false), zip(["har.har"]), zip(["a.har", "0a1b.json"]),
        ] { try expectEqual(ImportSource(packed).unpacked().bytes, har) }
        for packed in [zip(["a.har", "b.HAR"]), zip(["a.txt"]), Array(Gzip.compress(har).dropLast(9))] {
            #expect(throws: ImportError.self) { try ImportSource(packed).unpacked() }
        }
    }

    /// Playwright writes bodies into files that are named by their SHA-1.
    @Test func bodiesAreInFilesOfTheArchive() throws {
        let body = Array(#"{"result": []}"#.utf8), digest = "6b7f98f1f5c6e32d1fcd4b5a0d8d2c7d5a4e5b9c"
        expectEqual(SHA1.hex(of: Array("abc".utf8)), "a9993e364706816aba3e25717850c26c9cd0d89d")
        func imported(_ named: String, holding name: String) throws -> ImportedHAR {
            let entry = SampleHAR.entry(
                "GET", "/api/now/table/incident", at: "2026-01-05T10:00:00.123Z",
                response: #"""
                    "headers": [], "content": {"size": 14, "mimeType": "application/json", "_file": "\#(named)"}
                    """#)
            let archive = NestedSecretTests.archive([
                ("har.har", Array(SampleHAR.file([entry]).utf8), true), (name, body, true),
            ])
            return try ImportedHAR([HARFile.read(ImportSource(archive).unpacked(), .test)])
        }
        let name = SHA1.hex(of: body) + ".json"
        try expectEqual(imported(name, holding: name).response(1)?.body, body)
        // Another file, one with other content, one that is missing.
        for (named, held) in [("secret.json", "secret.json"), (digest + ".json", digest + ".json"), (name, "b.json")] {
            let error = #expect(throws: ImportError.self) { _ = try imported(named, holding: held) }
            expectEqual(error?.kind, .nothingLeft)
        }
    }

    @Test func chromium() throws {
        let entry = SampleHAR.entry(
            "GET", "/incident_list.do?sysparm_query=active%3Dtrue", at: "2026-01-05T10:00:00.123Z",
            request: #"""
                "headers": [{"name": ":authority", "value": "dev1.service-now.com"}, {"name": ":path", "value": "/x"},
                 {"name": "accept", "value": "text/html"}, {"name": "cookie", "value": "JSESSIONID=0123456789ABCDEF"}]
                """#,
            response: #"""
                "headers": [{"name": "content-type", "value": "text/html;charset=ISO-8859-1"},
                 {"name": "content-encoding", "value": "gzip"}, {"name": "content-length", "value": "9"},
                 {"name": "set-cookie", "value": "a=1111111111111111; Path=/\nb=2222222222222222; HttpOnly"}],
                "content": {"size": 6, "mimeType": "text/html", "compression": -3, "text": "caf\u00e9!"},
                "_transferSize": 300
                """#,
            more: #"""
                "_initiator": {"type": "other"}, "_priority": "VeryHigh", "_resourceType": "document", "connection": "12",
                "timings": {"blocked": 2.5, "dns": -1, "ssl": 3.25, "connect": 5.5, "send": 0.125, "wait": 10.0625,
                 "receive": 1.1, "_blocked_queueing": 1.2}
                """#)
        let har = try ImportedHAR(
            "\u{FEFF}" + SampleHAR.file([entry], creator: #"{"name": "WebInspector", "version": "537.36"}"#))
        let request = try #require(try har.exchange(1)?.request)
        expectEqual(
            request.headers.fields,
            [
                HeaderField("accept", "text/html"), HeaderField("cookie", "JSESSIONID=REDACTED-cookie-1"),
            ])
        let response = try #require(try har.response(1))
        expectEqual(
            response.headers.fields,
            [
                HeaderField("content-type", "text/html; charset=utf-8"),
                HeaderField("set-cookie", "a=REDACTED-cookie-2; Path=/"),
                HeaderField("set-cookie", "b=REDACTED-cookie-3; HttpOnly"),
            ])
        #expect(response.body.text == "café!" && response.facts.contentCoding == "gzip")
        expectEqual(
            response.facts.timings,
            Timings(resolved: 2500, connected: 4750, secured: 8000, firstByte: 18188, total: 19288))
        expectEqual(
            har.made.losses.sentences,
            [
                "Content-Encoding dropped, because the bodies in the file are decoded: 1 entry: entry 1 (GET "
                    + "https://dev1.service-now.com/incident_list.do).",
                "Content-Type changed to UTF-8, as the file has text: 1 entry: entry 1 (GET "
                    + "https://dev1.service-now.com/incident_list.do).",
                "Secrets replaced by placeholders: 1 entry.",
            ])
    }

    @Test func firefox() throws {
        let entry = SampleHAR.entry(
            "POST", "/incident.do", at: "2026-01-05T11:00:00.000+01:00", status: 302,
            request: #"""
                "headers": [{"name": "Host", "value": "dev1.service-now.com"}, {"name": "Content-Length", "value": "9"},
                 {"name": "Content-Type", "value": "application/x-www-form-urlencoded"}],
                "postData": {"mimeType": "application/x-www-form-urlencoded", "params": [
                 {"name": "short description", "value": "a b&c=ü"}, {"name": "empty"}], "text": ""}
                """#,
            response: #"""
                "headers": [{"name": "Location", "value": "incident.do"}],
                "content": {"mimeType": "text/html", "size": 0, "text": ""}
                """#,
            more: #""timings": {"blocked": 0, "dns": 0, "connect": 0, "ssl": 0, "send": 0, "wait": 7, "receive": 0}"#)
        let har = try ImportedHAR(SampleHAR.file([entry], creator: #"{"name": "Firefox", "version": "140.0"}"#))
        let request = try #require(try har.exchange(1)?.request)
        expectEqual(request.body?.text, "short+description=a+b%26c%3D%C3%BC&empty=")
        expectEqual(request.headers.fields, [HeaderField("Content-Type", "application/x-www-form-urlencoded")])
        #expect(request.startedAt.exactText == "2026-01-05T10:00:00.000000Z" && request.epoch == 1)
        #expect(har.made.losses.count(of: .formParts) == 1 && har.made.losses.count(of: .connectionLines) == 1)
    }

    @Test func playwright() throws {
        let entry = SampleHAR.entry(
            "POST", "/api/now/attachment/upload", at: "2026-01-05T10:00:00.001Z", status: 201,
            request: #"""
                "headers": [{"name": "Content-Type", "value": "multipart/form-data; boundary=X"}],
                "cookies": [{"name": "glide_user_route", "value": "glide.0123456789abcdef"}],
                "postData": {"mimeType": "multipart/form-data; boundary=X", "params": [
                 {"name": "table_name", "value": "incident"},
                 {"name": "file", "fileName": "a.txt", "contentType": "text/plain"}]}
                """#,
            response: #"""
                "headers": [], "content": {"size": 3, "mimeType": "image/png", "encoding": "base64", "text": "iVBO"},
                "cookies": [{"name": "s", "value": "0123456789abcdefX", "path": "/", "httpOnly": true}]
                """#,
            more:
                #""time": 12.345, "_monotonicTime": 1, "pageref": "page@1", "timings": {"send": -1, "wait": 12.345, "receive": -1}"#
        )
        let har = try ImportedHAR(SampleHAR.file([entry], creator: #"{"name": "Playwright", "version": "1.50"}"#))
        let request = try #require(try har.exchange(1)?.request)
        expectEqual(
            request.body?.text,
            "--X\r\nContent-Disposition: form-data; name=\"table_name\"\r\n\r\nincident\r\n--X\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\n\r\n--X--\r\n"
        )
        expectEqual(request.headers["Cookie"], "glide_user_route=REDACTED-cookie-1")
        let response = try #require(try har.response(1))
        expectEqual(response.body, [0x89, 0x50, 0x4E])
        expectEqual(
            response.headers.fields,
            [
                HeaderField("Set-Cookie", "s=REDACTED-cookie-2"), HeaderField("Content-Type", "image/png"),
            ])
        expectEqual(response.facts.timings.total, 12345)
        #expect(har.made.losses.count(of: .timings) == 0 && har.made.losses.count(of: .fileParts) == 1)
    }

    @Test func mitmproxy() throws {
        let entry = SampleHAR.entry(
            "PUT", "/api/now/table/incident/1", at: "2026-01-05T10:00:00.000001+00:00",
            request: #"""
                "headers": [{"name": "Authorization", "value": "Basic YWRtaW46YWRtaW4tcGFzc3dvcmQ="},
                 {"name": "Content-Type", "value": "application/octet-stream"}],
                "postData": {"mimeType": "application/octet-stream", "text": "/wD+", "encoding": "base64", "params": []}
                """#,
            response: #"""
                "headers": [{"name": "Content-Type", "value": "application/json"}, {"name": "Via", "value": "a"},
                 {"name": "Via", "value": "b"}],
                "httpVersion": "HTTP/2.0", "content": {"size": 2, "compression": 0, "mimeType": "application/json", "text": "{}"}
                """#,
            more:
                #""timings": {"connect": -1.0, "ssl": -1.0, "send": 1.5, "receive": 2.0, "wait": 3.0, "blocked": null}"#
        )
        let har = try ImportedHAR(SampleHAR.file([entry], creator: #"{"name": "mitmproxy", "version": "12.0"}"#))
        let request = try #require(try har.exchange(1)?.request)
        #expect(request.body == [0xFF, 0x00, 0xFE] && request.principal == "admin")
        expectEqual(request.headers["Authorization"], "Basic REDACTED-authorization-1")
        let response = try #require(try har.response(1))
        expectEqual(response.headers.values(of: "Via"), ["a", "b"])
        expectEqual(response.facts.timings, Timings(firstByte: 4500, total: 6500))
        try expectEqual(har.cassette.sessions().first?.user, "admin")
        expectEqual(har.made.losses.sentences, ["Secrets replaced by placeholders: 1 entry."])
    }

    /// mitmproxy writes each byte of a binary body as a character; others write UTF-8. The size distinguishes them.
    @Test(arguments: [("3", [0xC3, 0xA9, 0xFF], 0), ("6", Array("Ã©ÿ".utf8), 0), ("7", Array("Ã©ÿ".utf8), 1)])
    func sizeNamesTheEncodingOfARequestBody(size: String, body: [UInt8], losses: Int) throws {
        let entry = SampleHAR.entry(
            "POST", "/x",
            request: #"""
                "headers": [{"name": "Content-Length", "value": "\#(size)"}],
                "postData": {"mimeType": "application/octet-stream", "text": "Ã©ÿ"}
                """#)
        let har = try ImportedHAR(SampleHAR.file([entry]))
        try expectEqual(har.exchange(1)?.request.body, body)
        expectEqual(har.made.losses.count(of: .bodySize), losses)
        let bare = SampleHAR.entry(
            "POST", "/x", request: #""headers": [{"name": "Content-Length", "value": "\#(size)"}]"#)
        try expectEqual(ImportedHAR(SampleHAR.file([bare])).made.losses.count(of: .bodySize), 1)
    }

    /// Polly.js writes what was sent: in hexadecimal, and in a JSON array if it came compressed.
    @Test func bodiesAsTheyWereSentAreLeftOut() throws {
        func entry(_ fields: String, _ content: String) -> String {
            SampleHAR.entry(
                "GET", "/a", response: #""headers": [\#(fields)], "content": {"mimeType": "text/plain", \#(content)}"#,
                more: #""_order": 0, "timings": {}"#)
        }
        let coded = #"{"name": "content-encoding", "value": "gzip"}"#
        let har = try ImportedHAR(
            SampleHAR.file([
                entry(coded, #""text": "[\"1f8b\"]""#), entry("", #""_isBinary": true, "text": "89ff""#),
                entry("", #""text": "[\"2024\"]""#),
            ]))
        try expectEqual(har.response(1)?.body.text, #"["2024"]"#)
        #expect(har.made.count == 1 && har.made.losses.count(of: .unreadable) == 2)
    }

    /// Browsers write the body that they had, and the conditional request that they sent for it.
    @Test func notModifiedBecomesWhatTheBrowserHad() throws {
        func entry(_ path: String, _ field: String, _ content: String) -> String {
            SampleHAR.entry(
                "GET", path, status: 304, request: #""headers": [{"name": "\#(field)", "value": "v"}]"#,
                response: #""headers": [{"name": "ETag", "value": "v"}], "content": \#(content)"#)
        }
        let body = #"{"mimeType": "text/plain", "size": 2, "text": "ok"}"#
        let har = try ImportedHAR(
            SampleHAR.file([
                entry("/a", "If-None-Match", body), entry("/b", "if-modified-since", body),
                entry("/c", "If-None-Match", #"{"mimeType": "text/plain", "size": 0}"#),
            ]))
        for number in [1, 2] as [Int64] {
            #expect(try har.response(number)?.body.text == "ok" && har.response(number)?.status == 200)
            try expectEqual(har.exchange(number)?.request.headers.isEmpty, true)
        }
        #expect(try har.response(3)?.status == 304 && har.exchange(3)?.request.headers["If-None-Match"] == "v")
        expectEqual(har.made.losses.count(of: .keptBody), 2)
    }
}
