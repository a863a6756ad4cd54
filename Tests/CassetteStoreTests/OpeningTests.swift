import Database
import Foundation
import Glibc
import TestSupport
import Testing

@testable import CassetteStore

struct OpeningTests {
    let folder = TemporaryFolder()
    var path: String { folder.file("a.cassette") }

    /// The kind of error when playing and recording reject the file, and the files in the folder afterwards.
    private func openErrors() -> [CassetteError.Kind?] {
        func kind(_ open: () throws(CassetteError) -> Cassette) -> CassetteError.Kind? {
            do throws(CassetteError) {
                _ = try open()
                return nil
            } catch {
                expectEqual(error.path, path)
                #expect(error.message.hasSuffix("."))
                return error.kind
            }
        }
        return [
            kind { () throws(CassetteError) in try Cassette.playing(at: path) },
            kind { () throws(CassetteError) in try Cassette.recording(at: path) },
        ]
    }

    private func makeTape(exchanges: Int = 3) throws {
        let tape = try Cassette.recording(at: path)
        let session = try tape.beginSession(.example)
        for number in 0..<exchanges {
            let id = try tape.reserve(.example("/\(number)", session: session))
            try tape.complete(id, with: .response(.example("{\"number\":\(number)}")))
        }
        try tape.close()
    }

    private func alter(_ sql: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.execute(sql)
    }

    @Test func playingMissingTapeFailsAndCreatesNothing() throws {
        let error = #expect(throws: CassetteError.self) { try Cassette.playing(at: path) }
        expectEqual(
            error,
            CassetteError(
                .missing, path: path, "There is no tape '\(path)'; record one, or check the name."))
        expectEqual(folder.names, [])
    }

    @Test func foreignFileIsRejectedAndUnchanged() throws {
        var generator = SeededGenerator(seed: 1)
        let random = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        for bytes in [[], [0], Array("hello\n".utf8), random] {
            try folder.write(bytes, "a.cassette")
            expectEqual(openErrors(), [.foreign, .foreign])
            try expectEqual(folder.bytes("a.cassette"), bytes)
            expectEqual(folder.names, ["a.cassette"])
        }
    }

    @Test func foldersPipesAndDevicesAreForeign() throws {
        mkdir(path, 0o700)
        expectEqual(openErrors(), [.foreign, .foreign])
        rmdir(path)
        mkfifo(path, 0o600)
        expectEqual(openErrors(), [.foreign, .foreign])
    }

    @Test(arguments: ["DELETE", "WAL"])
    func otherSQLiteFileIsForeignAndUnchanged(mode: String) throws {
        let other = try Connection(path: path, mode: .create)
        try other.execute("PRAGMA journal_mode=\(mode); CREATE TABLE t(x); INSERT INTO t VALUES(1)")
        expectEqual(openErrors(), [.foreign, .foreign])
        try expectEqual(other.row("SELECT count(*) FROM t") { $0.integer(0) }, 1)
    }

    @Test func newerTapeIsRejectedWithVersion() throws {
        try makeTape()
        try alter("PRAGMA user_version=7")
        expectEqual(openErrors(), [.newer, .newer])
        let error = #expect(throws: CassetteError.self) { try Cassette.playing(at: path) }
        expectEqual(
            error?.message, "'\(path)' has format version 7 and this Snowdeck reads up to 1; use a newer Snowdeck.")
    }

    @Test(arguments: [
        "CREATE TRIGGER t AFTER INSERT ON outcome BEGIN DELETE FROM exchange; END",
        "CREATE INDEX more ON exchange(url)", "DROP INDEX body_by_digest", "ALTER TABLE body ADD COLUMN more INTEGER",
        "ALTER TABLE body RENAME TO bodies", "PRAGMA user_version=-1", "PRAGMA application_id=1",
    ])
    func otherSchemaIsForeign(sql: String) throws {
        try makeTape()
        try alter(sql)
        expectEqual(openErrors(), [.foreign, .foreign])
    }

