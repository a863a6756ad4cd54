import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import TapeDeck
@testable import TapeFormats

/// HAR files that no browser wrote. FuzzTests damage others.
struct HostileHARTests {
    @Test func onlyInvalidEntryIsSkipped() throws {
        let bad = [
            SampleHAR.entry("GET", "/status", response: #""headers": [], "status": "200""#)
                .replacing(#""status": 200, "#, with: ""),
            SampleHAR.entry("GET", "/huge", status: 99999),
            SampleHAR.entry("G T", "/method"), SampleHAR.entry("", "/method"),
            SampleHAR.entry("GET", "/space here"), SampleHAR.entry("GET", "/", host: "https://:99999"),
            SampleHAR.entry("GET", "/line\\nbreak"),
            SampleHAR.entry(
                "GET", "/coded", response: #""headers": [], "content": {"encoding": "base64", "text": "a?b"}"#),
            SampleHAR.entry("GET", "/late", at: "2024-13-45T17:16:18Z"),
            SampleHAR.entry("GET", "/zone", at: "2024-04-16T17:16:18+9"),
            #"{"request": {"method": 1, "url": []}, "response": {}}"#,
            #"{"request": [], "response": {}, "startedDateTime": {}}"#,
        ]
        let har = try ImportedHAR(SampleHAR.file(bad + [SampleHAR.entry("GET", "/good")]))
        try expectEqual(har.lines, ["0 command - GET https://dev1.service-now.com/good 200"])
        expectEqual(har.made.losses.count(of: .unreadable), bad.count)
    }

    @Test func invalidPartsAreDroppedAndReported() throws {
        let entry = SampleHAR.entry(
            "GET", "/odd",
            request: #"""
                "headers": [{"name": "Accept"}, 5, {"name": "", "value": "x"}, {"name": "X-A: b", "value": "c"},
                 {"name": "Accept", "value": "a\u0000b"}, {"name": "Accept", "value": "text/plain"}],
                "cookies": [{"name": "a;b", "value": "c"}, {}], "postData": "none"
                """#,
            more:
                #""timings": {"dns": -5, "connect": 1e308, "send": "x", "wait": 1e400, "receive": {}}, "extra": [[[]]]"#
        )
        let har = try ImportedHAR(SampleHAR.file([entry]))
        try expectEqual(har.exchange(1)?.request.headers.fields, [HeaderField("Accept", "text/plain")])
        try expectEqual(har.exchange(1)?.request.body, nil)
        try expectEqual(har.response(1)?.facts.timings, Timings())
        #expect(har.made.losses.count(of: .headers) == 1 && har.made.losses.count(of: .timings) == 1)
    }

    @Test func forgedCustomMembersAreIgnored() throws {
        for own in [
            #"{"form": 2, "sessions": [], "commands": []}"#, "7", #"{"form": 1, "sessions": [{"number": 1}]}"#,
        ] {
            let entry = SampleHAR.entry(
                "GET", "/a", more: #""_snowdeck": {"session": 1, "sequence": 9, "epoch": 44, "purpose": "command"}"#)
            let text = SampleHAR.file([entry]).replacing(#""version": "1.2","#, with: #""_snowdeck": \#(own),"#)
            let har = try ImportedHAR(text)
            try expectEqual(har.lines, ["0 command - GET https://dev1.service-now.com/a 200"])
        }
    }

    /// The cost per entry is constant: anything quadratic would not finish.
    @Test func manyEntriesAreImported() throws {
        let bad = String(repeating: #"{"request":{}},"#, count: 20_000)
        let har = try ImportedHAR(
            #"{"log":{"entries":["# + bad + SampleHAR.entry("GET", "/a") + "]}}")
        #expect(har.made.count == 1 && har.made.losses.count(of: .unreadable) == 20_000)
    }
}
