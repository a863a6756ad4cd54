import CommandLanguage
import Notation

@testable import Agents
@testable import Workbench

/// Messages of clients of `serve mcp`, and the lines that their calls become.
enum AgentReader {
    static func check(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        do {
            guard case .request(let request) = try MCPMessage(text) else { return }
            try require(request.id.scalarText != nil, "the id \(request.id.compact)")
            let arguments = request.params["arguments"] ?? [:]
            guard let name = request.params["name"]?.scalarText, case .object = arguments else { return }
            try check(name, arguments)
        } catch let error as MCPError {
            try require(error.response(to: nil)["error"]?["code"] != nil, "an error without a code")
        } catch let error as ToolError {
            try require(!error.message.isEmpty, "an error without a message")
        }
    }

    /// What a client sends becomes words of one command: no flag, file, variable, pipeline or capture.
    private static func check(_ name: String, _ arguments: JSON) throws {
        guard let tool = AgentTools.description(of: name), tool["line"] != nil || name == "tape_show" else { return }
        try ToolSchema.check(arguments, tool["inputSchema"] ?? [:], "arguments")
        let line = try AgentTools.line(name, arguments, rows: 50)
        let read: Invocation
        do { read = try Parser.parse(line) } catch { throw Violation("\(line) cannot be read: \(error)") }
        try require(read.destination == nil && read.captures.isEmpty, "a destination or a capture: \(line)")
        try require(read.words.allSatisfy { $0.literal != nil }, "a variable: \(line)")
        let template = (arguments["table"] == nil ? tool["lineWithoutTable"] : nil) ?? tool["line"]
        for name in ["table", "record", "text", "document", "operation", "since"] {
            guard let text = arguments[name]?.scalarText, template?.scalarText?.contains("{\(name)}") ?? false,
                arguments[name] != true, arguments[name] != false
            else { continue }
            try require(
                read.words.contains { $0.literal == text && !$0.isFlag }, "\(text) is not a word of \(line)")
        }
        if let query = try arguments["conditions"].map(ConditionQuery.text) {
            try require(read.words.contains { $0.literal == query }, "\(query) is not a word of \(line)")
            try require(EncodedQuery(query).unparsed.isEmpty, "a part is not read: \(query)")
        }
    }
}
