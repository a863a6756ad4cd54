import Notation

/// The lines of a session that become steps of a recipe, and the answers that their values came from.
///
/// Lines that failed, that a recipe may not contain or that were undone are left out.
struct SavedLines {
    /// A value of a line that an earlier answer contains.
    struct Use: Hashable {
        let value: TypedValue
        /// The index of the line with the answer.
        let source: Int
        let path: FieldPath
    }

    /// Why each line is left out, in order; nil for a kept line.
    let reasons: [String?]
    /// The indices of the kept lines.
    let kept: [Int]
    /// The values that come from earlier answers, by the index of the line.
    private(set) var uses: [Int: [Use]] = [:]
    /// The other values of kept lines, in order.
    private(set) var typed: [(place: Int, value: TypedValue)] = []

    private let steps: [SessionStep]
    private var answers: [(place: Int, values: AnswerValues)] = []
    private var sources: [String: (place: Int, path: FieldPath)] = [:]
    private var typedTexts: Set<String> = []

    init(_ steps: [SessionStep]) {
        self.steps = steps
        var reasons = steps.map(Self.reason)
        // Leaves out the change that each `undo --run` reverted.
        for place in steps.indices where steps[place].isUndo {
            guard let change = steps.indices.prefix(place).last(where: { reasons[$0] == nil && steps[$0].writes })
            else { continue }
            reasons[change] = "line \(steps[place].number) undoes it"
            reasons[place] = "undoes line \(steps[change].number)"
        }
        self.reasons = reasons
        kept = reasons.indices.filter { reasons[$0] == nil }
        for place in kept { trace(place) }
    }

    /// Why a line cannot be a step; nil if it can.
    private static func reason(of step: SessionStep) -> String? {
        guard let status = step.status else { return "never finished" }
        guard let command = step.command else {
            return step.invocation == nil ? "cannot be read" : "is not a command"
        }
        if status == Problem.Kind.interrupted.exitStatus { return "was interrupted" }
        if command == .set, step.arguments?.flag("save") ?? false { return "changes this machine's start-up file" }
        switch command.traits.inRecipes {
        case .unsaved(let reason), .never(let reason): return reason
        case .step: return status == 0 ? nil : "failed (exit \(status))"
        }
    }

    private mutating func trace(_ place: Int) {
        let values = steps[place].typedValues
        for value in values {
            if let (source, path) = source(of: value.text) {
                uses[place, default: []].append(Use(value: value, source: source, path: path))
            } else {
                typed.append((place, value))
            }
        }
        typedTexts.formUnion(values.lazy.map(\.text))
        answers.append((place, AnswerValues(steps[place].value)))
    }

    /// The answer to take a value from: that of the first line that wrote the record, or else of the last line. Nil if
    /// the value was typed first.
    private mutating func source(of text: String) -> (place: Int, path: FieldPath)? {
        if let known = sources[text] { return known }
        guard !typedTexts.contains(text) else { return nil }
        for (place, values) in answers.reversed() {
            guard let path = values.path(of: text) else { continue }
            if sources[text] == nil || steps[place].writes { sources[text] = (place, path) }
        }
        return sources[text]
    }
}

extension SessionStep {
    fileprivate var isUndo: Bool { status == 0 && command == .undo && arguments?.flag("run") ?? false }
}

/// The values of an answer by their text, with the path for a capture.
private struct AnswerValues {
    private var paths: [String: FieldPath] = [:]

    init(_ value: JSON?) { if let value { add(value, []) } }

    /// The path of a value; nil if the answer does not contain it.
    func path(of text: String) -> FieldPath? { paths[text] }

    private mutating func add(_ value: JSON, _ steps: [FieldPath.Step]) {
        switch value {
        case .object(let members): for member in members { add(member.value, steps + [.member(member.name)]) }
        case .array(let elements):
            for (place, element) in elements.prefix(200).enumerated() { add(element, steps + [.element(place)]) }
        case .string(let text):
            let path = FieldPath(steps: steps)
            guard (3...200).contains(text.utf8.count), Self.identifies(text, path) else { return }
            // A record's own number takes precedence over fields that refer to it.
            if let known = paths[text], !Self.own.contains(path.field) || Self.own.contains(known.field) { return }
            paths[text] = path
        default: return
        }
    }

    private static func identifies(_ text: String, _ path: FieldPath) -> Bool {
        if let form = ValueForm.of(text) { return form != .day }
        return names.contains(path.field)
    }

    private static let own: Set<String> = ["number", "sys_id"]
    private static let names: Set<String> = [
        "name", "user_name", "email", "file_name", "asset_tag", "serial_number", "employee_number", "address",
    ]
}

extension FieldPath {
    /// The field of the path, without the references before it.
    var field: String {
        for case .member(let name) in steps.reversed() {
            // GraphQL and display values are below the field's name.
            if name == "value" || name == "display_value" { continue }
            return name.split(separator: ".").last.map(String.init) ?? name
        }
        return ""
    }
}
