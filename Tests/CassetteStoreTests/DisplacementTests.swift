import ExchangeModel
import Foundation
import Glibc
import TestSupport
import Testing

@testable import CassetteStore

/// A cassette that is deleted or replaced while it is being recorded.
struct DisplacementTests {
    let folder = TemporaryFolder()
    var path: String { folder.file("a.cassette") }

    /// Records an exchange after `displace`, then checks and closes the tape. Returns the findings of the check.
    private func displaced(
        at path: String? = nil, lastResort: String? = nil, _ displace: () throws -> Void
    ) throws -> CassetteError? {
        let tape = try Cassette.recording(at: path ?? self.path, lastResort: lastResort)
        let session = try tape.beginSession(.example)
        for number in 0..<2 {
            let id = try tape.reserve(.example("/\(number)", session: session))
            try tape.complete(id, with: .response(.example("{\"number\":\(number)}")))
            if number == 0 { try displace() }
        }
        let error = #expect(throws: CassetteError.self) { try tape.verifyPlace() }
        #expect(throws: CassetteError.self) { try tape.beginSession(.example) }
        // The loss is reported once.
        try tape.close()
        return error
    }

    private func recorded(at path: String) throws -> [String] {
        let tape = try Cassette.playing(at: path)
        try expectEqual(tape.check(), [])
        return try tape.requests(after: 0, limit: 10).map(\.request.url)
    }

    @Test func deletedTapeIsSavedToRescueTapeNextToIt() throws {
        let error = try displaced { unlink(path) }
        let rescue = folder.file("a.rescued.cassette")
        expectEqual(error?.kind, .displaced)
        expectEqual(error?.rescue, rescue)
        expectEqual(
            error?.message,
            "'\(path)' was deleted or moved while it was being recorded. "
                + "Everything recorded is in '\(rescue)'.")
        try expectEqual(recorded(at: rescue).count, 2)
        expectEqual(folder.names, ["a.rescued.cassette"])
        var status = stat()
        #expect(stat(rescue, &status) == 0 && status.st_mode & 0o777 == 0o600)
        // The rescue tape records like any other, and an existing one is not overwritten.
        try Cassette.recording(at: rescue).close()
        _ = try displaced { unlink(path) }
        expectEqual(folder.names, ["a.rescued-2.cassette", "a.rescued.cassette"])
    }

    @Test func replacementFileIsUnchangedAndReadWithoutTheOldLog() throws {
        let other = folder.file("other")
        try Cassette.makeExample(at: other)
        let bytes = try folder.bytes("other")
        // The replaced tape has been closed, so its log begins with the first write.
        try Cassette.recording(at: path).close()
        let error = try displaced { expectEqual(rename(other, path), 0) }
        expectEqual(
            error?.message.hasPrefix("'\(path)' was replaced by another file while it was being recorded."), true)
        expectEqual(folder.names, ["a.cassette", "a.rescued.cassette"])
        try expectEqual(folder.bytes("a.cassette"), bytes)
        try expectEqual(recorded(at: path), [])
        try expectEqual(recorded(at: folder.file("a.rescued.cassette")).count, 2)
    }

    /// The folder above belongs to somebody else, as /tmp does.
    @Test func tapeInDeletedFolderIsRescuedIntoLastResort() throws {
        let inner = folder.file("one/two/a.cassette"), tapes = folder.file("state/tapes")
        func removeFolder() throws { try FileManager.default.removeItem(atPath: folder.file("one")) }
        let error = try displaced(at: inner, lastResort: tapes) { try removeFolder() }
        expectEqual(error?.message.hasPrefix("The folder of '\(inner)' was removed while it was being recorded."), true)
        expectEqual(error?.rescue, tapes + "/a.rescued.cassette")
        try expectEqual(recorded(at: tapes + "/a.rescued.cassette").count, 2)
        expectEqual(folder.names, ["state"])
        let lost = try displaced(at: inner) { try removeFolder() }
        expectEqual(lost?.message.hasSuffix("What was recorded is lost: There is no folder for a rescue tape."), true)
        expectEqual(folder.names, ["state"])
    }

    @Test func rescueTapeFallsBackToLastResort() throws {
        let inner = folder.file("one/a.cassette"), other = folder.file("other/tapes")
        // A file with the folder's name prevents creating a tape there.
        func replaceFolder() throws {
            try FileManager.default.removeItem(atPath: folder.file("one"))
            try folder.write([], "one")
        }
        let error = try displaced(at: inner, lastResort: other) { try replaceFolder() }
        expectEqual(error?.rescue, other + "/a.rescued.cassette")
        try expectEqual(recorded(at: other + "/a.rescued.cassette").count, 2)

        unlink(folder.file("one"))
        let lost = try displaced(at: inner) { try replaceFolder() }
        expectEqual(lost?.rescue, nil)
        expectEqual(
            lost?.message,
            "'\(inner)' was deleted or moved while it was being recorded. What was recorded is lost: "
                + "'\(inner)': a rescue tape cannot be created in '\(folder.file("one"))', because not a directory.")
    }

    @Test func anotherProcessMayRecreateDeletedTape() throws {
        let first = try Cassette.recording(at: path)
        let session = try first.beginSession(.example)
        _ = try first.reserve(.example("/first", session: session))
        for name in folder.names { unlink(folder.file(name)) }
        let second = try Cassette.recording(at: path, wait: 0)
        _ = try second.reserve(.example("/second", session: try second.beginSession(.example)))
        #expect(throws: CassetteError.self) { try first.close() }
        // The second recorder keeps its own log and lock.
        #expect(folder.names.contains("a.cassette-wal") && folder.names.contains("a.cassette.lock"))
        try second.close()
        try expectEqual(recorded(at: path), ["http://sandbox.localhost/second"])
        try expectEqual(recorded(at: folder.file("a.rescued.cassette")), ["http://sandbox.localhost/first"])
    }

    @Test func tapeWithoutLockIsUnchanged() throws {
        let error = try displaced { unlink(path + ".lock") }
        expectEqual(error?.message.hasPrefix("The lock of '\(path)' was removed while it was being recorded, so"), true)
        try expectEqual(recorded(at: path), [])
        try expectEqual(recorded(at: folder.file("a.rescued.cassette")).count, 2)
    }

    @Test func tapeInPlaceIsClosedNormally() throws {
        let tape = try Cassette.recording(at: path)
        _ = try tape.beginSession(.example)
        try tape.verifyPlace()
        // Deleting only the log loses nothing: the recorder has it open.
        unlink(path + "-wal")
        try tape.close()
        expectEqual(folder.names, ["a.cassette"])
        try expectEqual(Cassette.playing(at: path).sessions().count, 1)
    }
}
