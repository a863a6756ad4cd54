/// The captures that the lines of a recipe need, beside those they have.
struct ProposedCaptures {
    /// What is added to each line, by its place.
    private(set) var added: [Int: [(name: String, path: FieldPath)]] = [:]
    /// What becomes of the values of each line that come from an answer.
    private(set) var edits: [Int: [LineEdit]] = [:]
    /// The least number of records that each list must bring, by its place.
    private(set) var leastRows: [Int: Int] = [:]

    private struct Key: Hashable {
        let source: Int
        let path: FieldPath
    }

    init(_ steps: [SessionStep], _ kept: [Int], _ trail: ValueTrail, _ names: inout UniqueNames) {
        var known: [Key: String] = [:]
        var counts: [String: Int] = [:]
        for place in kept {
            for capture in steps[place].invocation?.captures ?? [] { counts[capture.name, default: 0] += 1 }
        }
        for place in kept {
            for capture in steps[place].invocation?.captures ?? [] where counts[capture.name] == 1 {
                known[Key(source: place, path: capture.path ?? FieldPath(steps: []))] = capture.name
            }
        }
        let stays = Set(kept)
        for place in kept {
            for use in trail.uses[place] where stays.contains(use.source) {
                let key = Key(source: use.source, path: use.path)
                let name = known[key] ?? names.take(Self.name(of: use.path, in: steps[use.source], use.text))
                if known[key] == nil { added[use.source, default: []].append((name, use.path)) }
                known[key] = name
                edits[place, default: []].append(LineEdit(range: use.range, name: name))
            }
        }
        for place in kept {
            let own = steps[place].invocation?.captures.compactMap(\.path) ?? []
            for path in own + (added[place] ?? []).map(\.path) {
                guard case .element(let index)? = path.steps.first, index >= 0 else { continue }
                leastRows[place] = max(leastRows[place] ?? 0, index + 1)
            }
        }
    }

    /// `inc` for an incident's number, `inc_id` for its sys_id, `email` for a field of that name.
    private static func name(of path: FieldPath, in step: SessionStep, _ text: String) -> String {
        let field = AnswerValues.leaf(path.steps)
        let record = record(of: step, text)
        switch field {
        case "number": return record
        case "sys_id":
            let takesNumber = step.invocation?.captures.contains { $0.name == record } ?? false
            return takesNumber || hasNumber(step) ? record + "_id" : record
        case "name", "user_name", "": return record
        default: return RecipeWords.variable(field: field)
        }
    }

    private static func hasNumber(_ step: SessionStep) -> Bool {
        guard let value = step.value, let path = try? FieldPath(".number") else { return false }
        return (try? path.text(in: value)) != nil
    }

    /// The variable for a record that a step answers with.
    private static func record(of step: SessionStep, _ text: String) -> String {
        if let table = step.arguments?.string("table") { return RecipeWords.variable(table) }
        let letters = text.prefix { $0.isLetter }
        let byNumber = ["INC": "inc", "PRB": "prb", "CHG": "chg", "REQ": "req", "RITM": "ritm", "KB": "article"]
        return byNumber[String(letters)] ?? (step.arguments?.command.group == "task" ? "task" : "record")
    }
}
