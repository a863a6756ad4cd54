import Database
import ExchangeModel
import Foundation
import Notation
import Synchronization
import TestSupport
import Testing

@testable import Sandbox

struct FaultTests {
    private let list = "/api/now/table/sys_user_group?sysparm_fields=name&sysparm_limit=3"

    @Test(arguments: FaultKind.allCases)
    func everyFaultIsReadByItsName(kind: FaultKind) throws {
        if kind.needsNumber {
            #expect(throws: FaultError.number(kind)) { try Fault(kind.rawValue) }
        } else {
            try expectEqual(Fault(kind.rawValue).number, nil)
        }
        if !kind.takesNumber {
            #expect(throws: FaultError.number(kind)) { try Fault(kind.rawValue + "=3") }
        } else {
            try expectEqual(Fault(kind.rawValue + "=3").number, 3)
            for number in ["", "0", "-1", "1000001", "x", "1.5", "99999999999999999999"] {
                #expect(throws: FaultError.number(kind)) { try Fault(kind.rawValue + "=" + number) }
            }
        }
        #expect(throws: FaultError.unknown("nosuch")) { try Fault("nosuch=1") }
    }

    @Test func listBreaksOff() throws {
        let client = try SandboxClient(faults: ["truncate=2"])
        let whole = try client.ask(.get, list)
        let broken = try client.ask(.get, list)
        #expect(whole.status == 200 && broken.status == 200)
        let cut = whole.text.utf8.count * 2 / 3
        expectEqual(
            broken.text,
            String(whole.text.utf8.prefix(cut))! + #"""
                {"error":{"message":"Transaction cancelled: maximum execution time exceeded","detail":"Check logs for \#
                error trace or enable glide.rest.debug property to verify REST request processing"},"status":"failure"}
                """#)
        #expect(throws: (any Error).self) { try JSONDocument(broken.body) }
        try expectEqual(client.ask(.get, list).body, whole.body)
    }

    @Test func upgradeRenamesFieldAddsChoiceChangesTypeAndClosesTable() throws {
        let usual = try SandboxClient(), upgraded = try SandboxClient(faults: ["upgraded"])
        let target = "/api/now/table/incident?sysparm_query=resolved_byISNOTEMPTY%5EORDERBYnumber&sysparm_limit=1"
        let before = try usual.read(target)["result"]?[0], after = try upgraded.read(target)["result"]?[0]
        expectEqual(before?["number"], after?["number"])
        #expect(before?["business_impact"] != nil && after?["business_impact"] == nil)
        expectEqual(after?["impact_on_business"], .string(""))
        expectEqual(before?["resolved_by"]?["value"], after?["resolved_by"])
        let old = try usual.list("sys_choice", "name=incident^element=category", "sys_id")
        let new = try upgraded.list("sys_choice", "name=incident^element=category", "sys_id")
        #expect(Set(new).isSuperset(of: old) && new.count == old.count + 1)
        let problems = "/api/now/table/problem?sysparm_limit=1"
        let statuses = [try usual.ask(.get, problems).status, try upgraded.ask(.get, problems).status]
        expectEqual(statuses, [200, 403])
    }

    @Test func slowFaultUsesClock() async throws {
        let clock = CountingClock()
        let slow = DelayedTransport(
            try SandboxInstance(SandboxOptions(clock: clock)), seconds: 7, clock: clock)
        let url = HTTPURL(scheme: "http", host: "sandbox.localhost", path: "/api/now/table/incident")
        try await expectEqual(slow.send(HTTPRequest(.get, url)).status, 401)
        expectEqual(clock.slept, 7_000_000)
    }

    private final class CountingClock: Clock {
        private let total = Mutex(Int64(0))
        var slept: Int64 { total.withLock { $0 } }
        let now = Timestamp(seconds: 1_767_225_600)
        func sleep(microseconds: Int64) async throws { total.withLock { $0 += microseconds } }
    }
}

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
            schema: .standard, options: options { $0.rows = ["incident": 2_000, "syslog": 2_000, "sys_user": 200] })
        for (sql, count) in [
            ("task WHERE sys_class_name = 'incident'", 2_000), ("syslog", 2_000), ("sys_user", 200),
            ("(SELECT DISTINCT sys_id FROM task WHERE sys_class_name = 'incident')", 2_000),
            ("(SELECT DISTINCT number FROM task WHERE sys_class_name = 'incident')", 2_000),
            ("(SELECT DISTINCT user_name FROM sys_user)", 200),
            ("task WHERE sys_class_name = 'incident' AND length(sys_id) <> 32", 0),
            ("task WHERE number = 'INC0011760'", 1), ("task WHERE number <> task_effective_number", 0),
            ("task WHERE sys_class_name = 'incident' AND assigned_to NOT IN (SELECT sys_id FROM sys_user)", 0),
            ("task WHERE sys_class_name = 'incident' AND opened_at > '2025-03-03 16:00:00'", 0),
        ] {
            try expectEqual(
                store.connection.row("SELECT count(*) FROM " + sql) { $0.integer(0) }, Int64(count), "\(sql)")
        }
        let assignees = try store.connection.row("SELECT count(DISTINCT assigned_to) FROM task") { $0.integer(0) } ?? 0
        #expect(assignees > 15)
        try expectEqual(store.schema["incident"].flatMap { try store.nextNumber(of: $0.definition) }, "INC0011761")
    }

    @Test func grownTableBehavesLikeOthers() throws {
        let client = try client { $0.rows = ["incident": 1_000, "cmdb_ci_linux_server": 200] }
        try expectEqual(client.count("incident", ""), "1000")
        try expectEqual(client.count("cmdb_ci_linux_server", ""), "200")
        try expectEqual(client.list("incident", "", "number", limit: 1), ["INC0010001"])
        let all = try client.list("incident", "", "number", limit: 5_000)
        expectEqual(Set(all).count, 1_000)
        try expectEqual(client.list("incident", "sys_id=" + client.create("incident", "{}"), "number"), ["INC0010761"])
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
        try expectEqual(client.list("incident", "sys_id=\(id)", "sys_created_on"), ["2026-06-01 09:00:01"])
        try expectEqual(client.list("incident", "number=INC0010021", "opened_at"), ["2015-10-14 07:45:55"])
    }

    @Test func zoneOptionIsDefaultOfUsers() throws {
        let client = try client { $0.userZone = .known("Europe/Berlin") }
        let opened = try client.get(
            "/api/now/table/incident?number=INC0010021&sysparm_fields=opened_at&sysparm_display_value=true")
        #expect(opened.contains("2015-10-14 09:45:55"))
    }

    @Test(arguments: [
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
        let zone = try #require(ZoneRule(named: name, file: Array(bytes)))
        let moment = try #require(Timestamp(glideText: utc))
        expectEqual(zone.civil(at: moment).glideText, local)
        expectEqual(abs(zone.moment(of: zone.civil(at: moment)).seconds - moment.seconds) % 3600, 0)
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
        try expectEqual(again.count("incident", ""), "1500")
        let ids = try again.list("incident", "", "sys_id", limit: 5_000)
        expectEqual(Set(ids).count, 1_500)
        try expectEqual(again.count("syslog", ""), "1500")
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: [1, 2, 3, 4]) func olderFileIsUnchanged(version: Int) throws {
        let folder = TemporaryFolder()
        let file = folder.path + "/old.sandbox"
        let connection = try Connection(path: file, mode: .create)
        try connection.execute(
            "PRAGMA application_id = 1399748418; PRAGMA user_version = \(version); CREATE TABLE t (a)")
        let error = #expect(throws: SandboxError.self) { try client { $0.file = file } }
        expectEqual(error?.kind, .olderVersion)
        expectEqual(
            error?.description,
            """
            The sandbox file \(file) was made by an earlier version of Snowdeck, whose sandbox had fewer tables. It was \
            not changed. Name another file to start fresh.
            """)
        withExtendedLifetime(folder) {}
    }
}
