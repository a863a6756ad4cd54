import CassetteStore
import ExchangeModel
import Foundation
import Notation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck
@testable import TapeFormats

/// Secrets are found in texts inside texts; where a text cannot be read, recording and audit say so.
struct NestedSecretTests {
    static let document = #"{"user":"jane","password":"Nest-9secret-own"}"#

    /// Python's `zipfile`, with deflated and stored files; written to a pipe, so with sizes after the data; and with
    /// zip64 fields in the local headers.
    static let archives = [
        """
        UEsDBBQAAAAIAAmKkFihjAcbJwAAACkAAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbLMJqSxILbazcUlNSyzNKVFwrShJzSvOzM+zVarIzVHSt7PR
        h6gAAFBLAwQUAAAACAAJipBYdthqqjYAAAA3AAAAEQAAAHdvcmQvZG9jdW1lbnQueG1ssym3KrGrViotTi1SslLKSsxLVdJRKkgsLi7PL0oBikRl
        FuhaFqcmF6WW6OaX5ynV2uiDdAAAUEsDBBQAAAAAAAmKkFj9o/jgJwAAACcAAAAJAAAAbm90ZXMudHh0cGxhaW4gd29yZHMsIHRva2VuPVpxOC1v
        d24temlwcGVkLVRvazNuUEsBAhQDFAAAAAgACYqQWKGMBxsnAAAAKQAAABMAAAAAAAAAAAAAAIABAAAAAFtDb250ZW50X1R5cGVzXS54bWxQSwEC
        FAMUAAAACAAJipBYdthqqjYAAAA3AAAAEQAAAAAAAAAAAAAAgAFYAAAAd29yZC9kb2N1bWVudC54bWxQSwECFAMUAAAAAAAJipBY/aP44CcAAAAn
        AAAACQAAAAAAAAAAAAAAgAG9AAAAbm90ZXMudHh0UEsFBgAAAAADAAMAtwAAAAsBAAAOAG1hZGUgYnkgYSB0ZXN0
        """,
        """
        UEsDBBQACAAIAAmKkFgAAAAAAAAAAAAAAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbLMJqSxILbazcUlNSyzNKVFwrShJzSvOzM+zVarIzVHSt7PR
        h6gAAFBLBwihjAcbJwAAACkAAABQSwMEFAAIAAgACYqQWAAAAAAAAAAAAAAAABEAAAB3b3JkL2RvY3VtZW50LnhtbLMptyqxq1YqLU4tUrJSykrM
        S1XSUSpILC4uzy9KAYpEZRboWhanJhellujml+cp1drog3QAAFBLBwh22GqqNgAAADcAAABQSwMEFAAIAAAACYqQWAAAAAAAAAAAAAAAAAkAAABu
        b3Rlcy50eHRwbGFpbiB3b3JkcywgdG9rZW49WnE4LW93bi16aXBwZWQtVG9rM25QSwcI/aP44CcAAAAnAAAAUEsBAhQDFAAIAAgACYqQWKGMBxsn
        AAAAKQAAABMAAAAAAAAAAAAAAIABAAAAAFtDb250ZW50X1R5cGVzXS54bWxQSwECFAMUAAgACAAJipBYdthqqjYAAAA3AAAAEQAAAAAAAAAAAAAA
        gAFoAAAAd29yZC9kb2N1bWVudC54bWxQSwECFAMUAAgAAAAJipBY/aP44CcAAAAnAAAACQAAAAAAAAAAAAAAgAHdAAAAbm90ZXMudHh0UEsFBgAA
        AAADAAMAtwAAADsBAAAOAG1hZGUgYnkgYSB0ZXN0
        """,
        """
        UEsDBC0AAAAIAAmKkFihjAcb//////////8TABQAW0NvbnRlbnRfVHlwZXNdLnhtbAEAEAApAAAAAAAAACcAAAAAAAAAswmpLEgttrNxSU1LLM0p
        UXCtKEnNK87Mz7NVqsjNUdK3s9GHqAAAUEsDBC0AAAAIAAmKkFh22Gqq//////////8RABQAd29yZC9kb2N1bWVudC54bWwBABAANwAAAAAAAAA2
        AAAAAAAAALMptyqxq1YqLU4tUrJSykrMS1XSUSpILC4uzy9KAYpEZRboWhanJhellujml+cp1drog3QAAFBLAwQtAAAAAAAJipBY/aP44P//////
        ////CQAUAG5vdGVzLnR4dAEAEAAnAAAAAAAAACcAAAAAAAAAcGxhaW4gd29yZHMsIHRva2VuPVpxOC1vd24temlwcGVkLVRvazNuUEsBAi0DLQAA
        AAgACYqQWKGMBxsnAAAAKQAAABMAAAAAAAAAAAAAAIABAAAAAFtDb250ZW50X1R5cGVzXS54bWxQSwECLQMtAAAACAAJipBYdthqqjYAAAA3AAAA
        EQAAAAAAAAAAAAAAgAFsAAAAd29yZC9kb2N1bWVudC54bWxQSwECLQMtAAAAAAAJipBY/aP44CcAAAAnAAAACQAAAAAAAAAAAAAAgAHlAAAAbm90
        ZXMudHh0UEsFBgAAAAADAAMAtwAAAEcBAAAOAG1hZGUgYnkgYSB0ZXN0
        """,
    ].map { Base64.decode(Array($0.utf8.filter { $0 > 32 })[...]) ?? [] }

