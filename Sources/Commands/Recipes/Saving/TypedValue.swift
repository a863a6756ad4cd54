import Notation
import Redactors
import Workbench

/// A value typed in a line: a record, a field's new value, or a number, sys_id or time anywhere.
struct TypedValue: Hashable {
    let text: String
    /// In bytes of the line.
    let range: Range<Int>
    /// A name for a variable with this value.
    let name: String
}

extension SessionStep {
    /// The names of the variables in the line.
    var variableNames: [String] {
        let own = (invocation?.words ?? []).flatMap(\.pieces).compactMap { piece in
            if case .variable(let name, _) = piece { name } else { nil }
        }
        guard let loop else { return own }
        return [loop.list] + own.filter { $0 != loop.variable && !$0.hasPrefix(loop.variable + ".") }
    }

    /// Without secrets, of which the tape has only placeholders.
    var typedValues: [TypedValue] {
        let parts = recognizedValues
        let wholes = wholeValues.filter { whole in
            (whole.text.utf8.count >= 3 && !whole.text.utf8.allSatisfy(ASCII.isDigit))
                && whole.text != "true" && whole.text != "false"
                && !parts.contains { $0.range != whole.range && $0.range.overlaps(whole.range) }
        }
        let others = parts.filter { part in !wholes.contains { $0.range == part.range } }
        return (wholes + others).filter { !Placeholder.occurs(in: $0.text) }
    }

    /// The numbers, sys_ids and times in any word.
    private var recognizedValues: [TypedValue] {
        var found: [TypedValue] = []
        for case .text(let text, let span, _) in invocation?.words.flatMap(\.pieces) ?? []
        // With an escape, offsets in the value differ from offsets in the line.
        where text.utf8.count == span.count {
            for value in ValueForm.all(in: text) {
                let start = span.lowerBound + value.range.lowerBound
                let name =
                    switch value.form {
                    case .number, .sysID: VariableNames.ofRecord("", value.text)
                    case .moment, .day: "date"
                    }
                found.append(TypedValue(text: value.text, range: start..<start + value.range.count, name: name))
            }
        }
        return found
    }

    /// The records and the new values of fields.
    private var wholeValues: [TypedValue] {
        guard let arguments else { return [] }
        var found: [TypedValue] = []
        func add(_ value: BoundValue, _ name: String) {
            guard let text = value.word.literal, let range = value.typedRange, !value.namesFile else { return }
            found.append(TypedValue(text: text, range: range, name: name))
        }
        for argument in arguments.command.arguments where argument.kind == .record || argument.kind == .task {
            for value in arguments.given(argument) {
                add(value, VariableNames.ofRecord(arguments.table, value.text))
            }
        }
        for assignment in arguments.assignments { add(assignment.value, VariableNames.ofField(assignment.name)) }
        return found
    }
}

extension BoundValue {
    /// Where the text is in the line, without quotes; nil if it is not there verbatim.
    fileprivate var typedRange: Range<Int>? {
        guard word.pieces.count == 1, case .text(let text, let span, _) = word.pieces[0], text.utf8.count == span.count
        else { return nil }
        return span
    }
}

/// Names of variables, unique in a recipe.
struct VariableNames {
    var taken: Set<String>

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

    /// `user` for a record of `sys_user`; `inc` for INC0010021 of an unknown table.
    static func ofRecord(_ table: String, _ text: String) -> String {
        if let last = table.split(separator: "_").last { return valid(String(last)) }
        let letters = text.prefix { $0.isLetter }
        return ValueForm.of(text) == .number ? valid(String(letters)) : "record"
    }

    /// `caller` for `caller_id`.
    static func ofField(_ field: String) -> String {
        let name = field.split(separator: ".").last.map(String.init) ?? field
        return valid(name.hasSuffix("_id") && name.count > 5 ? String(name.dropLast(3)) : name)
    }

    /// Only letters, digits and `_`, beginning with a letter.
    static func valid(_ text: String) -> String {
        let kept = text.utf8.map { $0.isNameByte ? ASCII.lowercased($0) : .underscore }
        let name = String(decoding: kept, as: UTF8.self).split(separator: "_").joined(separator: "_")
        return VariableName.isValid(name) ? name : "value"
    }
}
