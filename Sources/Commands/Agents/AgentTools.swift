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
    static let descriptions = texts["tools"].map(whole)?.elements ?? []
    static var instructions: JSON { texts["instructions"] ?? "" }
    static var resourceTemplate: JSON { texts["resourceTemplate"] ?? [:] }

    /// A text of the file with the parts that it refers to: `{"$ref": "#/table"}`.
    private static func whole(_ value: JSON) -> JSON {
        switch value {
        case .array(let elements): .array(elements.map(whole))
        case .object(let members):
            value["$ref"]?.scalarText.flatMap { texts[String($0.dropFirst(2))] }.map(whole)
                ?? .object(members.map { JSON.Member($0.name, whole($0.value)) })
        default: value
        }
    }

    static func description(of name: String) -> JSON? { descriptions.first { $0["name"] == .string(name) } }

    let agent: AgentSession
    let options: AgentOptions
    /// Planned changes by digest, the oldest first.
    var plans: [PlannedChange] = []
    private var isStopped = false

    init(_ agent: AgentSession, _ options: AgentOptions) {
        self.agent = agent
        self.options = options
    }

    /// The running call starts no further line.
    func stop() { isStopped = true }

    func call(_ name: String, _ arguments: JSON) async throws(ToolError) -> AgentAnswer {
        isStopped = false
        if name == "plan_change" { return try await plan(arguments) }
        let line = try Self.line(name, arguments, rows: options.rows)
        guard !Command.changes(line) else {
            throw ToolError("\(name) only reads, and this would change records. Use plan_change and apply_change.")
        }
        var answer = AgentAnswer(try await run(line))
        if let limit = arguments["limit"]?.scalarText.flatMap({ Int($0) }), limit > options.rows, !answer.isError {
            answer.cut.append("At most \(options.rows) of \(limit) records were read: answers have no more rows.")
        }
        return answer
    }

    func run(_ line: String) async throws(ToolError) -> LineEnd {
        if isStopped { throw ToolError("Cancelled.") }
        return await agent.run(line)
    }

    /// The line of a reading tool.
    private static func line(_ name: String, _ arguments: JSON, rows: Int) throws(ToolError) -> String {
        var line = ToolLine(arguments)
        switch name {
        case "list":
            line.add("table list", ["table"])
            try line.addConditions()
            line.add(list: "fields", as: "-f")
            line.add(list: "order", as: "--order")
            let limit = arguments["limit"]?.scalarText.flatMap { Int($0) } ?? rows
            line.text += " -n \(min(limit, rows))"
            line.add(flag: "offset")
            line.add(flag: "display")
        case "get":
            line.add("table get", ["table", "record"])
            line.add(list: "fields", as: "-f")
            line.add(flag: "display")
        case "count":
            line.add("table count", ["table"])
            try line.addConditions()
            for name in ["by", "avg", "sum", "min", "max"] { line.add(list: name, as: "--" + name) }
            line.add(flag: "display")
        case "describe":
            if arguments["table"] == nil {
                line.add("table names", ["text"])
            } else {
                line.add("table describe", ["table", "field"])
            }
        case "graphql":
            guard arguments["document"]?.scalarText?.contains("{") ?? false else {
                throw ToolError("A document of GraphQL has fields in braces.")
            }
            line.add("graphql", ["document"])
            line.add(flag: "operation")
            if let variables = arguments["variables"] { line.text += " --vars " + ToolLine.word(variables.compact) }
        case "find":
            line.add("find", ["text"])
            if arguments["record"] == true { line.text += " --record" }
            line.add(flag: "since")
            line.text += " -n \(rows)"
        case "tape_show":
            let tape = arguments["tape"]?.scalarText ?? "%"
            // Not any file of this machine.
            guard !tape.contains("/") else { throw ToolError("A tape is named by its name or number, not by a path.") }
            let numbers = ["command", "request"].compactMap { arguments[$0]?.scalarText }
            guard arguments["request"] == nil || numbers.count == 2 else {
                throw ToolError("A request is named by the number of its command and its own.")
            }
            line.text =
                "tape show " + ToolLine.word(tape + (numbers.isEmpty ? "" : ":" + numbers.joined(separator: ".")))
        default: throw ToolError("There is no tool \(name).")
        }
        return line.text + " --format json"
    }
}

