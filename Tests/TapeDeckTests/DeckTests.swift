import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

struct DeckTests {
    private struct UnreadableFile: Error, CustomStringConvertible {
        var description: String { "There is no file `b.json`." }
    }

    private func play(_ folder: TemporaryFolder) throws -> PlayingDeck {
        PlayingDeck(try Cassette.playing(at: folder.tape), isStrict: false, isChecking: true)
    }

    @Test func commandHasItsRecordedTimeAndSeed() async throws {
        let folder = TemporaryFolder()
        let recording = Recording(at: folder.tape, [])
        var frames: [CommandFrame] = []
        for line in ["a", "b", "a", "c --token REDACTED"] {
            frames.append(try await recording.deck.begin(line))
            expectEqual(recording.deck.clock.now, frames.last?.now)
            expectEqual(recording.deck.clock.now, frames.last?.now, "the time stands still in a command")
            try recording.deck.finish(exitStatus: 0)
        }
        try recording.deck.close()
        expectEqual(Set(frames.map(\.seed)).count, 4)

        let deck = try play(folder)
        // In another order: each text has its own sequence.
        try await expectEqual(deck.begin("b"), frames[1])
        expectEqual(deck.clock.now, frames[1].now)
        try await expectEqual(deck.begin(" a "), frames[0])
        try await expectEqual(deck.begin("a"), frames[2])
        let unknown = try await deck.begin("never recorded")
        expectEqual(unknown.id, nil)
        expectEqual(unknown.now, frames[2].now)
        try await expectEqual(deck.begin("a").id, nil)
        try await expectEqual(deck.begin("c --token something"), frames[3])
        let twin = try play(folder)
        try await expectEqual(twin.begin("never recorded").seed, unknown.seed)
    }

    @Test func outerCommandKeepsItsTime() async throws {
        func run(_ deck: any Deck) async throws -> [Timestamp] {
            var times: [Timestamp] = []
            _ = try await deck.begin("run all.deck")
            for line in ["a", "b"] {
                _ = try await deck.begin(line)
                times.append(deck.clock.now)
                try deck.finish(exitStatus: 0)
                times.append(deck.clock.now)
            }
            try deck.finish(exitStatus: 0)
            return times
        }
        let folder = TemporaryFolder()
        let recording = Recording(at: folder.tape, [])
        let recorded = try await run(recording.deck)
        try recording.deck.close()
        #expect(recorded[1] == recorded[3] && recorded[0] > recorded[1])
        try await expectEqual(run(try play(folder)), recorded)
    }

    @Test func replayDoesNotWait() async throws {
        let clock = VirtualClock(Timestamp(seconds: 5))
        try await clock.sleep(microseconds: .max)
        expectEqual(clock.now, Timestamp(seconds: 5))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await clock.sleep(microseconds: 1)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func inputsAreRecordedAndPlayed() async throws {
        let folder = TemporaryFolder()
        let recording = Recording(at: folder.tape, [])
        let live = recording.deck
        _ = try await live.begin("attach put @a.bin")
        try await expectEqual(live.input(.file, "a.bin", read: { [0, 255, 1] }), [0, 255, 1])
        try await expectEqual(live.input(.answer, "Sure?", read: { [UInt8]("no") }).text, "no")
        try await expectEqual(live.input(.answer, "Sure?", read: { [UInt8]("yes") }).text, "yes")
        try await expectEqual(live.input(.secret, "Password", read: { [UInt8]("hunter2") }).text, "hunter2")
        try await expectEqual(live.input(.variable, "EMPTY", read: { [] }), [])
        let failure = await #expect(throws: InputFailure.self) {
            try await live.input(.file, "b.json", read: { throw UnreadableFile() })
        }
        expectEqual(failure?.message, "There is no file `b.json`.")
        await #expect(throws: CancellationError.self) {
            try await live.input(.answer, "Never", read: { throw CancellationError() })
        }
        try live.finish(exitStatus: 3)
        try live.close()
        try expectEqual(bytes(of: folder.tape).firstRange(of: [UInt8]("hunter2")), nil)

