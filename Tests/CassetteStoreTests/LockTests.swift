import Database
import ExchangeModel
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CassetteStore

struct LockTests {
    let folder = TemporaryFolder()
    var path: String { folder.file("a.cassette") }

    @Test func secondWriterSeesLockHolder() throws {
        let holder = LockHolder(host: "box", since: Timestamp(seconds: 1_713_122_949))
        let first = try Cassette.recording(at: path, holder: holder)
        expectEqual(
            String(decoding: try folder.bytes("a.cassette.lock"), as: UTF8.self),
            "pid \(getpid())\nhost box\nsince 2024-04-14T19:29:09.000Z\n")
        var waited: [Int64] = []
        let error = #expect(throws: CassetteError.self) {
            try Cassette.recording(at: path, wait: 50_000) { waited.append($0) }
        }
        expectEqual(waited, [20_000, 20_000, 10_000])
        expectEqual(
            error,
            CassetteError(
                .locked, path: path,
                "'\(path)' is being recorded by process \(getpid()) on box since 2024-04-14T19:29:09.000Z; "
                    + "end that session first, or record onto another tape."))
        try first.close()
        expectEqual(folder.names, ["a.cassette"])
        try Cassette.recording(at: path, wait: 0).close()
    }

    @Test func waitingWriterGetsReleasedTape() throws {
        let first = try Cassette.recording(at: path)
        _ = try first.beginSession(.example)
        let second = try Cassette.recording(at: path) { _ in try? first.close() }
        try expectEqual(second.sessions().count, 1)
    }

    @Test func symlinkedTapeIsSameTape() throws {
        expectEqual(symlink("a.cassette", folder.file("link.cassette")), 0)
        let first = try Cassette.recording(at: path)
        let error = #expect(throws: CassetteError.self) {
            try Cassette.recording(at: folder.file("link.cassette"), wait: 0)
        }
        expectEqual(error?.kind, .locked)
        try first.close()
    }

    @Test func tapeWithAHardLinkIsPlayedButNotRecordedOnto() throws {
        try Cassette.recording(at: path).close()
        expectEqual(link(path, folder.file("backup.cassette")), 0)
        let error = #expect(throws: CassetteError.self) { try Cassette.recording(at: path, wait: 0) }
        expectEqual(
            error,
            CassetteError(
                .denied, path: path,
                "'\(path)' has a hard link; record onto a copy of it."))
        try expectEqual(Cassette.playing(at: path).sessions(), [])
        expectEqual(folder.names, ["a.cassette", "backup.cassette"])
    }

    @Test func staleLockFileIsIgnored() throws {
        try folder.write(Array("pid 1\n".utf8), "a.cassette.lock")
        try Cassette.recording(at: path, wait: 0).close()
        expectEqual(folder.names, ["a.cassette"])
    }

    @Test func lockFileSymlinkIsNotFollowed() throws {
        try folder.write([1, 2, 3], "precious")
        expectEqual(symlink("precious", path + ".lock"), 0)
        #expect(throws: CassetteError.self) { try Cassette.recording(at: path, wait: 0) }
        try expectEqual(folder.bytes("precious"), [1, 2, 3])
    }

    @Test(arguments: ["-wal", "-shm", "-journal"], [false, true])
    func symlinkedSidecarIsRejected(_ suffix: String, _ isHardLink: Bool) throws {
        try Cassette.recording(at: path).close()
        try folder.write([1, 2, 3], "precious")
        let linked =
            isHardLink
            ? link(folder.file("precious"), path + suffix) : symlink("precious", path + suffix)
        expectEqual(linked, 0)
        let ways: [() throws -> Cassette] = [
            { try Cassette.playing(at: path) }, { try Cassette.recording(at: path, wait: 0) },
        ]
        for open in ways {
            let error = #expect(throws: CassetteError.self) { _ = try open() }
            expectEqual(
                error,
                CassetteError(
                    .denied, path: path,
                    "The '\(suffix)' file beside '\(path)' is a link or not a regular file; remove it first."))
        }
        try expectEqual(folder.bytes("precious"), [1, 2, 3])
    }

    /// After a rollback SQLite deletes the file that a journal names, here any file of the user.
    @Test func journalThatNamesAnotherFileIsRejected() throws {
        try Cassette.recording(at: path).close()
        try folder.write([1, 2, 3], "precious")
        try folder.write(
            try RollbackJournal.of(folder.bytes("a.cassette"), naming: folder.file("precious")), "a.cassette-journal")
        for _ in 0..<2 {
            let error = #expect(throws: CassetteError.self) { _ = try Cassette.recording(at: path, wait: 0) }
            #expect(error?.kind == .denied && error?.message.contains("names another file") == true, "\(error)")
        }
        #expect(try Cassette.playing(at: path).sessions().isEmpty)
        try expectEqual(folder.bytes("precious"), [1, 2, 3])
    }

    @Test func pipeInPlaceOfLogIsRejectedWithoutWaiting() throws {
        try Cassette.recording(at: path).close()
        expectEqual(mkfifo(path + "-wal", 0o600), 0)
        let error = #expect(throws: CassetteError.self) {
            try Cassette.playing(at: path)
        }
        expectEqual(error?.kind, .denied)
    }

    /// The first statement waits for another program's lock; later ones fail or succeed at once.
    @Test func lockTimeoutAppliesOnce() throws {
        let tape = try Cassette.recording(at: path)
        let session = try tape.beginSession(.example)
        func patience() throws -> Int64? {
            try tape.read { connection throws(DatabaseError) in
                try connection.row("PRAGMA busy_timeout") { $0.integer(0) }
            }
        }
        try expectEqual(patience(), 2000)
        let other = try Connection(path: path, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        for _ in 0..<2 {
            let error = #expect(throws: CassetteError.self) { try tape.reserve(.example("/a", session: session)) }
            expectEqual(error?.kind, .locked)
            try expectEqual(patience(), 0)
        }
        try other.execute("ROLLBACK")
        let id = try tape.reserve(.example("/a", session: session))
        try tape.complete(id, with: .response(.example("{}")))
        try expectEqual(tape.exchangeCount(), 1)
    }

    @Test func lockFileTextIsEscaped() {
        expectEqual(LockHolder.phrase(from: []), "another process")
        expectEqual(LockHolder.phrase(from: [0xFF, 0x00, 0x0A]), "another process")
        expectEqual(LockHolder.phrase(from: Array("pid 7\nhost a\u{1B}[2Jb\nwhat ever\n".utf8)), "process 7")
    }

    @Test func manyWritersLoseNothing() async throws {
        let path = self.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for round in 0..<10 {
                        let tape = try Cassette.recording(at: path, wait: 60_000_000)
                        let session = try tape.beginSession(.example)
                        let id = try tape.reserve(.example("/\(writer)/\(round)", session: session))
                        try tape.complete(id, with: .response(.example("{}")))
                        try tape.close()
                    }
                }
            }
            try await group.waitForAll()
        }
        let tape = try Cassette.playing(at: path)
        try expectEqual(tape.exchangeCount(), 40)
        expectEqual(Set(try tape.requests(after: 0, limit: 100).map(\.request.url)).count, 40)
        try expectEqual(tape.check(), [])
        expectEqual(folder.names, ["a.cassette"])
    }

    @Test func tapeServesConcurrentTasks() async throws {
        let tape = try Cassette.recording(at: path)
        let session = try tape.beginSession(.example)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let id = try tape.reserve(.example("/\(number)", session: session))
                    try tape.complete(id, with: .response(.example("\(number)")))
                    try expectEqual(tape.exchange(id)?.request.url, "http://sandbox.localhost/\(number)")
                }
            }
            try await group.waitForAll()
        }
        try expectEqual(tape.exchangeCount(), 64)
    }
}
