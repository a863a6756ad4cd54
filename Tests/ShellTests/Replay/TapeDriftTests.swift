import ExchangeModel
import Sandbox
import TestSupport
import Testing

@testable import SandboxCommands
@testable import Tables
@testable import Workbench

/// `diff` of one tape: whether an instance still answers as recorded.
struct TapeDriftTests {
    private static let lines = [
        """
        rest GET /api/now/table/incident -p sysparm_query=resolved_byISNOTEMPTY^ORDERBYnumber -p sysparm_limit=2
        """,
        """
        rest GET /api/now/table/sys_choice -p sysparm_query=name=incident^element=category^ORDERBYvalue \
        -p sysparm_fields=sys_id,name,element,value,label
        """,
        "rest GET /api/now/table/problem -p sysparm_limit=1 -p sysparm_fields=number",
        "rest POST /api/now/table/cmn_department name=x",
    ]

    private func record(_ machine: TestMachine, instance: String = "sandbox") async throws {
        let harness = try ShellHarness(machine, instance: instance, user: "john.doe", allowWrites: instance)
        _ = await harness.transcript(of: Self.lines)
        try await harness.session.close()
    }

    @Test func upgradeOfInstanceIsReported() async throws {
        let machine = try TestMachine()
        try await record(machine)
        var options = SandboxOptions(clock: FixedClock())
        options.faults = [try Fault("upgraded")]
        let later = try TestMachine(machine.folder, instance: try SandboxInstance(options))
        let harness = try ShellHarness(later, tape: "later")
        let expected = """
            > diff tape
            > \(Self.lines[0])
              failure: resolved_by  type changed from object to string (in 2 records)
              failure: business_impact  field removed (in 2 records)
              impact_on_business  field added (in 2 records)
            > \(Self.lines[1])
              records  5 → 6
              incident.category.cloud  added
            > \(Self.lines[2])
              failure: status  200 → 403
            3 requests compared: 5 failures, 4 info.
            ! Not sent: 1 (would change records).
            ? exit 1

            """
        await expectEqual(harness.transcript(of: ["diff tape"]), expected)
        await expectEqual(harness.transcript(of: ["diff tape"]), expected)
        let report = await harness.transcript(of: ["diff tape --report junit"])
        #expect(report.contains(#"tests="3" failures="2" errors="0""#))
    }

    /// The requests of a tape go to the instance in use, wherever the tape was recorded.
    @Test func requestsGoToInstanceInUse() async throws {
        let machine = try TestMachine()
        try await record(machine, instance: "http://127.0.0.1:8080")
        let log = StagedInstance(TestSandbox())
        let harness = try ShellHarness(try TestMachine(machine.folder, instance: log), tape: "later")
        await expectEqual(
            harness.transcript(of: ["diff tape"]),
            """
            > diff tape
            3 requests compared: no difference.
            ! Not sent: 1 (would change records).

            """)
        expectEqual(Set(log.requests.map { "\($0.method) \($0.url.origin)" }), ["GET http://sandbox.localhost"])
    }

    @Test func replaySendsNothing() async throws {
        let machine = try TestMachine()
        try await record(machine)
        let harness = try ShellHarness(try TestMachine(machine.folder, instance: ScriptedTransport([])), tape: nil)
        _ = await harness.transcript(of: ["tape open tape --mode replay"])
        #expect(
            await harness.transcript(of: ["diff tape"]).contains(
                "! error: The tape answers now, so there is nothing to compare with.\n"))
    }
}
