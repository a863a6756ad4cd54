import Foundation
import Notation
import Synchronization
import TestSupport
import Testing

/// `serve mcp` as a process, with a client that writes lines and reads lines.
struct AgentServerTests {
    @Test(arguments: AgentClient.Revision.allCases)
    func revisionIsServed(_ revision: AgentClient.Revision) async throws {
        let client = try await AgentClient(Workspace(), revision)
        let tools = try await client.request("tools/list")["tools"]?.elements ?? []
        expectEqual(
            tools.map { $0["name"] ?? .null },
            [
                "list", "get", "count", "describe", "graphql", "find", "tape_show", "plan_change", "apply_change",
            ])
        #expect(!tools.contains { $0.compact.contains("$ref") }, "\(tools)")
        let templates = try await client.request("resources/templates/list")
        expectEqual(templates["resourceTemplates"]?[0]?["uriTemplate"], "snowdeck://tables/{table}")
        expectEqual(templates["resultType"], revision == .modern ? "complete" : nil)
        expectEqual(templates["ttlMs"] == nil, revision == .legacy)
        let resources = try await client.request("resources/list")["resources"]?.elements ?? []
        #expect(resources.contains { $0["uri"] == "snowdeck://tables/incident" })
        let read = try await client.request("resources/read", ["uri": "snowdeck://tables/incident"])
        let columns = try JSONDocument(read["contents"]?[0]?["text"]?.scalarText ?? "").root.value.elements
        #expect(columns.contains { $0["name"] == "urgency" && $0["type"] == "integer" })
        let ended = await client.end()
        expectEqual(ended.status, 0)
        expectEqual(ended.errors, "")
    }

    @Test func discoveryNamesBothRevisions() async throws {
        let client = try await AgentClient(Workspace(), .modern)
        let found = try await client.request("server/discover")
        expectEqual(found["supportedVersions"], ["2026-07-28", "2025-11-25"])
        expectEqual(found["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"], "snowdeck")
        let other = try await client.answer(
            to: "ping", ["_meta": ["io.modelcontextprotocol/protocolVersion": "2027-01-01"]])
        expectEqual(other["error"]?["code"], -32022)
        expectEqual(other["error"]?["data"]?["supported"], ["2026-07-28", "2025-11-25"])
    }

    @Test func requestBeforeInitializeIsRefused() async throws {
        let client = try AgentClient(Workspace(), legacyUnopened: [])
        try await expectEqual(client.answer(to: "tools/list", [:])["error"]?["code"], -32602)
    }

    @Test func everyReadingToolAnswers() async throws {
        let client = try await AgentClient(Workspace(), .modern)
        let list = try await client.call(
            "list",
            [
                "table": "incident", "fields": ["number"], "limit": 2, "order": ["-number"],
                "conditions": [
                    ["field": "active", "value": true],
                    ["any": [["field": "priority", "value": 1], ["field": "priority", "value": "2"]]],
                    ["field": "number", "operator": "starts with", "value": "INC"],
                ],
            ])
        expectEqual(
            list["line"],
            "table list incident -q 'active=true^priority=1^ORpriority=2^numberSTARTSWITHINC' --strict-query -f number --order '-number' -n 2 --format json"
        )
        expectEqual(list["answer"]?.elements.count, 2)
        let get = try await client.call("get", ["table": "incident", "record": "INC0010001", "fields": ["urgency"]])
        expectEqual(get["answer"], ["urgency": 3])
        let count = try await client.call("count", ["table": "incident", "by": ["priority"]])
        expectEqual(count["answer"]?[0], ["priority": "1", "count": "43"])
        let field = try await client.call("describe", ["table": "incident", "field": "urgency"])
        expectEqual(field["answer"]?["type"], "integer")
        let tables = try await client.call("describe", ["text": "incident_"])
        expectEqual(tables["answer"]?[0]?["name"], "incident_task")
        let graphQL = try await client.call(
            "graphql",
            [
                "document":
                    "query($q: String) { GlideRecord_Query { incident(queryConditions: $q) { _rowCount } } }",
                "variables": ["q": "priority=1"],
            ])
        expectEqual(graphQL["answer"]?["GlideRecord_Query"]?["incident"]?["_rowCount"], 43)
        let shown = try await client.call("tape_show", ["command": 2])
        expectEqual(shown["answer"]?[0]?["request"], "%:2.1")
        let request = try await client.call("tape_show", ["command": 2, "request": 1])
        #expect(request["answer"]?.scalarText?.contains("200 OK") ?? false, "\(request)")
        let found = try await client.call("find", ["text": "INC0010001", "record": true])
        #expect(found["answer"]?.elements.contains { $0["field"] == "urgency" } ?? false, "\(found)")
    }

