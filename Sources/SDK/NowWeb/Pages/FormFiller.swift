public import ExchangeModel
public import FoundationEssentials
package import Notation

/// A form that is being filled in (HTML, 4.10.21). Fields are found by name, last part of the name, or label with `_`
/// for blanks, and options by value or label (`High` for `1 - High`), ignoring case if unambiguous. Ambiguous names and
/// read-only fields are errors.
package struct FormFiller: Sendable {
    package private(set) var form: Form
    private(set) var files: [Int: [FormFile]] = [:]
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
    package mutating func fill(_ entries: [FormEntry]) throws(FormError) {
        var order: [[Int]] = []
        var wanted: [[Int]: (called: String, values: [FormEntry.Value])] = [:]
        for entry in entries {
            let places = try names.places(of: entry.name)
            if wanted[places] == nil { order.append(places) }
            wanted[places, default: (entry.name, [])].values.append(entry.value)
        }
        var filled = self
        for places in order {
            guard let (called, values) = wanted[places] else { continue }
            try filled.fill(places, called: called, values)
        }
        self = filled
    }

    private mutating func fill(_ places: [Int], called: String, _ values: [FormEntry.Value]) throws(FormError) {
        let fields = places.map { form.fields[$0] }
        guard !fields.allSatisfy(\.isDisabled) else { throw FormError(.disabled, called) }
        guard !fields.allSatisfy(\.isReadOnly) else { throw FormError(.readOnly, called) }
        if fields.allSatisfy({ $0.kind == .radio }) {
            try check(places, called: called, values, allowsMany: false)
        } else if fields.allSatisfy({ $0.kind == .checkBox }) {
            try check(places, called: called, values, allowsMany: true)
        } else if places.count == 1 {
            try fill(places[0], called: called, values)
        } else {
            guard places.count == values.count else {
                throw FormError(.ambiguousField, called, others: names.shown(places))
            }
            for (place, value) in zip(places, values) { try fill([place], called: called, [value]) }
        }
    }

    private mutating func fill(_ place: Int, called: String, _ values: [FormEntry.Value]) throws(FormError) {
        let field = form.fields[place]
        if field.kind == .file {
            guard field.allowsMany || values.count <= 1 else { throw FormError(.tooMany, called) }
            files[place] = values.compactMap { if case .file(let file) = $0 { file } else { nil } }
            guard files[place]?.count == values.count else { throw FormError(.wantsFile, called) }
            return
        }
        let texts = try texts(values, of: called)
        if field.kind == .choice {
            let chosen = try Self.chosen(texts, called: called, of: field.options, allowsMany: field.allowsMany)
            form.fields[place].select { chosen.contains($0) }
            return
        }
        guard texts.count == 1, let text = texts.first else { throw FormError(.tooMany, called) }
        guard field.kind == .area || field.kind == .hidden || !text.utf8.contains(where: { $0 == 10 || $0 == 13 })
        else {
            throw FormError(.oneLine, called, value: field.kind == .password ? "" : text)
        }
        form.fields[place].value = text
    }

    private mutating func check(
        _ places: [Int], called: String, _ values: [FormEntry.Value], allowsMany: Bool
    ) throws(FormError) {
        let texts = try texts(values, of: called)
        if allowsMany, places.count == 1 {
            guard texts.count == 1 else { throw FormError(.tooMany, called) }
            switch FieldNames.folded(texts[0]) {
            case "yes", "true", "on", "1": form.fields[places[0]].isChecked = true
            case "no", "false", "off", "0": form.fields[places[0]].isChecked = false
            default: throw FormError(.notYesOrNo, called, value: texts[0])
            }
            return
        }
        let options = places.map { form.fields[$0].option }
        let chosen = try Self.chosen(texts, called: called, of: options, allowsMany: allowsMany)
        for (number, place) in places.enumerated() where !allowsMany || !options[number].isDisabled {
            form.fields[place].isChecked = chosen.contains(number)
        }
    }

    private func texts(_ values: [FormEntry.Value], of called: String) throws(FormError) -> [String] {
        let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
        guard texts.count == values.count else { throw FormError(.wantsText, called) }
        return texts
    }

    /// The indexes of the options that texts mean. An empty text clears the selection if several may be selected.
    private static func chosen(
        _ texts: [String], called: String, of options: [Form.Option], allowsMany: Bool
    ) throws(FormError) -> Set<Int> {
        guard allowsMany || texts.count == 1 else { throw FormError(.tooMany, called) }
        var chosen: Set<Int> = []
        for text in allowsMany ? texts.flatMap({ separated($0, options) }) : texts {
            if allowsMany, text.isEmpty, !options.contains(where: { $0.value.isEmpty }) { continue }
            chosen.insert(try option(text, called: called, of: options))
        }
        return chosen
    }

    /// The index of the option with this value, or label, or value ignoring case.
    private static func option(_ text: String, called: String, of options: [Form.Option]) throws(FormError) -> Int {
        let folded = FieldNames.folded(text)
        let found = first(
            of: Array(options.indices),
            [
                { options[$0].value == text }, { FieldNames.folded(options[$0].label) == folded },
                { FieldNames.folded(options[$0].value) == folded },
                // A label may repeat the value.
                { FieldNames.folded(options[$0].label) == FieldNames.folded(options[$0].value) + " - " + folded },
            ])
        guard let first = found.first else {
            throw FormError(.unknownOption, called, value: text, others: options.filter { !$0.isDisabled }.map(\.shown))
        }
        guard Set(found.map { options[$0].value }).count == 1 else {
            throw FormError(.ambiguousOption, called, value: text, others: found.map { options[$0].value })
        }
        guard let usable = found.first(where: { !options[$0].isDisabled }) else {
            throw FormError(.disabled, called, value: options[first].label)
        }
        return usable
    }

    /// Splits a text at commas, unless it is an option.
    private static func separated(_ text: String, _ options: [Form.Option]) -> [String] {
        let isOption = text.isEmpty || options.contains { $0.value == text || $0.label == text }
        return isOption ? [text] : text.split(separator: ",").map { String(ASCII.trimmed($0)) }
    }

    /// The elements that meet the first test that any of them meets.
    static func first<Element>(of elements: [Element], _ tests: [(Element) -> Bool]) -> [Element] {
        tests.lazy.map { elements.filter($0) }.first { !$0.isEmpty } ?? []
    }
}

