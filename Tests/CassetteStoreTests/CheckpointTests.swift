import ExchangeModel
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CassetteStore

/// The log of a long recording.
struct CheckpointTests {
    let folder = TemporaryFolder()
    var path: String { folder.file("a.cassette") }
    private static let body = String(repeating: "0123456789", count: 20_000)

    private func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private func record(_ count: Int, on tape: Cassette, after first: Int = 0) throws {
        for number in first..<first + count {
            let id = try tape.reserve(.example("/\(number)"))
            try tape.complete(id, with: .response(.example("\(number) \(Self.body)")))
        }
    }

    @Test func logStaysShortWhileRecording() throws {
        let tape = try Cassette.recording(at: path)
        _ = try tape.beginSession(.example)
        var longest = 0
        for number in 0..<100 {
            try record(1, on: tape, after: number)
            longest = max(longest, size(of: path + "-wal"))
        }
        // 20 MB were recorded.
        #expect(longest < 2 * CassetteConnection.logPages * 4096)
        #expect(size(of: path) > CassetteConnection.logPages * 4096)
        try tape.close()
        expectEqual(folder.names, ["a.cassette"])
        let played = try Cassette.playing(at: path)
        try expectEqual(played.check(), [])
        try expectEqual(played.requests(after: 0, limit: 1000).count, 100)
    }

    private func contains(_ text: String, _ name: String) throws -> Bool {
        Data(try folder.bytes(name)).range(of: Data(text.utf8)) != nil
    }

    /// A line with a secret is erased from the log too.
    @Test func rewrittenLineLeavesNoTraceInLongLog() throws {
        let tape = try Cassette.recording(at: path)
        let session = try tape.beginSession(.example)
        let command = try tape.beginCommand(
            CommandRecord(session: session, line: "set key=Xq8canary", now: Timestamp(seconds: 1)))
        // Different bodies: equal ones are stored once.
        var count = 0
        while size(of: path) < 8_000_000 {
            try record(1, on: tape, after: count)
            count += 1
        }
        try record(40, on: tape, after: count)
        #expect(try contains("Xq8canary", "a.cassette"))
        try tape.rewriteCommand(command, line: "set key=REDACTED", leavesNoTrace: true)
        for name in ["a.cassette", "a.cassette-wal"] { #expect(try !contains("Xq8canary", name)) }
        try tape.close()
    }

    @Test func fileThatReplacesTheCassetteIsNotWritten() throws {
        let other = folder.file("other")
        try Cassette.makeExample(at: other)
        let bytes = try folder.bytes("other")
        let tape = try Cassette.recording(at: path)
        _ = try tape.beginSession(.example)
        expectEqual(rename(other, path), 0)
        // Longer than the log may be.
        try record(60, on: tape)
        try expectEqual(folder.bytes("a.cassette"), bytes)
        #expect(throws: CassetteError.self) { try tape.verifyPlace() }
        try expectEqual(folder.bytes("a.cassette"), bytes)
    }
}