        let deck = try play(folder)
        let never: @Sendable () async throws -> [UInt8] = {
            Issue.record("read in replay"); return []
        }
        _ = try await deck.begin("attach put @a.bin")
        try await expectEqual(deck.input(.answer, "Sure?", read: never).text, "no")
        try await expectEqual(deck.input(.file, "a.bin", read: never), [0, 255, 1])
        try await expectEqual(deck.input(.file, "a.bin", read: never), [0, 255, 1])
        try await expectEqual(deck.input(.answer, "Sure?", read: never).text, "yes")
        try await expectEqual(deck.input(.answer, "Sure?", read: never).text, "yes")
        try await expectEqual(deck.input(.secret, "Password", read: never).text, "REDACTED-password-1")
        try await expectEqual(deck.input(.variable, "EMPTY", read: never), [])
        let played = await #expect(throws: InputFailure.self) { try await deck.input(.file, "b.json", read: never) }
        expectEqual(played, failure)
        await #expect(throws: CancellationError.self) { try await deck.input(.answer, "Never", read: never) }
        await #expect(throws: TapeError.self) { try await deck.input(.variable, "a.bin", read: never) }
    }

    @Test func unknownCommandHasNoInputs() async throws {
        let folder = TemporaryFolder()
        try await Recording(at: folder.tape, []).command("help")
        let deck = try play(folder)
        _ = try await deck.begin("@/etc/passwd")
        let error = await #expect(throws: TapeError.self) { try await deck.input(.file, "/etc/passwd", read: { [1] }) }
        expectEqual(error?.message, "The tape has no content of the file `/etc/passwd` for this command.")
    }

    @Test func outputIsRecordedByStreamAndCompared() async throws {
        let folder = TemporaryFolder()
        let recording = Recording(at: folder.tape, [])
        _ = try await recording.deck.begin("show")
        try recording.deck.wrote([UInt8]("a\nb"), to: .standardOutput)
        try recording.deck.wrote([UInt8]("note\n"), to: .standardError)
        try recording.deck.wrote([UInt8]("c"), to: .standardOutput)
        try recording.deck.finish(exitStatus: 4)
        try recording.deck.close()
        for (output, status, isSame) in [("a\nbc", 4, true), ("a\nbd", 4, false), ("a\nbc", 0, false)] {
            let deck = try play(folder)
            _ = try await deck.begin("show")
            try deck.wrote([UInt8](output), to: .standardOutput)
            try deck.finish(exitStatus: status)
            let comparison = try #require(try deck.takeComparisons().first)
            expectEqual(comparison.isSame, isSame)
            expectEqual(comparison.recorded.standardOutput.text, "a\nbc")
            expectEqual(comparison.recorded.standardError.text, "note\n")
            expectEqual(comparison.command.exitStatus, 4)
            #expect(try deck.takeComparisons().isEmpty)
        }
    }

    @Test func secretInPiecesIsRedacted() async throws {
        let recording = Recording([])
        recording.secrets.write("s3cret-of-length", as: "password")
        _ = try await recording.deck.begin("show")
        for line in 0..<1000 {
            for piece in ["line \(line): s3cret", "-of-", "length and more to fill it\n"] {
                try recording.deck.wrote([UInt8](piece), to: .standardOutput)
            }
        }
        try recording.deck.finish(exitStatus: 0)
        let cassette = try recording.played()
        let expected = (0..<1000).map { "line \($0): REDACTED-password-1 and more to fill it\n" }.joined()
        try expectEqual(cassette.output(of: 1, .standardOutput).text, expected)
    }

    @Test func secretInLongLineIsRedactedAtAnySplit() async throws {
        let recording = Recording([])
        recording.secrets.write("s3cret-of-length", as: "token")
        _ = try await recording.deck.begin("show")
        let line = (0..<26_000).map { "{\"a\":\"s3cret-of-length\",\"password\":\"open\($0 % 7)\"}" }.joined(
            separator: ",")
        for start in stride(from: 0, to: line.utf8.count, by: 999) {
            try recording.deck.wrote(Array(line.utf8.dropFirst(start).prefix(999)), to: .standardOutput)
        }
        try recording.deck.finish(exitStatus: 0)
        let output = try recording.played().output(of: 1, .standardOutput).text
        let members = output.split(separator: ",", omittingEmptySubsequences: false)
        expectEqual(members.count, 52_000)
        expectEqual(
            Set(members.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)), ["{\"a\":\"REDACTED-token-1\""])
        expectEqual(
            Set(members.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)),
            Set((1...7).map { "\"password\":\"REDACTED-password-\($0)\"}" }.map { $0[...] }))
    }

    @Test func longLineIsWrittenCompletely() async throws {
        var hold = OutputBuffer()
        var out: [UInt8] = []
        for _ in 0..<3000 {
            out += hold.take([UInt8](repeating: 65, count: 1000), isMasked: false) { _ in [] }?.bytes ?? []
        }
        expectEqual(out.count + hold.rest.bytes.count, 3_000_000)
        #expect(hold.rest.bytes.count <= OutputBuffer.longestLine)
        #expect(out.count > 0)
    }

    @Test func closingFlushesAndEndsRecording() async throws {
        let folder = TemporaryFolder()
        let recording = Recording(at: folder.tape, [.success(.json("x"))])
        _ = try await recording.deck.begin("quit")
        try recording.deck.wrote([UInt8]("bye"), to: .standardOutput)
        try recording.deck.close()
        try recording.deck.close()
        await #expect(throws: TapeError.self) { try await recording.deck.begin("more") }
        await #expect(throws: TransportFailure.self) { try await recording.deck.transport.send(.get("/x")) }
        #expect(recording.script.requests.isEmpty)
        let cassette = try Cassette.playing(at: folder.tape)
        try expectEqual(cassette.output(of: 1, .standardOutput).text, "bye")
        try expectEqual(cassette.command(1)?.exitStatus, nil)

        // Closing an unused deck creates nothing, now or later.
        let unused = Recording(at: folder.path + "/none.cassette", [])
        try unused.deck.close()
        await #expect(throws: TapeError.self) { try await unused.deck.begin("help") }
        #expect(throws: CassetteError.self) { try Cassette.playing(at: folder.path + "/none.cassette") }
    }

    @Test func commandsNest() async throws {
        let recording = Recording([.success(.json("1")), .success(.json("2"))])
        let deck = recording.deck
        _ = try await deck.begin("run file")
        _ = try await deck.begin("inner")
        _ = try await deck.transport.send(.get("/inner"))
        try deck.finish(exitStatus: 1)
        _ = try await deck.transport.send(.get("/outer"))
        try deck.finish(exitStatus: 2)
        try deck.close()
        let cassette = try Cassette.playing(at: recording.path)
        try expectEqual(cassette.commands(after: 0, limit: 9).map(\.exitStatus), [2, 1])
        try expectEqual(cassette.requests(after: 0, limit: 9).map(\.request.command), [2, 1])
    }

    @Test func completionBelongsToNoCommand() async throws {
        let recording = Recording([.success(.json("1")), .success(.json("2"))])
        try await recording.command("x", .get("/a", purpose: .completion), .get("/b", purpose: .schema))
        let cassette = try recording.played()
        try expectEqual(cassette.requests(after: 0, limit: 9).map(\.request.command), [nil, 1])
        try expectEqual(cassette.requests(after: 0, limit: 9).map(\.request.epoch), [nil, nil])
    }

    @Test func unrecordableResponseIsReturnedAndNothingMoreIsSent() async throws {
        let folder = TemporaryFolder()
        let script = ScriptedTransport([.success(.json(String(repeating: "x", count: 5000))), .success(.json("y"))])
        let path = folder.tape
        let deck = RecordingDeck(
            session: .sample(), secrets: SecretBook(), clock: TickingClock(),
            open: { () throws(CassetteError) in try Cassette.recording(at: path, bodyLimit: 1000) }, next: { script })
        #expect(deck.loss == nil)
        try await expectEqual(deck.transport.send(.get("/large")).body.count, 5000)
        expectEqual(deck.loss?.kind, "loss")
        let failure = await #expect(throws: TransportFailure.self) { try await deck.transport.send(.get("/next")) }
        expectEqual((failure?.cause as? TapeError)?.kind, "stopped")
        expectEqual(script.requests.count, 1)
        await #expect(throws: TapeError.self) { try await deck.begin("next") }
        // Reported once.
        #expect(deck.takeLoss()?.kind == "loss")
        #expect(deck.takeLoss() == nil)
        expectEqual(deck.loss?.kind, "loss")
        try deck.close()
        let player = Player(try Cassette.playing(at: path), isStrict: true)
        #expect(throws: TransportFailure.self) { try player.answer(.get("/large")) }
        guard case .interrupted(1)? = player.lastMiss?.reason else {
            Issue.record("the hole does not show")
            return
        }
    }

    @Test func unopenableTapeSendsNothing() async throws {
        let folder = TemporaryFolder()
        let first = Recording(at: folder.tape, [])
        try await first.command("holds the lock")
        let script = ScriptedTransport([.success(.json("x"))])
        let path = folder.tape
        let deck = RecordingDeck(
            session: .sample(), secrets: SecretBook(), clock: TickingClock(),
            open: { () throws(CassetteError) in try Cassette.recording(at: path, wait: 0) }, next: { script })
        let failure = await #expect(throws: TransportFailure.self) { try await deck.transport.send(.get("/x")) }
        guard case .cassette(let trouble)? = failure?.cause as? TapeError else {
            Issue.record("no trouble with the cassette")
            return
        }
        expectEqual(trouble.kind, .locked)
        #expect(script.requests.isEmpty)
    }
}

