import Notation

/// The text of a recipe made from a session, and the decisions behind it.
package struct RecipeDraft: Sendable {
    package struct Line: Sendable {
        package var number: Int64
        package var line: String
        /// Why it is left out; nil if it is kept.
        package var reason: String?
    }

    package private(set) var text = ""
    /// Every line of the session, in order.
    package private(set) var lines: [Line] = []
    package private(set) var captures: [String] = []
    package private(set) var parameters: [RecipeParameter] = []
    /// How many expectations it has, including outputs.
    package private(set) var expectations = 0
    /// The files that it reads: their names next to the recipe, and their paths in the session.
    package private(set) var files: [(name: String, source: String)] = []
    package private(set) var writes: [String] = []

    package var kept: Int { lines.count { $0.reason == nil } }

    /// - Parameters:
    ///   - name: the recipe's name, which becomes its heading.
    ///   - keepsFailed: whether to keep lines that failed and expect the failure.
    ///   - keepsLooking: whether to keep lines that only explored.
    package init(_ name: String, _ history: SessionHistory, keepsFailed: Bool = false, keepsLooking: Bool = false) {
        let steps = history.steps
        let trail = ValueTrace(steps)
        let sorting = StepSelection(history, trail, keepsFailed: keepsFailed, keepsLooking: keepsLooking)
        lines = zip(steps, sorting.reasons).map { Line(number: $0.number, line: $0.line, reason: $1) }
        let kept = sorting.kept
        var names = UniqueNames(
            Set(history.variables.keys)
                .union(kept.flatMap { steps[$0].variables.keys })
                .union(kept.flatMap { steps[$0].invocation?.captures.map(\.name) ?? [] }))
        let captures = ProposedCaptures(steps, kept, trail, &names)
        let proposed = ProposedParameters(history, kept, trail, captures, &names)
        let expected = ProposedExpectations(history, sorting, captures, proposed)
        var blocks = RecipeBlocks(steps, kept, captures, proposed, expected)
        blocks.write(&names)

        for place in kept {
            guard let invocation = steps[place].invocation else { continue }
            let effects = RecipeEffects.of(invocation, variables: Expansion(steps[place].variables))
            for word in effects.changes.compactMap(\.name) where !writes.contains(word) { writes.append(word) }
        }
        parameters = proposed.parameters + blocks.parameters
        files = proposed.files + kept.flatMap { Self.files(of: steps[$0]) }.map { (name: $0, source: $0) }
        self.captures = kept.flatMap { captures.added[$0]?.map(\.name) ?? [] }
        expectations = kept.reduce(0) { count, place in
            count + (expected.lines[place]?.count ?? 0) + (expected.output[place] == nil ? 0 : 1)
        }
        var parts = ["# " + Self.heading(name)]
        parts.append("writes: " + (writes.isEmpty ? "nothing" : writes.joined(separator: ", ")))
        if !parameters.isEmpty { parts.append("```params\n" + Self.text(of: parameters) + "```") }
        text = (parts + blocks.texts).joined(separator: "\n\n") + "\n"
    }

    /// The files of a line's `@FILE` arguments that are below the working directory.
    private static func files(of step: SessionStep) -> [String] {
        guard let arguments = step.arguments else { return [] }
        let definition = arguments.command
        let named = definition.arguments.map(\.name) + definition.flags.map(\.name)
        let values = named.flatMap { arguments.given($0) } + arguments.assignments.map(\.value)
        return values.compactMap(\.fileName).filter { !$0.isEmpty && !$0.hasPrefix("/") && !$0.contains("..") }
    }

    /// `Raise incident` for `raise-incident`.
    private static func heading(_ name: String) -> String {
        let words = name.split { $0 == "-" || $0 == "_" || $0 == " " || $0 == "/" }.joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The lines of a `params` block, with aligned comments.
    private static func text(of parameters: [RecipeParameter]) -> String {
        let width = parameters.map(\.name.count).max() ?? 0
        let starts = parameters.map { parameter in
            guard let fallback = parameter.fallback else { return parameter.name }
            let name = parameter.name + String(repeating: " ", count: width - parameter.name.count)
            let needsQuotes = fallback.isEmpty || fallback.utf8.contains { $0 <= 0x20 || "#\"'\\".utf8.contains($0) }
            return "\(name) = " + (needsQuotes ? "\"" + Quoting.inDoubleQuotes(fallback) + "\"" : fallback)
        }
        let column = starts.map(\.count).max() ?? 0
        return zip(starts, parameters).map { start, parameter in
            let type = parameter.kind.text
            let about = parameter.description.isEmpty ? type : "\(type): \(parameter.description)"
            return start + String(repeating: " ", count: column - start.count + 3) + "# \(about)\n"
        }.joined()
    }
}

/// Writes the blocks of a recipe: its steps, and the deletion of the records that they create.
private struct RecipeBlocks {
    private(set) var texts: [String] = []
    /// Parameters needed besides the proposed ones.
    private(set) var parameters: [RecipeParameter] = []

    private let steps: [SessionStep]
    private let kept: [Int]
    private let captures: ProposedCaptures
    private let proposed: ProposedParameters
    private let expected: ProposedExpectations

    init(
        _ steps: [SessionStep], _ kept: [Int], _ captures: ProposedCaptures, _ proposed: ProposedParameters,
        _ expected: ProposedExpectations
    ) {
        self.steps = steps
        self.kept = kept
        self.captures = captures
        self.proposed = proposed
        self.expected = expected
    }

    private struct Created {
        let place: Int
        let table: String
        let records: Set<String>
        let path: FieldPath
    }

    mutating func write(_ names: inout UniqueNames) {
        let created = kept.compactMap(createdRecord)
        func isDeletion(_ place: Int) -> Bool {
            steps[place].status == 0 && steps[place].command == .tableDelete
                && created.contains { !$0.records.isDisjoint(with: steps[place].namedRecords) }
        }
        // Final deletions become cleanup, which always runs.
        let end = kept.dropFirst().reversed().prefix(while: isDeletion).count
        let deleted = kept.filter(isDeletion).reduce(into: Set<String>()) { $0.formUnion(steps[$1].namedRecords) }
        let left = created.filter { $0.records.isDisjoint(with: deleted) }
        var extra: [Int: String] = [:]
        var cleanup: [String] = []
        for record in left {
            let known = captureName(of: record)
            let name = known ?? names.take(UniqueNames.ofTable(record.table))
            if known == nil { extra[record.place] = " => \(name) = \(record.path)" }
            cleanup.insert("> table delete \(record.table) {{\(name)}}", at: 0)
        }
        let body = left.isEmpty ? kept.dropLast(end) : kept[...]
        texts = [block(body.flatMap { lines(at: $0, extra[$0] ?? "") })]
        if !left.isEmpty {
            let keep = names.take("keep")
            parameters = [
                RecipeParameter(keep, .bool, fallback: "true", description: "false deletes what was created", line: 0)
            ]
            texts.append(block(["cleanup", "if {{\(keep)}} == false"] + cleanup))
        } else if end > 0 {
            texts.append(block(["cleanup"] + kept.suffix(end).map { "> " + command(at: $0) }))
        }
    }

    private func block(_ lines: [String]) -> String {
        (["```snowdeck"] + lines + ["```"]).joined(separator: "\n")
    }

    /// Where a created record has its number and sys_id.
    private static let names = ["number", "sys_id"].map { FieldPath(steps: [.member($0)]) }

    private func createdRecord(at place: Int) -> Created? {
        let step = steps[place]
        guard step.status == 0, step.command == .tableCreate, let table = step.arguments?.string("table"),
            let path = Self.names.first(where: { !(step.text(at: $0.description) ?? "").isEmpty })
        else { return nil }
        let records = Self.names.compactMap { step.text(at: $0.description) }
        return Created(place: place, table: table, records: Set(records), path: path)
    }

    /// The variable that captured a created record; nil if none does or its name is reused.
    private func captureName(of record: Created) -> String? {
        if let added = captures.added[record.place]?.first(where: { $0.path == record.path }) {
            return added.name
        }
        let own = steps[record.place].invocation?.captures.last { $0.path == record.path }?.name
        let isUsedAgain = kept.contains { other in
            other > record.place && steps[other].invocation?.captures.contains { $0.name == own } ?? false
        }
        return isUsedAgain ? nil : own
    }

    private func lines(at place: Int, _ extra: String) -> [String] {
        ["> " + command(at: place) + extra] + (expected.lines[place] ?? []).map { "? " + $0 }
            + (expected.output[place] ?? [])
    }

    private func command(at place: Int) -> String {
        let step = steps[place]
        let edits = (captures.edits[place] ?? []) + (proposed.edits[place] ?? [])
        var line = LineEdit.command(of: step, edits)
        let bytes = Array(step.line.utf8)
        for capture in step.invocation?.captures ?? [] {
            line += " " + String(decoding: bytes[capture.span], as: UTF8.self)
        }
        for capture in captures.added[place] ?? [] { line += " => \(capture.name) = \(capture.path)" }
        return line
    }
}
