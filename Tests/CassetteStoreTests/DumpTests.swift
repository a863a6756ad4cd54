import ExchangeModel
import TestSupport
import Testing

@testable import CassetteStore

struct DumpTests {
    let folder = TemporaryFolder()

    private func text(_ name: String) throws -> String {
        var text = ""
        try Cassette.playing(at: folder.file(name)).dump { text += $0 }
        return text
    }

    /// Records the same exchanges with output split into `cuts` pieces and sessions.
    private func record(_ name: String, cuts: Int) throws {
        var tape = try Cassette.recording(at: folder.file(name))
        func pause() throws {
            guard cuts > 1 else { return }
            try tape.close()
            tape = try Cassette.recording(at: folder.file(name))
        }
        let session = try tape.beginSession(.example)
        let now = Timestamp(seconds: 1_713_122_950)
        let command = try tape.beginCommand(CommandRecord(session: session, line: "attach put \"a\\b\" @x", now: now))
        try pause()
        try tape.add(InputRecord(kind: "file", name: "x\n", content: [0, 255, 10]), to: command)
        let output = Array("a\u{1B}[1mb\r\n\n  ü\u{202E}".utf8)
        let size = (output.count + cuts - 1) / cuts
        for start in stride(from: 0, to: output.count, by: size) {
            try tape.appendOutput(
                Array(output[start..<min(start + size, output.count)]), to: .standardOutput, of: command)
        }
        let first = try tape.reserve(
            .example("/a", command: command, epoch: 0, body: Array(#"{"b":[1.50,{}],"a":"é\n"}"#.utf8)))
        let second = try tape.reserve(.example("/b", command: command, epoch: nil))
        try pause()
        let outcomes: [(Int64, OutcomeRecord)] = [
            (first, .response(.example("[]", status: 201))),
            (second, .failure(TransportFailure(.connect, "Nobody listens at sandbox.localhost."))),
        ]
        for (id, outcome) in cuts > 1 ? outcomes.reversed() : outcomes { try tape.complete(id, with: outcome) }
        try tape.finishCommand(command, exitStatus: 0)
        _ = try tape.beginCommand(CommandRecord(session: session, line: "", now: now))
        _ = try tape.reserve(.example("/c", epoch: 1))
        try tape.close()
    }

    @Test func dumpShowsEveryFactInOrder() throws {
        try record("a.cassette", cuts: 1)
        try expectEqual(text("a.cassette"), DumpTests.expected)
    }

    @Test func equalTapesHaveEqualDumps() throws {
        try record("a.cassette", cuts: 1)
        try record("b.cassette", cuts: 5)
        #expect(try folder.bytes("a.cassette") != folder.bytes("b.cassette"))
        try expectEqual(text("a.cassette"), text("b.cassette"))
    }

    @Test func emptyTapeDumpsItsHeadingAlone() throws {
        try Cassette.recording(at: folder.file("a.cassette")).close()
        #expect(try text("a.cassette").split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
    }

    @Test func dumpEscapesControlCharactersAndTruncates() throws {
        let tape = try Cassette.recording(at: folder.file("a.cassette"))
        let session = try tape.beginSession(.example)
        let nasty =
            String(String.UnicodeScalarView((1..<0xA0).compactMap(Unicode.Scalar.init))) + "\u{2028}\u{202E}\u{FEFF}"
        for number in 0..<300 {
            let id = try tape.reserve(.example("/" + nasty, session: session, body: Array((nasty + "\(number)").utf8)))
            try tape.complete(id, with: .response(.example("{\"" + "\u{7F}\u{9B}" + "\":\"\u{85}\"}")))
        }
        var pieces: [String] = []
        try tape.dump { pieces.append($0) }
        #expect(pieces.count > 3)
        var dump = CassetteDump(of: tape)
        var taken: [String] = []
        while let piece = try dump.next() { taken.append(piece) }
        expectEqual(taken.joined(), pieces.joined())
        #expect(taken.count > 3 && taken.allSatisfy { $0.utf8.count < 80_000 && $0.hasSuffix("\n") })
        try expectEqual(dump.next(), nil)
        #expect(pieces.allSatisfy { $0.utf8.count < 80_000 && $0.hasSuffix("\n") })
        for piece in pieces {
            #expect(
                piece.unicodeScalars.allSatisfy {
                    $0 == "\n" || (0x20..<0x7F).contains($0.value) || ($0.value >= 0xA0 && $0.value < 0x2000)
                })
        }
    }

    private static let expected = #"""
        # Snowdeck cassette, text form 2
        #
        # Lines at the margin begin a session, a command or a request, in recorded order; their facts are indented.
        # %:12.3 is the third request of command 12, request 17 the tape's request 17, which no command sent.
        # "|" begins a line of text. JSON is formatted, one member a line; other bytes are in base64.
        # Control characters stand as \n, \t, \r or \u{1B}, a backslash as \\ (in JSON as it was). Moments are UTC,
        # timings microseconds since the request began, digests XXH64. ">" was sent, "<" came back.

        session 1
          began 2024-04-14T19:29:09.000000Z
          instance http://sandbox.localhost
          user john.doe
          zone Europe/Berlin
          zone-rules CET-1CEST,M3.5.0,M10.5.0/3
          width 80
          version 0.1.0
          seed -42
          policy: JSON, 10 bytes, digest f214dc1e129f87d5
            {
              "keys": 1
            }
          settings: JSON, 20 bytes, digest a1273a1c45a9965d
            {
              "format": "columns"
            }

        command 1 of session 1
          line attach put "a\\b" @x
          now 2024-04-14T19:29:10.000000Z
          exit 0
          read file x\n: binary, 3 bytes, digest e76f1402920b6864
            AP8K
          output: text, 16 bytes, digest e8d35a5a330514d1, no newline at its end
            | a\u{1B}[1mb\r
            |
            |   ü\u{202E}

        %:1.1 of session 1
          changes-before 0
          purpose command
          principal john.doe
          began 2024-04-14T19:29:09.123456Z
          key GET /a
          > POST http://sandbox.localhost/a
          > Accept: application/json
          > X-Twice: one
          > x-twice: two
          > body: JSON, 26 bytes, digest c273ba5772103939
            {
              "b": [
                1.50,
                {}
              ],
              "a": "é\n"
            }
          < HTTP/1.1 201 Created
          < Content-Type: application/json
          < Set-Cookie: a=1
          < set-cookie: b=2
          < body: JSON, 2 bytes, digest ccab0b28617f1f56
            []
          < coding gzip
          timings: resolved 1, connected 20, secured 300, first byte 4000, all 50000

        %:1.2 of session 1
          purpose command
          principal john.doe
          began 2024-04-14T19:29:09.123456Z
          key GET /b
          > GET http://sandbox.localhost/b
          > Accept: application/json
          > X-Twice: one
          > x-twice: two
          < failure connect: Nobody listens at sandbox.localhost.

        request 3 of session 1
          changes-before 1
          purpose command
          principal john.doe
          began 2024-04-14T19:29:09.123456Z
          key GET /c
          > GET http://sandbox.localhost/c
          > Accept: application/json
          > X-Twice: one
          > x-twice: two
          < interrupted

        command 2 of session 1
          line ""
          now 2024-04-14T19:29:10.000000Z
          unfinished

        """#
}
