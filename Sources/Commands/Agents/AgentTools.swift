import CommandLanguage
import Notation
import Workbench

/// What a tool cannot do, in words for the client.
struct ToolError: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

/// The tools: each call becomes a line of the command language, which the session runs.
actor AgentTools {
    private static let texts = (try? JSONDocument(ProgramText.agents).root.value) ?? .null
    private static let tools = texts["tools"].map(whole)?.elements ?? []
    /// As clients see them, without their lines.
    static let descriptions: [JSON] = tools.map { tool in
        guard case .object(let members) = tool else { return tool }
        return .object(members.filter { !$0.name.hasPrefix("line") })
    }
    static var instructions: JSON { texts["instructions"] ?? "" }
    static var resourceTemplate: JSON { texts["resourceTemplate"] ?? [:] }

    /// A text of the file with the parts that it refers to: `{"$ref": "#/table"}`.
    private static func whole(_ value: JSON) -> JSON {
        switch value {
        case .array(let elements): .array(elements.map(whole))
        case .object(let members):
            value.text("$ref").flatMap { texts[String($0.dropFirst(2))] }.map(whole)
                ?? .object(members.map { JSON.Member($0.name, whole($0.value)) })
        default: value
        }
    }

    static func description(of name: String) -> JSON? { tools.first { $0["name"] == .string(name) } }

    let agent: AgentSession
    /// Planned changes, the oldest first.
    var plans: [PlannedChange] = []
    /// The running call, which starts no further line if it is stopped.
    private var running: (id: JSON, isStopped: Bool)?

    init(_ agent: AgentSession) { self.agent = agent }

    func begin(_ id: JSON) { running = (id, false) }
    func stop(_ id: JSON) { if running?.id == id { running?.isStopped = true } }

    nonisolated func result(_ answer: AgentAnswer) -> JSON { answer.result(agent.rows, agent.bytes) }

    func call(_ name: String, _ arguments: JSON) async throws(ToolError) -> AgentAnswer {
        if name == "plan_change" { return try await plan(arguments) }
        let line = try Self.line(name, arguments, rows: agent.rows)
        guard !Command.changes(line) else {
            throw ToolError("\(name) only reads, and this would change records. Use plan_change and apply_change.")
        }
        var answer = AgentAnswer(try await run(line))
        if let limit = arguments.number("limit"), limit > agent.rows, !answer.isError {
            answer.cut.append(
                .string("At most \(agent.rows) of \(limit) records were read: answers have no more rows."))
        }
        return answer
    }

    /// The line of a tool that reads.
    static func line(_ name: String, _ arguments: JSON, rows: Int) throws(ToolError) -> String {
        var line = ToolLine(arguments, rows: rows)
        let tool = description(of: name), other = arguments["table"] == nil ? tool?.text("lineWithoutTable") : nil
        if let template = other ?? tool?.text("line") { try line.add(template) } else { try line.addPlace() }
        return line.text + " --format json"
    }

    func run(_ line: String) async throws(ToolError) -> LineEnd {
        if running?.isStopped ?? false { throw ToolError("Cancelled.") }
        return await agent.run(line)
    }
}

/// Resources: the columns of each table.
extension AgentTools {
    private static let scheme = "snowdeck://tables/"
    private static let page = 200

    func resources(from cursor: JSON?) async throws(MCPError) -> JSON {
        let start = cursor.map { $0.scalarText.flatMap { Int($0) } ?? -1 } ?? 0
        guard start >= 0 else { throw MCPError(.params, "This is not a cursor of this server.") }
        let end = await agent.run("table names --format json"), names = end.answer.elements
        guard end.status == 0 else { throw MCPError(.server, "The tables cannot be listed.", data: end.messages.error) }
        let resources = names.dropFirst(start).prefix(Self.page).map { table -> JSON in
            let name = table.text("name") ?? ""
            return [
                "uri": .string(Self.scheme + name), "name": .string(name), "title": table["label"] ?? "",
                "mimeType": "application/json",
            ]
        }
        let next = start + Self.page
        return .object(present: [
            "resources": .array(Array(resources)), "nextCursor": next < names.count ? .string(String(next)) : nil,
        ])
    }