    /// SQLite refuses an index whose row names another table than its SQL does.
    @Test func hiddenIndexIsRefused() throws {
        try makeTape()
        try alter(
            "CREATE TABLE more(x); CREATE INDEX i ON exchange(url); PRAGMA writable_schema=ON; "
                + "UPDATE sqlite_schema SET tbl_name='more' WHERE name='i'")
        expectEqual(openErrors(), [.corrupt, .corrupt])
    }

    @Test func truncatedTapeIsRejectedOrDamaged() throws {
        try makeTape(exchanges: 60)
        let whole = try folder.bytes("a.cassette")
        for count in stride(from: 1, to: whole.count, by: 1777) {
            try folder.write(Array(whole.prefix(count)), "a.cassette")
            for kind in openErrors() {
                #expect(kind == .corrupt || kind == .foreign, "after \(count) of \(whole.count) bytes")
            }
        }
    }

    @Test func unwritablePathIsDenied() throws {
        let error = #expect(throws: CassetteError.self) { try Cassette.recording(at: "/sys/a.cassette") }
        expectEqual(error?.kind, .denied)
        let file = try CassetteFile(at: path)
        expectEqual(file.failure(EACCES, doing: "it cannot be read").kind, .denied)
        expectEqual(file.failure(ENOSPC, doing: "it cannot be created").kind, .full)
    }

    @Test func controlCharactersInNameAreEscaped() throws {
        let error = #expect(throws: CassetteError.self) { try Cassette.playing(at: "/nowhere/\u{1B}[2J\n.cassette") }
        expectEqual(
            error?.message, "There is no tape '/nowhere/\\u{1B}[2J\\n.cassette'; record one, or check the name.")
    }

    @Test func recordingCreatesPrivateFoldersAndFile() throws {
        let deep = folder.file("x/y/z.cassette")
        let tape = try Cassette.recording(at: deep)
        var status = stat()
        for (name, mode) in [
            ("x", S_IFDIR | 0o700), ("x/y", S_IFDIR | 0o700), ("x/y/z.cassette", S_IFREG | 0o600),
            ("x/y/z.cassette.lock", S_IFREG | 0o600),
        ] {
            expectEqual(stat(folder.file(name), &status), 0)
            expectEqual(status.st_mode, mode, "\(name)")
        }
        try tape.close()
    }

    @Test func staleSidecarsDoNotEnterNewTape() throws {
        let old = try Cassette.recording(at: path)
        _ = try old.beginSession(.example)
        let log = try folder.bytes("a.cassette-wal")
        try old.close()
        unlink(path)
        try folder.write(log, "a.cassette-wal")
        let new = try Cassette.recording(at: path)
        try expectEqual(new.sessions(), [])
        try new.close()
        try expectEqual(Cassette.playing(at: path).check(), [])
    }

    @Test func sqliteURICharactersInNameAreLiteral() throws {
        let odd = folder.file("50%?mode=memory#x.cassette")
        let tape = try Cassette.recording(at: odd)
        _ = try tape.beginSession(.example)
        try tape.close()
        try expectEqual(Cassette.playing(at: odd).sessions().count, 1)
        expectEqual(folder.names, ["50%?mode=memory#x.cassette"])
    }

    @Test func playingTapeIsReadOnlyAndClosedTapeFails() throws {
        try makeTape()
        let playing = try Cassette.playing(at: path)
        #expect(throws: CassetteError.self) { try playing.beginSession(.example) }
        try playing.close()
        try playing.close()
        let error = #expect(throws: CassetteError.self) { try playing.sessions() }
        expectEqual(error?.message, "'\(path)' has been closed.")
    }

    @Test func recordingOntoATapeAppends() throws {
        try makeTape()
        try makeTape()
        let tape = try Cassette.playing(at: path)
        try expectEqual(tape.sessions().map(\.id), [1, 2])
        try expectEqual(tape.exchangeCount(), 6)
        expectEqual(folder.names, ["a.cassette"])
    }
}
