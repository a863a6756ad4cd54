import ExchangeModel
import Sandbox
import Testing

/// Task SLAs, as their definitions' conditions have them.
struct AgreementTests {
    private static func visit() throws -> Visit {
        var visit = try Visit {
            $0.start = FixedClock().now
            $0.time = .running(ahead: 0)
        }
        visit.user = "admin:admin"
        return visit
    }

    private static func rows(_ visit: Visit, _ task: String, _ columns: String = "sla.name,stage,active") throws
        -> [[String]]
    {
        try visit.rows("task_sla", "task=" + task, columns)
    }

    private static let names = ["Priority 1 resolution (4 hours)", "Priority 2 resolution (8 hours)"]

    @Test func anIncidentIsHeldAgainstTheDefinitionThatMatches() throws {
        let visit = try Self.visit()
        let id = try visit.create("incident", #"{"impact":"1","urgency":"1"}"#)
        #expect(
            try Self.rows(
                visit, id,
                "sla.name,stage,active,has_breached,start_time,planned_end_time,original_breach_time,percentage")
                == [
                    [
                        Self.names[0], "in_progress", "true", "false", "2026-01-01 00:00:00", "2026-01-01 04:00:00",
                        "2026-01-01 04:00:00", "0",
                    ]
                ])
        let task = try visit.create("sc_task", "{}")
        #expect(try Self.rows(visit, task).isEmpty)
    }

    @Test func anotherPriorityIsAnotherAgreement() throws {
        let visit = try Self.visit()
        let id = try visit.create("incident", #"{"impact":"1","urgency":"1"}"#)
        try visit.update("incident", id, #"{"short_description":"still"}"#)
        try visit.update("incident", id, #"{"impact":"2"}"#)
        #expect(
            try Self.rows(visit, id) == [
                [Self.names[0], "cancelled", "false"], [Self.names[1], "in_progress", "true"],
            ])
    }

    @Test(arguments: [
        (3600, ["completed", "false", "1970-01-01 01:00:00", "25", "1970-01-01 03:00:00", "2026-01-01 01:00:00"]),
        (18_000, ["completed", "true", "1970-01-01 05:00:00", "125", "1970-01-01 00:00:00", "2026-01-01 05:00:00"]),
    ])
    func anIncidentThatIsOverHasMetItsAgreementOrNot(seconds: Int, row: [String]) throws {
        let visit = try Self.visit()
        let id = try visit.create("incident", #"{"priority":"1"}"#)
        visit.clock.move(seconds: Int64(seconds))
        try visit.update("incident", id, #"{"state":"7","close_code":"Solved (Permanently)","close_notes":"x"}"#)
        #expect(try Self.rows(visit, id, "stage,has_breached,duration,percentage,time_left,end_time") == [row])
    }

    @Test func aDefinitionMayPause() throws {
        let visit = try Self.visit()
        _ = try visit.create(
            "contract_sla",
            #"""
            {"name":"Pausing","collection":"problem","duration":"1970-01-01 02:00:00","start_condition":"active=true",\#
            "stop_condition":"active=false","pause_condition":"priority=5"}
            """#)
        let id = try visit.create("problem", #"{"priority":"4"}"#)
        visit.clock.move(seconds: 600)
        try visit.update("problem", id, #"{"priority":"5"}"#)
        #expect(try Self.rows(visit, id, "stage,pause_time") == [["paused", "2026-01-01 00:10:00"]])
        visit.clock.move(seconds: 3600)
        try visit.update("problem", id, #"{"priority":"4"}"#)
        #expect(
            try Self.rows(visit, id, "stage,pause_time,pause_duration,planned_end_time,original_breach_time") == [
                ["in_progress", "", "1970-01-01 01:00:00", "2026-01-01 03:00:00", "2026-01-01 02:00:00"]
            ])
    }

    @Test func definitionsCountAsTheyAre() throws {
        let visit = try Self.visit()
        _ = try visit.create("incident", #"{"priority":"1"}"#)
        let definition = try visit.list("contract_sla", "name=" + Self.names[0], "sys_id")[0]
        try visit.update("contract_sla", definition, #"{"active":"false"}"#)
        let id = try visit.create("incident", #"{"priority":"1"}"#)
        #expect(try Self.rows(visit, id).isEmpty)
        try visit.update(
            "contract_sla", definition, #"{"active":"true","start_condition":"caller_id.user_name=admin"}"#)
        let own = try visit.create("incident", #"{"caller_id":"6816f79cc0a8016401c5a33be04be441"}"#)
        #expect(try Self.rows(visit, own).contains([Self.names[0], "in_progress", "true"]))
        try visit.update("contract_sla", definition, #"{"start_condition":"opened_by=javascript:gs.getUserID()"}"#)
        let others = try visit.by("john.doe:password").create("incident", #"{"priority":"2"}"#)
        #expect(try Self.rows(visit, others).count == 2)
    }

    @Test func aTaskTakesItsAgreementsAlong() throws {
        let visit = try Self.visit()
        let id = try visit.create("incident", #"{"priority":"1"}"#)
        _ = try visit.ask(.delete, "/api/now/table/incident/" + id)
        #expect(try Self.rows(visit, id).isEmpty)
    }
}
