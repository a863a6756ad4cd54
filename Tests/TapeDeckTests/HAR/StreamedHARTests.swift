import CassetteStore
import ExchangeModel
import Notation
import Synchronization
import TestSupport
import Testing

@testable import TapeDeck
@testable import TapeFormats

/// HAR files of which only one entry is in memory at a time.
@Suite struct StreamedHARTests {
    /// Larger than several pieces. The last entry to sign in is the only one that shows what a secret is.
    @Test func secretOfTheLastEntryIsRedactedInTheFirst() throws {
        let padding = String(repeating: "lorem [{\\\"ipsum\\\"}], ", count: 50)
        var entries = (0..<1000).map { number in
            SampleHAR.entry(
                "GET", "/\(number)", at: "2024-04-16T17:16:18Z",
                response: #"""
                    "headers": [{"name": "Content-Type", "value": "text/plain"}], "content": {"size": 2,
                     "mimeType": "text/plain", "text": "\#(padding) correct-horse-9 is for number \#(number)"}
                    """#)
        }
        entries.append(
            SampleHAR.entry(
                "POST", "/login.do", at: "2024-04-16T17:16:19Z",
                request: #"""
                    "headers": [{"name": "Content-Type", "value": "application/x-www-form-urlencoded"}], "postData":
                     {"mimeType": "application/x-www-form-urlencoded",
                      "text": "user_name=john&user_password=correct-horse-9"}
                    """#))
        let text = SampleHAR.file(entries)
        #expect(text.utf8.count > 4 * StreamedJSON.pieceSize)
        let har = try ImportedHAR(text)
        #expect(har.made.count == 1001)
        for number in [Int64(1), 500, 1000] {
            let body = try #require(try har.response(number)?.body.text)
            #expect(body.hasSuffix("REDACTED-password-1 is for number \(number - 1)"))
        }
        #expect(!(try har.dump.contains("correct-horse")))
        #expect(try har.exchange(1)?.request.principal == "john")
        #expect(har.made.losses.count(of: .secrets) == 1001)
    }

    /// A file that is cut off has the error that the whole text has, with its position.
    @Test(arguments: ["", "\u{FEFF}"])
    func truncatedFileIsRejected(mark: String) throws {
        let text = #"""
            {"log": {"version": "1.2", "pages": [{"id": "é"}],
             "entries": [
              {"request": {"method": "GET", "url": "https://a/\"x\\"}, "n": [1.5, -2e3, true, null]} ,
              {}
             ], "comment": "ü" }
            }
            """#
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count {
            let cut = Array(bytes[..<count])
            let expected = #expect(throws: JSONError.self) { try JSONDocument(cut) }
            let error = #expect(throws: ImportError.self) { try HARFile.read(Array(mark.utf8) + cut, .test) }
            #expect(error?.kind == .malformed)
            #expect(error?.description == expected.map { "It is not JSON: \($0.description)." }, "\(count)")
        }
        #expect(try HARFile.read(Array(mark.utf8) + bytes, .test).count == 2)
    }

    @Test(arguments: [
        (#"{"log": {"entries": [{}, ]}}"#, "expected a value at line 1, column 26"),
        (#"{"log": {"entries": [, {}]}}"#, "expected a value at line 1, column 22"),
        ("{\"log\": {\"entries\": [{},\n {\"é\": 1 2}]}}", "expected ',' or '}' at line 2, column 10"),
        (#"{"log": {"entries": [{}}}"#, "expected a value at line 1, column 24"),
        (#"{"log": {"entries": [{}], "more": }}"#, "expected a value at line 1, column 35"),
        (#"{"log": {"entries": [{}]}} 7"#, "expected nothing after the value at line 1, column 28"),
    ])
    func damagedFileIsRejectedWithPosition(text: String, message: String) {
        let error = #expect(throws: ImportError.self) { try HARFile.read(Array(text.utf8), .test) }
        #expect(error?.description == "It is not JSON: \(message).")
    }

    @Test func membersMayFollowTheEntries() throws {
        let pages = #""pages": [{"id": "page_1", "title": "]}"}]"#
        let entry = SampleHAR.entry("GET", "/a")
        for text in [
            #"{"log": {\#(pages), "entries": [\#(entry)]}}"#, #"{"log": {"entries": [\#(entry)], \#(pages)}}"#,
            #"{"more": {"log": {"entries": []}}, "log": {"x": {"entries": []}, "entries": [\#(entry)]}, "log": 7}"#,
        ] {
            #expect(try ImportedHAR(text).lines == ["0 command - GET https://dev1.service-now.com/a 200"])
        }
    }

    /// Sessions and commands may be behind the entries, which refer to them.
    @Test func exportedTapeIsRestoredInAnyOrderOfMembers() async throws {
        let recording = Recording(
            [.success(.json(#"{"a": 1}"#)), .success(HTTPResponse(status: 204))])
        try await recording.command("rest get /a", .get("/a"))
        try await recording.command("rest post /b", .send(.post, "/b", "{}"))
        let tape = try recording.played()
        var before = ""
        try tape.dump { before += $0 }
        let log = try #require(try JSONDocument(tape.har().text).root["log"])
        let members = log.members.map { JSON.Member($0.name, $0.value.value) }
        #expect(members.map(\.name) == ["version", "creator", "_snowdeck", "entries"])
        let turned = JSON.object([JSON.Member("log", .object(members.reversed()))])
        let again = try ImportedHAR(turned.compact)
        #expect(try again.dump == before)
        #expect(again.made.commandCount == 2 && again.made.losses.sentences.isEmpty)
    }

    @Test func partAboveTheLimitIsRejected() throws {
        let text = Array(#"{"log": {"pages": [], "entries": [1, "23456789", 3]}}"#.utf8)
        func read(limit: Int) throws -> [String?] {
            var found: [String?] = []
            _ = try StreamedJSON(text, limit: limit).read([["log", "entries"]]) { _, node, _ in
                found.append(node.scalarText)
            }
            return found
        }
        #expect(try read(limit: 37) == ["1", "23456789", "3"])
        let long = #expect(throws: ImportError.self) { try read(limit: 10) }
        #expect(long?.kind == .tooLong)
        #expect(long?.description == "Element 2 of 'entries' has 11 bytes, and 10 are taken.")
        let frame = #expect(throws: ImportError.self) { try read(limit: 36) }
        #expect(frame?.description == "The text besides the entries has 37 bytes, and 36 are taken.")
    }

    private final class ChangingFile: ImportSource {
        let text: Mutex<String>
        let before: String

        init(_ text: String) {
            before = text
            self.text = Mutex(text)
        }

        func bytes(at offset: Int, count: Int) throws(ImportError) -> [UInt8] {
            try Array(text.withLock { $0 }.utf8).bytes(at: offset, count: count)
        }

        func confirm() throws(ImportError) { if text.withLock({ $0 }) != before { throw .changed } }
    }

    @Test(arguments: ["", "}}", "{", #""POST""#])
    func changedFileIsNotImported(change: String) throws {
        let text = SampleHAR.file([SampleHAR.entry("GET", "/a"), SampleHAR.entry("GET", "/b")])
        let changed = change.hasSuffix("\"") ? text.replacing(#""GET""#, with: change) : change
        let options = TapeImport.Options(instance: nil, bodyLimit: 1000, version: "0.1")
        let first = ChangingFile(text)
        let file = try HARFile.read(first, .test)
        first.text.withLock { $0 = changed }
        let error = #expect(throws: ImportError.self) {
            var made = try TapeImport([file], options, secrets: SecretBook())
            let folder = TemporaryFolder()
            try made.write(onto: try Cassette.recording(at: folder.tape))
        }
        #expect(error == .changed)

        let second = ChangingFile(text)
        var made = try TapeImport([HARFile.read(second, .test)], options, secrets: SecretBook())
        second.text.withLock { $0 = text + " " }
        let folder = TemporaryFolder()
        let late = #expect(throws: ImportError.self) { try made.write(onto: try Cassette.recording(at: folder.tape)) }
        #expect(late == .changed)
    }

    @Test func cancelledImportEnds() async throws {
        let text = SampleHAR.file([SampleHAR.entry("GET", "/a")])
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try HARFile.read([UInt8](text), .test).count
        }
        let error = await #expect(throws: ImportError.self) { try await reading.value }
        #expect(error == .interrupted)
    }
}
