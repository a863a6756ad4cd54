import Notation

/// What a field of a form looks like.
enum FieldFace: Equatable {
    /// Words that stand together, `< Update >`.
    case word(before: String, String, after: String)
    /// One line of text between brackets, with room behind it.
    case box(String)
    /// Lines of text.
    case lines([String])

    init(_ field: Form.Field) {
        switch field.kind {
        case .text: self = .box(PageText.line(field.value))
        // Eight for every one: how long a password is, is part of it.
        case .password: self = .box(field.value.isEmpty ? "" : "••••••••")
        case .area: self = .lines(PageText.lines(field.value))
        case .checkBox: self = .word(before: "[", field.isChecked ? "x" : " ", after: "]")
        case .radio: self = .word(before: "(", field.isChecked ? "•" : " ", after: ")")
        case .choice: self = .word(before: "[", Self.chosen(field), after: " ▾]")
        case .file: self = .word(before: "[", field.value.isEmpty ? "no file" : PageText.line(field.value), after: "]")
        case .hidden: self = .word(before: "", "", after: "")
        case .submit, .button: self = .word(before: "< ", Self.caption(field), after: " >")
        }
    }

    /// What is said beside it.
    static func notes(on field: Form.Field) -> [String] {
        switch field.kind {
        case .hidden: return []
        case .submit, .button: return field.isDisabled ? ["disabled"] : []
        default:
            let change = field.isDisabled ? ["disabled"] : field.isReadOnly ? ["read only"] : []
            return (field.isRequired ? ["required"] : []) + change
        }
    }

    private static func chosen(_ field: Form.Field) -> String {
        let chosen = field.options.filter(\.isSelected).map { PageText.label($0.label.isEmpty ? $0.value : $0.label) }
        if !chosen.isEmpty { return chosen.joined(separator: ", ") }
        let meant = field.options.first { $0.value.utf8.elementsEqual(field.value.utf8) }?.label ?? field.value
        return PageText.label(meant)
    }

    /// What is written on a button. What it sends may be something else: `sysverb_update` for one that says Update.
    private static func caption(_ field: Form.Field) -> String {
        let label = PageText.label(field.label)
        let caption = label.isEmpty ? PageText.label(field.value) : label
        return caption.isEmpty ? "Submit" : caption
    }
}
