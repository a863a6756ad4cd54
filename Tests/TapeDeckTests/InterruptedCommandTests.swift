import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

/// A replay of an interrupted command ends where the recording ended.
@Suite struct InterruptedCommandTests {
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
        #expect(await answer("/a", deck) == "1")
        // Other traffic is not interrupted: schema and sign-in requests do not belong to a command.
        #expect(await answer("/b", deck) == "2")
        // Otherwise the tape would repeat its last response.
        #expect(await answer("/b", deck) == "cancelled")
        #expect(await answer("/c", deck) == "cancelled")
        try deck.finish(exitStatus: 130)
        // The next command is played normally.
        _ = try await deck.begin("next")
        #expect(await answer("/c", deck) == "3")
    }

    @Test func outputBeyondTheLastByteIsInterruptedAndErrorsAreNot() async throws {
        let deck = try await played(status: 130)
        _ = try await deck.begin("list")
        try deck.wrote([UInt8]("123"), to: .standardOutput)
        let error = #expect(throws: TapeError.self) { try deck.wrote([UInt8]("456"), to: .standardOutput) }
        #expect(error?.kind == "interrupted")
        try deck.wrote([UInt8]("45"), to: .standardOutput)
        try deck.wrote([UInt8]("Interrupted: and more was said than before.\n"), to: .standardError)
        try deck.finish(exitStatus: 130)
        #expect(try deck.takeComparisons().map(\.isSame) == [true])
    }

    @Test func unreachedStepIsInterrupted() async throws {
        let deck = try await played(status: 130)
        _ = try await deck.begin("list")
        let error = await #expect(throws: TapeError.self) { try await deck.begin("step") }
        #expect(error?.kind == "interrupted")
        // The step begun last is still the innermost.
        try deck.wrote([UInt8]("12345"), to: .standardOutput)
        try deck.finish(exitStatus: 130)
        #expect(try deck.takeComparisons().map(\.isSame) == [true])
    }

    @Test func completedCommandIsNotLimited() async throws {
        let deck = try await played(status: 3)
        _ = try await deck.begin("list")
        #expect(await answer("/a", deck) == "1")
        #expect(await answer("/b", deck) == "2")
        #expect(await answer("/b", deck) == "2")
        try deck.wrote([UInt8]("1234567"), to: .standardOutput)
        _ = try await deck.begin("step")
    }
}