extension Form {
    var isPost: Bool { ASCII.lowercased(method) == "post" }
}

extension Form.Field {
    package var isButton: Bool { kind == .submit || kind == .button }

    /// The label without the star that marks mandatory fields and without the trailing colon.
    package var plainLabel: String {
        var text = label.utf8[...]
        while let first = text.first, first == UInt8(ascii: "*") || ASCII.isSpace(first) { text = text.dropFirst() }
        while let last = text.last, ":*".utf8.contains(last) || ASCII.isSpace(last) { text = text.dropLast() }
        return String(Substring(text))
    }

    /// The label, or the name if there is none.
    var shownName: String { label.isEmpty ? name : plainLabel }

    /// The last part of the name in lower case, which is the column on a record's form.
    package var column: String {
        name.utf8.split(separator: UInt8(ascii: ".")).last.map { ASCII.lowercased(String(Substring($0))) }
            ?? ASCII.lowercased(name)
    }

    /// The value as people read it: the labels of selected options, whether a box is checked.
    package var shownValue: String {
        switch kind {
        case .checkBox: isChecked ? "true" : "false"
        case .radio: isChecked ? value : ""
        case .choice: options.filter(\.isSelected).map(\.shown).joined(separator: ", ")
        default: value
        }
    }

    mutating func select(_ isChosen: (Int) -> Bool) {
        for place in options.indices { options[place].isSelected = isChosen(place) }
        value = options.first(where: \.isSelected)?.value ?? ""
    }
}

