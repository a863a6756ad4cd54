package import Notation

/// A form that is being filled in (HTML, 4.10.21). Fields are found by name, last part of the name, or label with `_`
/// for blanks, and options by value or label (`High` for `1 - High`), ignoring case if unambiguous. Ambiguous names and
/// read-only fields are errors.
package struct FormFiller: Sendable {
    package private(set) var form: Form
    /// The selected files, by field index.
    private(set) var files: [Int: [FormSubmission.File]] = [:]
    private let names: FieldNames

    package init(_ form: Form) {
        self.form = form
        names = FieldNames(form)
    }

    /// The field that a name or label means; nil if there is none, or several.
    package func field(_ called: String) -> Form.Field? {
        (try? names.places(of: called))?.first.map { form.fields[$0] }
    }

    /// Fills in fields, replacing the page's values. Several values for one field, or values separated by commas, are
    /// several options or files, or the values of several fields of that name in order. On failure nothing changes.
    package mutating func fill(_ assignments: [FormAssignment]) throws(FormError) {
        var order: [[Int]] = []
        var wanted: [[Int]: (called: String, values: [FormAssignment.Value])] = [:]
        for assignment in assignments {
            let places = try names.places(of: assignment.field)
            if wanted[places] == nil { order.append(places) }
            wanted[places, default: (assignment.field, [])].values.append(assignment.value)
        }
        var filled = self
        for places in order {
            guard let (called, values) = wanted[places] else { continue }
            try filled.fill(places, called: called, values)
        }
        self = filled
    }

    private mutating func fill(
        _ places: [Int], called: String, _ values: [FormAssignment.Value]
    ) throws(FormError) {
        let fields = places.map { form.fields[$0] }
        guard !fields.allSatisfy(\.isDisabled) else { throw FormError(.disabled, called) }
        guard !fields.allSatisfy(\.isReadOnly) else { throw FormError(.readOnly, called) }
        if fields.allSatisfy({ $0.kind == .radio }) {
            try selectRadioButton(places, called: called, values)
        } else if fields.allSatisfy({ $0.kind == .checkBox }) {
            try setCheckBoxes(places, called: called, values)
        } else if let place = places.first, places.count == 1 {
            try fill(place, called: called, values)
        } else {
            guard places.count == values.count else {
                throw FormError(.ambiguousField, called, others: names.shown(places))
            }
            for (place, value) in zip(places, values) {
                guard !form.fields[place].isDisabled else { throw FormError(.disabled, called) }
                guard !form.fields[place].isReadOnly else { throw FormError(.readOnly, called) }
                try fill(place, called: called, [value])
            }
        }
    }

    private mutating func fill(
        _ place: Int, called: String, _ values: [FormAssignment.Value]
    ) throws(FormError) {
        let field = form.fields[place]
        if field.kind == .file {
            guard field.allowsMany || values.count <= 1 else { throw FormError(.tooMany, called) }
            var chosen: [FormSubmission.File] = []
            for value in values {
                guard case .file(let name, let contentType, let bytes) = value else {
                    throw FormError(.wantsFile, called)
                }
                chosen.append(FormSubmission.File(name: name, contentType: contentType, bytes: bytes))
            }
            files[place] = chosen
            return
        }
        let texts = try texts(values, of: called)
        if field.kind == .choice { return try choose(place, called: called, texts) }
        guard texts.count == 1, let text = texts.first else { throw FormError(.tooMany, called) }
        guard field.kind == .area || field.kind == .hidden || !text.utf8.contains(where: { $0 == 10 || $0 == 13 })
        else {
            throw FormError(.oneLine, called, value: field.kind == .password ? "" : text)
        }
        form.fields[place].value = text
    }

    private mutating func choose(_ place: Int, called: String, _ texts: [String]) throws(FormError) {
        let field = form.fields[place]
        guard field.allowsMany || texts.count == 1 else { throw FormError(.tooMany, called) }
        let options = field.options.map { ($0.value, $0.label, $0.isDisabled) }
        let texts = field.allowsMany ? FormFiller.separated(texts, options) : texts
        var chosen: Set<Int> = []
        // An empty value clears the selection if none or several options may be selected.
        if texts != [""] || !field.allowsMany || field.options.contains(where: { $0.value.isEmpty }) {
            for text in texts {
                chosen.insert(try FormFiller.option(text, called: called, of: options))
            }
        }
        for option in field.options.indices {
            form.fields[place].options[option].isSelected = chosen.contains(option)
        }
        form.fields[place].value = chosen.min().map { field.options[$0].value } ?? ""
    }

    private mutating func selectRadioButton(
        _ places: [Int], called: String, _ values: [FormAssignment.Value]
    ) throws(FormError) {
        let texts = try texts(values, of: called)
        guard texts.count == 1, let text = texts.first else { throw FormError(.tooMany, called) }
        let buttons = places.map { form.fields[$0] }
        let chosen = try FormFiller.option(
            text, called: called, of: buttons.map { ($0.value, $0.label, $0.isDisabled || $0.isReadOnly) })
        for (number, place) in places.enumerated() { form.fields[place].isChecked = number == chosen }
    }

    private mutating func setCheckBoxes(
        _ places: [Int], called: String, _ values: [FormAssignment.Value]
    ) throws(FormError) {
        let texts = try texts(values, of: called)
        if places.count == 1, let place = places.first {
            guard texts.count == 1, let text = texts.first else { throw FormError(.tooMany, called) }
            guard let isOn = FormFiller.yesOrNo(text) else { throw FormError(.notYesOrNo, called, value: text) }
            form.fields[place].isChecked = isOn
            return
        }
        let boxes = places.map { form.fields[$0] }
        let options = boxes.map { ($0.value, $0.label, $0.isDisabled || $0.isReadOnly) }
        var chosen: Set<Int> = []
        for text in FormFiller.separated(texts, options) where !text.isEmpty {
            chosen.insert(try FormFiller.option(text, called: called, of: options))
        }
        for (number, place) in places.enumerated() where !boxes[number].isDisabled && !boxes[number].isReadOnly {
            form.fields[place].isChecked = chosen.contains(number)
        }
    }

    private func texts(
        _ values: [FormAssignment.Value], of called: String
    ) throws(FormError) -> [String] {
        var texts: [String] = []
        for value in values {
            guard case .text(let text) = value else { throw FormError(.wantsText, called) }
            texts.append(text)
        }
        return texts
    }
}