/// Resources: the columns of each table.
extension AgentTools {
    private static let scheme = "snowdeck://tables/"
    private static let page = 200

    func resources(from cursor: JSON?) async throws(MCPError) -> JSON {
        let start = cursor == nil ? 0 : cursor?.scalarText.flatMap { Int($0) } ?? -1
        guard start >= 0 else { throw MCPError(.params, "This is not a cursor of this server.") }
        let end = await agent.run("table names --format json")
        guard end.status == 0 else { throw MCPError(.server, "The tables cannot be listed.", data: end.messages.error) }
        let names = end.answer.elements
        let resources = names.dropFirst(start).prefix(Self.page).map { table -> JSON in
            let name = table["name"]?.scalarText ?? ""
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
        var answer = AgentAnswer(end)
        answer.fit(rows: .max, bytes: max(options.bytes, 1 << 20))
        return [
            "contents": [
                ["uri": .string(uri), "mimeType": "application/json", "text": .string(answer.answer.compact)]
            ]
        ]
    }
}

/// A line made of a call's arguments. Texts of the client are always quoted, so they are never flags, files, variables
/// or pipelines.
struct ToolLine {
    let arguments: JSON
    var text = ""

    init(_ arguments: JSON) { self.arguments = arguments }

    mutating func add(_ name: String, _ values: [String]) {
        text += name
        for value in values { if let value = arguments[value]?.scalarText { text += " " + Self.word(value) } }
    }

    mutating func add(flag name: String) {
        if let value = arguments[name]?.scalarText { text += " --\(name) " + Self.word(value) }
    }

    mutating func add(list name: String, as flag: String) {
        guard let values = arguments[name]?.elements, !values.isEmpty else { return }
        text += " \(flag) " + Self.word(values.compactMap(\.scalarText).joined(separator: ","))
    }

    /// Adds the query, in which a condition that the instance would ignore is an error.
    mutating func addConditions() throws(ToolError) {
        guard let query = try ConditionQuery.text(of: arguments["conditions"]) else { return }
        text += " -q \(Self.word(query)) --strict-query"
    }

