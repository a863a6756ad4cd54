import Database
import ExchangeModel
import Foundation
import Notation
import TestSupport
import Testing

@testable import Sandbox

/// The instance's clock, separate from the clock of the wire.
struct ClockTests {
    /// A sandbox whose time follows the clock that tests move.
    private func running(ahead: Int64 = 0) throws -> SandboxClient {
        var client = try SandboxClient {
            $0.start = FixedClock().now.advanced(bySeconds: ahead)
            $0.time = .running(ahead: ahead)
        }
        client.user = "admin:admin"
        return client
    }

    private func made(_ client: SandboxClient) throws -> String {
        let id = try client.create("incident", #"{"short_description":"new"}"#)
        return try client.list("incident", "sys_id=" + id, "sys_updated_on")[0]
    }

    @Test func runningTimeFollowsTheClock() throws {
        let client = try running()
        try expectEqual(made(client), "2026-01-01 00:00:00")
        try expectEqual(made(client), "2026-01-01 00:00:00")
        client.clock.advance(by: 90)
        try expectEqual(client.count("incident", "sys_updated_on>=javascript:gs.minutesAgoStart(0)"), "0")
        try expectEqual(made(client), "2026-01-01 00:01:30")
        try expectEqual(client.count("incident", "sys_updated_on>=javascript:gs.minutesAgoStart(0)"), "1")
        try expectEqual(client.count("incident", "sys_updated_on>2026-01-01 00:00:00"), "1")
    }

    @Test func seedRecordsAreRelativeToStart() throws {
        let ages = try [SandboxClient("admin:admin"), running(), running(ahead: 86_400 * 365)].map { client in
            try ["incident", "change_request", "sysevent"].map { table in
                try client.count(
                    table, "sys_created_on>=javascript:gs.daysAgo(7)^sys_created_on<=javascript:gs.daysAgo(0)")
            }
        }
        #expect(ages[0] == ages[1] && ages[1] == ages[2] && !ages[0].contains("0"))
        try expectEqual(running().count("incident", "sys_created_on>javascript:gs.daysAgo(0)"), "0")
    }

    @Test func frozenTimeMovesOnlyWithWrites() throws {
        let client = try SandboxClient()
        try expectEqual(made(client), "2025-03-03 16:00:01")
        client.clock.advance(by: 1000)
        try expectEqual(made(client), "2025-03-03 16:00:02")
    }

    @Test func timeNeverGoesBack() throws {
        let client = try running(ahead: 3600)
        try expectEqual(made(client), "2026-01-01 01:00:00")
        client.clock.advance(by: -7200)
        try expectEqual(made(client), "2026-01-01 01:00:00")
    }
}

struct FileTests {
    private let folder = TemporaryFolder()

    @Test func fileKeepsRecords() throws {
        let file = folder.path + "/kept.sandbox"
        let id = try SandboxClient(file: file).create(
            "incident", #"{"short_description":"kept","work_notes":"noted"}"#)
        let again = try SandboxClient(file: file)
        try expectEqual(again.list("incident", "sys_id=\(id)", "short_description"), ["kept"])
        try expectEqual(again.count("sys_dictionary", "name=incident"), "25")
        try expectEqual(SandboxClient(file: file).count("sys_dictionary", "name=incident"), "25")
        try expectEqual(again.list("incident", "number=INC0010201", "sys_created_on"), ["2025-03-03 16:00:01"])
        _ = try again.create("incident", "{}")
        try expectEqual(again.list("incident", "number=INC0010202", "sys_created_on"), ["2025-03-03 16:00:02"])
    }

    @Test func persistentSandboxDoesNotRepeatIdentifiers() throws {
        let file = folder.path + "/kept.sandbox"
        let ids = try (0..<3).map { _ in try SandboxClient(file: file).create("incident", "{}") }
        expectEqual(Set(ids).count, 3)
    }

    /// Also beside the file that a link leads to.
    @Test(arguments: [false, true]) func journalThatNamesAnotherFileIsRejected(_ isLink: Bool) throws {
        let file = folder.path + "/kept.sandbox", precious = folder.path + "/precious",
            link = folder.path + "/link.sandbox"
        _ = try SandboxClient(file: file)
        let journal = RollbackJournal.of(Array(try Data(contentsOf: URL(filePath: file))), naming: precious)
        try Data([1]).write(to: URL(filePath: precious))
        try Data(journal).write(to: URL(filePath: file + "-journal"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(throws: SandboxError.self) { try SandboxClient(file: isLink ? link : file) }
        #expect(FileManager.default.fileExists(atPath: precious))
    }

    @Test func otherFileIsUnchanged() throws {
        let file = folder.path + "/notes.txt"
        let text = String(repeating: "These are my notes.\n", count: 200)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let error = #expect(throws: SandboxError.self) { try SandboxClient(file: file) }
        expectEqual(error?.kind, .foreignFile)
        expectEqual(
            error?.description,
            "The sandbox file \(file) is not a sandbox database. It was not changed.")
        try expectEqual(String(contentsOfFile: file, encoding: .utf8), text)
    }

    @Test func impossiblePlaceIsNamed() throws {
        let error = #expect(throws: SandboxError.self) { try SandboxClient(file: folder.path + "/no/such/place") }
        expectEqual(error?.kind, .unusable)
        expectEqual(
            error?.description.hasPrefix("The sandbox file \(folder.path)/no/such/place cannot be used: "), true)
    }
}