    @Test func ignoredConditionIsAnError() async throws {
        let client = try await AgentClient(Workspace(), .legacy)
        let ended = try await client.call(
            "list", ["table": "incident", "conditions": [["field": "urgnecy", "value": "1"]]], fails: true)
        expectEqual(ended["error"]?["message"], "incident has no column urgnecy: urgnecy=1 is dropped.")
        expectEqual(ended["error"]?["hints"], ["Did you mean urgency?"])
        let graphQL = try await client.call(
            "graphql",
            ["document": "{ GlideRecord_Query { incident(queryConditions: \"urgnecy=1\") { _rowCount } } }"],
            fails: true)
        #expect(graphQL["error"]?["message"]?.scalarText?.contains("urgnecy") ?? false, "\(graphQL)")
    }

    @Test func answersAreCutToTheBudgetsAndSayIt() async throws {
        let client = try await AgentClient(Workspace(), .modern, "--rows", "5", "--bytes", "600")
        let rows = try await client.call("list", ["table": "incident", "limit": 100, "fields": ["number"]])
        expectEqual(rows["answer"]?.elements.count, 5)
        #expect(rows["cut"]?[0]?.scalarText?.hasPrefix("At most 5 of 100 records") ?? false, "\(rows)")
        let bytes = try await client.call("list", ["table": "incident", "limit": 5])
        #expect((bytes["answer"]?.compactBytes.count ?? .max) <= 600, "\(bytes)")
        #expect(bytes["cut"]?[0]?.scalarText?.contains("of 5 rows were left out") ?? false, "\(bytes)")
        let record = try await client.call("get", ["table": "incident", "record": "INC0010001"])
        #expect((record["answer"]?.compactBytes.count ?? .max) <= 600, "\(record)")
        #expect(record["cut"]?[0]?.scalarText?.contains("was left out") ?? false, "\(record)")
    }

    @Test func serverThatOnlyReadsChangesNothing() async throws {
        let client = try await AgentClient(Workspace(), .modern)
        let plan = try await client.plan("INC0010001", "1")
        let ended = try await client.call("apply_change", ["digest": .string(plan)], fails: true)
        #expect(ended["error"]?["message"]?.scalarText?.contains("this server only reads") ?? false, "\(ended)")
        let mutation = try await client.call(
            "graphql",
            [
                "document":
                    "mutation { GlideRecord_Mutation { insert_incident(short_description: \"x\") { sys_id { value } } } }"
            ], fails: true)
        #expect(mutation["error"] != nil)
        try await expectEqual(client.urgency(of: "INC0010001"), 3)
    }

    @Test func plannedChangeIsAppliedOnceAndUndone() async throws {
        let workspace = try Workspace()
        let client = try await AgentClient(workspace, .modern, "--writes", "--tape", "agent")
        let plan = try await client.plan("INC0010001", "1")
        let applied = try await client.call("apply_change", ["digest": .string(plan)])
        expectEqual(applied["answer"]?["urgency"], 1)
        let again = try await client.call("apply_change", ["digest": .string(plan)], fails: true)
        expectEqual(again["error"]?["message"], "This plan was applied already. Call plan_change again.")
        let undo = try await client.call("plan_change", ["action": "undo"])
        #expect(undo["answer"]?.scalarText?.contains("urgency=3") ?? false, "\(undo)")
        _ = try await client.call("apply_change", ["digest": undo["digest"] ?? ""])
        try await expectEqual(client.urgency(of: "INC0010001"), 3)
        let create = try await client.call(
            "plan_change",
            ["action": "create", "table": "incident", "values": ["short_description": "@/etc/passwd 'x' {{y}}\n| z"]])
        let made = try await client.call("apply_change", ["digest": create["digest"] ?? ""])
        expectEqual(made["answer"]?["short_description"], "@/etc/passwd 'x' {{y}}\n| z")
        let delete = try await client.call(
            "plan_change", ["action": "delete", "table": "incident", "record": made["answer"]?["sys_id"] ?? ""])
        _ = try await client.call("apply_change", ["digest": delete["digest"] ?? ""])
        expectEqual(await client.end().status, 0)
        // What people have of it.
        let history = try await workspace.run("run", "-", input: "tape show agent\n")
        #expect(history.output.contains("PATCH"), "\(history)")
        let saved = try await workspace.run("--tape", "agent", "recipe", "save", "made")
        expectEqual(saved.status, 0, "\(saved)")
        let replayed = try await workspace.run("replay", "sessions/agent.cassette", "--check")
        expectEqual(replayed.status, 0, "\(replayed)")
    }

