import Notation

/// The text of a recipe made from a session, and the decisions behind it.
package struct RecipeDraft: Sendable {
    package struct Line: Sendable {
        package var number: Int64
        package var line: String
        /// Why it is left out; nil if it is kept.
        package var reason: String?
    }

    /// Every line of the session, in order.
    package let lines: [Line]
    package let captures: [String]
    package let parameters: [RecipeParameter]
    /// The files that its lines read.
    package private(set) var files: [String] = []
    package private(set) var writes: [String] = []
    package private(set) var text = ""

    package var kept: Int { lines.count { $0.reason == nil } }

    /// - Parameter name: the recipe's name, which becomes its heading.
    package init(_ name: String, _ steps: [SessionStep]) {
        let saved = SavedLines(steps)
        let variables = RecipeVariables(steps, saved)
        lines = zip(steps, saved.reasons).map { Line(number: $0.number, line: $0.line, reason: $1) }
        captures = saved.kept.flatMap { variables.captures[$0]?.map(\.name) ?? [] }
        parameters = variables.parameters
        var commands: [String] = []
        for place in saved.kept {
            guard let invocation = steps[place].invocation else { continue }
            let effects = RecipeEffects.of(invocation, variables: Expansion(steps[place].variables))
            for word in effects.changes.compactMap(\.name) where !writes.contains(word) { writes.append(word) }
            if let match = try? CommandTable.match(invocation) {
                files += RecipeRules.files(namedBy: match).filter { $0.isKnown && !$0.path.isEmpty }.map(\.path)
            }
            let bytes = Array(steps[place].line.utf8)
            let captures = invocation.captures.map { " " + String(decoding: bytes[$0.span], as: UTF8.self) }
            let added = variables.captures[place]?.map { " => \($0.name) = \($0.path)" } ?? []
            let command = LineEdit.command(of: steps[place], variables.edits[place] ?? [])
            commands.append("> " + command + (captures + added).joined())
        }
        var parts = ["# " + Self.heading(name)]
        parts.append("writes: " + (writes.isEmpty ? "nothing" : writes.joined(separator: ", ")))
        if !parameters.isEmpty { parts.append("```params\n" + parameters.map(Self.text).joined() + "```") }
        parts.append((["```snowdeck"] + commands + ["```"]).joined(separator: "\n"))
        text = parts.joined(separator: "\n\n") + "\n"
        if let formatted = try? RecipeFormat.formatted(text) { text = formatted }
    }

    /// `Raise incident` for `raise-incident`.
    private static func heading(_ name: String) -> String {
        let words = name.split { $0 == "-" || $0 == "_" || $0 == " " || $0 == "/" }.joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// A line of a `params` block.
    private static func text(of parameter: RecipeParameter) -> String {
        guard let fallback = parameter.fallback else { return "\(parameter.name) # \(parameter.kind.text)\n" }
        let needsQuotes = fallback.isEmpty || fallback.utf8.contains { $0 <= 0x20 || "#\"'\\".utf8.contains($0) }
        let value = needsQuotes ? "\"" + Quoting.inDoubleQuotes(fallback) + "\"" : fallback
        return "\(parameter.name) = \(value) # \(parameter.kind.text)\n"
    }
}
