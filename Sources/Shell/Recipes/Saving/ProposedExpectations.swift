import NowData
import Notation

/// Expectations that held in the session and will hold in later runs.
struct ProposedExpectations {
    /// The expectations of each step, without the `?`, by index.
    private(set) var lines: [Int: [String]] = [:]
    /// The expected output of each step, by index.
    private(set) var output: [Int: [String]] = [:]

    private let history: SessionHistory
    private let parameters: ProposedParameters
    /// The records that the recipe creates.
    private var own: Set<String> = []
    private static let maxLines = 9

    init(
        _ history: SessionHistory, _ sorting: StepSelection, _ captures: ProposedCaptures,
        _ parameters: ProposedParameters
    ) {
        self.history = history
        self.parameters = parameters
        for place in sorting.kept {
            let step = history.steps[place]
            guard step.status == 0 else {
                lines[place] = ["exit == \(step.status ?? 0)"]
                continue
            }
            let least = captures.leastRows[place].map { ["rows >= \($0)"] } ?? []
            if step.writes {
                if step.command?.traits.expects == .created { own.formUnion(step.changedRecords) }
                lines[place] = least + expectations(ofChange: step, at: place)
            } else if sorting.changeQueries.contains(place), let shown = ownOutput(step) {
                output[place] = shown
                lines[place] = least
            } else {
                let isOwn = !own.isDisjoint(with: step.namedRecords)
                lines[place] = least.isEmpty ? expectations(ofQuestion: step, isOwn: isOwn) : least
            }
        }
    }

    private func expectations(ofChange step: SessionStep, at place: Int) -> [String] {
        switch step.command?.traits.expects ?? .nothing {
        case .nothing: []
        case .created: step.lastStatus == 201 ? ["http 201"] : []
        case .fields: newValues(of: step, at: place)
        case .status: step.lastStatus.map { ["http \($0)"] } ?? []
        }
    }

    private func expectations(ofQuestion step: SessionStep, isOwn: Bool) -> [String] {
        if step.command?.traits.inRecipes == .navigation { return step.lastStatus.map { ["http \($0)"] } ?? [] }
        switch step.value {
        case .array(let rows)? where !rows.isEmpty: return ["rows >= 1"]
        case .object? where isOwn: return [".number exists"]
        case .object? where step.lastStatus == 200 && step.command == .rest: return ["http 200"]
        default: return []
        }
    }

    /// The stored values of the fields that were set.
    private func newValues(of step: SessionStep, at place: Int) -> [String] {
        guard let arguments = step.arguments, arguments.has("record") else { return [] }
        let table = arguments.string("table") ?? ""
        return arguments.assignments.prefix(4).compactMap { assignment in
            let path = "." + assignment.name
            guard let stored = step.text(at: path), !stored.isEmpty, stored.utf8.count <= 60,
                !stored.utf8.contains(where: { $0 < 0x20 }),
                !(history.column(assignment.name, of: table)?.type.hasPrefix("journal") ?? false)
            else { return nil }
            if let edit = parameters.edits[place]?.first(where: { assignment.value.span.overlaps($0.range) }) {
                return edit.range == assignment.value.typedRange ? "\(path) == {{\(edit.name)}}" : nil
            }
            // The value of a variable and the sys_id of a reference differ in other runs.
            if assignment.value.word.literal == nil {
                guard assignment.value.text == stored, assignment.value.word.pieces.count == 1,
                    case .variable(let name, _) = assignment.value.word.pieces[0]
                else { return nil }
                return "\(path) == {{\(name)}}"
            }
            return history.reference(assignment.name, of: table) == nil ? "\(path) == \(stored)" : "\(path) exists"
        }
    }

    /// The user's name in columns that the instance fills with the current user.
    private var userNames: [String] {
        history.steps.flatMap { $0.output.split(separator: "\n") }.compactMap { line in
            let field = line.prefix { $0 != " " }
            guard Self.filledWithUser.contains(String(field)) else { return nil }
            let name = ASCII.trimmed(line.dropFirst(field.count))
            return name.isEmpty ? nil : String(name)
        }
    }

    private static let filledWithUser: Set<String> = [
        "closed_by", "opened_by", "requested_by", "resolved_by", "sys_created_by", "sys_updated_by",
    ]

    /// The short output of showing a record that the recipe creates, with holes; nil for other records.
    private func ownOutput(_ step: SessionStep) -> [String]? {
        let shown = step.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // A fence would end the block, and sizes and types of files may differ in other runs.
        guard !step.hasOwnSettings, !own.isDisjoint(with: step.namedRecords), !step.output.isEmpty,
            shown.count <= Self.maxLines, !step.output.contains("```"),
            !(step.command?.group == "attach" && parameters.parameters.contains { $0.kind == .file })
        else { return nil }
        let hidden = [history.user ?? ""] + userNames + parameters.shownDefaults
        var lines = shown.map { line in
            let field = String(line.prefix { $0 != " " })
            // A value that depends on a parameter becomes a hole.
            if parameters.fields.contains(field), line.utf8.count > field.utf8.count { return "\(field)  [..]" }
            return RecipeStep.written(outputLine: ValueForm.holes(in: line, hiding: hidden))
        }
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return step.errors.isEmpty ? lines : lines + ["..."]
    }
}