    @Test func changedRecordIsNotOverwritten() async throws {
        let workspace = try Workspace()
        let sandbox = try await ServedProgram(workspace, "sandbox")
        let flags = ["--instance", sandbox.address, "--user", "john.doe", "--allow-writes", sandbox.address]
        let client = try await AgentClient(workspace, .modern, flags + ["--writes"])
        let plan = try await client.plan("INC0010001", "1")
        let other = try await workspace.run(
            flags + ["table", "update", "incident", "INC0010001", "short_description=other"],
            variables: AgentClient.password)
        expectEqual(other.status, 0, "\(other)")
        let ended = try await client.call("apply_change", ["digest": .string(plan)], fails: true)
        #expect(ended["error"]?["message"]?.scalarText?.hasPrefix("The records have changed") ?? false, "\(ended)")
        try await expectEqual(client.urgency(of: "INC0010001"), 3)
    }

    @Test(arguments: AgentClient.Revision.allCases, [true, false])
    func personIsAskedIfTheGuardWantsIt(_ revision: AgentClient.Revision, allows: Bool) async throws {
        let workspace = try Workspace()
        let sandbox = try await ServedProgram(workspace, "sandbox")
        let flags = ["--instance", sandbox.address, "--user", "john.doe", "--writes"]
        let mute = try await AgentClient(workspace, revision, flags)
        let refused = try await mute.answer(to: "tools/call", mute.applying(try await mute.plan("INC0010001", "1")))
        if revision == .modern { expectEqual(refused["error"]?["code"], -32021) }
        #expect(refused.compact.contains("A person must allow"), "\(refused)")
        let client = try await AgentClient(workspace, revision, flags, canAsk: true)
        let plan = try await client.plan("INC0010001", "1")
        // An answer to a question that was not asked counts for nothing.
        let answer: JSON = ["action": allows ? "accept" : "decline", "content": ["allow": true]]
        let responses: JSON = .object([JSON.Member(plan, answer)])
        if revision == .modern {
            let asked = try await client.request("tools/call", client.applying(plan, responses))
            expectEqual(asked["resultType"], "input_required")
            #expect(asked.compact.contains("urgency: 3 → 1"), "\(asked)")
            let asked2 = try await client.request("tools/call", client.applying(plan))
            expectEqual(asked2["inputRequests"]?[plan]?["method"], "elicitation/create")
        }
        let ended: JSON
        if revision == .modern {
            ended = try await client.request("tools/call", client.applying(plan, responses))
        } else {
            ended = try await client.request("tools/call", client.applying(plan), answering: answer)
        }
        expectEqual(ended["isError"], .bool(!allows), "\(ended)")
        try await expectEqual(client.urgency(of: "INC0010001"), allows ? 1 : 3)
    }

