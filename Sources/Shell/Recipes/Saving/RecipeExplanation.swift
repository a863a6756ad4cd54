/// Says in one sentence what the lines of a recipe do.
struct RecipeExplanation {
    /// The sentence.
    let text: String

    /// - Parameters:
    ///   - steps: the lines that it is about.
    ///   - sentence: what one of them does.
    init(_ steps: [SessionStep], _ sentence: (Int) -> StepSentence) {
        let hasChanges = steps.contains(where: \.writes)
        var parts: [String] = [], tables: Set<String> = []
        for place in steps.indices where steps[place].writes || !hasChanges {
            let part: String
            if let table = Self.updated(by: steps[place]) {
                // Several changes of one record are told as one.
                guard tables.insert(table).inserted else { continue }
                var fields: [String] = []
                for step in steps where Self.updated(by: step) == table {
                    for assignment in step.arguments?.assignments ?? [] {
                        let name = RecipeWords.field(assignment.name)
                        if !fields.contains(name) { fields.append(name) }
                    }
                }
                part = "sets its \(Phrase.listed(fields, joinedBy: "and"))"
            } else {
                part = sentence(place).summary
            }
            if !parts.contains(part) { parts.append(part) }
        }
        if parts.count > 5 { parts = Array(parts.prefix(4)) + ["goes on from there"] }
        let said: String
        if parts.count > 1, parts.contains(where: { $0.contains(" and ") }) {
            // A part that holds an "and" needs a comma to show where the last one begins.
            said = parts.dropLast().joined(separator: ", ") + ", and " + (parts.last ?? "")
        } else {
            said = Phrase.listed(parts, joinedBy: "and")
        }
        text = said.prefix(1).uppercased() + said.dropFirst() + "."
    }

    /// The table of the one record that a line changes.
    private static func updated(by step: SessionStep) -> String? {
        guard let arguments = step.arguments, arguments.command == .tableUpdate, arguments.has("record")
        else {
            return nil
        }
        return arguments.string("table")
    }
}
