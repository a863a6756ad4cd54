import CommandLanguage
import Notation
import Programs
package import Workbench

/// Serves the Model Context Protocol, revisions 2026-07-28 and 2025-11-25, over one pair of streams.
///
/// Calls run one after the other, each as commands of one session; everything else is answered at once.
package actor MCPServer {
    static let modern = "2026-07-28"
    static let legacy = "2025-11-25"
    /// How many calls may wait.
    private static let longestQueue = 100

    private let tools: AgentTools
    private let agent: AgentSession
    private let options: AgentOptions
    private let version: String
    private let output: any ByteSink
    /// What a client of 2025-11-25 can do; nil before its `initialize`.
    private var capabilities: JSON?
    private var queue: [(request: MCPRequest, client: MCPClient)] = []
    private var worker: Task<Void, Never>?
    private var running: JSON?
    private var isCancelled = false
    /// The question that waits for an answer of a client of 2025-11-25.
    private var question: (id: JSON, answer: CheckedContinuation<JSON?, Never>)?
    private var questions = 0

    /// - Parameter output: takes the messages, one a line.
    package init(_ agent: AgentSession, _ options: AgentOptions, version: String, output: any ByteSink) {
        self.agent = agent
        self.options = options
        self.version = version
        self.output = output
        tools = AgentTools(agent, options)
    }

    /// Serves until the input ends and the last call is answered.
    package func run(_ input: MCPInput) async {
        while let line = await Threads.run({ input.next() }) { take(line) }
        question?.answer.resume(returning: nil)
        question = nil
        let patience = Task {
            try await Task.sleep(nanoseconds: 30_000_000_000)
            stop()
        }
        while let worker { await worker.value }
        patience.cancel()
    }

    private func take(_ line: MCPInput.Line) {
        do throws(MCPError) {
            guard case .message(let bytes) = line else {
                throw MCPError(.parse, "A message has at most \(MCPInput.longest) bytes.")
            }
            if bytes.allSatisfy({ $0 <= 0x20 }) { return }
            switch try MCPMessage(bytes) {
            case .request(let request): take(request)
            case .notification("notifications/cancelled", let params):
                if let id = params["requestId"] { cancel(id) }
            case .notification: break
            case .response(let id, let result):
                guard let asked = question, asked.id == id else { return }
                question = nil
                asked.answer.resume(returning: result)
            }
        } catch {
            write(error.response(to: nil))
        }
    }

    private func take(_ request: MCPRequest) {
        do throws(MCPError) {
            if request.method == "initialize", request.params["_meta"]?[Self.field("protocolVersion")] == nil {
                return reply(try initialize(request.params), to: request)
            }
            let client = try client(of: request)
            guard request.id != running, !queue.contains(where: { $0.request.id == request.id }) else {
                throw MCPError(.request, "A request with this id is in progress.")
            }
            switch request.method {
            case "server/discover" where client.isModern: reply(client.cached(discovery), to: request)
            case "ping" where !client.isModern: reply([:], to: request)
            case "tools/list":
                reply(client.cached(["tools": .array(AgentTools.descriptions)]), to: request)
            case "resources/templates/list":
                reply(client.cached(["resourceTemplates": [AgentTools.resourceTemplate]]), to: request)
            case "tools/call", "resources/list", "resources/read":
                guard queue.count < Self.longestQueue else {
                    throw MCPError(.server, "\(Self.longestQueue) calls are waiting already.")
                }
                queue.append((request, client))
                if worker == nil { worker = Task { await work() } }
            default: throw MCPError(.method, "There is no method \(request.method).")
            }
        } catch {
            write(error.response(to: request.id))
        }
    }

    private func initialize(_ params: JSON) throws(MCPError) -> JSON {
        guard case .string? = params["protocolVersion"], let declared = params["capabilities"], case .object = declared
        else { throw MCPError(.params, "initialize needs protocolVersion and capabilities.") }
        capabilities = declared
        return [
            "protocolVersion": .string(Self.legacy), "capabilities": Self.ownCapabilities, "serverInfo": identity,
            "instructions": AgentTools.instructions,
        ]
    }

    private var discovery: JSON {
        [
            "supportedVersions": [.string(Self.modern), .string(Self.legacy)], "capabilities": Self.ownCapabilities,
            "instructions": AgentTools.instructions,
        ]
    }

    private static let ownCapabilities: JSON = ["tools": [:], "resources": [:]]
    private var identity: JSON { ["name": "snowdeck", "title": "Snowdeck", "version": .string(version)] }

    static func field(_ name: String) -> String { "io.modelcontextprotocol/" + name }

    /// What a request says of its client: in 2026-07-28 each does, before the client once.
    private func client(of request: MCPRequest) throws(MCPError) -> MCPClient {
        let meta = request.params["_meta"]
        guard let version = meta?[Self.field("protocolVersion")] else {
            guard let capabilities else {
                throw MCPError(
                    .params, "Send initialize first, or requests with \(Self.field("protocolVersion")) in _meta.")
            }
            return MCPClient(isModern: false, capabilities: capabilities)
        }
        guard version == .string(Self.modern) else {
            throw MCPError(
                .unsupportedVersion, "Unsupported protocol version",
                data: ["supported": [.string(Self.modern), .string(Self.legacy)], "requested": version])
        }
        guard let capabilities = meta?[Self.field("clientCapabilities")], case .object = capabilities else {
            throw MCPError(.params, "_meta needs \(Self.field("clientCapabilities")).")
        }
        return MCPClient(isModern: true, capabilities: capabilities)
    }

    private func work() async {
        while !queue.isEmpty {
            let (request, client) = queue.removeFirst()
            (running, isCancelled) = (request.id, false)
            do throws(MCPError) {
                let result = try await result(of: request, client)
                if !isCancelled { reply(result, to: request, isModern: client.isModern) }
            } catch {
                if !isCancelled { write(error.response(to: request.id)) }
            }
            running = nil
        }
        worker = nil
    }

    private func result(of request: MCPRequest, _ client: MCPClient) async throws(MCPError) -> JSON {
        let params = request.params
        switch request.method {
        case "resources/list": return client.cached(try await tools.resources(from: params["cursor"]), isPrivate: true)
        case "resources/read":
            guard case .string(let uri)? = params["uri"] else { throw MCPError(.params, "\"uri\" must be a string.") }
            guard let result = try await tools.resource(uri) else {
                throw MCPError(
                    client.isModern ? .params : .resource, "Resource not found", data: ["uri": .string(uri)])
            }
            return client.cached(result, isPrivate: true)
        default: break
        }
        guard case .string(let name)? = params["name"], let tool = AgentTools.description(of: name) else {
            throw MCPError(.params, "Unknown tool: \(params["name"]?.scalarText ?? "")")
        }
        let arguments = params["arguments"] ?? [:]
        guard case .object = arguments else { throw MCPError(.params, "\"arguments\" must be an object.") }
        do {
            try ToolSchema.check(arguments, tool["inputSchema"] ?? [:], "arguments")
            guard name == "apply_change" else { return try await tools.call(name, arguments).result(options) }
            return try await apply(arguments["digest"]?.scalarText ?? "", client, params["inputResponses"])
        } catch let error as MCPError {
            throw error
        } catch {
            return AgentAnswer.refusal((error as? ToolError)?.message ?? "\(error)").result(options)
        }
    }

    /// Applies a planned change, after asking the person if the guard wants that.
    private func apply(
        _ digest: String, _ client: MCPClient, _ responses: JSON?
    ) async throws -> JSON {
        var answer: JSON?
        if let asked = try await tools.question(about: digest) {
            guard client.canAsk else {
                guard client.isModern else {
                    throw ToolError("\(asked.why) This client cannot ask. Nothing was changed.")
                }
                throw MCPError(
                    .missingCapability, "\(asked.why) Nothing was changed.",
                    data: ["requiredCapabilities": ["elicitation": ["form": [:]]]])
            }
            if client.isModern {
                let response = responses?[digest]
                guard await tools.counts(response, to: digest), let response else {
                    return [
                        "resultType": "input_required",
                        "inputRequests": .object([JSON.Member(digest, asked.request)]),
                    ]
                }
                answer = response
            } else {
                answer = await ask(asked.request)
            }
            guard answer?["action"] == "accept" else {
                throw ToolError("The person did not allow the change. Nothing was changed.")
            }
        }
        if isCancelled { throw ToolError("Cancelled. Nothing was changed.") }
        return try await tools.apply(digest, answer?["content"]).result(options)
    }

    /// Asks the person in front of a client of 2025-11-25. Nil if there is no answer.
    private func ask(_ request: JSON) async -> JSON? {
        questions += 1
        let id = JSON.string("ask-\(questions)")
        return await withCheckedContinuation { answer in
            question = (id, answer)
            write([
                "jsonrpc": "2.0", "id": id, "method": request["method"] ?? "", "params": request["params"] ?? [:],
            ])
        }
    }

    /// Interrupts a call, or forgets one that waits. It is not answered.
    private func cancel(_ id: JSON) {
        queue.removeAll { $0.request.id == id }
        guard running == id, !isCancelled else { return }
        isCancelled = true
        question?.answer.resume(returning: nil)
        question = nil
        let tools = tools
        Task {
            await tools.stop()
            // The command may be between two requests.
            while running == id {
                agent.shell.interrupt()
                try await Task.sleep(nanoseconds: 50_000_000)
            }
        }
    }

    private func reply(_ result: JSON, to request: MCPRequest, isModern: Bool? = nil) {
        var result = result
        let isModern = isModern ?? (request.params["_meta"]?[Self.field("protocolVersion")] != nil)
        if isModern, case .object(var members) = result {
            if result["resultType"] == nil { members.insert(JSON.Member("resultType", "complete"), at: 0) }
            members.append(JSON.Member("_meta", .object([JSON.Member(Self.field("serverInfo"), identity)])))
            result = .object(members)
        }
        write(["jsonrpc": "2.0", "id": request.id, "result": result])
    }

    private func write(_ message: JSON) {
        if (try? output.write(message.compactBytes + [.lineFeed])) != true { stop() }
    }

    /// The client reads no more answers.
    private func stop() {
        queue = []
        if let running { cancel(running) }
    }
}

struct MCPClient: Sendable {
    let isModern: Bool
    let capabilities: JSON

    /// Whether it can show a form to the person.
    var canAsk: Bool {
        guard let asking = capabilities["elicitation"], case .object = asking else { return false }
        return asking["form"] != nil || asking["url"] == nil
    }

    /// A result with hints for caches, which 2026-07-28 requires.
    func cached(_ result: JSON, isPrivate: Bool = false) -> JSON {
        guard isModern, case .object(let members) = result else { return result }
        return .object(
            members + [
                JSON.Member("ttlMs", isPrivate ? 0 : 3_600_000),
                JSON.Member("cacheScope", isPrivate ? "private" : "public"),
            ])
    }
}
