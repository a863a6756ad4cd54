import Notation
import TapeDeck

/// The variables of a saved recipe.
///
/// A value that came from an answer becomes a capture, a value typed twice a parameter; all others stay as typed. What
/// the lines do not define is a parameter too: secrets, which the tape does not have, and variables set before.
struct RecipeVariables {
    /// The captures to add to each line, by index.
    private(set) var captures: [Int: [(name: String, path: FieldPath)]] = [:]
    private(set) var parameters: [RecipeParameter] = []
    /// The parts of each line to replace by variables, by index.
    private(set) var edits: [Int: [LineEdit]] = [:]

    private let steps: [SessionStep]
    private let lines: SavedLines
    private var names: VariableNames

    init(_ steps: [SessionStep], _ lines: SavedLines) {
        self.steps = steps
        self.lines = lines
        names = VariableNames(
            taken: steps.reduce(into: Set<String>()) { taken, step in
                taken.formUnion(step.variables.keys)
                taken.formUnion(step.variableNames)
                taken.formUnion(step.definedNames)
            })
        addCaptures()
        addUndefined()
        addSecrets()
        addRepeated()
    }

    private struct Answer: Hashable {
        let place: Int
        let path: FieldPath
    }

    private mutating func addCaptures() {
        let defined = lines.kept.flatMap { steps[$0].definedNames }.reduce(into: [String: Int]()) {
            $0[$1, default: 0] += 1
        }
        var known: [Answer: String] = [:]
        for place in lines.kept {
            for capture in steps[place].invocation?.captures ?? [] where defined[capture.name] == 1 {
                known[Answer(place: place, path: capture.path ?? FieldPath(steps: []))] = capture.name
            }
        }
        for place in lines.kept {
            for use in lines.uses[place] ?? [] {
                let answer = Answer(place: use.source, path: use.path)
                let wanted = name(of: use)
                let name = known[answer] ?? names.take(wanted)
                if known[answer] == nil { captures[use.source, default: []].append((name, use.path)) }
                known[answer] = name
                edits[place, default: []].append(LineEdit(range: use.value.range, name: name))
            }
        }
    }

    /// `incident` for an incident's number, `incident_id` for its sys_id, `email` for a field of that name.
    private func name(of use: SavedLines.Use) -> String {
        let record = VariableNames.ofRecord(steps[use.source].arguments?.table ?? "", use.value.text)
        switch use.path.field {
        case "sys_id": return record + "_id"
        case "number", "name", "user_name", "": return record
        case let field: return VariableNames.ofField(field)
        }
    }

    /// Variables that no line before defines; their values are the defaults.
    private mutating func addUndefined() {
        var defined: Set<String> = []
        for place in lines.kept {
            for name in steps[place].variableNames where defined.insert(name).inserted {
                let value = steps[place].variables[name]
                let isSecret = Redaction.isSecret(name) || value.map { Placeholder.occurs(in: $0) } ?? false
                parameters.append(
                    RecipeParameter(name, isSecret ? .secret : .string, fallback: isSecret ? nil : value, line: 0))
            }
            defined.formUnion(steps[place].definedNames)
        }
    }

    private mutating func addSecrets() {
        var known: [String: String] = [:]
        for place in lines.kept {
            for case .text(let text, let span, _) in steps[place].invocation?.words.flatMap(\.pieces) ?? []
            where text.utf8.count == span.count {
                for range in Placeholder.places(in: text) {
                    let secret = String(decoding: Array(text.utf8)[range], as: UTF8.self)
                    let label = secret.split(separator: "-").dropFirst().first.map(String.init) ?? "secret"
                    let name = known[secret] ?? names.take(VariableNames.valid(label))
                    if known[secret] == nil { parameters.append(RecipeParameter(name, .secret, line: 0)) }
                    known[secret] = name
                    let start = span.lowerBound + range.lowerBound
                    edits[place, default: []].append(LineEdit(range: start..<start + range.count, name: name))
                }
            }
        }
    }

    private mutating func addRepeated() {
        let uses = Dictionary(grouping: lines.typed) { $0.value.text }.filter { $0.value.count > 1 }
        var known: [String: String] = [:]
        for (place, value) in lines.typed where uses[value.text] != nil {
            let name = known[value.text] ?? names.take(value.name)
            if known[value.text] == nil {
                parameters.append(RecipeParameter(name, .string, fallback: value.text, line: 0))
            }
            known[value.text] = name
            edits[place, default: []].append(LineEdit(range: value.range, name: name))
        }
    }
}

extension SessionStep {
    /// The variables that the line captures or sets.
    fileprivate var definedNames: [String] {
        let set = command == .set ? arguments?.assignments.map(\.name) ?? [] : []
        return set + (invocation?.captures.map(\.name) ?? [])
    }
}