/// The cause of a failed input is on the tape, so that a replay takes the same branch.
struct InputFailureTests {
    @Test(arguments: [
        InputFailure(.file, "a", "a already exists and is not replaced.", .fileExists),
        InputFailure(.file, "a", "Other words.", .outsideFolder), InputFailure(.secret, "code", "None.", .notGiven),
        InputFailure(.file, "a", "a cannot be read."), InputFailure(.secret, "code", #"{"problem":{"kind":"usage"}}"#),
    ]) func causeIsRecorded(_ failure: InputFailure) {
        expectEqual(InputFailure(failure.kind, failure.name, recorded: failure.recorded), failure)
    }

    /// Earlier versions recorded only the message.
    @Test(arguments: [
        (InputKind.file, "a.csv already exists and is not replaced.", InputFailure.Cause?.some(.fileExists)),
        (.file, "../a is outside the recipe's folder.", .outsideFolder), (.secret, "There was no code.", .notGiven),
        (.file, "There was no code.", nil), (.answer, "a already exists and is not replaced.", nil),
    ]) func earlierTapesAreRead(_ kind: InputKind, _ message: String, _ cause: InputFailure.Cause?) {
        expectEqual(InputFailure(kind, "x", recorded: message), InputFailure(kind, "x", message, cause))
    }
}

/// A replay of an interrupted command ends where the recording ended.
struct InterruptedCommandTests {
    let folder = TemporaryFolder()

