import CassetteStore
import ExchangeModel
import Synchronization
import TestSupport
import Testing

@testable import TapeDeck

/// A replay of a tape's own commands ends when it exceeds a budget derived from the tape's size.
struct ReplayBudgetTests {
    /// A tape with one command that sends one request.
    private func folder() async throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        let recording = Recording(at: folder.tape, [.success(.json("{}"))])
        try await recording.command("x", .get("/api/now/table/incident"))
        try recording.deck.close()
        return folder
    }

    private var limits: ReplayBudget.Limits {
        var limits = ReplayBudget.Limits()
        limits.steps = 3
        limits.stepsPerRecord = 2
        return limits
    }

    private func kind(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch let failure as TransportFailure {
            return (failure.cause as? TapeError)?.kind
        } catch {
            return (error as? TapeError)?.kind
        }
    }

    @Test func commandsAndRequestsAreCountedTogether() async throws {
        let folder = try await folder()
        let deck = PlayingDeck(try Cassette.playing(at: folder.tape), isStrict: true, playsItself: true, limits: limits)
        // Three steps, and two for each of the tape's two records.
        for number in 1...7 {
            let kind = await kind {
                if number.isMultiple(of: 2) {
                    _ = try await deck.transport.send(.get("/api/now/table/incident"))
                } else {
                    _ = try await deck.begin("x")
                }
            }
            expectEqual(kind, nil, "step \(number)")
        }
        try deck.continueReplay()
        await expectEqual(kind { _ = try await deck.transport.send(.get("/api/now/table/incident")) }, "excess")
        await expectEqual(kind { _ = try await deck.begin("x") }, "excess")
        await expectEqual(kind { try deck.wrote([0x61], to: .standardOutput) }, "excess")
        // The message about the end of the replay is still written.
        try deck.wrote([0x61], to: .standardError)
        await expectEqual(kind { try deck.continueReplay() }, "excess")
        expectEqual(
            deck.budget?.excess?.message,
            "The replay was stopped after more than 7 commands and requests, the limit for this tape.")
    }

    @Test func typedCommandsAreNotCounted() async throws {
        let folder = try await folder()
        let deck = PlayingDeck(try Cassette.playing(at: folder.tape), isStrict: true, limits: limits)
        for _ in 0..<20 { _ = try await deck.begin("x") }
        try deck.continueReplay()
        #expect(!deck.playsItself)
    }

    @Test func replayMemoryIsLimited() async throws {
        let folder = try await folder()
        let memory = Mutex(5 << 30)
        let budget = ReplayBudget(of: try Cassette.playing(at: folder.tape), ReplayBudget.Limits()) {
            memory.withLock { $0 }
        }
        memory.withLock { $0 += 2 << 30 }
        try budget.check()
        memory.withLock { $0 += 1 }
        await expectEqual(kind { try budget.check() }, "excess")
        // A replay that exceeded its budget stays ended.
        memory.withLock { $0 = 0 }
        expectEqual(
            budget.excess?.message,
            "The replay was stopped at 2048 MiB of memory, the limit for this tape.")
        await expectEqual(kind { try budget.takeStep() }, "excess")
    }

    @Test func memoryBudgetGrowsWithBodyLimit() async throws {
        let folder = try await folder()
        let memory = Mutex(0)
        let tape = try Cassette.playing(at: folder.tape, bodyLimit: 128 << 20)
        let budget = ReplayBudget(of: tape, ReplayBudget.Limits()) { memory.withLock { $0 } }
        memory.withLock { $0 = 4 << 30 }
        try budget.check()
        memory.withLock { $0 += 1 }
        await expectEqual(kind { try budget.check() }, "excess")
    }

    @Test func memoryIsMeasuredInBytes() {
        let before = ReplayBudget.maxResident()
        // Swift Testing and this bundle alone take some megabytes, and no test machine has a terabyte.
        #expect((4 << 20..<1 << 40).contains(before))
        var bytes = [UInt8](repeating: 1, count: before + 1 << 20)
        bytes[0] = 2
        #expect(ReplayBudget.maxResident() >= bytes.count)
    }
}
