import CommandLanguage
import ExchangeModel
import Notation
import Workbench

/// A change as it was planned.
struct PlannedChange: Sendable {
    let digest: String
    /// The line that plans it, and the one that makes it.
    let planLine: String
    let line: String
    /// The line and the first records, for the person who allows it.
    let summary: String
    let records: Int
    var wasAsked = false
    var isUsed = false
}

/// Changes: planned, allowed and made.
extension AgentTools {
    /// How many records a plan may change.
    private static let mostRecords = 100
    private static let mostPlans = 100

    func plan(_ arguments: JSON) async throws(ToolError) -> AgentAnswer {
        let lines = try Self.lines(of: arguments)
        var (change, answer) = try await plan(lines.plan, lines.line)
        guard let change else { return answer }
        plans.removeAll { $0.digest == change.digest }
        plans = plans.suffix(Self.mostPlans - 1) + [change]
        if case .object(let values)? = arguments["values"], arguments["action"] == "create" {
            answer.answer = .array(values.map { ["column": .string($0.name), "new": $0.value] })
        }
        answer.more += [
            JSON.Member("digest", .string(change.digest)), JSON.Member("records", .number(String(change.records))),
            JSON.Member("applies", .string(change.line)),
        ]
        return answer
    }

    private static func lines(of arguments: JSON) throws(ToolError) -> (plan: String, line: String) {
        let action = arguments.text("action") ?? ""
        let wrong: [String] =
            switch action {
            case "undo": ["table", "record", "conditions", "values"]
            case "create": ["record", "conditions"]
            case "delete": ["values"]
            default: []
            }
        if let name = wrong.first(where: { arguments[$0] != nil }) { throw ToolError("\(action) takes no \(name).") }
        // Only what this server changed, or what is on the tape that it continues.
        if action == "undo" { return ("undo % --format json", "undo % --run --format json") }
        guard arguments["table"] != nil else { throw ToolError("\(action) needs a table.") }
        guard action == "create" || (arguments["record"] == nil) != (arguments["conditions"] == nil) else {
            throw ToolError("\(action) needs a record or conditions, and not both.")
        }
        var line = ToolLine(arguments)
        try line.add("table \(action) {table} {record} {conditions}")
        if action != "delete" {
            guard case .object(let values)? = arguments["values"], !values.isEmpty else {
                throw ToolError("\(action) needs values.")
            }
            for value in values {
                guard FieldList.isName(value.name) else {
                    throw ToolError("\"\(value.name)\" cannot be the name of a field.")
                }
                line.text += " " + Quoting.assignment(value.name, value.value.scalarText ?? "")
            }
            line.text += " -f " + (["sys_id"] + values.map(\.name)).joined(separator: ",")
        }
        return (line.text + " --plan --format json", line.text + " --format json")
    }

    /// Plans a change and reads the versions of its records. The change is nil if there is nothing to apply.
    private func plan(
        _ planLine: String, _ line: String
    ) async throws(ToolError) -> (change: PlannedChange?, answer: AgentAnswer) {
        let end = try await run(planLine), answer = AgentAnswer(end), rows = end.answer.elements
        // A plan to create a record prints no rows.
        guard !answer.isError, !end.output.isEmpty || line.hasPrefix("table create ") else { return (nil, answer) }
        var seen: Set<String> = []
        let sysIDs = rows.compactMap { $0.text("sys_id") }.filter { !$0.isEmpty && seen.insert($0).inserted }
        guard sysIDs.count <= Self.mostRecords else {
            throw ToolError("The conditions match \(sysIDs.count) records; a plan changes at most \(Self.mostRecords).")
        }
        var versions = ""
        if let table = rows.first?.text("table"), !sysIDs.isEmpty {
            let read = try await run(
                "table list \(ToolLine.word(table)) -q \(ToolLine.word("sys_idIN" + sysIDs.joined(separator: ",")))"
                    + " -f sys_id,sys_mod_count,sys_updated_on --order sys_id -n \(sysIDs.count) --format json")
            guard read.status == 0 else { return (nil, AgentAnswer(read)) }
            versions = read.output
        }
        let shown = rows.prefix(5).map { row -> String in
            let parts = ["record", "column", "old", "new"].map { SingleLine.of(row.text($0) ?? "", limit: 80) }
            return parts[1].isEmpty ? parts[0] : "\(parts[0]) \(parts[1]): \(parts[2]) → \(parts[3])"
        }
        let rest = rows.count > shown.count ? ["and \(rows.count - shown.count) more"] : []
        let text = rows.isEmpty ? end.answer.scalarText ?? "" : (shown + rest).joined(separator: "\n")
        // Of an undo: its script, with a line for each record.
        let steps = text.split(separator: "\n").count { !$0.hasPrefix("#") }
        let change = PlannedChange(
            digest: SHA256.hex(Array([line, end.output, versions].joined(separator: "\n").utf8)), planLine: planLine,
            line: line, summary: "\(line)\n\(text)", records: max(rows.isEmpty ? steps : sysIDs.count, 1))
        return (change, answer)
    }

