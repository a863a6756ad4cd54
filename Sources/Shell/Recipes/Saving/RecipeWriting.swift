import Notation

/// Writes a recipe's file from what was proposed.
struct RecipeWriting {
    private(set) var text = ""
    private(set) var writes: [String] = []
    private(set) var parameters: [RecipeParameter]

    private let name: String
    private let history: SessionHistory
    private let sorting: StepSorting
    private let captures: ProposedCaptures
    private let proposed: ProposedParameters
    private let expected: ProposedExpectations
    private var kept: [Int]
    /// Lines at the end that delete what the recipe made: they run whatever happens.
    private var cleanup: [Int] = []

    init(
        _ name: String, _ history: SessionHistory, _ sorting: StepSorting, _ captures: ProposedCaptures,
        _ proposed: ProposedParameters, _ expected: ProposedExpectations
    ) {
        self.name = name
        self.history = history
        self.sorting = sorting
        self.captures = captures
        self.proposed = proposed
        self.expected = expected
        kept = sorting.kept
        parameters = proposed.parameters
        for place in kept {
            for word in DeclaredWrites.of(history.steps[place]) where !writes.contains(word) { writes.append(word) }
        }
    }

    mutating func write(_ names: inout UniqueNames) {
        let made = CreatedRecords(history.steps, kept)
        while let last = kept.last, kept.count > 1, made.isDeleted(by: last) {
            cleanup.insert(last, at: 0)
            kept.removeLast()
        }
        let left = made.left(names: &names) { place, path in capture(at: place, path) }
        if !left.isEmpty {
            let keep = names.take("keep")
            let things = RecipeWords.things(of: left.map(\.table))
            parameters.append(
                RecipeParameter(
                    keep, .bool, fallback: "true", description: "false deletes the \(things) at the end", line: 0))
            text =
                head + body(left)
                + cleanupBlock(
                    "With \(keep)=false the \(things) \(left.count == 1 ? "is" : "are") deleted at the end, whatever happened.",
                    "cleanup\nif {{\(keep)}} == false\n", left.reversed().map(\.command))
        } else {
            text = head + body([])
            if !cleanup.isEmpty {
                text += cleanupBlock(
                    "At the end, whatever happened, delete what was created.", "cleanup\n",
                    cleanup.map { command(at: $0, []) })
            }
        }
    }

    /// The name under which a line keeps that value already; nil when it does not.
    private func capture(at place: Int, _ path: FieldPath) -> String? {
        if let added = captures.added[place]?.first(where: { $0.path == path }) { return added.name }
        let own = history.steps[place].invocation?.captures.last { $0.path == path }?.name
        let isUsedAgain = kept.contains { other in
            other > place && history.steps[other].invocation?.captures.contains { $0.name == own } ?? false
        }
        return isUsedAgain ? nil : own
    }

    private var head: String {
        var parts = ["# " + RecipeWords.heading(name), explanation]
        parts.append("writes: " + (writes.isEmpty ? "nothing" : writes.joined(separator: ", ")))
        if !parameters.isEmpty { parts.append("```params\n" + ParameterLines.text(of: parameters) + "```") }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private var explanation: String {
        RecipeExplanation(kept.map { history.steps[$0] }) { sentence(kept[$0]) }.text
    }

    private func sentence(_ place: Int) -> StepSentence {
        let step = history.steps[place]
        let captures = !(captures.added[place] ?? []).isEmpty || !(step.invocation?.captures.isEmpty ?? true)
        let isAnother = kept.contains { earlier in
            earlier < place && history.steps[earlier].arguments?.command == .tableCreate
                && history.steps[earlier].arguments?.string("table") == step.arguments?.string("table")
        }
        return StepSentence(step, captures: captures, isAnother: isAnother)
    }

    private func body(_ left: [CreatedRecords.Left]) -> String {
        var text = "", open = false
        for place in kept {
            let joins = open && sorting.looksAtChange.contains(place) && captures.added[place] == nil
            if !joins {
                if open { text += "```\n" }
                text += "\n" + sentence(place).text + "\n\n```snowdeck\n"
            }
            open = true
            text += "> " + command(at: place, left.filter { $0.place == place && $0.isNew }) + "\n"
            for line in expected.lines[place] ?? [] { text += "? " + line + "\n" }
            for line in expected.output[place] ?? [] { text += line + "\n" }
        }
        return text + (open ? "```\n" : "")
    }

    private func command(at place: Int, _ more: [CreatedRecords.Left]) -> String {
        let step = history.steps[place]
        let edits = (captures.edits[place] ?? []) + (proposed.edits[place] ?? [])
        var line = LineEdit.command(of: step, edits).text
        let bytes = Array(step.line.utf8)
        for capture in step.invocation?.captures ?? [] {
            line += " " + String(decoding: bytes[capture.span], as: UTF8.self)
        }
        for capture in captures.added[place] ?? [] { line += " => \(capture.name) = \(capture.path)" }
        for one in more { line += " => \(one.variable) = \(one.path)" }
        return line
    }

    private func cleanupBlock(_ prose: String, _ control: String, _ commands: [String]) -> String {
        let lines = commands.map { "> \($0)\n" }.joined()
        return "\n\(prose)\n\n```snowdeck\n\(control)\(lines)```\n"
    }
}

/// The lines of a `params` block.
enum ParameterLines {
    /// The lines, each with its end, comments below each other.
    static func text(of parameters: [RecipeParameter]) -> String {
        let width = parameters.map(\.name.count).max() ?? 0
        let starts = parameters.map { parameter in
            guard let fallback = parameter.fallback else { return parameter.name }
            let name = parameter.name + String(repeating: " ", count: width - parameter.name.count)
            return "\(name) = \(value(fallback))"
        }
        let column = starts.map(\.count).max() ?? 0
        return zip(starts, parameters).map { start, parameter in
            let type = parameter.kind.text
            let about = parameter.description.isEmpty ? type : "\(type): \(parameter.description)"
            return start + String(repeating: " ", count: column - start.count + 3) + "# \(about)\n"
        }.joined()
    }

    private static func value(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy {
                $0 > 0x20 && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'")
                    && $0 != UInt8(ascii: "\\")
            }
        return isPlain ? text : "\"" + Quoting.inDoubleQuotes(text) + "\""
    }
}
