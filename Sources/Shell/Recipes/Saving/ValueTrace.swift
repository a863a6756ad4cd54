import Notation

/// Traces values of lines to the earlier answers that contain them.
struct ValueTrace {
    /// A value of a line that an earlier answer contains.
    struct Use: Hashable {
        /// In bytes of the line.
        let range: Range<Int>
        let text: String
        /// The index of the step with the answer.
        let source: Int
        /// The path in that step's answer.
        let path: FieldPath
    }

    /// The traced values of each line, by index.
    private(set) var uses: [[Use]] = []
    /// The indices of the steps whose captures each line's variables come from.
    private(set) var variableSources: [Set<Int>] = []
    /// The captured variables of each line.
    private var capturedNames: [Set<String>] = []

    private let steps: [SessionStep]
    private let lines: [LineValues]
    private var answers: [AnswerValues] = []
    /// The source of each traced value.
    private var chosen: [String: (source: Int, path: FieldPath)] = [:]
    /// Values that were typed before any answer contained them.
    private var typed: Set<String> = []
    private var captured: [String: Int] = [:]

    init(_ steps: [SessionStep]) {
        self.steps = steps
        lines = steps.map(LineValues.init)
        for (place, step) in steps.enumerated() {
            follow(place)
            answers.append(AnswerValues(step.status == 0 ? step.value : nil))
            guard step.status == 0 else { continue }
            for capture in step.invocation?.captures ?? [] { captured[capture.name] = place }
            // A variable that is set no longer holds a captured value.
            if step.command == .set { for set in step.arguments?.assignments ?? [] { captured[set.name] = nil } }
        }
    }

    private mutating func follow(_ place: Int) {
        var found: [Use] = []
        var free: [String] = []
        for value in lines[place].traceable {
            if let (source, path) = source(of: value.text) {
                found.append(Use(range: value.range, text: value.text, source: source, path: path))
            } else {
                free.append(value.text)
            }
        }
        if steps[place].status == 0 { typed.formUnion(free) }
        uses.append(found)
        let variables = lines[place].variables
        variableSources.append(Set(variables.compactMap { captured[$0] }))
        capturedNames.append(Set(variables.filter { captured[$0] != nil }))
    }

    /// Whether a variable of a line was captured from an answer.
    func isCaptured(_ name: String, at place: Int) -> Bool { capturedNames[place].contains(name) }

    /// The step to take a value from: the one that created the record, else the last that showed it. Nil if the value
    /// was typed first.
    private mutating func source(of text: String) -> (Int, FieldPath)? {
        if let known = chosen[text] { return known }
        guard !typed.contains(text) else { return nil }
        var last: (Int, FieldPath)?
        for source in answers.indices.reversed() {
            guard let path = answers[source].path(of: text),
                !lines[source].traceable.contains(where: { $0.text == text })
            else { continue }
            if last == nil || steps[source].writes { last = (source, path) }
        }
        if let last { chosen[text] = last }
        return last
    }
}

/// The values of an answer by their text, with the path for a capture.
struct AnswerValues {
    private var paths: [String: FieldPath] = [:]
    private var isNamed: Set<String> = []

    init(_ value: JSON?) { if let value { add(value, []) } }

    /// The path of a value that identifies a record; nil if the answer does not contain it.
    func path(of text: String) -> FieldPath? {
        guard let path = paths[text] else { return nil }
        return isNamed.contains(text) || ValueForm.of(text).map { $0 != .day } ?? false ? path : nil
    }

    private mutating func add(_ value: JSON, _ steps: [FieldPath.Step]) {
        switch value {
        case .object(let members): for member in members { add(member.value, steps + [.member(member.name)]) }
        case .array(let elements):
            for (place, element) in elements.prefix(200).enumerated() { add(element, steps + [.element(place)]) }
        case .string(let text):
            guard (3...200).contains(text.utf8.count) else { return }
            let name = Self.field(steps)
            if Self.names.contains(name) { isNamed.insert(text) }
            // A record's own number takes precedence over fields that refer to it.
            if let known = paths[text], !(Self.own.contains(name) && !Self.own.contains(Self.field(known.steps))) {
                return
            }
            paths[text] = FieldPath(steps: steps)
        default: return
        }
    }

    /// The field of a path, without the references before it.
    static func field(_ steps: [FieldPath.Step]) -> String {
        for case .member(let name) in steps.reversed() {
            // GraphQL and display values are below the field's name.
            if name == "value" || name == "display_value" { continue }
            return name.split(separator: ".").last.map(String.init) ?? name
        }
        return ""
    }