    static func word(_ text: String) -> String {
        if text.utf8.first?.isNameByte ?? false, text.utf8.allSatisfy({ $0.isNameByte || $0 == .comma || $0 == .dot }) {
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

    /// Nil without conditions.
    static func text(of conditions: JSON?) throws(ToolError) -> String? {
        let elements = conditions?.elements ?? []
        guard !elements.isEmpty else { return nil }
        var terms: [EncodedQuery.Term] = []
        for element in elements {
            guard let any = element["any"] else {
                terms.append(EncodedQuery.Term([try condition(element)]))
                continue
            }
            guard element["field"] == nil, element["value"] == nil, element["operator"] == nil else {
                throw ToolError("A condition has field, operator and value, or any.")
            }
            var alternatives: [EncodedQuery.Condition] = []
            for one in any.elements { alternatives.append(try condition(one)) }
            guard !alternatives.isEmpty else { throw ToolError("any needs at least one condition.") }
            terms.append(EncodedQuery.Term(alternatives))
        }
        let text = terms.map { $0.conditions.map(\.text).joined(separator: "^OR") }.joined(separator: "^")
        // What it says must be what was meant.
        guard EncodedQuery(text) == EncodedQuery(groups: [EncodedQuery.Group(terms)]) else {
            throw ToolError("These conditions cannot be written as an encoded query: \(text)")
        }
        return text
    }

    private static func condition(_ element: JSON) throws(ToolError) -> EncodedQuery.Condition {
        let field = element["field"]?.scalarText ?? "", name = element["operator"]?.scalarText ?? "="
        guard FieldList.isColumn(field) else { throw ToolError("\"\(field)\" cannot be the name of a field.") }
        guard let meant = operators[name] else { throw ToolError("There is no operator \(name).") }
        let isUnary = meant == .isEmpty || meant == .isNotEmpty
        guard let value = element["value"] else {
            guard isUnary else { throw ToolError("The condition on \(field) needs a value.") }
            return EncodedQuery.Condition(field, meant)
        }
        guard !isUnary else { throw ToolError("The operator \(name) takes no value.") }
        let texts = value.scalarText.map { [$0] } ?? value.elements.compactMap(\.scalarText)
        let joint = meant == .between ? "@" : ","
        let takesList = [.isOneOf, .isNoneOf, .between].contains(meant)
        guard takesList || value.scalarText != nil else { throw ToolError("The operator \(name) takes one value.") }
        guard meant != .between || texts.count == 2 else { throw ToolError("between takes two values.") }
        for text in texts {
            guard EncodedQuery.isValidValue(text), !text.utf8.contains(where: { $0 < 0x20 }) else {
                throw ToolError("A value cannot contain ^ or control characters: \(field).")
            }
            guard !takesList || !text.contains(joint) else {
                throw ToolError("A value for the operator \(name) cannot contain \(joint): \(field).")
            }
            guard !text.isEmpty else { throw ToolError("Use \"is empty\" instead of an empty value: \(field).") }
        }
        guard !texts.isEmpty else { throw ToolError("The condition on \(field) needs a value.") }
        return EncodedQuery.Condition(field, meant, texts.joined(separator: joint))
    }
}

/// The part of JSON Schema that the tools' arguments use.
enum ToolSchema {
    static func check(_ value: JSON, _ schema: JSON, _ place: String) throws(ToolError) {
        if let type = schema["type"] {
            let types = type.elements.isEmpty ? [type] : type.elements
            guard types.contains(where: { matches(value, $0.scalarText ?? "") }) else {
                throw ToolError("\(place) must be of type \(types.compactMap(\.scalarText).joined(separator: " or ")).")
            }
        }
        if let allowed = schema["enum"]?.elements, !allowed.contains(value) {
            throw ToolError("\(place) must be one of \(allowed.map(\.compact).joined(separator: ", ")).")
        }
        if case .number(let digits) = value, let number = Int(digits) {
            if let least = schema["minimum"]?.scalarText.flatMap({ Int($0) }), number < least {
                throw ToolError("\(place) must be at least \(least).")
            }
            if let most = schema["maximum"]?.scalarText.flatMap({ Int($0) }), number > most {
                throw ToolError("\(place) must be at most \(most).")
            }
        }
        if case .string(let text) = value {
            if schema["minLength"] != nil, text.isEmpty { throw ToolError("\(place) must not be empty.") }
            if let most = schema["maxLength"]?.scalarText.flatMap({ Int($0) }), text.utf8.count > most {
                throw ToolError("\(place) must have at most \(most) bytes.")
            }
        }
        if case .array(let elements) = value {
            if schema["minItems"] != nil, elements.isEmpty { throw ToolError("\(place) must not be empty.") }
            if let most = schema["maxItems"]?.scalarText.flatMap({ Int($0) }), elements.count > most {
                throw ToolError("\(place) must have at most \(most) elements.")
            }
            for (number, element) in elements.enumerated() {
                try check(element, schema["items"] ?? [:], "\(place)[\(number)]")
            }
        }
        guard case .object(let members) = value else { return }
        for name in schema["required"]?.elements ?? [] where value[name.scalarText ?? ""] == nil {
            throw ToolError("\(place) needs \(name.scalarText ?? "").")
        }
        var seen: Set<String> = []
        for member in members {
            guard seen.insert(member.name).inserted else { throw ToolError("\(place) has \(member.name) twice.") }
            let rule = schema["properties"]?[member.name] ?? schema["additionalProperties"] ?? [:]
            guard rule != false else {
                let known = DidYouMean.nearest(
                    to: member.name, among: schema["properties"].map(names) ?? [])
                let hint = known.first.map { " Did you mean \($0)?" } ?? ""
                throw ToolError("\(place) cannot have \(member.name).\(hint)")
            }
            try check(member.value, rule, "\(place).\(member.name)")
        }
    }

    private static func names(_ object: JSON) -> [String] {
        if case .object(let members) = object { members.map(\.name) } else { [] }
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