    @Test func cancelledCallIsNotAnswered() async throws {
        let workspace = try Workspace()
        let sandbox = try await ServedProgram(workspace, "sandbox", "--fault", "slow=30")
        let client = try await AgentClient(
            workspace, .legacy, ["--instance", sandbox.address, "--user", "john.doe", "--tape", "slow"])
        let call: JSON = ["name": "count", "arguments": ["table": "incident"]]
        client.send(["jsonrpc": "2.0", "id": "one", "method": "tools/call", "params": call])
        client.send(["jsonrpc": "2.0", "id": "two", "method": "tools/call", "params": call])
        try await Task.sleep(for: .milliseconds(500))
        for id in ["two", "one"] as [JSON] {
            client.send(["jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": id]])
        }
        let begun = ContinuousClock.now
        // What follows is not cancelled.
        let found = try await client.call("find", ["text": "nothing at all"])
        expectEqual(found["answer"], [])
        let ended = await client.end()
        #expect(ContinuousClock.now - begun < .seconds(10))
        #expect(!ended.output.contains("\"one\"") && !ended.output.contains("\"two\""), "\(ended)")
        let shown = try await workspace.run("tape", "show", "slow")
        #expect(shown.output.contains("cancelled"), "\(shown)")
    }

    @Test(arguments: AgentClient.Revision.allCases)
    func tapeAnswersTheSameClient(_ revision: AgentClient.Revision) async throws {
        let workspace = try Workspace()
        var heard: [String] = []
        for mode in [[], ["--mode", "replay"]] {
            let client = try await AgentClient(workspace, revision, ["--writes", "--tape", "agent"] + mode)
            _ = try await client.call("list", ["table": "incident", "limit": 3])
            _ = try await client.call("get", ["table": "incident", "record": "nothing"], fails: true)
            let plan = try await client.plan("INC0010001", "1")
            _ = try await client.call("apply_change", ["digest": .string(plan)])
            _ = try await client.urgency(of: "INC0010001")
            let undo = try await client.call("plan_change", ["action": "undo"])
            _ = try await client.call("apply_change", ["digest": undo["digest"] ?? ""])
            _ = try await client.urgency(of: "INC0010001")
            heard.append(await client.end().output)
        }
        // A failed line is recorded, and a replay says no place of it.
        func told(_ text: String) -> [Substring] {
            text.split(separator: "\n").map { $0[..<($0.firstRange(of: "\"line\":")?.lowerBound ?? $0.endIndex)] }
        }
        expectEqual(told(heard[0]), told(heard[1]))
    }

    @Test(arguments: HostileInput.all)
    func hostileInputIsAnsweredAndTheServerGoesOn(_ input: HostileInput) async throws {
        let workspace = try Workspace()
        let client = try await AgentClient(workspace, .legacy, ["--writes"])
        client.child.type(input.line + "\n")
        _ = try await client.request("ping")
        let lines = input.expected == "none" ? 2 : 3
        #expect(await client.child.wrote { output, _ in output.utf8.count { $0 == 10 } >= lines })
        let ended = await client.end()
        expectEqual(ended.status, 0, "\(ended)")
        // The first line answers initialize.
        let answers = try ended.output.split(separator: "\n").dropFirst().map {
            try JSONDocument(String($0)).root.value
        }
        let other = answers.filter { $0["id"] != "r2" }
        var got = "none"
        if let code = other.first?["error"]?["code"]?.scalarText { got = code }
        if let result = other.first?["result"] { got = result["isError"] == true ? "tool" : "result" }
        expectEqual(got, input.expected, "\(other)")
        expectEqual(answers.count, input.expected == "none" ? 1 : 2)
        #expect(!ended.output.contains("root:"), "a file was read")
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: workspace.project), [])
    }

    @Test func invalidBytesAndEndAreHandled() async throws {
        let workspace = try Workspace()
        let ended = try await workspace.shell(
            #"printf '{"jsonrpc":"2.0","id":1,"method":"\377\376"}\n\n{"jsonrpc":"2.0","id":2}' | "$0" serve mcp"#)
        expectEqual(ended.status, 0, "\(ended)")
        expectEqual(ended.output.split(separator: "\n").count, 2, "\(ended)")
        #expect(ended.output.contains("-32700") && ended.output.contains("-32600"), "\(ended)")
    }

    @Test func signalEndsTheServer() async throws {
        let client = try await AgentClient(Workspace(), .legacy)
        client.child.send(SIGTERM)
        expectEqual(await client.child.end().status, 128 + SIGTERM)
    }
}

/// A client of `serve mcp`.
final class AgentClient: Sendable {
    enum Revision: CaseIterable { case modern, legacy }

    static let password = ["SNOWDECK_PASSWORD": "password"]

    let child: ChildProcess
    private let workspace: Workspace
    private let revision: Revision
    private let capabilities: JSON
    private let sent = Counter()

    convenience init(_ workspace: Workspace, _ revision: Revision, _ flags: String...) async throws {
        try await self.init(workspace, revision, flags)
    }

    init(_ workspace: Workspace, legacyUnopened flags: [String]) throws {
        child = try workspace.start(["serve", "mcp"] + flags, variables: Self.password)
        self.workspace = workspace
        revision = .legacy
        capabilities = [:]
    }

    init(_ workspace: Workspace, _ revision: Revision, _ flags: [String], canAsk: Bool = false) async throws {
        child = try workspace.start(["serve", "mcp"] + flags, variables: Self.password)
        self.workspace = workspace
        self.revision = revision
        capabilities = canAsk ? ["elicitation": [:]] : [:]
        guard revision == .legacy else { return }
        let opened = try await request(
            "initialize",
            [
                "protocolVersion": "2025-11-25", "capabilities": capabilities,
                "clientInfo": ["name": "test", "version": "1"],
            ])
        expectEqual(opened["protocolVersion"], "2025-11-25")
        send(["jsonrpc": "2.0", "method": "notifications/initialized"])
    }

    func send(_ message: JSON) { child.type(message.compact + "\n") }

