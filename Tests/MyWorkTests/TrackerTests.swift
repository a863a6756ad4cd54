import ExchangeModel
import MyWork
import NowSDK
import TestSupport
import Testing

/// The Task Tracker API: requests match the application's documentation, and every response is parsed.
struct TrackerTests {
    /// The documented response, with URLs of a current instance.
    private static let documented = #"""
        {"result":{"Incident":[{"short_desc":"my computer doesn't work","snowui":"https://myinstance.service-now.com/Incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8","number":"INC0010021","sys_id":"061c92d26f030200d7aecd9c5d3ee4f8","link":"https://myinstance.service-now.com/api/now/v2/table/Change Request/061c92d26f030200d7aecd9c5d3ee4f8","created":"2015-10-14 07:45:55"}],"Problem":[{"short_desc":"Unknown source of outage","number":"PRB0000011","sys_id":"d7296d02c0a801670085e737da016e70","created":"2014-02-04 04:58:15"},{"short_desc":null,"number":"PRB0040010","sys_id":"fb9620914fc212008a5ab895f110c7c4","created":"2016-03-07 23:47:43","later":{"known":[1]}}]}}
        """#

    @Test func taskRequestMatchesDocumentation() async throws {
        let script = ScriptedTransport([answer(Self.documented)])
        let groups = try await service(script).tasks()
        expectEqual(groups.map(\.type), ["Incident", "Problem"])
        let incident = try #require(groups[0].tasks.first)
        expectEqual(
            incident.snowui,
            "https://myinstance.service-now.com/Incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8")
        #expect(incident.link?.hasSuffix("/table/Change Request/061c92d26f030200d7aecd9c5d3ee4f8") ?? false)
        expectEqual(
            groups[1].tasks,
            [
                AssignedTask(
                    number: "PRB0000011", shortDescription: "Unknown source of outage",
                    sysID: "d7296d02c0a801670085e737da016e70", created: Timestamp(glideText: "2014-02-04 04:58:15")),
                AssignedTask(
                    number: "PRB0040010", shortDescription: nil, sysID: "fb9620914fc212008a5ab895f110c7c4",
                    created: Timestamp(glideText: "2016-03-07 23:47:43")),
            ])
        expectEqual(
            script.requests.map(wire),
            [
                """
                GET https://myinstance.service-now.com/api/x_snc_my_work/v1/tracker/task
                Accept: application/json
                """
            ])
    }

    @Test func commentRequestMatchesDocumentation() async throws {
        let script = ScriptedTransport([answer("{}", status: 201)])
        try await service(script).addComment("„zwei“\n\"Zeilen\"", to: "d7296d02c0a801670085e737da016e70")
        expectEqual(
            script.requests.map(wire),
            [
                """
                POST https://myinstance.service-now.com/api/x_snc_my_work/v1/tracker/task/d7296d02c0a801670085e737da016e70/comment
                Accept: application/json
                Content-Type: application/json
                {"comment":"„zwei“\\n\\"Zeilen\\""}
                """
            ])
    }

    private static func error(_ message: String, _ detail: String? = nil) -> String {
        let detail = detail.map { "\"\($0)\"" } ?? "null"
        return #"{"error":{"message":"\#(message)","detail":\#(detail)},"status":"failure"}"#
    }

    /// Of both resources.
    private static let rejections: [(Int, String, MyWorkError.Kind)] = [
        (400, error("Requested URI does not represent any resource"), .notInstalled),
        (404, error("Requested URI does not represent any resource"), .notInstalled), (404, "", .notInstalled),
        (404, "<html><title>Not here</title></html>", .notInstalled),
        (400, error("API has no active default version"), .noVersion), (404, error("No such version: v1"), .noVersion),
        (401, error("User Not Authenticated", "Required to provide Auth information"), .notSignedIn),
        (403, error("", "Failed API level ACL Validation"), .forbidden), (429, error("Rate limit exceeded"), .refused),
        (500, error(#"Cannot read property \"comment\" from null"#), .refused),
        (200, "<html><title>Log in</title></html>", .unexpectedAnswer), (200, "", .unexpectedAnswer),
        (200, #"{"result":{"Incident":["#, .unexpectedAnswer),
    ]
    private static let commentRejections: [(Int, String, MyWorkError.Kind)] = [
        (400, error("Valid inputs not present in request. Comments data not present."), .emptyComment),
        (400, error("Error updating comments", "May be ACL restricted updating comments"), .forbidden),
        (404, error("Task with Record Id not found"), .noTask), (400, error("Something else"), .refused),
    ]

    @Test func errorsAreDistinguished() async throws {
        for (status, body, wanted) in Self.rejections {
            let service = try service(ScriptedTransport([answer(body, status: status)]))
            await expectEqual(kind { try await service.tasks() }, wanted, "\(status) \(body)")
        }
        for (status, body, wanted) in Self.rejections + Self.commentRejections {
            let service = try service(ScriptedTransport([answer(body, status: status)]))
            await expectEqual(kind { try await service.addComment("x", to: "a1") }, wanted, "\(status) \(body)")
        }
    }

    @Test(arguments: [
        #"{"result":[]}"#, #"{"result":null}"#, #"{"data":{}}"#, "[]", #"{"result":{"Incident":{}}}"#,
        #"{"result":{"Incident":[{"number":"INC1"}]}}"#, #"{"result":{"Incident":["INC1"]}}"#,
        #"{"result":{"Incident":[{"sys_id":""}]}}"#,
    ])
    func unexpectedListIsAnErrorNotEmpty(body: String) async throws {
        let service = try service(ScriptedTransport([answer(body)]))
        await expectEqual(kind { try await service.tasks() }, .unexpectedAnswer)
    }

    @Test func noAssignedTasksIsNotAnError() async throws {
        #expect(try await service(ScriptedTransport([answer(#"{"result":{}}"#)])).tasks().isEmpty)
    }

    @Test(arguments: [("x", ""), ("x", ".."), ("x", "."), ("", "a1"), (" \n\t", "a1")])
    func invalidTaskOrTextIsNotSent(text: String, sysID: String) async throws {
        let script = ScriptedTransport([])
        let service = try service(script)
        let found = await kind { try await service.addComment(text, to: sysID) }
        expectEqual(found, (text == "x" ? .unusable : .emptyComment))
        #expect(script.requests.isEmpty)
    }

    @Test func networkFailuresKeepTheirKind() async throws {
        let kinds: [(TransportFailure.Kind, MyWorkError.Kind)] = [
            (.timeout, .network), (.tls, .network), (.cancelled, .cancelled), (.signIn, .notSignedIn),
        ]
        for (wire, wanted) in kinds {
            let service = try service(ScriptedTransport([.failure(TransportFailure(wire, "It broke."))]))
            await expectEqual(kind { try await service.tasks() }, wanted)
        }
    }
}

/// The Table API in place of the Task Tracker API.
struct TableAPITests {
    private let me = answer(#"{"result":{"user_name":"john.doe","user_sys_id":"me","user_display_name":"John Doe"}}"#)

    private func row(_ number: String, _ type: String, assignedTo: String = "me") -> String {
        #"""
        {"number":{"display_value":"\#(number)","value":"\#(number)"},"short_description":{"display_value":"","value":""},"sys_class_name":{"display_value":"\#(type)","value":"x"},"sys_created_on":{"display_value":"2014-02-03 20:58:15","value":"2014-02-04 04:58:15"},"assigned_to":{"display_value":"John Doe","value":"\#(assignedTo)"},"sys_id":{"display_value":"i\#(number)","value":"i\#(number)"}}
        """#
    }

    @Test func myTasksAreFilteredBySysID() async throws {
        let rows = [row("CHG1", "Change Request"), row("INC1", "Incident"), row("CHG2", "Change Request")]
        let script = ScriptedTransport([me, answer(#"{"result":[\#(rows.joined(separator: ","))]}"#)])
        let groups = try await service(script).assignedTasks()
        expectEqual(groups.map(\.type), ["Change Request", "Incident"])
        expectEqual(groups[0].tasks.map(\.number), ["CHG1", "CHG2"])
        expectEqual(groups[0].tasks[0].created, Timestamp(glideText: "2014-02-04 04:58:15"))
        expectEqual(groups[0].tasks[0].shortDescription, nil)
        expectEqual(groups[0].tasks[0].snowui, "https://myinstance.service-now.com/x.do?sys_id=iCHG1")
        expectEqual(groups[0].tasks[0].link, "https://myinstance.service-now.com/api/now/v2/table/x/iCHG1")
        expectEqual(
            asked(script),
            [
                "GET /api/now/ui/user/current_user",
                "GET /api/now/table/task?sysparm_query=assigned_to%3Dme%5Eactive%3Dtrue%5EORDERBYsys_created_on%5EORDERBYsys_id&sysparm_fields=number%2Cshort_description%2Csys_class_name%2Csys_created_on%2Cassigned_to%2Csys_id&sysparm_display_value=all&sysparm_exclude_reference_link=true&sysparm_limit=1000&sysparm_offset=0",
            ])
    }

    @Test func ignoredConditionIsDetected() async throws {
        let script = ScriptedTransport([me, answer(#"{"result":[\#(row("INC1", "Incident", assignedTo: "you"))]}"#)])
        let service = try service(script)
        await expectEqual(kind { try await service.assignedTasks() }, .unexpectedAnswer)
    }

    @Test func unknownUserHasNoTasks() async throws {
        let script = ScriptedTransport([answer(#"{"result":{"user_name":"guest"}}"#)])
        let service = try service(script)
        await expectEqual(kind { try await service.assignedTasks() }, .unexpectedAnswer)
        expectEqual(script.requests.count, 1)
    }

    @Test func taskIsReadFromTaskTable() async throws {
        let script = ScriptedTransport([
            answer(
                #"{"result":{"sys_id":{"display_value":"a1","value":"a1"},"number":{"display_value":"INC1","value":"INC1"},"sys_class_name":{"display_value":"Incident","value":"incident"},"state":{"display_value":"New","value":"1"}}}"#
            ), answer(#"{"error":{"message":"No Record found","detail":null},"status":"failure"}"#, status: 404),
        ])
        let service = try service(script)
        let task = try await service.task("a1")
        #expect(task.sysID == "a1" && task.number == "INC1" && task.type == "Incident")
        #expect(task.shortDescription == nil && task.value("state") == "1" && task.shown("state") == "New")
        await expectEqual(kind { try await service.task("a2") }, .noTask)
        await expectEqual(kind { try await service.task("..") }, .unusable)
        expectEqual(
            asked(script),
            [
                "GET /api/now/table/task/a1?sysparm_display_value=all&sysparm_exclude_reference_link=true",
                "GET /api/now/table/task/a2?sysparm_display_value=all&sysparm_exclude_reference_link=true",
            ])
    }

    @Test func workNoteIsWrittenAndVerified() async throws {
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
        expectEqual(
            asked(script)[0],
            #"PATCH /api/now/table/task/a1?sysparm_fields=sys_id%2Cwork_notes&sysparm_display_value=all&sysparm_exclude_reference_link=true {"work_notes":"On my way"}"#
        )
    }
}

/// A scripted response; JSON by default.
func answer(_ body: String, status: Int = 200, _ headers: [HeaderField] = []) -> ScriptedTransport.Outcome {
    .success(
        HTTPResponse(
            status: status,
            headers: HeaderFields([HeaderField("Content-Type", "application/json;charset=UTF-8")] + headers),
            body: Array(body.utf8)))
}

/// A request: its line, its header lines without secrets, its body.
func wire(_ request: HTTPRequest) -> String {
    let head = "\(request.method) \(request.url)"
    let lines = request.headers.map { field in
        "\(field.name): \(field.name == "Cookie" ? "…" : field.value)"
    }
    let body = request.body.map { [String(decoding: $0, as: UTF8.self)] } ?? []
    return ([head] + lines + body).joined(separator: "\n")
}

/// Method, path and query of each request, and its body.
func asked(_ transport: ScriptedTransport) -> [String] {
    transport.requests.map { request in
        let target = request.url.path + (request.url.query.map { "?" + $0 } ?? "")
        return ["\(request.method) \(target)", request.body.map { String(decoding: $0, as: UTF8.self) }]
            .compactMap(\.self).joined(separator: " ")
    }
}

/// `https://myinstance.service-now.com`, as in the application's documentation.
var myInstance: Instance {
    get throws { try Instance("myinstance") }
}

/// A service whose requests the script answers.
func service(_ transport: any Transport) throws -> MyWorkService {
    MyWorkService(instance: try myInstance, transport: transport)
}

/// The class of the error that a call throws; nil when it succeeds.
func kind<Value>(of call: () async throws -> Value) async -> MyWorkError.Kind? {
    do {
        _ = try await call()
        return nil
    } catch {
        return (error as? MyWorkError)?.kind
    }
}

struct FixedClock: Clock {
    let now = Timestamp(seconds: 1_767_225_600)
    func sleep(microseconds: Int64) async throws {}
}

struct EmptyStore: SecretStore {
    func secret(for entry: SecretEntry) async throws(SecretStoreError) -> Secret? { nil }
    func keep(_ secret: Secret, for entry: SecretEntry) async throws(SecretStoreError) {}
    func forget(_ entry: SecretEntry) async throws(SecretStoreError) {}
}