    private func known(_ digest: String) throws(ToolError) -> Int {
        guard agent.writes else {
            throw ToolError(
                "Nothing was changed: this server only reads. A person can start it with snowdeck serve mcp --writes.")
        }
        guard let place = plans.firstIndex(where: { $0.digest == digest }) else {
            throw ToolError("There is no plan with this digest. Call plan_change first.")
        }
        guard !plans[place].isUsed else { throw ToolError("This plan was applied already. Call plan_change again.") }
        return place
    }

    /// What the person is asked before a change, and why; nil if the guard needs no answer.
    func question(about digest: String) async throws(ToolError) -> (why: String, form: JSON)? {
        let plan = plans[try known(digest)], shell = agent.shell
        let name = await shell.placeName, writeGuard = await shell.writeGuard, isMany = plan.records > 1
        guard await !shell.slot.isPlaying, await shell.options.allowWrites == nil, writeGuard != .open || isMany else {
            return nil
        }
        let field: JSON =
            isMany || writeGuard == .production
            ? ["type": "string", "title": .string("Type \(name) to allow the change")]
            : ["type": "boolean", "title": "Allow the change", "default": false]
        let records = Phrase.counted(plan.records, "record")
        return (
            "A person must allow changes of \(records) on \(name). Nothing was changed.",
            [
                "method": "elicitation/create",
                "params": [
                    "mode": "form",
                    "message": .string("An agent asks to change \(records) on \(name):\n\(plan.summary)"),
                    "requestedSchema": ["type": "object", "properties": ["allow": field], "required": ["allow"]],
                ],
            ]
        )
    }

    /// Whether an answer of the person counts, which it does once after the question; else the question follows.
    func counts(_ answer: JSON?, to digest: String) -> Bool {
        guard let place = plans.firstIndex(where: { $0.digest == digest }) else { return false }
        let counts = plans[place].wasAsked && answer != nil
        plans[place].wasAsked = !counts
        return counts
    }

    /// Makes a planned change if a new plan is still the same.
    ///
    /// - Parameter form: what the person filled in, if asked.
    func apply(_ digest: String, _ form: JSON?) async throws(ToolError) -> AgentAnswer {
        let plan = plans[try known(digest)]
        if form?["allow"] == false { throw ToolError("The person did not allow the change. Nothing was changed.") }
        let (now, answer) = try await self.plan(plan.planLine, plan.line)
        guard let now else { return answer }
        guard now.digest == digest else {
            plans.removeAll { $0.digest == digest }
            throw ToolError("The records have changed since the plan. Nothing was changed. Call plan_change again.")
        }
        for place in plans.indices where plans[place].digest == digest { plans[place].isUsed = true }
        agent.consent.give(form.map { $0["allow"] == true ? "y" : $0.text("allow") ?? "" })
        defer { agent.consent.give(nil) }
        return AgentAnswer(try await run(plan.line))
    }
}
