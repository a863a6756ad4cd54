import Database
import ExchangeModel
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CassetteStore

/// What remains when a recorder dies: its files are copied in the middle of recording.
struct CrashTests {
    let folder = TemporaryFolder()

    /// Records `count` exchanges and calls `look` after each step with the number of completed exchanges.
    private func record(_ count: Int, look: (Int) throws -> Void) throws {
        let tape = try Cassette.recording(at: folder.file("live.cassette"))
        let session = try tape.beginSession(.example)
        for number in 0..<count {
            let id = try tape.reserve(.example("/\(number)", session: session))
            try look(number)
            try tape.complete(id, with: .response(.example(String(repeating: "\(number) ", count: 300))))
            try look(number + 1)
        }
        try tape.close()
    }

    private func completed(_ tape: Cassette) throws -> Int {
        try tape.requests(after: 0, limit: 10_000).count { $0.outcome != .interrupted }
    }

    @Test func copyTakenAtAnyTimeHasEveryCompletedExchange() throws {
        try record(12) { done in
            let copy = TemporaryFolder()
            for suffix in ["", "-wal"] { try copy.write(folder.bytes("live.cassette" + suffix), "c.cassette" + suffix) }
            let names = copy.names
            let playing = try Cassette.playing(at: copy.file("c.cassette"))
            try expectEqual(completed(playing), done)
            try expectEqual(playing.check(), [])
            expectEqual(copy.names, names)
            try playing.close()

            let recording = try Cassette.recording(at: copy.file("c.cassette"))
            try expectEqual(completed(recording), done)
            try recording.close()
            expectEqual(copy.names, ["c.cassette"])
            try expectEqual(Cassette.playing(at: copy.file("c.cassette")).check(), [])
        }
    }

    @Test func tornLogLosesOnlyItsEnd() throws {
        var files: [[UInt8]] = []
        try record(20) { done in
            if done == 20 { files = [try folder.bytes("live.cassette"), try folder.bytes("live.cassette-wal")] }
        }
        var generator = SeededGenerator(seed: 7)
        var seen: Set<Int> = []
        for _ in 0..<30 {
            let copy = TemporaryFolder()
            try copy.write(files[0], "c.cassette")
            var log = Array(files[1].prefix(Int.random(in: 1...files[1].count, using: &generator)))
            if Bool.random(using: &generator) { log[log.count - 1] ^= 0x40 }
            try copy.write(log, "c.cassette-wal")
            let tape = try Cassette.recording(at: copy.file("c.cassette"))
            let ids = try tape.requests(after: 0, limit: 100).map(\.id)
            expectEqual(ids, ids.indices.map { Int64($0 + 1) })
            try expectEqual(tape.check(), [])
            seen.insert(ids.count)
            try tape.close()
        }
        #expect(seen.count > 8)
    }

    @Test func tapeIsReadWhileItIsRecorded() throws {
        try record(3) { done in
            let names = folder.names
            let tape = try Cassette.playing(at: folder.file("live.cassette"))
            try expectEqual(completed(tape), done)
            expectEqual(folder.names, names)
        }
    }

    @Test func readerDoesNotBlockClosing() throws {
        var reader: Cassette?
        try record(3) { done in
            if done == 1 && reader == nil { reader = try Cassette.playing(at: folder.file("live.cassette")) }
        }
        let held = try #require(reader)
        try expectEqual(completed(held), 3)
        try held.close()
        let again = try Cassette.recording(at: folder.file("live.cassette"))
        try expectEqual(completed(again), 3)
        try again.close()
        expectEqual(folder.names, ["live.cassette"])
    }

    @Test func fullDiskEndsRecordingAndKeepsEarlierExchanges() throws {
        let path = folder.file("full.cassette")
        let tape = try Cassette.recording(at: path)
        let session = try tape.beginSession(.example)
        let pages = try tape.state.withLock {
            try #require(try $0.connection?.row("PRAGMA page_count") { $0.integer(0) })
        }
        try tape.state.withLock { _ = try $0.connection?.row("PRAGMA max_page_count=\(pages + 20)") { $0.integer(0) } }
        var completed = 0
        var failure: CassetteError?
        for number in 0..<100 where failure == nil {
            do throws(CassetteError) {
                let id = try tape.reserve(.example("/\(number)", session: session))
                try tape.complete(id, with: .response(.example(String(repeating: "\(number),", count: 1000))))
                completed += 1
            } catch {
                failure = error
            }
        }
        expectEqual(
            failure,
            CassetteError(
                .full, path: path, "The disk is full: '\(path)' cannot grow; what it contains so far is kept."))
        #expect((3..<100).contains(completed))
        // Later writes are rejected even if they would fit, because the tape would have a gap.
        let later = #expect(throws: CassetteError.self) { try tape.reserve(.example("/later", session: session)) }
        expectEqual(later, failure)
        try expectEqual(self.completed(tape), completed)
        try tape.close()
        let back = try Cassette.playing(at: path)
        try expectEqual(self.completed(back), completed)
        try expectEqual(back.check(), [])
        expectEqual(folder.names, ["full.cassette"])
    }
}
