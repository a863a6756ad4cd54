import Notation

/// What a recipe expects of its lines: what held in the session and will hold in the next one.
struct ProposedExpectations {
    /// The `?` lines of each step, without the mark, by its place.
    private(set) var lines: [Int: [String]] = [:]
    /// The expected output of each step, by its place.
    private(set) var output: [Int: [String]] = [:]

    private let history: SessionHistory
    /// What names the records that this recipe makes by itself.
    private var own: Set<String> = []

    init(
        _ history: SessionHistory, _ sorting: StepSorting, _ captures: ProposedCaptures,
        _ parameters: ProposedParameters
    ) {
        self.history = history
        for place in sorting.kept {
            let step = history.steps[place]
            guard step.status == 0 else {
                lines[place] = ["exit == \(step.status ?? 0)"]
                continue
            }
            if let least = captures.leastRows[place] { lines[place, default: []].append("rows >= \(least)") }
            if step.writes {
                expect(ofChange: step, at: place, parameters)
            } else {
                expect(ofQuestion: step, at: place, looks: sorting.looksAtChange.contains(place), parameters)
            }
        }
    }

    private mutating func expect(ofChange step: SessionStep, at place: Int, _ parameters: ProposedParameters) {
        output[place] = said(step)
        switch step.arguments?.command.traits.expects ?? .nothing {
        case .nothing: break
        case .created:
            own.formUnion(ChangedNames.of(step))
            if step.lastStatus == 201 { lines[place, default: []].append("http 201") }
        case .fields: lines[place, default: []] += values(of: step, at: place, parameters)
        case .status: if let status = step.lastStatus { lines[place, default: []].append("http \(status)") }
        case .attachment: output[place] = attached(step)
        }
    }

    private mutating func expect(
        ofQuestion step: SessionStep, at place: Int, looks: Bool, _ parameters: ProposedParameters
    ) {
        let isOwn = looks && !step.hasOwnSettings && !own.isDisjoint(with: ChangedNames.named(in: step))
        let shown = step.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // A fence in it would end the block.
        let isShort = !step.output.isEmpty && shown.count <= Self.mostLines && !step.output.contains("```")
        if isOwn, isShort {
            output[place] = expected(shown, step, parameters)
            return
        }
        guard lines[place] == nil else { return }
        if step.arguments?.command.traits.inRecipes == .navigation {
            if let status = step.lastStatus { lines[place] = ["http \(status)"] }
            return
        }
        switch step.value {
        case .array(let rows)? where !rows.isEmpty: lines[place] = ["rows >= 1"]
        case .object? where isOwn: lines[place] = [".number exists"]
        case .object?: if step.lastStatus == 200, step.arguments?.command == .rest { lines[place] = ["http 200"] }
        default: break
        }
    }

    /// The new values of the fields that were set, as they are stored.
    private func values(of step: SessionStep, at place: Int, _ parameters: ProposedParameters) -> [String] {
        guard let arguments = step.arguments, arguments.has("record"), let value = step.value else { return [] }
        let edits = parameters.edits[place] ?? []
        return arguments.assignments.prefix(4).compactMap { assignment in
            guard let path = try? FieldPath("." + assignment.name), let stored = try? path.text(in: value),
                !stored.isEmpty, stored.utf8.count <= 60, !stored.utf8.contains(where: { $0 < 0x20 })
            else { return nil }
            let table = arguments.string("table") ?? ""
            if history.columns[table]?[assignment.name] == .journal { return nil }
            if let edit = edits.first(where: { assignment.value.span.overlaps($0.range) }) {
                return edit.range == assignment.value.typedRange ? "\(path) == {{\(edit.name)}}" : nil
            }
            // A variable's value is another one next time; what a reference leads to has another sys_id elsewhere.
            if assignment.value.word.literal == nil { return variable(assignment, stored, path) }
            if case .reference = history.columns[table]?[assignment.name] { return "\(path) exists" }
            return "\(path) == \(stored)"
        }
    }

    private func variable(_ assignment: Assignment, _ stored: String, _ path: FieldPath) -> String? {
        guard assignment.value.text == stored, assignment.value.word.pieces.count == 1,
            case .variable(let name, _) = assignment.value.word.pieces[0]
        else { return nil }
        return "\(path) == {{\(name)}}"
    }

    /// The remark that says what was done, with whatever stands around it left open.
    private func said(_ step: SessionStep) -> [String]? {
        // What undo would do is not said within a recipe.
        let remarks = step.errors.split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("undo ") && !$0.hasPrefix("undo: ") }
        let marks = ["Created ", "Updated ", "Deleted ", "Work note added"]
        guard let place = remarks.firstIndex(where: { line in marks.contains { line.hasPrefix($0) } }) else {
            return nil
        }
        let holes = HoleText.line(remarks[place])
        guard holes != remarks[place] else { return nil }
        var lines = [RecipeStep.written(outputLine: holes)]
        if place > 0 || !step.output.isEmpty { lines.insert("...", at: 0) }
        if place + 1 < remarks.count { lines.append("...") }
        return lines
    }

    /// What says that a file is attached: its name and size are another file's next time.
    private func attached(_ step: SessionStep) -> [String]? {
        guard let line = step.errors.split(separator: "\n").first.map(String.init), line.hasPrefix("Attached "),
            let end = line.firstRange(of: ") to ")
        else { return nil }
        let rest = HoleText.line(String(line[end.upperBound...]))
        return (step.output.isEmpty ? [] : ["..."]) + ["Attached [..] to " + rest]
    }

    /// Output of a record of one's own. What a parameter decides stays open.
    private func expected(_ shown: [String], _ step: SessionStep, _ parameters: ProposedParameters) -> [String] {
        let hasFile = step.arguments?.command.group == "attach" && parameters.parameters.contains { $0.kind == .file }
        var lines = shown.map { line in
            let field = line.prefix { $0 != " " }
            if parameters.fields[String(field)] != nil, line.utf8.count > field.utf8.count { return "\(field)  [..]" }
            return RecipeStep.written(
                outputLine: HoleText.line(line, hiding: [history.user ?? ""] + parameters.shownDefaults))
        }
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        if hasFile { lines = lines.map(HoleText.sizes) }
        lines = HoleText.columns(lines)
        if !step.errors.isEmpty { lines.append("...") }
        return lines
    }

    private static let mostLines = 9
}
