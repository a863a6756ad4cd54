import CommandLanguage
package import LineEditing
import Notation
package import Workbench

/// Serves the Model Context Protocol, revisions 2026-07-28 and 2025-11-25, over one pair of streams.
///
/// Calls run one after the other, each as commands of one session; everything else is answered at once.
package actor MCPServer {
    /// The longest message, in bytes.
    package static let longestLine = 4 << 20
    /// How many calls may wait.
    private static let longestQueue = 100

    private let tools: AgentTools
    private let shell: ShellSession
    private let output: any ByteSink
    private let identity: JSON
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
    package init(_ agent: AgentSession, version: String, output: any ByteSink) {
        shell = agent.shell
        self.output = output
        identity = ["name": "snowdeck", "title": "Snowdeck", "version": .string(version)]
        tools = AgentTools(agent)
    }

    /// Serves until the input ends and the last call is answered.
    package func run(_ reader: any LineReader) async {
        reading: while true {
            switch await reader.readLine(prompt: Prompt("")) {
            case .line(let line): take(line)
            case .failed(.notText): write(MCPError(.parse, "The message is not UTF-8.").response(to: nil))
            case .failed(.tooLong):
                write(MCPError(.parse, "A message has at most \(Self.longestLine) bytes.").response(to: nil))
            case .end, .interrupted, .failed: break reading
            }
        }
        answerQuestion(nil)
        let patience = Task {
            try await Task.sleep(nanoseconds: 30_000_000_000)
            stop()
        }
        while let worker { await worker.value }
        patience.cancel()
    }

    private func take(_ line: String) {
        if line.utf8.allSatisfy({ $0 <= 0x20 }) { return }
        do throws(MCPError) {
            switch try MCPMessage(line) {
            case .request(let request): take(request)
            case .notification(let method, let params):
                if method == "notifications/cancelled", let id = params["requestId"] { cancel(id) }
            case .response(let id, let result): if question?.id == id { answerQuestion(result) }
            }
        } catch {
            write(error.response(to: nil))
        }
    }

    private func take(_ request: MCPRequest) {
        do throws(MCPError) {
            let client = try client(of: request)
            guard request.id != running, !queue.contains(where: { $0.request.id == request.id }) else {
                throw MCPError(.request, "A request with this id is in progress.")
            }
            switch request.method {
            case client.isModern ? "server/discover" : "initialize": reply(about(client), to: request, client, .shared)
            case "ping" where !client.isModern: reply([:], to: request, client)
            case "tools/list": reply(["tools": .array(AgentTools.descriptions)], to: request, client, .shared)
            case "resources/templates/list":
                reply(["resourceTemplates": [AgentTools.resourceTemplate]], to: request, client, .shared)
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

    private func about(_ client: MCPClient) -> JSON {
        .object(present: [
            "protocolVersion": client.isModern ? nil : MCPClient.revisions[1],
            "supportedVersions": client.isModern ? MCPClient.revisions : nil,
            "capabilities": ["tools": [:], "resources": [:]], "serverInfo": identity,
            "instructions": AgentTools.instructions,
        ])
    }

    /// What a request says of its client: in 2026-07-28 each does, before the client once.
    private func client(of request: MCPRequest) throws(MCPError) -> MCPClient {
        let meta = request.params["_meta"]
        guard let version = meta?[MCPClient.field("protocolVersion")] else {
            if request.method == "initialize" {
                guard request.params.text("protocolVersion") != nil, let declared = request.params["capabilities"],
                    case .object = declared
                else { throw MCPError(.params, "initialize needs protocolVersion and capabilities.") }
                capabilities = declared
            }
            guard let capabilities else {
                throw MCPError(
                    .params, "Send initialize first, or requests with \(MCPClient.field("protocolVersion")) in _meta.")
            }
            return MCPClient(isModern: false, capabilities: capabilities)
        }
        guard version == MCPClient.revisions[0] else {
            throw MCPError(
                .unsupportedVersion, "Unsupported protocol version",
                data: ["supported": MCPClient.revisions, "requested": version])
        }
        guard let capabilities = meta?[MCPClient.field("clientCapabilities")], case .object = capabilities else {
            throw MCPError(.params, "_meta needs \(MCPClient.field("clientCapabilities")).")
        }
        return MCPClient(isModern: true, capabilities: capabilities)
    }

    private func work() async {
        while !queue.isEmpty {
            let (request, client) = queue.removeFirst()
            (running, isCancelled) = (request.id, false)
            await tools.begin(request.id)
            do throws(MCPError) {
                let result = try await result(of: request, client)
                if !isCancelled {
                    reply(result, to: request, client, request.method == "tools/call" ? nil : .ofPerson)
                }
            } catch {
                if !isCancelled { write(error.response(to: request.id)) }
            }
            running = nil
        }
        worker = nil
    }

    private func result(of request: MCPRequest, _ client: MCPClient) async throws(MCPError) -> JSON {
        let params = request.params
        if request.method == "resources/list" { return try await tools.resources(from: params["cursor"]) }
        if request.method == "resources/read" {
            guard case .string(let uri)? = params["uri"] else { throw MCPError(.params, "\"uri\" must be a string.") }
            if let result = try await tools.resource(uri) { return result }
            throw MCPError(client.isModern ? .params : .resource, "Resource not found", data: ["uri": .string(uri)])
        }
        guard case .string(let name)? = params["name"], let tool = AgentTools.description(of: name) else {
            throw MCPError(.params, "Unknown tool: \(params.text("name") ?? "")")
        }
        let arguments = params["arguments"] ?? [:]
        guard case .object = arguments else { throw MCPError(.params, "\"arguments\" must be an object.") }
        do {
            try ToolSchema.check(arguments, tool["inputSchema"] ?? [:], "arguments")
            guard name == "apply_change" else { return tools.result(try await tools.call(name, arguments)) }
            return try await apply(arguments.text("digest") ?? "", client, params["inputResponses"])
        } catch let error as MCPError {
            throw error
        } catch {
            return tools.result(AgentAnswer(refusal: (error as? ToolError)?.message ?? "\(error)"))
        }
    }

    /// Applies a planned change, after asking the person if the guard wants that.
    private func apply(_ digest: String, _ client: MCPClient, _ responses: JSON?) async throws -> JSON {
        var answer: JSON?
        if let (why, form) = try await tools.question(about: digest) {
            switch (client.canAsk, client.isModern) {
            case (false, true):
                throw MCPError(
                    .missingCapability, why, data: ["requiredCapabilities": ["elicitation": ["form": [:]]]])
            case (false, false): throw ToolError("\(why) This client cannot ask.")
            case (true, true):
                answer = responses?[digest]
                guard await tools.counts(answer, to: digest) else {
                    return ["resultType": "input_required", "inputRequests": .object([JSON.Member(digest, form)])]
                }
            case (true, false): answer = await ask(form)
            }
            guard answer?["action"] == "accept" else {
                throw ToolError("The person did not allow the change. Nothing was changed.")
            }
        }
        if isCancelled { throw ToolError("Cancelled.") }
        return tools.result(try await tools.apply(digest, answer?["content"]))
    }

    /// Asks the person in front of a client of 2025-11-25. Nil if there is no answer.
    private func ask(_ form: JSON) async -> JSON? {
        questions += 1
        let id = JSON.string("ask-\(questions)")
        return await withCheckedContinuation { answer in
            question = (id, answer)
            write(["jsonrpc": "2.0", "id": id, "method": form["method"] ?? "", "params": form["params"] ?? [:]])
        }
    }

    private func answerQuestion(_ result: JSON?) {
        let asked = question
        question = nil
        asked?.answer.resume(returning: result)
    }

    /// Interrupts a call, or forgets one that waits. It is not answered.
    private func cancel(_ id: JSON) {
        queue.removeAll { $0.request.id == id }
        guard running == id, !isCancelled else { return }
        isCancelled = true
        answerQuestion(nil)
        Task {
            await tools.stop(id)
            // The command may be between two requests.
            while running == id, isCancelled {
                shell.interrupt()
                try await Task.sleep(nanoseconds: 50_000_000)
            }
        }
    }

    private enum Caching { case shared, ofPerson }

    private func reply(_ result: JSON, to request: MCPRequest, _ client: MCPClient, _ caching: Caching? = nil) {
        var result = result
        if client.isModern, case .object(var members) = result {
            if result["resultType"] == nil { members.append(JSON.Member("resultType", "complete")) }
            if let caching {
                members.append(JSON.Member("ttlMs", caching == .shared ? 3_600_000 : 0))
                members.append(JSON.Member("cacheScope", caching == .shared ? "public" : "private"))
            }
            result = .object(
                members + [JSON.Member("_meta", .object([JSON.Member(MCPClient.field("serverInfo"), identity)]))])
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
    static let revisions: JSON = ["2026-07-28", "2025-11-25"]

    /// Whether it speaks 2026-07-28.
    let isModern: Bool
    let capabilities: JSON

    /// Whether it can show a form to the person.
    var canAsk: Bool {
        guard let asking = capabilities["elicitation"], case .object = asking else { return false }
        return asking["form"] != nil || asking["url"] == nil
    }

    static func field(_ name: String) -> String { "io.modelcontextprotocol/" + name }
}

/// A message of a client: JSON-RPC 2.0 as the Model Context Protocol restricts it.
enum MCPMessage {
    case request(MCPRequest)
    case notification(method: String, params: JSON)
    /// The answer to a request of this server; nil instead of an error.
    case response(id: JSON, result: JSON?)

    init(_ line: String) throws(MCPError) {
        let message: JSON
        do throws(JSONError) {
            message = try JSONDocument(line, limits: JSONLimits(depth: 64)).root.value
        } catch {
            throw MCPError(.parse, "The message is not JSON: \(error).")
        }
        guard case .object = message else {
            throw MCPError(.request, "A message is one JSON object; there are no batches.")
        }
        let given = message["id"], id = given.map(Self.isID) == true ? given : nil
        guard message["jsonrpc"] == "2.0" else { throw MCPError(.request, "\"jsonrpc\" must be \"2.0\".", id: id) }
        if message["method"] == nil, let id, message["result"] != nil || message["error"] != nil {
            self = .response(id: id, result: message["result"])
            return
        }
        guard case .string(let method)? = message["method"] else {
            throw MCPError(.request, "\"method\" must be a string.", id: id)
        }
        let params = message["params"] ?? [:]
        guard case .object = params else { throw MCPError(.params, "\"params\" must be an object.", id: id) }
        if let id {
            self = .request(MCPRequest(id: id, method: method, params: params))
        } else if given == nil {
            self = .notification(method: method, params: params)
        } else {
            throw MCPError(.request, "\"id\" must be a string or a whole number.")
        }
    }

    private static func isID(_ value: JSON) -> Bool {
        switch value {
        case .string: true
        case .number(let digits): digits.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
        default: false
        }
    }
}

struct MCPRequest: Sendable {
    let id: JSON
    let method: String
    let params: JSON
}

/// An error of the protocol. What goes wrong in a tool is a result of the tool.
struct MCPError: Error {
    enum Code: Int {
        case parse = -32700, request = -32600, method = -32601, params = -32602, server = -32603
        /// No such resource, before 2026-07-28.
        case resource = -32002
        case missingCapability = -32021, unsupportedVersion = -32022
    }

    let code: Code
    let message: String
    let id: JSON?
    let data: JSON?

    init(_ code: Code, _ message: String, id: JSON? = nil, data: JSON? = nil) {
        (self.code, self.message, self.id, self.data) = (code, message, id, data)
    }

    func response(to id: JSON?) -> JSON {
        [
            "jsonrpc": "2.0", "id": id ?? self.id ?? .null,
            "error": .object(present: [
                "code": .number(String(code.rawValue)), "message": .string(message), "data": data,
            ]),
        ]
    }
}