package struct FieldNames: Sendable {
    private let form: Form
    /// The fields by exact name, by name, by the last part of a name if it means one field (`short_description` of
    /// `incident.short_description`), and by label. The first that has a name counts.
    private var places = [[String: [Int]]](repeating: [:], count: 4)

    package init(_ form: Form) {
        self.form = form
        for (place, field) in form.fields.enumerated() {
            // A button's label describes an action and is not a field label.
            let label = field.isButton ? "" : field.label
            let names = [field.name] + [field.name, field.column, label].map(FieldNames.folded)
            for (rank, name) in names.enumerated() where !name.isEmpty { places[rank][name, default: []].append(place) }
        }
        places[2] = places[2].mapValues { meant($0) }.filter { isOneField($0.value) }
    }

    /// The indexes of the field with that name or label: one, or several that form one field (radio buttons).
    func places(of called: String) throws(FormError) -> [Int] {
        guard let found = found(called) else { throw FormError(.unknownField, called, others: known) }
        let meant = meant(found)
        guard !meant.isEmpty else { throw FormError(.isButton, called) }
        guard isOneField(meant) else { throw FormError(.ambiguousField, called, others: shown(meant)) }
        if meant.count == 1, let place = meant.first, form.fields[place].kind == .radio {
            // The label of a radio button belongs to an option; only the group is a field.
            return places[0][form.fields[place].name] ?? meant
        }
        return meant
    }

    /// For each visible field by its name: the last part of the name if that means no other field, else the name.
    package var shortest: [String: String] {
        var shortest: [String: String] = [:]
        for field in form.fields where field.kind != .hidden && !field.isButton && !field.name.isEmpty {
            guard shortest[field.name] == nil else { continue }
            let isEnough = found(field.column)?.allSatisfy { form.fields[$0].name == field.name } ?? false
            shortest[field.name] = isEnough && field.name.contains(".") ? field.column : field.name
        }
        return shortest
    }

    private func found(_ called: String) -> [Int]? {
        let folded = FieldNames.folded(called)
        return places[0][called] ?? places.dropFirst().lazy.compactMap { $0[folded] }.first
            ?? places[3][folded.replacing("_", with: " ")]
    }

    /// Those that can be filled in. A hidden field of the same name holds the value of an unchecked box or the key of a
    /// reference; the visible one is meant.
    private func meant(_ places: [Int]) -> [Int] {
        let fields = places.filter { !form.fields[$0].isButton }
        let seen = fields.filter { form.fields[$0].kind != .hidden }
        return seen.isEmpty ? fields : seen
    }

    private func isOneField(_ places: [Int]) -> Bool { Set(places.map { form.fields[$0].name }).count == 1 }

    /// How to name fields in messages: by name, or by label if names are ambiguous.
    func shown(_ places: [Int]) -> [String] {
        let names = places.map { form.fields[$0].name }
        return Set(names).count == names.count ? names : places.map { form.fields[$0].shownName }
    }

    private var known: [String] {
        var seen: Set<String> = []
        return form.fields.lazy.filter { $0.kind != .hidden && !$0.isButton && !$0.isDisabled }
            .flatMap { [$0.label, $0.name] }.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// A text for comparison: lower case, single spaces, no asterisk or trailing colon.
    static func folded(_ text: String) -> String {
        var words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")[...]
        while let last = words.last, last == ":" || last == "*" || last == " " { words.removeLast() }
        return String(words.drop { $0 == "*" || $0 == " " })
    }
}

/// Why a form was not sent.
public struct FormError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The kinds of error.
    public enum Kind: Sendable, Hashable {
        /// No field has that name or label; `others` are the known names and labels.
        case unknownField
        /// Several fields have that name or label; `others` are their names.
        case ambiguousField
        /// No button has that name, value or label; `others` are the known labels.
        case unknownButton
        /// Several buttons match; `others` are their names.
        case ambiguousButton
        /// The name belongs to a button, which has no value to fill in.
        case isButton
        /// The button runs a script, which is not supported.
        case scriptedButton
        /// The field is read-only.
        case readOnly
        /// The field, the option or the button is disabled.
        case disabled
        /// `value` is not an option; `others` are the labels of the options.
        case unknownOption
        /// Several options have that label; `others` are their values.
        case ambiguousOption
        /// `value` is not a Boolean.
        case notYesOrNo
        /// Too many values for the field.
        case tooMany
        /// `value` has several lines and the field takes one.
        case oneLine
        /// The field takes a file, not a text.
        case wantsFile
        /// The field takes a text, not a file.
        case wantsText
        /// Required fields are empty; `others` are their names.
        case required
        /// The form's action is on another host or not a page of the instance; see `address`.
        case elsewhere
        /// The form's action is not a valid URL.
        case unreadable
    }

    /// The kind of error.
    public let kind: Kind
    /// The field or button as it was named; empty if the error concerns the form.
    public let field: String
    /// The invalid value, if any. It is never a password.
    public let value: String
    /// Suggested names and labels; see `Kind`.
    public let others: [String]
    /// The URL of the form's action.
    public let address: HTTPURL?

    package init(_ kind: Kind, _ field: String, value: String = "", others: [String] = [], address: HTTPURL? = nil) {
        self.kind = kind
        self.field = field
        self.value = value
        self.others = others
        self.address = address
    }

    /// One sentence. It quotes the page's text unescaped, so it must be sanitized for a terminal.
    public var description: String {
        let more = others.count > 12 ? ["\(others.count - 12) more"] : []
        let list = (others.prefix(12) + more).joined(separator: ", ")
        return switch kind {
        case .unknownField: "The form has no field \(field)."
        case .ambiguousField: "\(field) may be any of \(list)."
        case .unknownButton: "The form has no button \(field); it has \(others.isEmpty ? "none" : list)."
        case .ambiguousButton: "The button \(field) may be any of \(list)."
        case .isButton: "\(field) is a button."
        case .scriptedButton: "The button \(field) runs a script, and scripts are not run here."
        case .readOnly: "\(field) cannot be changed on this form."
        case .disabled: "\(field) is disabled."
        case .unknownOption: "\(field) does not offer \(value); it offers \(list)."
        case .ambiguousOption: "\(field) offers several \(value): \(list)."
        case .notYesOrNo: "\(field) is on or off: true or false."
        case .tooMany: "\(field) takes one value."
        case .oneLine: "\(field) takes one line."
        case .wantsFile: "\(field) takes a file."
        case .wantsText: "\(field) takes no file."
        case .required: "The form needs a value for \(list)."
        case .elsewhere: "The form leads to another host: \(address?.description ?? "")"
        case .unreadable: "The form leads to no address that can be read."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}
