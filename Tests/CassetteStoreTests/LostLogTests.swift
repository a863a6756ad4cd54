import Database
import ExchangeModel
import Foundation
import TestSupport
import Testing

@testable import CassetteStore

/// Cassettes whose header announces a write-ahead log that is missing.
struct LostLogTests {
    let folder = TemporaryFolder()
    var path: String { folder.file("a.cassette") }

    private func makeTape(commands: Int = 3) throws {
        let tape = try Cassette.recording(at: path)
        let session = try tape.beginSession(.example)
        for number in 1...commands {
            let command = try tape.beginCommand(
                CommandRecord(session: session, line: "\(number)", now: Timestamp(seconds: 1)))
            var request = RequestRecord.example("/\(number)", session: session)
            request.command = command
            try tape.complete(try tape.reserve(request), with: .response(.example("\(number)")))
            try tape.finishCommand(command, exitStatus: 0)
        }
        try tape.close()
    }

    /// Writes the header as SQLite does while a log is in use.
    private func markAsLogged() throws {
        var bytes = try folder.bytes("a.cassette")
        (bytes[18], bytes[19]) = (2, 2)
        try folder.write(bytes, "a.cassette")
    }

    /// Removes the rows that only the lost log contained.
    private func discardRows(_ sql: String) throws {
        try Connection(path: path, mode: .readWrite).execute(sql)
        try markAsLogged()
    }

    /// The error that playing and recording both report; nil when both open the tape.
    private func openError() -> String? {
        func said(_ open: () throws(CassetteError) -> Cassette) -> String? {
            do throws(CassetteError) {
                _ = try open()
                return nil
            } catch {
                expectEqual(error.kind, .corrupt)
                return error.message
            }
        }
        let played = said { () throws(CassetteError) in try Cassette.playing(at: path) }
        expectEqual(said { () throws(CassetteError) in try Cassette.recording(at: path) }, played)
        expectEqual(folder.names, ["a.cassette"])
        return played
    }

    private func missing(_ what: String) -> String {
        "'\(path)' was not closed, and its log '\(path)-wal' is missing, and with it \(what). "
            + "Put the log back beside it, or record it again."
    }

    @Test func completeTapeIsPlayedAndRepaired() throws {
        try makeTape()
        try markAsLogged()
        let marked = try folder.bytes("a.cassette")
        let playing = try Cassette.playing(at: path)
        try expectEqual(playing.commands(after: 0, limit: 9).count, 3)
        try expectEqual(folder.bytes("a.cassette"), marked)
        expectEqual(folder.names, ["a.cassette"])

        let recording = try Cassette.recording(at: path)
        _ = try recording.beginSession(.example)
        try recording.close()
        try expectEqual(folder.bytes("a.cassette")[18...19], [1, 1])
        try expectEqual(Cassette.playing(at: path).check(), [])
    }

    @Test func unfinishedCommandIsNotMissing() throws {
        try makeTape()
        try discardRows("UPDATE command SET exit_status=NULL WHERE id=3;DELETE FROM outcome WHERE exchange=3")
        expectEqual(openError(), nil)
    }

    @Test func missingRowIsNamedByNumber() throws {
        for (sql, what) in [
            ("DELETE FROM command WHERE id=2", "command 2"),
            ("DELETE FROM command WHERE id IN (1, 2)", "commands 1 to 2"),
            // Missing rows are detected by the rows that refer to them.
            ("DELETE FROM command WHERE id=6", "command 6"),
            ("DELETE FROM exchange WHERE id>=5", "exchanges 5 to 6"),
            (
                "DELETE FROM command WHERE id IN (2, 4);DELETE FROM exchange WHERE id=5",
                "command 2, command 4, exchange 5"
            ),
            ("DELETE FROM session", "session 1"),
        ] {
            try? FileManager.default.removeItem(atPath: path)
            try makeTape(commands: 6)
            try discardRows("PRAGMA foreign_keys=OFF;" + sql)
            expectEqual(openError(), missing(what))
        }
    }

    @Test func damagedTapeIsRejected() throws {
        try makeTape()
        try discardRows("PRAGMA foreign_keys=OFF;DELETE FROM body")
        let said = try #require(openError())
        #expect(said.contains("is missing. What is left is damaged: "), "\(said)")
        // A closed tape opens; `check` reports the damage.
        var bytes = try folder.bytes("a.cassette")
        (bytes[18], bytes[19]) = (1, 1)
        try folder.write(bytes, "a.cassette")
        try expectEqual(Cassette.playing(at: path).check().isEmpty, false)
    }
}