    private static let own: Set<String> = ["number", "sys_id"]
    private static let names: Set<String> = [
        "name", "user_name", "email", "file_name", "asset_tag", "serial_number", "employee_number", "address",
    ]
}

/// The captures to add to a recipe's lines.
struct ProposedCaptures {
    /// The captures to add to each line, by index.
    private(set) var added: [Int: [(name: String, path: FieldPath)]] = [:]
    /// The values of each line that come from an answer.
    private(set) var edits: [Int: [LineEdit]] = [:]
    /// The least number of records that each list must return, by index.
    private(set) var leastRows: [Int: Int] = [:]

    private struct Key: Hashable {
        let source: Int
        let path: FieldPath
    }

    init(_ steps: [SessionStep], _ kept: [Int], _ trail: ValueTrace, _ names: inout UniqueNames) {
        let captures = kept.map { ($0, steps[$0].invocation?.captures ?? []) }
        let counts = captures.flatMap(\.1).reduce(into: [String: Int]()) { $0[$1.name, default: 0] += 1 }
        var known: [Key: String] = [:]
        for (place, own) in captures {
            for capture in own where counts[capture.name] == 1 {
                known[Key(source: place, path: capture.path ?? FieldPath(steps: []))] = capture.name
            }
        }
        for place in kept {
            for use in trail.uses[place] where kept.contains(use.source) {
                let key = Key(source: use.source, path: use.path)
                let name = known[key] ?? names.take(Self.name(of: use.path, in: steps[use.source], use.text))
                if known[key] == nil { added[use.source, default: []].append((name, use.path)) }
                known[key] = name
                edits[place, default: []].append(LineEdit(range: use.range, name: name))
            }
        }
        for (place, own) in captures {
            for path in own.compactMap(\.path) + (added[place] ?? []).map(\.path) {
                guard case .element(let index)? = path.steps.first, index >= 0 else { continue }
                leastRows[place] = max(leastRows[place] ?? 0, index + 1)
            }
        }
    }

    /// `inc` for an incident's number, `inc_id` for its sys_id, `email` for a field of that name.
    private static func name(of path: FieldPath, in step: SessionStep, _ text: String) -> String {
        let record: String
        if let table = step.arguments?.string("table") {
            record = UniqueNames.ofTable(table)
        } else {
            let letters = text.prefix { $0.isLetter }
            let byNumber = ["INC": "inc", "PRB": "prb", "CHG": "chg", "REQ": "req", "RITM": "ritm", "KB": "article"]
            record = byNumber[String(letters)] ?? (step.command?.group == "task" ? "task" : "record")
        }
        switch AnswerValues.field(path.steps) {
        case "sys_id":
            let takesNumber = step.invocation?.captures.contains { $0.name == record } ?? false
            return takesNumber || step.text(at: ".number") != nil ? record + "_id" : record
        case "number", "name", "user_name", "": return record
        case let field: return UniqueNames.ofField(field)
        }
    }
}

/// Gives out unique names of variables.
struct UniqueNames {
    private var taken: Set<String>

    init(_ taken: Set<String>) { self.taken = taken }

    /// The name, with the first number that makes it unique if it is taken.
    mutating func take(_ name: String) -> String {
        var made = name
        var number = 2
        while taken.contains(made) || SettingTable.named(made) != nil {
            made = name + String(number)
            number += 1
        }
        taken.insert(made)
        return made
    }

    /// A variable for a record of a table: `inc`, `user`.
    static func ofTable(_ table: String) -> String {
        tables[table] ?? valid(table.split(separator: "_").last.map(String.init) ?? "record")
    }

    /// A variable for a field: `caller` for `caller_id`.
    static func ofField(_ field: String) -> String {
        var name = field.split(separator: ".").last.map(String.init) ?? field
        if name.hasPrefix("u_") { name = String(name.dropFirst(2)) }
        for end in ["_id", "_by"] where name.hasSuffix(end) && name.count > end.count + 2 {
            name = String(name.dropLast(end.count))
        }
        return valid(name)
    }

    /// Only letters, digits and `_`, beginning with a letter.
    static func valid(_ text: String) -> String {
        let kept = text.utf8.map { $0.isNameByte ? ASCII.lowercased($0) : .underscore }
        let name = String(decoding: kept, as: UTF8.self).split(separator: "_").joined(separator: "_")
        return VariableName.isValid(name) ? name : "value"
    }

    private static let tables = [
        "incident": "inc", "problem": "prb", "change_request": "chg", "change_task": "ctask", "sc_request": "req",
        "sc_req_item": "ritm", "sc_task": "sctask", "sys_user_grmember": "member", "kb_knowledge": "article",
        "incident_task": "itask",
    ]
}