    /// Nil if there is no such table.
    func resource(_ uri: String) async throws(MCPError) -> JSON? {
        let name = String(uri.dropFirst(Self.scheme.count))
        guard uri.hasPrefix(Self.scheme), FieldList.isName(name) else { return nil }
        let end = await agent.run("table describe \(name) --format json")
        guard end.status == 0, !end.answer.elements.isEmpty else { return nil }
        return [
            "contents": [["uri": .string(uri), "mimeType": "application/json", "text": .string(end.answer.compact)]]
        ]
    }
}

/// A line made of a call's arguments. Texts of the client are always quoted, so they are never flags, files, variables
/// or pipelines.
struct ToolLine {
    let arguments: JSON
    let rows: Int
    var text = ""

    init(_ arguments: JSON, rows: Int = 0) { (self.arguments, self.rows) = (arguments, rows) }

    /// Adds a template: `table get {table} -f {fields}`. A flag is left out with its argument.
    mutating func add(_ template: String) throws(ToolError) {
        var flag = ""
        for word in template.split(separator: " ") {
            guard word.hasPrefix("{") else {
                text += flag
                flag = word.hasPrefix("-") ? " " + word : ""
                if flag.isEmpty { text += (text.isEmpty ? "" : " ") + word }
                continue
            }
            let name = String(word.dropFirst().dropLast())
            defer { flag = "" }
            switch (name, arguments[name]) {
            case ("limit", let limit): text += "\(flag) \(min(limit?.scalarText.flatMap { Int($0) } ?? rows, rows))"
            case (_, nil), (_, false): break
            case ("conditions", let conditions): text += try Self.conditions(conditions)
            case ("document", let document) where document?.scalarText?.contains("{") != true:
                throw ToolError("A document of GraphQL has fields in braces.")
            case (_, true): text += flag
            case (_, .array(let values)):
                text += flag + " " + Self.word(values.compactMap(\.scalarText).joined(separator: ","))
            case (_, let value?): text += flag + " " + Self.word(value.scalarText ?? value.compact)
            }
        }
        text += flag
    }

    /// Adds `tape show` with a tape, a command or a request.
    mutating func addPlace() throws(ToolError) {
        let tape = arguments.text("tape") ?? "%", numbers = ["command", "request"].compactMap(arguments.text)
        // Not any file of this machine.
        guard !tape.contains("/") else { throw ToolError("A tape is named by its name or number, not by a path.") }
        guard arguments["request"] == nil || numbers.count == 2 else {
            throw ToolError("A request is named by the number of its command and its own.")
        }
        text = "tape show " + Self.word(tape + (numbers.isEmpty ? "" : ":" + numbers.joined(separator: ".")))
    }

    /// The query, in which a condition that the instance would ignore is an error.
    private static func conditions(_ conditions: JSON?) throws(ToolError) -> String {
        " -q \(word(try ConditionQuery.text(of: conditions))) --strict-query"
    }

    static func word(_ text: String) -> String {
        let bytes = text.utf8
        if bytes.first?.isNameByte ?? false, bytes.allSatisfy({ $0.isNameByte || $0 == .comma || $0 == .dot }) {
            return text
        }
        let written = Quoting.assignment("", text).dropFirst()
        return written.first == "'" || written.first == "\"" ? String(written) : "'\(written)'"
    }
}

/// Structured conditions as an encoded query.
enum ConditionQuery {
    private static let operators: [String: Operator] = [
        "=": .equals, "!=": .differs, "<": .less, "<=": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual,
        "contains": .contains, "not contains": .containsNot, "starts with": .startsWith, "ends with": .endsWith,
        "in": .isOneOf, "not in": .isNoneOf, "between": .between, "is empty": .isEmpty, "is not empty": .isNotEmpty,
    ]

    static func text(of conditions: JSON?) throws(ToolError) -> String {
        var terms: [EncodedQuery.Term] = []
        for element in conditions?.elements ?? [] {
            let any = element["any"]?.elements ?? [element]
            guard element["any"] == nil || element["field"] == nil && element["value"] == nil else {
                throw ToolError("A condition has field, operator and value, or any.")
            }
            terms.append(EncodedQuery.Term(try any.map { (one) throws(ToolError) in try condition(one) }))
        }
        let text = terms.map { $0.conditions.map(\.text).joined(separator: "^OR") }.joined(separator: "^")
        // What it says must be what was meant.
        guard EncodedQuery(text) == EncodedQuery(groups: [EncodedQuery.Group(terms)]) else {
            throw ToolError("These conditions cannot be written as an encoded query: \(text)")
        }
        return text
    }

