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
    /// A sentence and the first records, for the person who allows it.
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
        let (change, answer) = try await plan(lines.plan, lines.line)
        guard let change else { return answer }
        plans.removeAll { $0.digest == change.digest }
        plans.append(change)
        if plans.count > Self.mostPlans { plans.removeFirst() }
        var told = answer
        if case .object(let values)? = arguments["values"], arguments["action"] == "create" {
            told.answer = .array(values.map { ["column": .string($0.name), "new": $0.value] })
        }
        told.more = [
            JSON.Member("digest", .string(change.digest)), JSON.Member("records", .number(String(change.records))),
            JSON.Member("line", .string(change.line)),
        ]
        return told
    }

    private static func lines(of arguments: JSON) throws(ToolError) -> (plan: String, line: String) {
        let action = arguments["action"]?.scalarText ?? ""
        func refuse(_ names: [String]) throws(ToolError) {
            if let name = names.first(where: { arguments[$0] != nil }) {
                throw ToolError("\(action) takes no \(name).")
            }
        }
        if action == "undo" {
            try refuse(["table", "record", "conditions", "values"])
            // Only what this server changed, or what is on the tape that it continues.
            return ("undo % --format json", "undo % --run --format json")
        }
        guard arguments["table"] != nil else { throw ToolError("\(action) needs a table.") }
        var line = ToolLine(arguments)
        line.add("table \(action)", ["table"])
        if action == "create" {
            try refuse(["record", "conditions"])
        } else {
            guard (arguments["record"] == nil) != (arguments["conditions"] == nil) else {
                throw ToolError("\(action) needs a record or conditions, and not both.")
            }
            line.add("", ["record"])
            try line.addConditions()
        }
        if action == "delete" {
            try refuse(["values"])
        } else {
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
        let end = try await run(planLine)
        let answer = AgentAnswer(end), rows = end.answer.elements
        // A plan to create a record prints no rows.
        guard !answer.isError, !end.output.isEmpty || line.hasPrefix("table create ") else { return (nil, answer) }
        var sysIDs: [String] = []
        for row in rows {
            if let sysID = row["sys_id"]?.scalarText, !sysID.isEmpty, !sysIDs.contains(sysID) { sysIDs.append(sysID) }
        }
        guard sysIDs.count <= Self.mostRecords else {
            throw ToolError(
                "The conditions match \(sysIDs.count) records; a plan changes at most \(Self.mostRecords). Add conditions."
            )
        }
        var versions = ""
        if let table = rows.first?["table"]?.scalarText, !sysIDs.isEmpty {
            let read = try await run(
                "table list \(ToolLine.word(table)) -q \(ToolLine.word("sys_idIN" + sysIDs.joined(separator: ",")))"
                    + " -f sys_id,sys_mod_count,sys_updated_on --order sys_id -n \(sysIDs.count) --format json")
            guard read.status == 0 else { return (nil, AgentAnswer(read)) }
            versions = read.output
        }
        let shown = rows.prefix(5).map { row -> String in
            let parts = ["record", "column", "old", "new"].map { row[$0]?.scalarText ?? "" }
            return parts[1].isEmpty ? parts[0] : "\(parts[0]) \(parts[1]): \(parts[2]) → \(parts[3])"
        }
        let rest = rows.count > shown.count ? ["and \(rows.count - shown.count) more"] : []
        let text = rows.isEmpty ? end.answer.scalarText ?? "" : (shown + rest).joined(separator: "\n")
        let digest = SHA256.hex(Array([line, end.output, versions].joined(separator: "\n").utf8))
        let count = rows.isEmpty ? text.split(separator: "\n").count { !$0.hasPrefix("#") } : max(sysIDs.count, 1)
        return (
            PlannedChange(
                digest: digest, planLine: planLine, line: line, summary: "\(line)\n\(text)", records: count), answer
        )
    }

    private func known(_ digest: String) throws(ToolError) -> Int {
        guard options.writes else {
            throw ToolError(
                "Nothing was changed: this server only reads. A person can start it with snowdeck serve mcp --writes.")
        }
        guard let place = plans.firstIndex(where: { $0.digest == digest }) else {
            throw ToolError("There is no plan with this digest. Call plan_change first.")
        }
        guard !plans[place].isUsed else { throw ToolError("This plan was applied already. Call plan_change again.") }
        return place
    }

    /// What the person is asked before a change; nil if the guard needs no answer.
    func question(about digest: String) async throws(ToolError) -> (why: String, request: JSON)? {
        let plan = plans[try known(digest)]
        let shell = agent.shell
        let place = await shell.placeName, isOpen = await shell.writeGuard == .open
        let isNamed = await shell.options.allowWrites != nil, isPlaying = await shell.slot.isPlaying
        guard !isPlaying, !isNamed, !isOpen || plan.records > 1 else { return nil }
        let takesName = await shell.writeGuard == .production || plan.records > 1
        let field: JSON =
            takesName
            ? ["type": "string", "title": .string("Type \(place) to allow the change")]
            : ["type": "boolean", "title": "Allow the change", "default": false]
        let why = "A person must allow changes of \(Phrase.counted(plan.records, "record")) on \(place)."
        return (
            why,
            [
                "method": "elicitation/create",
                "params": [
                    "mode": "form", "message": .string("An agent asks to change \(place):\n\(plan.summary)"),
                    "requestedSchema": [
                        "type": "object", "properties": ["allow": field], "required": ["allow"],
                    ],
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
        if let allow = form?["allow"], allow == false { throw ToolError("The person did not allow the change.") }
        let (now, answer) = try await self.plan(plan.planLine, plan.line)
        guard let now else { return answer }
        guard now.digest == digest else {
            plans.removeAll { $0.digest == digest }
            throw ToolError("The records have changed since the plan. Nothing was changed. Call plan_change again.")
        }
        for place in plans.indices where plans[place].digest == digest { plans[place].isUsed = true }
        agent.consent.give(form?["allow"].map { $0 == true ? "y" : $0.scalarText ?? "" })
        defer { agent.consent.give(nil) }
        return AgentAnswer(try await run(plan.line))
    }
}