extension FormFiller {
    private typealias Option = (value: String, label: String, isDisabled: Bool)

    /// The index of the option with this value, or label, or value ignoring case.
    private static func option(_ text: String, called: String, of options: [Option]) throws(FormError) -> Int {
        let folded = FieldNames.folded(text)
        let tests: [(Option) -> Bool] = [
            { $0.value == text }, { FieldNames.folded($0.label) == folded }, { FieldNames.folded($0.value) == folded },
            // A label may repeat the value.
            { FieldNames.folded($0.label) == FieldNames.folded($0.value) + " - " + folded },
        ]
        let found = tests.lazy.map { test in options.indices.filter { test(options[$0]) } }.first { !$0.isEmpty } ?? []
        guard let place = found.first else {
            throw FormError(
                .unknownOption, called, value: text,
                others: options.lazy.filter { !$0.isDisabled }.map { $0.label.isEmpty ? $0.value : $0.label })
        }
        guard Set(found.map { options[$0].value }).count == 1 else {
            throw FormError(.ambiguousOption, called, value: text, others: found.map { options[$0].value })
        }
        guard let usable = found.first(where: { !options[$0].isDisabled }) else {
            throw FormError(.disabled, called, value: options[place].label)
        }
        return usable
    }

    /// Splits texts at commas, except those that are an option.
    private static func separated(_ texts: [String], _ options: [Option]) -> [String] {
        texts.flatMap { text in
            let isOption = text.isEmpty || options.contains { $0.value == text || $0.label == text }
            return isOption ? [text] : text.split(separator: ",").map { String(ASCII.trimmed($0)) }
        }
    }

    /// Parses a Boolean; nil for other texts.
    private static func yesOrNo(_ text: String) -> Bool? {
        switch FieldNames.folded(text) {
        case "yes", "true", "on", "1": true
        case "no", "false", "off", "0": false
        default: nil
        }
    }
}

package struct FormAssignment: Sendable, Hashable {
    package enum Value: Sendable, Hashable {
        /// A text: the value or label of an option, or a Boolean for a check box.
        case text(String)
        /// A file: name, media type and content.
        case file(name: String, contentType: String, bytes: [UInt8])
    }

    package var field: String
    package var value: Value

    package init(_ field: String, _ value: Value) {
        self.field = field
        self.value = value
    }

    /// Parses `field=value`, split at the first `=`. Nil if there is no `=` or no name.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals != bytes.startIndex else { return nil }
        self.init(
            String(Substring(bytes[..<equals])), .text(String(Substring(bytes[bytes.index(after: equals)...]))))
    }
}