    private static func condition(_ element: JSON) throws(ToolError) -> EncodedQuery.Condition {
        let field = element.text("field") ?? "", name = element.text("operator") ?? "="
        guard FieldList.isColumn(field) else { throw ToolError("\"\(field)\" cannot be the name of a field.") }
        guard let meant = operators[name] else { throw ToolError("There is no operator \(name).") }
        let isUnary = meant == .isEmpty || meant == .isNotEmpty, isPair = meant == .between
        let isList = isPair || meant == .isOneOf || meant == .isNoneOf, joint = isPair ? "@" : ","
        let value = element["value"],
            texts = (value.map { $0.elements.isEmpty ? [$0] : $0.elements } ?? []).map(\.scalarText)
        guard isUnary ? value == nil : isPair ? texts.count == 2 : isList ? !texts.isEmpty : texts.count == 1 else {
            throw ToolError(
                "The operator \(name) takes \(isUnary ? "no value" : isPair ? "two values" : isList ? "values" : "one value"): \(field)."
            )
        }
        for text in texts.map({ $0 ?? "" }) {
            guard !text.isEmpty else { throw ToolError("Use \"is empty\" instead of an empty value: \(field).") }
            guard EncodedQuery.isValidValue(text), !text.utf8.contains(where: { $0 < 0x20 }),
                !isList || !text.contains(joint)
            else {
                throw ToolError(
                    "A value cannot contain ^\(isList ? ", " + joint : "") or control characters here: \(field).")
            }
        }
        return EncodedQuery.Condition(field, meant, texts.compactMap(\.self).joined(separator: joint))
    }
}

/// The part of JSON Schema that the tools' arguments use.
enum ToolSchema {
    static func check(_ value: JSON, _ schema: JSON, _ place: String) throws(ToolError) {
        func fail(_ text: String) -> ToolError { ToolError("\(place) must \(text).") }
        if let type = schema["type"] {
            let types = (type.elements.isEmpty ? [type] : type.elements).compactMap(\.scalarText)
            guard types.contains(where: { matches(value, $0) }) else {
                throw fail("be of type \(types.joined(separator: " or "))")
            }
        }
        if let allowed = schema["enum"]?.elements, !allowed.contains(value) {
            throw fail("be one of \(allowed.map(\.compact).joined(separator: ", "))")
        }
        func bound(_ size: Int, _ limit: String, _ verb: String, _ unit: String) throws(ToolError) {
            let least = schema.number("min" + limit) ?? .min, most = schema.number("max" + limit) ?? .max
            guard size < least || size > most else { return }
            throw fail("\(verb) \(least > .min ? "\(least) to" : "at most") \(most)\(unit)")
        }
        switch value {
        case .number(let digits): if let number = Int(digits) { try bound(number, "imum", "be from", "") }
        case .string(let text): try bound(text.utf8.count, "Length", "have", " bytes")
        case .array(let elements):
            try bound(elements.count, "Items", "have", " elements")
            for (number, element) in elements.enumerated() {
                try check(element, schema["items"] ?? [:], "\(place)[\(number)]")
            }
        case .object(let members):
            for name in schema["required"]?.elements.compactMap(\.scalarText) ?? [] where value[name] == nil {
                throw fail("have \(name)")
            }
            var seen: Set<String> = []
            for member in members {
                guard seen.insert(member.name).inserted else { throw fail("not have \(member.name) twice") }
                let rule = schema["properties"]?[member.name] ?? schema["additionalProperties"] ?? [:]
                if rule == false { throw fail("not have \(member.name)") }
                try check(member.value, rule, "\(place).\(member.name)")
            }
        case .bool, .null: break
        }
    }

    private static func matches(_ value: JSON, _ type: String) -> Bool {
        switch (value, type) {
        case (.string, "string"), (.bool, "boolean"), (.array, "array"), (.object, "object"), (.null, "null"),
            (.number, "number"):
            true
        case (.number(let digits), "integer"): Int(digits) != nil
        default: false
        }
    }
}
