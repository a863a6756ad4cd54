import Notation

/// Labels and fields below each other, with the fields aligned.
struct FieldLayout {
    /// A label and its field. A checkbox is followed by its name instead.
    struct Pair {
        var label: [Inline]
        var content: [Inline]
    }

    private(set) var pairs: [Pair] = []
    private(set) var blocks = 0
    private var style = TextStyle.text

    private static let most = 200

    init?(_ blocks: [Block], from start: Int, parts: PageParts) {
        var place = start
        while place < blocks.count, let inlines = blocks[place].paragraph {
            if let found = Self.pairs(in: inlines, parts) {
                pairs += found
                place += 1
            } else if place + 1 < blocks.count, Self.isLabel(inlines), let next = blocks[place + 1].paragraph,
                Self.beginsWithField(next, parts), !Self.holdsLabel(next)
            {
                pairs.append(Pair(label: inlines, content: next))
                place += 2
            } else {
                break
            }
        }
        self.blocks = place - start
        if pairs.isEmpty { return nil }
    }

    /// Terms with one paragraph each, such as a record's facts; nil for others, and for more than are laid out at once.
    init?(_ definitions: [Block.Definition]) {
        guard definitions.count <= Self.most else { return nil }
        for definition in definitions {
            guard !definition.term.isEmpty, definition.meaning.count <= 1 else { return nil }
            guard let meaning = definition.meaning.first else {
                pairs.append(Pair(label: definition.term, content: []))
                continue
            }
            guard let content = meaning.paragraph else { return nil }
            pairs.append(Pair(label: definition.term, content: content))
        }
        style = .strong
        if pairs.isEmpty { return nil }
    }

    func lines(width: Int, parts: PageParts, isNatural: Bool) -> [Line] {
        let most = max(width * 2 / 5, 2)
        let labels = pairs.map {
            PageFlow.lines(of: $0.label, width: most, parts: parts, isNatural: isNatural, style: style)
        }
        let longest = labels.reduce(0) { $1.reduce($0) { max($0, $1.width) } }
        let column = longest > 0 ? longest + 2 : 0
        var lines: [Line] = []
        for (pair, label) in zip(pairs, labels) {
            let content = PageFlow.lines(
                of: pair.content, width: max(width - column, 2), parts: parts, isNatural: isNatural)
            for number in 0..<max(label.count, content.count) {
                var line = number < label.count ? label[number] : Line()
                if number < content.count {
                    line.pad(to: column)
                    line.append(content[number])
                    line.longest = column + content[number].longest
                }
                lines.append(line)
            }
        }
        return lines
    }

    /// The pairs of a paragraph that contains nothing else; nil for any other.
    private static func pairs(in inlines: [Inline], _ parts: PageParts) -> [Pair]? {
        var pairs: [Pair] = []
        for part in inlines.split(whereSeparator: { $0 == .lineBreak }) {
            let visible = part.filter { !isHidden($0, parts) }
            if visible.allSatisfy(isBlank) { continue }
            guard let pair = pair(Array(visible), parts) else { return nil }
            pairs.append(pair)
        }
        return pairs.isEmpty ? nil : pairs
    }

    private static func pair(_ inlines: [Inline], _ parts: PageParts) -> Pair? {
        guard let place = inlines.firstIndex(where: { !isLabelPart($0) }),
            case .field(let form, let number) = inlines[place],
            let field = parts.shown(form: form, field: number)
        else { return nil }
        let label = Array(inlines[..<place])
        let content = Array(inlines[place...])
        if field.kind == .checkBox || field.kind == .radio, label.allSatisfy(isBlank) {
            return Pair(label: [], content: content)
        }
        if holdsLabel(content) { return nil }
        if label.contains(where: { !isBlank($0) }) { return Pair(label: label, content: content) }
        let name = PageText.label(field.label)
        guard !name.isEmpty, field.kind.isNamedBefore, !parts.labels.contains(name) else { return nil }
        return Pair(label: [.text(name, .label)], content: content)
    }

    private static func isLabel(_ inlines: [Inline]) -> Bool {
        inlines.allSatisfy(isLabelPart) && holdsLabel(inlines)
    }

    private static func isLabelPart(_ inline: Inline) -> Bool {
        switch inline {
        case .text(let text, let emphasis): emphasis.contains(.label) || text.utf8.count <= 2
        case .link(_, let inner): !inner.isEmpty && inner.allSatisfy(isLabelPart)
        case .image: true
        case .lineBreak, .field: false
        }
    }

    private static func holdsLabel(_ inlines: [Inline]) -> Bool {
        inlines.contains { inline in
            switch inline {
            case .text(_, let emphasis): emphasis.contains(.label)
            case .link(_, let inner): holdsLabel(inner)
            case .image, .lineBreak, .field: false
            }
        }
    }

    private static func beginsWithField(_ inlines: [Inline], _ parts: PageParts) -> Bool {
        guard case .field(let form, let field)? = inlines.first(where: { !isBlank($0) && !isHidden($0, parts) }) else {
            return false
        }
        return parts.shown(form: form, field: field) != nil
    }

    private static func isHidden(_ inline: Inline, _ parts: PageParts) -> Bool {
        guard case .field(let form, let field) = inline else { return false }
        return parts.shown(form: form, field: field) == nil
    }

    private static func isBlank(_ inline: Inline) -> Bool {
        if case .text(let text, _) = inline { return text.utf8.allSatisfy { $0 == 0x20 } }
        return false
    }
}

extension Form.Kind {
    var isNamedBefore: Bool {
        switch self {
        case .text, .password, .area, .choice, .file: true
        case .checkBox, .radio, .hidden, .submit, .button: false
        }
    }
}

enum FieldAppearance: Equatable {
    /// Words on the line, `< Update >`.
    case word(before: String, String, after: String)
    case box(String)
    case lines([String])

    init(_ field: Form.Field) {
        switch field.kind {
        case .text: self = .box(PageText.line(field.value))
        // Always eight, to hide the length of a password.
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

    /// The caption of a button. Its value may differ, such as `sysverb_update` for Update.
    private static func caption(_ field: Form.Field) -> String {
        let label = PageText.label(field.label)
        let caption = label.isEmpty ? PageText.label(field.value) : label
        return caption.isEmpty ? "Submit" : caption
    }
}