    /// A deck that plays a command of two requests, which wrote five bytes before it ended with a status, then another.
    private func played(status: Int) async throws -> PlayingDeck {
        let recording = Recording(at: folder.tape, ["1", "2", "3"].map { .success(.json($0)) })
        let deck = recording.deck
        _ = try await deck.begin("list")
        for target in ["/a", "/b"] { _ = try await deck.transport.send(.get(target)) }
        try deck.wrote([UInt8]("12345"), to: .standardOutput)
        try deck.wrote([UInt8]("Interrupted.\n"), to: .standardError)
        try deck.finish(exitStatus: status)
        try await recording.command("next", .get("/c"))
        try deck.close()
        return PlayingDeck(try Cassette.playing(at: folder.tape), isStrict: true, isChecking: true)
    }

    private func answer(_ target: String, _ deck: PlayingDeck) async -> String {
        do throws(TransportFailure) { return try await deck.transport.send(.get(target)).text } catch {
            return error.kind.rawValue
        }
    }

    @Test func requestBeyondTheLastIsInterrupted() async throws {
        let deck = try await played(status: 130)
        _ = try await deck.begin("list")
        await expectEqual(answer("/a", deck), "1")
        // Other traffic is not interrupted: schema and sign-in requests do not belong to a command.
        await expectEqual(answer("/b", deck), "2")
        // Otherwise the tape would repeat its last response.
        await expectEqual(answer("/b", deck), "cancelled")
        await expectEqual(answer("/c", deck), "cancelled")
        try deck.finish(exitStatus: 130)
        // The next command is played normally.
        _ = try await deck.begin("next")
        await expectEqual(answer("/c", deck), "3")
    }

    @Test func outputBeyondTheLastByteIsInterruptedAndErrorsAreNot() async throws {
        let deck = try await played(status: 130)
        _ = try await deck.begin("list")
        try deck.wrote([UInt8]("123"), to: .standardOutput)
        let error = #expect(throws: TapeError.self) { try deck.wrote([UInt8]("456"), to: .standardOutput) }
        expectEqual(error?.kind, "interrupted")
        try deck.wrote([UInt8]("45"), to: .standardOutput)
        try deck.wrote([UInt8]("Interrupted: and more was said than before.\n"), to: .standardError)
        try deck.finish(exitStatus: 130)
        try expectEqual(deck.takeComparisons().map(\.isSame), [true])
    }

    @Test func unreachedStepIsInterrupted() async throws {
        let deck = try await played(status: 130)
        _ = try await deck.begin("list")
        let error = await #expect(throws: TapeError.self) { try await deck.begin("step") }
        expectEqual(error?.kind, "interrupted")
        // The step begun last is still the innermost.
        try deck.wrote([UInt8]("12345"), to: .standardOutput)
        try deck.finish(exitStatus: 130)
        try expectEqual(deck.takeComparisons().map(\.isSame), [true])
    }

    @Test func completedCommandIsNotLimited() async throws {
        let deck = try await played(status: 3)
        _ = try await deck.begin("list")
        await expectEqual(answer("/a", deck), "1")
        await expectEqual(answer("/b", deck), "2")
        await expectEqual(answer("/b", deck), "2")
        try deck.wrote([UInt8]("1234567"), to: .standardOutput)
        _ = try await deck.begin("step")
    }
}
