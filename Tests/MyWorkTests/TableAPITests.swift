import ExchangeModel
import MyWork
import NowSDK
import Testing

/// The Table API in the Task Tracker's place.
@Suite struct TableAPITests {
    private let me = answer(#"{"result":{"user_name":"john.doe","user_sys_id":"me","user_display_name":"John Doe"}}"#)

    private func row(_ number: String, _ type: String, assignedTo: String = "me") -> String {
        #"""
        {"number":{"display_value":"\#(number)","value":"\#(number)"},"short_description":{"display_value":"","value":""},"sys_class_name":{"display_value":"\#(type)","value":"x"},"sys_created_on":{"display_value":"2014-02-03 20:58:15","value":"2014-02-04 04:58:15"},"assigned_to":{"display_value":"John Doe","value":"\#(assignedTo)"},"sys_id":{"display_value":"i\#(number)","value":"i\#(number)"}}
        """#
    }

    @Test func myTasksAreThoseOfMySysID() async throws {
        let rows = [row("CHG1", "Change Request"), row("INC1", "Incident"), row("CHG2", "Change Request")]
        let script = ScriptedTransport([me, answer(#"{"result":[\#(rows.joined(separator: ","))]}"#)])
        let groups = try await service(script).assignedTasks()
        #expect(groups.map(\.type) == ["Change Request", "Incident"])
        #expect(groups[0].tasks.map(\.number) == ["CHG1", "CHG2"])
        #expect(groups[0].tasks[0].created == Timestamp(glideText: "2014-02-04 04:58:15"))
        #expect(groups[0].tasks[0].shortDescription == nil)
        #expect(
            asked(script) == [
                "GET /api/now/ui/user/current_user",
                "GET /api/now/table/task?sysparm_query=assigned_to%3Dme%5Eactive%3Dtrue%5EORDERBYsys_created_on%5EORDERBYsys_id&sysparm_fields=number%2Cshort_description%2Csys_class_name%2Csys_created_on%2Cassigned_to%2Csys_id&sysparm_display_value=all&sysparm_exclude_reference_link=true&sysparm_limit=1000&sysparm_offset=0",
            ])
    }

    @Test func anInstanceThatPassesOverTheConditionIsFoundOut() async throws {
        let script = ScriptedTransport([me, answer(#"{"result":[\#(row("INC1", "Incident", assignedTo: "you"))]}"#)])
        let service = try service(script)
        #expect(await kind { () async throws(MyWorkError) in try await service.assignedTasks() } == .unexpectedAnswer)
    }

    @Test func whoIsNotToldHasNoTasks() async throws {
        let script = ScriptedTransport([answer(#"{"result":{"user_name":"guest"}}"#)])
        let service = try service(script)
        #expect(await kind { () async throws(MyWorkError) in try await service.assignedTasks() } == .unexpectedAnswer)
        #expect(script.requests.count == 1)
    }

    @Test func aTaskIsReadByTheTableOfAllTasks() async throws {
        let script = ScriptedTransport([
            answer(
                #"{"result":{"sys_id":{"display_value":"a1","value":"a1"},"number":{"display_value":"INC1","value":"INC1"},"sys_class_name":{"display_value":"Incident","value":"incident"},"state":{"display_value":"New","value":"1"}}}"#
            ), answer(#"{"error":{"message":"No Record found","detail":null},"status":"failure"}"#, status: 404),
        ])
        let service = try service(script)
        let task = try await service.task("a1")
        #expect(task.sysID == "a1" && task.number == "INC1" && task.type == "Incident")
        #expect(task.shortDescription == nil && task.value("state") == "1" && task.shown("state") == "New")
        #expect(await kind { () async throws(MyWorkError) in try await service.task("a2") } == .noTask)
        #expect(await kind { () async throws(MyWorkError) in try await service.task("..") } == .unusable)
        #expect(
            asked(script) == [
                "GET /api/now/table/task/a1?sysparm_display_value=all&sysparm_exclude_reference_link=true",
                "GET /api/now/table/task/a2?sysparm_display_value=all&sysparm_exclude_reference_link=true",
            ])
    }

    @Test func aWorkNoteIsWrittenAndLookedFor() async throws {
        func shows(_ display: String) -> ScriptedTransport.Outcome {
            answer(#"{"result":{"sys_id":{"value":"a1"},"work_notes":{"display_value":"\#(display)","value":""}}}"#)
        }
        let script = ScriptedTransport([
            shows(
                #"2025-03-03 08:00:02 - John Doe (Work notes)\nOn my way\n\n2025-03-03 08:00:01 - X (Work notes)\ny\n\n"#
            ),
            shows(#"03/03/2025 08:00:02 AM - John Doe (Work notes)\r\nOn\r\nmy way\r\n\r\n"#),
            shows(#"2025-03-03 08:00:01 - X (Work notes)\ny\n\n"#), answer(#"{"result":{"sys_id":{"value":"a1"}}}"#),
        ])
        let service = try service(script)
        #expect(try await service.addWorkNote("On my way", to: "a1"))
        #expect(try await service.addWorkNote("On\nmy way\n", to: "a1"))
        #expect(try await !service.addWorkNote("On my way", to: "a1"))
        #expect(try await !service.addWorkNote("On my way", to: "a1"))
        #expect(
            asked(script)[0]
                == #"PATCH /api/now/table/task/a1?sysparm_fields=sys_id%2Cwork_notes&sysparm_display_value=all&sysparm_exclude_reference_link=true {"work_notes":"On my way"}"#
        )
    }
}