    /// The whole answer to a request.
    func answer(to method: String, _ params: JSON, answering form: JSON? = nil) async throws -> JSON {
        let id = "r\(sent.next())"
        send(["jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": params])
        let mark = "\"id\":\"\(id)\","
        if let form {
            #expect(await child.wrote { output, _ in output.contains("elicitation/create") })
            send(["jsonrpc": "2.0", "id": "ask-1", "result": form])
        }
        guard
            await child.wrote({ output, _ in
                output.hasSuffix("\n") && output.contains(mark)
            })
        else {
            Issue.record("\(method) was not answered: \(child.soFar)")
            return .null
        }
        let line = child.soFar.output.split(separator: "\n").last { $0.contains(mark) } ?? ""
        return try JSONDocument(String(line)).root.value
    }

    func request(_ method: String, _ params: JSON = [:], answering form: JSON? = nil) async throws -> JSON {
        var params = params
        if revision == .modern, case .object(let members) = params {
            let meta: JSON = [
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": capabilities,
            ]
            params = .object(members.filter { $0.name != "_meta" } + [JSON.Member("_meta", meta)])
        }
        let answer = try await answer(to: method, params, answering: form)
        return try #require(answer["result"], "\(answer)")
    }

    /// What a tool answers, as JSON.
    func call(_ name: String, _ arguments: JSON, fails: Bool = false) async throws -> JSON {
        let result = try await request("tools/call", ["name": .string(name), "arguments": arguments])
        expectEqual(result["isError"], .bool(fails), "\(result)")
        let text = try JSONDocument(result["content"]?[0]?["text"]?.scalarText ?? "").root.value
        expectEqual(text, result["structuredContent"])
        return text
    }

    /// The digest of a plan to change a record's urgency.
    func plan(_ record: String, _ urgency: String) async throws -> String {
        let plan = try await call(
            "plan_change",
            [
                "action": "update", "table": "incident", "record": .string(record),
                "values": ["urgency": .string(urgency)],
            ])
        expectEqual(plan["answer"]?[0]?["new"], .string(urgency))
        return plan["digest"]?.scalarText ?? ""
    }

    func applying(_ digest: String, _ responses: JSON? = nil) -> JSON {
        let meta: JSON = [
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        ]
        return .object(
            [JSON.Member("name", "apply_change"), JSON.Member("arguments", ["digest": .string(digest)])]
                + (responses.map { [JSON.Member("inputResponses", $0)] } ?? [])
                + (revision == .modern ? [JSON.Member("_meta", meta)] : []))
    }

    func urgency(of record: String) async throws -> JSON? {
        try await call("get", ["table": "incident", "record": .string(record), "fields": ["urgency"]])["answer"]?[
            "urgency"]
    }

    func end() async -> ProcessResult {
        child.endInput()
        return await child.end()
    }

    private final class Counter: Sendable {
        private let number = Mutex(0)

        func next() -> Int {
            number.withLock {
                $0 += 1
                return $0
            }
        }
    }
}

/// A line that no client should send.
struct HostileInput: Sendable, CustomTestStringConvertible {
    let name: String
    let expected: String
    let line: String

    var testDescription: String { name }

    static let all: [HostileInput] = {
        let file = Workspace.root.appending(path: "Tests/ProgramTests/ThirdParty/mcp_inputs.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let written = text.split(separator: "\n\n").dropFirst().map { block in
            let lines = block.split(separator: "\n", maxSplits: 1).map(String.init)
            let head = lines[0].split(separator: ": ").map(String.init)
            return HostileInput(name: head[0], expected: head[1], line: lines[1])
        }
        func call(_ arguments: String) -> String {
            #"{"jsonrpc":"2.0","id":"h","method":"tools/call","params":{"name":"list","arguments":{"table":\#(arguments)}}}"#
        }
        let condition = #"{"field":"number","value":"x"}"#
        return written + [
            HostileInput(
                name: "byte order mark", expected: "-32700",
                line: "\u{FEFF}" + #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#),
            HostileInput(
                name: "deep nesting", expected: "-32700",
                line: String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)),
            HostileInput(name: "control character", expected: "-32700", line: "{\"jsonrpc\":\"2.0\",\"id\":\"\u{1}\"}"),
            HostileInput(name: "long line", expected: "-32700", line: String(repeating: "x", count: 5 << 20)),
            HostileInput(name: "long table", expected: "tool", line: call("\"\(String(repeating: "a", count: 81))\"")),
            HostileInput(
                name: "many conditions", expected: "tool",
                line: call(
                    #""incident","conditions":["# + Array(repeating: condition, count: 51).joined(separator: ",") + "]")
            ),
        ]
    }()
}
