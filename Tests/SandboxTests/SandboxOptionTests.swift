import Database
import ExchangeModel
import Foundation
import TestSupport
import Testing

@testable import Sandbox

/// The options of a sandbox.
struct SandboxOptionTests {
    private func options(_ change: (inout SandboxOptions) -> Void) -> SandboxOptions {
        var options = SandboxOptions(clock: FixedClock())
        change(&options)
        return options
    }

    private func client(_ change: (inout SandboxOptions) -> Void) throws -> SandboxClient {
        try SandboxClient(sandbox: SandboxInstance(options(change)))
    }

    @Test func tableGrowsToRequestedSize() throws {
        let store = try RecordStore(
            schema: .standard, options: options { $0.rows = ["incident": 20_000, "syslog": 5_000, "sys_user": 500] })
        for (sql, count) in [
            ("task WHERE sys_class_name = 'incident'", 20_000), ("syslog", 5_000), ("sys_user", 500),
            ("(SELECT DISTINCT sys_id FROM task WHERE sys_class_name = 'incident')", 20_000),
            ("(SELECT DISTINCT number FROM task WHERE sys_class_name = 'incident')", 20_000),
            ("(SELECT DISTINCT user_name FROM sys_user)", 500),
            ("task WHERE sys_class_name = 'incident' AND length(sys_id) <> 32", 0),
            ("task WHERE number = 'INC0029760'", 1), ("task WHERE number <> task_effective_number", 0),
            ("task WHERE sys_class_name = 'incident' AND assigned_to NOT IN (SELECT sys_id FROM sys_user)", 0),
            ("task WHERE sys_class_name = 'incident' AND opened_at > '2025-03-03 16:00:00'", 0),
        ] {
            #expect(try store.connection.row("SELECT count(*) FROM " + sql) { $0.integer(0) } == Int64(count), "\(sql)")
        }
        let assignees = try store.connection.row("SELECT count(DISTINCT assigned_to) FROM task") { $0.integer(0) } ?? 0
        #expect(assignees > 15)
        #expect(try store.schema["incident"].flatMap { try store.nextNumber(of: $0.definition) } == "INC0029761")
    }

    @Test func grownTableBehavesLikeOthers() throws {
        let client = try client { $0.rows = ["incident": 3_000, "cmdb_ci_linux_server": 200] }
        #expect(try client.count("incident", "") == "3000")
        #expect(try client.count("cmdb_ci_linux_server", "") == "200")
        #expect(try client.list("incident", "", "number", limit: 1) == ["INC0010001"])
        let all = try client.list("incident", "", "number", limit: 5_000)
        #expect(Set(all).count == 3_000)
        #expect(try client.list("incident", "sys_id=" + client.create("incident", "{}"), "number") == ["INC0012761"])
    }

    @Test(arguments: ["nosuch", "sys_dictionary", "sys_metadata"])
    func ungrowableTableIsReported(name: String) {
        let error = #expect(throws: SandboxError.self) { try client { $0.rows = [name: 5_000] } }
        #expect(error?.kind == .cannotGrow && error?.description.contains(name) == true)
    }

    @Test func startTimeMovesSeedRecords() throws {
        let start = Timestamp(glideText: "2026-06-01 09:00:00")
        let client = try client { $0.start = start ?? $0.start }
        #expect(try client.count("incident", "opened_at>2026-05-25 09:00:00") != "0")
        let id = try client.create("incident", "{}")
        #expect(try client.list("incident", "sys_id=\(id)", "sys_created_on") == ["2026-06-01 09:00:01"])
        #expect(try client.list("incident", "number=INC0010021", "opened_at") == ["2015-10-14 07:45:55"])
    }

    @Test func zoneOptionIsDefaultOfUsers() throws {
        let client = try client { $0.userZone = .known("Europe/Berlin") }
        let opened = try client.get(
            "/api/now/table/incident?number=INC0010021&sysparm_fields=opened_at&sysparm_display_value=true")
        #expect(opened.contains("2015-10-14 09:45:55"))
    }

    @Test(arguments: [
        ("America/Sao_Paulo", "2015-10-20 12:00:00", "2015-10-20 10:00:00"),
        ("America/Sao_Paulo", "2025-01-20 12:00:00", "2025-01-20 09:00:00"),
        ("Australia/Sydney", "2025-01-20 12:00:00", "2025-01-20 23:00:00"),
        ("Australia/Sydney", "2040-07-01 12:00:00", "2040-07-01 22:00:00"),
        ("America/New_York", "2025-03-09 06:59:59", "2025-03-09 01:59:59"),
        ("America/New_York", "2025-03-09 07:00:00", "2025-03-09 03:00:00"),
        ("Asia/Kathmandu", "2025-03-09 07:00:00", "2025-03-09 12:45:00"),
        ("Europe/Berlin", "2045-10-29 00:59:59", "2045-10-29 02:59:59"),
        ("Europe/Berlin", "2045-10-29 01:00:00", "2045-10-29 02:00:00"),
    ])
    func zoneIsReadFromFile(name: String, utc: String, local: String) throws {
        let bytes = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + name))
        let zone = try #require(TimeZoneFile.zone(named: name, from: Array(bytes)))
        let moment = try #require(Timestamp(glideText: utc))
        #expect(zone.civil(at: moment).glideText == local)
        #expect(abs(zone.moment(of: zone.civil(at: moment)).seconds - moment.seconds) % 3600 == 0)
    }

    @Test func invalidZoneFileIsRejected() {
        #expect(TimeZoneFile.zone(named: "x", from: []) == nil)
        #expect(TimeZoneFile.zone(named: "x", from: Array("TZif2".utf8) + Array(repeating: 0xFF, count: 200)) == nil)
        #expect(TimeZoneFile.zone(named: "x", from: Array(repeating: 0, count: 100)) == nil)
    }

    @Test func persistentSandboxGrows() throws {
        let folder = TemporaryFolder()
        let file = folder.path + "/kept.sandbox"
        _ = try client {
            $0.file = file
            $0.rows = ["incident": 1_000]
        }
        let again = try client {
            $0.file = file
            $0.rows = ["incident": 1_500]
        }
        #expect(try again.count("incident", "") == "1500")
        let ids = try again.list("incident", "", "sys_id", limit: 5_000)
        #expect(Set(ids).count == 1_500)
        #expect(try again.count("syslog", "") == "1500")
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: [1, 2, 3, 4]) func olderFileIsUnchanged(version: Int) throws {
        let folder = TemporaryFolder()
        let file = folder.path + "/old.sandbox"
        let connection = try Connection(path: file, mode: .create)
        try connection.execute(
            "PRAGMA application_id = 1399748418; PRAGMA user_version = \(version); CREATE TABLE t (a)")
        let error = #expect(throws: SandboxError.self) { try client { $0.file = file } }
        #expect(error?.kind == .olderVersion)
        #expect(
            error?.description == """
                The sandbox file \(file) was made by an earlier version of Snowdeck, whose sandbox had fewer tables. It was \
                not changed. Name another file to start fresh.
                """)
        withExtendedLifetime(folder) {}
    }
}
