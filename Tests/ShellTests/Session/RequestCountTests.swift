import ExchangeModel
import GraphQLCommands
import Recipes
import Sandbox
import Tables
import Tapes
import TestSupport
import Testing
import Workbench

/// A command sends no unnecessary requests.
struct RequestCountTests {
    private static let asked: [(line: String, requests: [String])] = [
        ("help", []), ("set limit=5", []), ("tape status", []), ("history", []), ("table lst", []),
        ("table get incident", []),
        ("whoami", ["GET /api/now/ui/user/current_user", "GET /api/now/table/sys_user_has_role"]),
        ("login", ["GET /api/now/v2/table/sys_user"]),
        ("connect dev1 --user admin", ["GET /api/now/ui/user/current_user"]),
        ("logout", []),
        ("table list incident -n 2", ["GET /api/now/table/incident"]),
        ("table list incident -n 2 --offset 3 --order number", ["GET /api/now/table/incident"]),
        ("table list incident --all -f number", ["GET /api/now/table/incident"]),
        // Digits, sys_ids, dates, booleans and text operators are not names: the schema is not requested.
        (
            "table list incident -n 1 -q 'active=true^priorityIN1,2^opened_at>2010-01-01^short_descriptionNOT LIKEprinter on"
                + "^caller_id!=62826bf03710200044e0bfc8bcbe5df1'",
            ["GET /api/now/table/incident"]
        ),
        ("table list incident -n 1 -q number=INC0010021", ["GET /api/now/table/incident"]),
        // A label: the schema first. A name: also the record it refers to.
        (
            "table list incident -n 1 -q priority=Critical",
            ["GET /api/now/ui/meta/incident", "GET /api/now/table/incident"]
        ),
        (
            "table count incident -q active=true --raw-query",
            ["GET /api/now/stats/incident", "GET /api/now/table/incident"]
        ),
        (
            "table list incident -n 1 -q caller_id=abel.tuter",
            [
                "GET /api/now/ui/meta/incident", "GET /api/now/ui/meta/sys_user", "GET /api/now/table/sys_user",
                "GET /api/now/table/incident",
            ]
        ),
        // Nothing is found: the schema afterwards.
        (
            "table list incident -n 1 -q priority=9", ["GET /api/now/table/incident", "GET /api/now/ui/meta/incident"]
        ),
        ("table count incident", ["GET /api/now/stats/incident"]),
        ("table get incident INC0010021", ["GET /api/now/table/incident"]),
        (
            "table get incident 061c92d26f030200d7aecd9c5d3ee4f8",
            ["GET /api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"]
        ),
        ("table describe incident", ["GET /api/now/ui/meta/incident"]),
        ("table names user", ["GET /api/now/table/sys_db_object"]),
        (
            "table create cmn_department name=x",
            ["GET /api/now/ui/meta/cmn_department", "POST /api/now/table/cmn_department"]
        ),
        (
            "table update incident INC0010021 urgency=1",
            // The columns, so that unknown ones are not sent; the record, so that it can be restored.
            [
                "GET /api/now/ui/meta/incident", "GET /api/now/table/incident",
                "PATCH /api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8",
            ]
        ),
        (
            "table delete incident -q number=INC0010021",
            // The columns first: a condition that the instance ignores must not widen a deletion.
            [
                "GET /api/now/ui/meta/incident", "GET /api/now/table/incident",
                "GET /api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8",
                "DELETE /api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8",
            ]
        ),
        ("table count incidnt", ["GET /api/now/stats/incidnt", "GET /api/now/table/sys_db_object"]),
        ("table describe incidnt", ["GET /api/now/ui/meta/incidnt", "GET /api/now/table/sys_db_object"]),
    ]

    /// Completion, queries, writes and GraphQL validation share one schema of a table.
    @Test func columnsAreRequestedOncePerSession() async throws {
        let instance = StagedInstance(TestSandbox())
        let machine = try TestMachine(instance: instance)
        let harness = try ShellHarness(machine)
        _ = await harness.session.complete("table list incident -f short_d", cursor: 30)
        for line in [
            "table list incident -n 1 -q priority=Critical", "table update incident INC0010021 urgency=1",
            "table list incident -n 1 -q priority=9", "table explain incident priority=1",
            #"graphql '{ GlideRecord_Query { incident(queryConditions: "priority=1") { _results { number { value } } } } }'"#,
        ] {
            await expectEqual(harness.session.run(line), 0, "\(line)")
        }
        try await harness.session.close()
        expectEqual(Self.sent(instance).count { $0 == "GET /api/now/ui/meta/incident" }, 1)
        // Completion is not replayed: the commands send the requests then, and the tape has the responses.
        try await expectEqual(machine.check(machine.tapes[0]).status, 0)
    }

    @Test func schemaIsRequestedAgainAfterPossibleChange() async throws {
        let instance = StagedInstance(TestSandbox())
        let harness = try ShellHarness(
            TestMachine(instance: instance), instance: "dev1", user: "admin", allowWrites: "dev1")
        for line in [
            "table explain incident priority=1", "table update sys_choice -q label=nosuch value=1 --raw-query",
            "table explain incident priority=1", "rest PATCH /api/now/table/incident/x urgency=1",
            "table explain incident priority=1",
        ] { _ = await harness.session.run(line) }
        expectEqual(Self.sent(instance).count { $0 == "GET /api/now/ui/meta/incident" }, 2)
    }

    private static func sent(_ instance: StagedInstance) -> [String] {
        instance.requests.map { "\($0.method) \($0.url.path)" }
    }

    /// Each in a session of its own; the instance is the same.
    @Test func commandsSendMinimalRequests() async throws {
        let instance = StagedInstance(TestSandbox())
        for (line, requests) in Self.asked {
            let before = instance.requests.count
            _ = await (try ShellHarness(try TestMachine(instance: instance))).session.run(line)
            expectEqual(Array(Self.sent(instance).dropFirst(before)), requests, "\(line)")
        }
    }
}
