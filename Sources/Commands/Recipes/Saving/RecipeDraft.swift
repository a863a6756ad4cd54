import Notation
import Redactors
import Tapes
package import Workbench

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
        var blocks: [[String]] = [[]]
        for place in saved.kept {
            guard let invocation = steps[place].invocation else { continue }
            let effects = LineEffects.of(invocation, variables: Expansion(steps[place].variables))
            for word in effects.changes.compactMap(\.name) where !writes.contains(word) { writes.append(word) }
            if let match = try? CommandTable.match(invocation) {
                files += RecipeRules.files(namedBy: match).filter { $0.isKnown && !$0.path.isEmpty }.map(\.path)
            }
            let bytes = Array(steps[place].line.utf8)
            let captures = invocation.captures.map { " " + String(decoding: bytes[$0.span], as: UTF8.self) }
            let added = variables.captures[place]?.map { " => \($0.name) = \($0.path)" } ?? []
            let command = LineEdit.command(of: steps[place], variables.edits[place] ?? [])
            let step = "> " + command + (captures + added).joined()
            if let loop = steps[place].loop {
                blocks += [[loop.head, step], []]
            } else {
                blocks[blocks.count - 1].append(step)
            }
        }
        var parts = ["# " + Self.heading(name)]
        parts.append("writes: " + (writes.isEmpty ? "nothing" : writes.joined(separator: ", ")))
        if !parameters.isEmpty { parts.append("```params\n" + parameters.map(Self.text).joined() + "```") }
        parts += blocks.filter { !$0.isEmpty }.map { (["```snowdeck"] + $0 + ["```"]).joined(separator: "\n") }
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
        guard let command = step.command else { return step.invocation == nil ? "cannot be read" : "is not a command" }
        if status == Problem.Kind.interrupted.exitStatus { return "was interrupted" }
        if command == .set, step.arguments?[.savesSettings] ?? false { return "changes this machine's start-up file" }
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
    fileprivate var isUndo: Bool { status == 0 && arguments.map { command?.traits.undoes?($0) ?? false } ?? false }
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

/// A part of a line to replace by a variable.
struct LineEdit: Hashable {
    /// In bytes of the line.
    let range: Range<Int>
    let name: String

    /// The line's command with variables inserted, without captures and destination. Edits that would change the
    /// meaning of the line are left out.
    static func command(of step: SessionStep, _ edits: [LineEdit]) -> String {
        guard let invocation = step.invocation, let end = invocation.words.last?.span.upperBound else {
            return step.line
        }
        let bytes = Array(step.line.utf8)
        var text: [UInt8] = []
        var done = invocation.words[0].span.lowerBound
        for word in invocation.words {
            var own: [LineEdit] = []
            for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
            where word.span.lowerBound <= edit.range.lowerBound && edit.range.upperBound <= word.span.upperBound {
                if edit.range.lowerBound >= own.last?.range.upperBound ?? 0 { own.append(edit) }
            }
            text += bytes[done..<word.span.lowerBound]
            text += written(word, own, bytes).map { Array($0.utf8) } ?? Array(bytes[word.span])
            done = word.span.upperBound
        }
        return String(decoding: text + bytes[done..<end], as: UTF8.self)
    }

    /// A word with its edits; nil if there are none or they cannot be written.
    private static func written(_ word: Word, _ edits: [LineEdit], _ bytes: [UInt8]) -> String? {
        guard !edits.isEmpty else { return nil }
        let meaning = text(of: word, edits) { $0.replacing("{{", with: "\\{{") }
        return [spliced(word, edits, bytes), requoted(word, edits)].compactMap(\.self).first { candidate in
            // A GraphQL document is the rest of the line as one word.
            ["x ", "graphql "].contains { command in
                guard let read = try? Parser.parse(command + candidate), read.words.count == 2 else { return false }
                return RecipeTemplate.text(of: read.words[1]) == meaning
            }
        }
    }

    /// A word with variables in place of the edited parts; all other text is passed to a function.
    private static func text(of word: Word, _ edits: [LineEdit], _ write: (String) -> String) -> String {
        word.pieces.map { piece -> String in
            switch piece {
            case .variable(let name, _): return "{{\(name)}}"
            case .text(let text, let span, _):
                let bytes = Array(text.utf8), own = bytes.count == span.count ? edits : []
                var written = "", place = 0
                for edit in own where span.contains(edit.range.lowerBound) {
                    let start = edit.range.lowerBound - span.lowerBound
                    written += write(String(decoding: bytes[place..<start], as: UTF8.self)) + "{{\(edit.name)}}"
                    place = start + edit.range.count
                }
                return written + write(String(decoding: bytes[place...], as: UTF8.self))
            }
        }.joined()
    }

    /// Replaces the edited bytes in place.
    private static func spliced(_ word: Word, _ edits: [LineEdit], _ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var place = word.span.lowerBound
        for edit in edits {
            text += bytes[place..<edit.range.lowerBound] + Array("{{\(edit.name)}}".utf8)
            place = edit.range.upperBound
        }
        return String(decoding: text + bytes[place..<word.span.upperBound], as: UTF8.self)
    }

    /// The word in double quotes, since single quotes have no variables; nil for a flag.
    private static func requoted(_ word: Word, _ edits: [LineEdit]) -> String? {
        let bare = word.barePrefix
        let head = bare.firstIndex(of: "=").map { String(bare[...$0]) } ?? ""
        guard !head.isEmpty || !bare.hasPrefix("-") else { return nil }
        return head + "\"" + text(of: word.dropping(head.utf8.count), edits, Quoting.inDoubleQuotes) + "\""
    }
}
