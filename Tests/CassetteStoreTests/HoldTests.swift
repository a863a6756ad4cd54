import ExchangeModel
import Foundation
import Glibc
import TestSupport
import Testing

@testable import CassetteStore

/// Cassettes that are deleted or renamed, and what killed programs leave beside them.
struct HoldTests {
    let folder = TemporaryFolder()
    var path: String { folder.file("a.cassette") }

    /// Copies a cassette while it is recorded, with its log, which is what a killed recorder leaves.
    private func makeKilled(_ name: String = "a.cassette", index: Bool = true) throws {
        let other = TemporaryFolder()
        let tape = try Cassette.recording(at: other.file("b.cassette"))
        _ = try tape.beginSession(.example)
        for suffix in ["", "-wal"] + (index ? ["-shm", ".lock"] : []) {
            try folder.write(other.bytes("b.cassette" + suffix), name + suffix)
        }
        try tape.close()
    }

    @Test func removalDeletesLogAndLock() throws {
        try makeKilled()
        let hold = try CassetteHold(of: path)
        #expect(hold.hasLog)
        try hold.remove()
        hold.release()
        expectEqual(folder.names, [])
    }

    @Test func damagedCassetteIsRemovedAndForeignFileIsNot() throws {
        try Cassette.makeExample(at: path)
        var bytes = try folder.bytes("a.cassette")
        for place in 100..<4096 { bytes[place] = 0xFF }
        try folder.write(bytes, "a.cassette")
        #expect(throws: CassetteError.self) { try Cassette.playing(at: path).close() }
        try CassetteHold(of: path).remove()
        expectEqual(folder.names, [])
        try folder.write(Array(repeating: 7, count: 100), "a.cassette")
        expectEqual(#expect(throws: CassetteError.self) { try CassetteHold(of: path) }?.kind, .foreign)
        expectEqual(folder.names, ["a.cassette"])
    }

    @Test func cassetteBeingRecordedIsNotHeld() throws {
        let tape = try Cassette.recording(at: path)
        expectEqual(#expect(throws: CassetteError.self) { try CassetteHold(of: path) }?.kind, .locked)
        try tape.close()
    }

    @Test func onlyTheLinkIsRemoved() throws {
        try makeKilled("other.cassette")
        expectEqual(symlink("other.cassette", path), 0)
        try CassetteHold(of: path).remove()
        expectEqual(folder.names, ["other.cassette", "other.cassette-shm", "other.cassette-wal"])
    }

    /// What a recorder leaves that cannot make its log's index, because the disk is full.
    @Test func emptyLogWithoutIndexIsNone() throws {
        try Cassette.makeExample(at: path)
        var bytes = try folder.bytes("a.cassette")
        (bytes[18], bytes[19]) = (2, 2)
        try folder.write(bytes, "a.cassette")
        try folder.write([], "a.cassette-wal")
        try folder.write([0, 0, 0], "a.cassette-shm")
        try expectEqual(Cassette.playing(at: path).sessions().count, 1)
        try Cassette.recording(at: path).close()
        expectEqual(folder.names, ["a.cassette"])
        try expectEqual(Cassette.playing(at: path).sessions().count, 1)
    }

    private var found: [[String]] {
        CassetteLeftover.all(in: folder.path).map { left in
            ["\(left.kind)"] + left.files.map { String($0.dropFirst(folder.path.count + 1)) }
        }
    }

    @Test func leftoversAreNamedAndCleared() throws {
        try makeKilled()
        try makeKilled("b.cassette.partial")
        try Cassette.makeExample(at: folder.file("b.cassette.draft"))
        for end in ["", "-wal", ".new", ".lock"] { try folder.write([], "b.cassette.recording" + end) }
        try folder.write([0x37, 0x7F, 6, 0x82, 1], "c.cassette-wal")
        try folder.write([], "d.cassette.lock")
        try folder.write([1], "e.note.partial")
        expectEqual(chmod(folder.file("e.note.partial"), DraftMark.mode), 0)
        // Of other programs, and of the user.
        let others = [
            "f.csv.partial", "g.cassette", "g.cassette-journal", "h.sqlite-wal", "i.cassette.draft",
            "i.cassette.partial", "i.cassette.recording", "i.note.partial", "k.cassette-journal", "k.cassette-shm",
            "k.cassette-wal", "k.cassette.lock", "k.cassette.new",
        ]
        for other in others { try folder.write([1], other) }
        let all = [
            ["log", "a.cassette-shm", "a.cassette-wal", "a.cassette.lock"],
            ["parts", "b.cassette.draft"],
            [
                "parts", "b.cassette.partial", "b.cassette.partial-shm", "b.cassette.partial-wal",
                "b.cassette.partial.lock",
            ],
            [
                "parts", "b.cassette.recording", "b.cassette.recording-wal", "b.cassette.recording.lock",
                "b.cassette.recording.new",
            ],
            ["parts", "c.cassette-wal"], ["parts", "d.cassette.lock"], ["parts", "e.note.partial"],
        ]
        expectEqual(found, all)
        for left in CassetteLeftover.all(in: folder.path) { try left.clear() }
        expectEqual(folder.names, ["a.cassette"] + others)
        // The log's rows are in the cassette now.
        try expectEqual(Cassette.playing(at: path).sessions().count, 1)
    }

    /// A recording needs these names, so it does not begin.
    @Test(arguments: ["-wal", "-shm", "-journal", ".new", ".lock"]) func fileOfAnotherProgramIsKept(
        _ suffix: String
    ) throws {
        try folder.write([1], "a.cassette" + suffix)
        expectEqual(#expect(throws: CassetteError.self) { try Cassette.recording(at: path, wait: 0) }?.kind, .denied)
        expectEqual(folder.names, ["a.cassette" + suffix])
        try expectEqual(folder.bytes("a.cassette" + suffix), [1])
        try folder.write(suffix == ".new" ? [] : [0, 0], "a.cassette" + suffix)
        try Cassette.recording(at: path, wait: 0).close()
        expectEqual(folder.names, ["a.cassette"])
    }

    @Test func filesOfLivingProcessesAreNoLeftovers() throws {
        let tape = try Cassette.recording(at: path)
        _ = try tape.beginSession(.example)
        let draft = try Cassette.recording(at: folder.file("b.cassette.partial"))
        // `OutputFile` locks the draft itself.
        let note = open(folder.file("c.note.partial"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(note) }
        expectEqual(flock(note, LOCK_EX | LOCK_NB), 0)
        expectEqual(found, [])
        // One that was found before a process took it is left alone.
        try makeKilled("d.cassette.partial")
        let left = try #require(CassetteLeftover.all(in: folder.path).first)
        let other = try Cassette.recording(at: left.path)
        try left.clear()
        #expect(folder.names.contains("d.cassette.partial"))
        for each in [tape, draft, other] { try each.close() }
        expectEqual(folder.names.filter { $0.hasPrefix("a.") }, ["a.cassette"])
    }
}