    /// Of Info-ZIP's `zip -P`.
    static let encrypted =
        Base64.decode(
            Array(
                """
                UEsDBAoACQAAAItue12KocbYKgAAAB4AAAAGAAAAYS5qc29uQW3JwMlshKI7UXbDDjwBLDj67urLmYjqrAiDdM089HQNAfu8pysSv8T2UEsHCIqhxt
                gqAAAAHgAAAFBLAQIeAwoACQAAAItue12KocbYKgAAAB4AAAAGAAAAAAAAAAEAAACkgQAAAABhLmpzb25QSwUGAAAAAAEAAQA0AAAAXgAAAAAA
                """.utf8.filter { $0 > 32 })[...]) ?? []

    /// The document, encoded again and again; what each layer is called.
    static let nestings: [(name: String, body: [UInt8])] = {
        func repeated(_ count: Int, _ layer: ([UInt8]) -> [UInt8]) -> [UInt8] {
            (0..<count).reduce(Array(document.utf8)) { text, _ in layer(text) }
        }
        func base64(_ text: [UInt8]) -> [UInt8] { Array(Base64.encode(text).utf8) }
        func json(_ text: [UInt8]) -> [UInt8] { Array(#"{"a":"#.utf8) + JSON.string(text.text).compactBytes + [0x7D] }
        let mixed = repeated(3) { json(base64(Gzip.compress($0))) }
        return [
            ("gzip in gzip", repeated(2) { Gzip.compress($0) }), ("gzip, 6 deep", repeated(6) { Gzip.compress($0) }),
            ("two gzip members", Gzip.compress(Array("x ".utf8)) + Gzip.compress(Array(document.utf8))),
            ("base64, 5 deep", repeated(5, base64)), ("base64, 12 deep", repeated(12, base64)),
            ("JSON, 6 deep", repeated(6, json)), ("JSON, 10 deep", repeated(10, json)), ("mixed", mixed),
        ]
    }()

    private static func redacted(
        _ body: [UInt8], _ redaction: Redaction = Redaction(secrets: SecretBook()), budget: Int = Inspection.budget
    ) -> (body: [UInt8], obstacles: [String]) {
        let (answer, obstacles) = Inspection.reading(budget: budget) {
            redaction.redact(
                HTTPResponse(status: 200, headers: ["Content-Type": "application/octet-stream"], body: body))
        }
        return (answer.body, obstacles.map(\.description))
    }

    /// Every text that can be decoded in a body.
    private static func opened(_ body: [UInt8], depth: Int = 0) -> String {
        guard depth < 40 else { return "" }
        if let whole = EncodedText(opening: body) {
            return whole.parts.map { opened(Array(whole.bytes[$0.range]), depth: depth + 1) }.joined(separator: "\n")
        }
        var text = body.text
        if let document = try? JSONDocument(body), let inner = document.root["a"]?.string {
            text += opened(Array(inner.utf8), depth: depth + 1)
        } else if let run = EncodedText(run: body.prefix { $0 != UInt8(ascii: "=") }) {
            text += opened(run.bytes, depth: depth + 1)
        }
        return text
    }

    @Test(arguments: nestings.indices) func nestedSecretIsReplaced(_ number: Int) {
        let (name, body) = Self.nestings[number]
        #expect(Self.opened(body).contains("Nest-9secret-own"), "\(name)")
        let redacted = Self.redacted(body)
        let text = Self.opened(redacted.body)
        #expect(!text.contains("Nest-9secret-own") && text.contains("REDACTED-password-1"), "\(name): \(text)")
        expectEqual(redacted.obstacles, [])
        expectEqual(Self.redacted(redacted.body).body, redacted.body)
    }

    /// A secret that is known from elsewhere, short or long, in nested texts that give it no name.
    @Test(arguments: ["Wint3r2x", "Long-Secret-Passw0rd-Zq"])
    func knownSecretIsReplacedInNestedTexts(_ secret: String) {
        let text = Array("the word is \(secret), really".utf8)
        let archive = Self.archive([("a.txt", text, true)])
        for body in [
            Gzip.compress(Gzip.compress(text)), Array(Base64.encode(Gzip.compress(text)).utf8), archive,
            Array(#"{"a":"\#(Base64.encode(archive))"}"#.utf8), Array(Base64.encode(Base64.encode(text).utf8).utf8),
        ] {
            let book = SecretBook()
            book.write(secret, as: "password")
            #expect(Self.opened(body).contains(secret))
            let redacted = Self.opened(Self.redacted(body, Redaction(secrets: book)).body)
            #expect(!redacted.contains(secret) && redacted.contains("REDACTED-password-1"), "\(redacted)")
        }
    }

    // MARK: Archives

    /// An archive without compression fields of any system.
    static func archive(_ files: [(name: String, content: [UInt8], isDeflated: Bool)]) -> [UInt8] {
        func number(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var out: [UInt8] = [], directory: [UInt8] = []
        for (name, content, isDeflated) in files {
            let data = isDeflated ? Deflate.compress(content) : content
            let fields =
                number(20, 2) + number(0, 2) + number(isDeflated ? 8 : 0, 2) + number(0, 4)
                + number(Int(Deflate.checksum(content)), 4) + number(data.count, 4) + number(content.count, 4)
                + number(name.utf8.count, 2) + number(0, 2)
            directory +=
                [0x50, 0x4B, 1, 2] + number(20, 2) + fields + number(0, 10) + number(out.count, 4) + Array(name.utf8)
            out += [0x50, 0x4B, 3, 4] + fields + Array(name.utf8) + data
        }
        let start = out.count
        return out + directory + [0x50, 0x4B, 5, 6] + number(0, 4) + number(files.count, 2) + number(files.count, 2)
            + number(directory.count, 4) + number(start, 4) + number(0, 2)
    }

    @Test(arguments: archives.indices) func filesOfAnArchiveAreRedactedAndItStaysAnArchive(_ number: Int) throws {
        let body = Self.archives[number]
        let before = try #require(ZipArchive(body))
        expectEqual(before.members.map(\.name), ["[Content_Types].xml", "word/document.xml", "notes.txt"])
        let (redacted, obstacles) = Self.redacted(body)
        expectEqual(obstacles, [])
        let after = try #require(ZipArchive(redacted))
        expectEqual(after.members[0].content, before.members[0].content)
        expectEqual(after.members[1].content?.text, #"<w:t>{"user":"jane","password":"REDACTED-password-1"}</w:t>"#)
        expectEqual(after.members[2].content?.text, "plain words, token=REDACTED-token-1")
        #expect(redacted.suffix(14).elementsEqual("made by a test".utf8))
        // Another reader checks sizes and checksums.
        let folder = TemporaryFolder()
        try Data(redacted).write(to: URL(filePath: folder.file("a.zip")))
        let check = Process()
        check.executableURL = URL(filePath: "/usr/bin/env")
        check.arguments = ["python3", "-m", "zipfile", "-t", folder.file("a.zip")]
        check.standardOutput = FileHandle.nullDevice
        try check.run()
        check.waitUntilExit()
        expectEqual(check.terminationStatus, 0)
    }

    @Test func archiveWithoutSecretsIsUnchanged() {
        for body in [
            Self.archive([("a", Array("plain".utf8), true), ("b", [], false), ("c", [0, 1, 2], false)]),
            Gzip.compress(Gzip.compress(Array("plain".utf8))),
            Array(Base64.encode(Self.archive([("a.json", Array(#"{"a":1}"#.utf8), true)])).utf8), Self.encrypted,
        ] { expectEqual(Self.redacted(body).body, body) }
    }

    // MARK: What cannot be read

    static let unreadable: [(body: [UInt8], coding: String?, reason: String)] = [
        (encrypted, nil, "The file a.json in its ZIP archive is encrypted."),
        (
            Array(#"{"a":"\#(Base64.encode(encrypted))"}"#.utf8), nil,
            "The file a.json in its ZIP archive is encrypted."
        ),
        (Array(archives[0].dropLast(4)), nil, "Its ZIP archive is damaged, too large or of an unknown kind."),
        (archives[0] + [0], nil, "Its ZIP archive is damaged, too large or of an unknown kind."),
        (changed(archives[0], 80), nil, "Its ZIP archive is damaged, too large or of an unknown kind."),
        (Array(Gzip.compress(Array(document.utf8)).dropLast(9)), nil, "Its gzip data is damaged or too large."),
        (Gzip.compress(Array(document.utf8)) + [1, 2, 3], nil, "Its gzip data is damaged or too large."),
        (Gzip.compress([UInt8](repeating: 0x20, count: 65 << 20)), nil, "Its gzip data is damaged or too large."),
        ([0x28, 0xB5, 0x2F, 0xFD, 1, 2, 3], nil, "It is compressed with Zstandard."),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 1], nil, "It is compressed with xz."),
        ([0x8B, 0xF0, 0x80, 1, 2, 3], "br", "It is compressed with br."),
        (
            (0..<20).reduce(Array(document.utf8)) { text, _ in Gzip.compress(text) }, nil,
            "Texts are nested too deep."
        ),
        (
            (0..<20).reduce(Array(document.utf8)) { text, _ in Array(Base64.encode(text).utf8) }, nil,
            "Texts are nested too deep."
        ),
        (
            (0..<13).reduce(Array(document.utf8)) { text, _ in
                #"{"a":"#.utf8 + JSON.string(text.text).compactBytes + "}".utf8
            }, nil, "Texts are nested too deep."
        ),
    ]

    private static func changed(_ bytes: [UInt8], _ place: Int) -> [UInt8] {
        var bytes = bytes
        bytes[place] ^= 0x55
        return bytes
    }

    /// The user is warned when it is recorded, and the audit fails until a line of `audit.allow` names the place.
    @Test(arguments: unreadable.indices) func whatCannotBeReadIsReported(_ number: Int) async throws {
        let (body, coding, reason) = Self.unreadable[number]
        var headers: HeaderFields = ["Content-Type": "application/octet-stream"]
        if let coding { headers.append("Content-Encoding", coding) }
        let recording = Recording(
            [.success(HTTPResponse(status: 200, reason: "OK", headers: headers, body: body))])
        _ = try await recording.command("x", .get("/x"))
        expectEqual(
            recording.deck.takeUnchecked().map(\.description),
            ["%:1.1 could not be checked for secrets: \(reason)"])
        expectEqual(recording.deck.takeUnchecked(), [])
        let cassette = try recording.played()
        // Compressed data may also look like a token.
        let findings = Audit(of: cassette).findings.filter { $0.part == "answer body" && $0.kind != .token }
        expectEqual(findings.map(\.kind), [.unchecked(reason)])
        let allowed = AllowedFindings("t: exchange 1, answer body: checked by hand").applied(to: findings, of: "t")
        #expect(allowed.left == [] && allowed.allowed.count == 1)
    }

    /// Pictures and fonts contain no text that could be read.
    @Test func mediaAreNotReported() {
        for head in [[0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], [0xFF, 0xD8, 0xFF, 0xE0], Array("wOF2".utf8)] {
            expectEqual(Self.redacted(head.map { UInt8($0) } + [0, 1, 2, 0x8B, 0x1F]).obstacles, [])
        }
    }

    @Test func importReportsWhatCannotBeRead() throws {
        let har = SampleHAR.file([
            SampleHAR.entry(
                "GET", "/a",
                response: """
                    "headers": [], "content": {"size": 9, "mimeType": "application/zip", "encoding": "base64",
                      "text": "\(Base64.encode(Self.encrypted))"}
                    """)
        ])
        try expectEqual(ImportedHAR(recognizing: Array(har.utf8)).made.losses.count(of: .unchecked), 1)
    }

    /// Hostile texts are read for a bounded time: escapes of three kinds in each other, and compressed data that grows.
    @Test func workIsBounded() {
        let escapes = (0..<16).reduce("password=x&amp;") { text, number in
            (number % 3 == 0 ? PercentCoding.encode(text) : number % 3 == 1 ? text.replacing("&", with: "&amp;") : text)
                + "\\u0026&amp;%26 a=b"
        }
        // A small budget, because an unoptimized build reads about a megabyte in a second.
        let bomb = Self.archive((0..<40).map { ("f\($0)", [UInt8](repeating: 0x20, count: 1 << 13), true) })
        for body in [Array(escapes.utf8), Gzip.compress(Self.archive([("a", bomb, true)]))] {
            #expect(Self.redacted(body, budget: 1 << 17).body.count <= 2 * body.count + 100)
        }
        expectEqual(Self.redacted(bomb, budget: 1 << 17).obstacles, ["The texts inside it are too large."])
    }
}
