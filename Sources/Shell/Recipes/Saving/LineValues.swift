import Notation

/// The values typed in a line, with their roles.
struct LineValues {
    enum Role: Hashable {
        case field(table: String, name: String)
        /// The record that a command works on.
        case record(table: String)
        case condition(table: String, field: String, isAfter: Bool)
        case file
        case query(table: String)
        case page
        /// Part of another text.
        case part
        case other
    }

    struct Value: Hashable {
        let text: String
        /// In bytes of the line.
        let range: Range<Int>
        let role: Role
    }

    /// Whole arguments, new values of fields, and conditions.
    private(set) var wholes: [Value] = []
    /// Numbers, sys_ids and dates in any word.
    private(set) var parts: [Value] = []
    private(set) var variables: [String] = []

    init(_ step: SessionStep) {
        guard let invocation = step.invocation, !invocation.isEmpty else { return }
        for piece in invocation.words.flatMap(\.pieces) {
            switch piece {
            case .variable(let name, _): variables.append(name)
            case .text(let text, let span, _):
                // With an escape, offsets in the value differ from offsets in the line.
                guard text.utf8.count == span.count else { continue }
                for value in ValueForm.all(in: text) {
                    let start = span.lowerBound + value.range.lowerBound
                    parts.append(Value(text: value.text, range: start..<start + value.range.count, role: .part))
                }
            }
        }
        if let arguments = step.arguments { add(arguments) }
    }

    /// Values that may come from an earlier answer: numbers, sys_ids, and whole values of some length.
    var traceable: [Value] {
        parts
            + wholes.filter { whole in
                switch whole.role {
                case .file, .query: return false
                default: return whole.text.utf8.count >= 3 && !parts.contains { $0.range.overlaps(whole.range) }
                }
            }
    }

    /// Values that may become parameters, whole ones before parts of others.
    var replaceable: [Value] {
        let own = wholes.filter { $0.role != .page && $0.role != .other }
        return own
            + parts.filter { part in
                if own.contains(where: { $0.range == part.range }) { return false }
                // A number or date in a sentence stays part of the sentence.
                if case .field? = own.first(where: { $0.range.contains(part.range.lowerBound) })?.role { return false }
                return true
            }
    }

    private mutating func add(_ value: BoundValue, _ role: Role) {
        guard let text = value.word.literal, !text.isEmpty, let range = value.typedRange else { return }
        wholes.append(Value(text: text, range: range, role: role))
    }

    private mutating func add(_ arguments: BoundArguments) {
        let command = arguments.command
        let table = arguments.string("table") ?? ""
        for argument in command.arguments {
            for value in arguments.given(argument.name) {
                switch argument.kind {
                case .record: add(value, .record(table: table))
                case .task: add(value, .record(table: "task"))
                case .file where command == .attachPut: add(value, .file)
                case .page where !ValueForm.all(in: value.text).isEmpty: add(value, .page)
                default: continue
                }
            }
        }
        for assignment in arguments.assignments {
            let isField = command.group == "table" && !assignment.value.namesFile
            add(assignment.value, isField ? .field(table: table, name: assignment.name) : .other)
        }
        for flag in command.flags where flag.value == .query {
            for value in arguments.given(flag.name) {
                add(value, .query(table: table))
                addConditions(of: value, table)
            }
        }
    }

    private mutating func addConditions(of value: BoundValue, _ table: String) {
        guard let range = value.typedRange else { return }
        let bytes = Array(value.text.utf8)
        for condition in EncodedQuery(value.text).groups.flatMap({ $0.terms.flatMap(\.conditions) }) {
            // The value is the end of its condition.
            let count = condition.value.utf8.count
            let start = condition.span.upperBound - count
            guard count > 0, condition.span.upperBound <= bytes.count, condition.span.count > count,
                bytes[start..<condition.span.upperBound].elementsEqual(condition.value.utf8)
            else { continue }
            let isAfter = condition.text.contains(">") || condition.text.contains("AFTER")
            let role = Role.condition(table: table, field: condition.field, isAfter: isAfter)
            let inside = ValueForm.all(in: condition.value)
            let found = inside.isEmpty ? [(condition.value, 0)] : inside.map { ($0.text, $0.range.lowerBound) }
            for (text, offset) in found {
                let lower = range.lowerBound + start + offset
                wholes.append(Value(text: text, range: lower..<lower + text.utf8.count, role: role))
            }
        }
    }
}

extension BoundValue {
    /// Where the text is in the line, without quotes; nil if it is not there verbatim.
    var typedRange: Range<Int>? {
        guard word.pieces.count == 1, case .text(let text, let span, _) = word.pieces[0],
            text.utf8.count == span.count
        else { return nil }
        return span
    }
}
