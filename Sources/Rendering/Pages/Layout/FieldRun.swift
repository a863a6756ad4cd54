import Notation

/// Labels and their fields that stand one under the other: the fields begin in one column.
struct FieldRun {
    /// A label and what stands beside it. A box to check has its name behind it and none before.
    struct Pair {
        var label: [Inline]
        var content: [Inline]
    }

    private(set) var pairs: [Pair] = []
    /// How many blocks they take.
    private(set) var blocks = 0
    private var ink = Ink.text

    private static let most = 200

    /// The run that begins at a block; nil when none does.
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

    /// Terms with a paragraph each, as facts of a record are; nil of others, and of more than are laid out at once.
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
        ink = .strong
        if pairs.isEmpty { return nil }
    }

    /// A label has two fifths of the line at most, and goes on in the next.
    func lines(width: Int, parts: PageParts, isNatural: Bool) -> [Line] {
        let most = max(width * 2 / 5, 2)
        let labels = pairs.map {
            PageFlow.lines(of: $0.label, width: most, parts: parts, isNatural: isNatural, ink: ink)
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

    /// The pairs of a paragraph that holds nothing else; nil of every other.
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

    /// Whether it belongs to a label: its text, and what is put around it.
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
    /// Whether people expect its name before it.
    var isNamedBefore: Bool {
        switch self {
        case .text, .password, .area, .choice, .file: true
        case .checkBox, .radio, .hidden, .submit, .button: false
        }
    }
}
