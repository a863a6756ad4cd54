import Notation

/// Fills lines of a given width with words.
///
/// A word is unbreakable: characters of any style up to the next space, or one wide character. It is placed when the
/// next one begins, so that a link's number can be appended to it.
struct PageFlow {
    private enum Joint: Equatable {
        case none, open
        case space(TextStyle)
    }

    let width: Int
    let parts: PageParts
    let isNatural: Bool
    private(set) var lines: [Line] = []
    private var line = Line()
    private var word = Line()
    private var before = Joint.none
    private var after = Joint.none

    init(width: Int, parts: PageParts, isNatural: Bool = false) {
        self.width = max(width, 2)
        self.parts = parts
        self.isNatural = isNatural
    }

    static func lines(
        of inlines: [Inline], width: Int, parts: PageParts, isNatural: Bool = false, style: TextStyle = .text
    ) -> [Line] {
        var flow = PageFlow(width: width, parts: parts, isNatural: isNatural)
        flow.add(inlines, style)
        return flow.finish()
    }

    mutating func add(_ inlines: [Inline], _ style: TextStyle) {
        for inline in inlines {
            switch inline {
            case .text(let text, let emphasis): add(text, emphasis, style)
            case .lineBreak: breakLine()
            case .image(let alternative):
                let alternative = PageText.label(alternative)
                if !alternative.isEmpty { put("[image: \(alternative)]", style) }
            case .field(let form, let field):
                if let field = parts.shown(form: form, field: field) { add(field) }
            case .link(let number, let inner):
                var linked = style
                linked.role = .link
                linked.marks.insert(.underlined)
                let start = (lines.count, line.width, word.width)
                add(inner, linked)
                if start == (lines.count, line.width, word.width) { put(parts.name(ofLink: number), linked) }
                word.append(Span("[\(number &+ 1)]", .faint))
            }
        }
    }

    private mutating func add(_ text: String, _ emphasis: Inline.Emphasis, _ style: TextStyle) {
        var style = style
        if emphasis.contains(.strong) { style.marks.insert(.bold) }
        if emphasis.contains(.stressed) { style.marks.insert(.italic) }
        if emphasis.contains(.marked) { style.marks.insert(.reversed) }
        if emphasis.contains(.code), style.role == .text { style.role = .code }
        guard emphasis.contains(.struck) else { return put(PageText.line(text), style) }
        // Without colors, struck text must not look valid.
        style.marks.insert(.struck)
        let struck = PageText.label(text)
        if struck.isEmpty { return put(" ", style) }
        if text.utf8.first == 0x20 { space(style) }
        put("~~\(struck)~~", style)
        if text.utf8.last == 0x20 { space(style) }
    }

    mutating func put(_ text: String, _ style: TextStyle) {
        var text = text
        text.withUTF8 { bytes in
            if DisplayWidth.isPrintableASCII(bytes) { putPlain(bytes, style) } else { putAny(bytes, style) }
        }
    }

    private mutating func putPlain(_ bytes: UnsafeBufferPointer<UInt8>, _ style: TextStyle) {
        var start = 0
        for index in 0...bytes.count {
            guard index == bytes.count || bytes[index] == 0x20 else { continue }
            if index > start {
                let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self)
                join(Span(text, style, width: index - start))
            }
            if index < bytes.count { space(style) }
            start = index + 1
        }
    }

    private mutating func putAny(_ bytes: UnsafeBufferPointer<UInt8>, _ style: TextStyle) {
        var clusters = ClusterIterator(bytes)
        while let run = clusters.next() {
            switch run.kind {
            case .space: space(style)
            case .letters(let text): join(Span(text, style, width: run.width))
            case .breakable: if !word.isEmpty, after == .none { after = .open }
            }
        }
    }

    mutating func join(_ span: Span) {
        if after != .none { placeWord() }
        word.append(span)
    }

    mutating func space(_ style: TextStyle) {
        if word.isEmpty { return }
        if case .space = after { return }
        after = .space(style)
    }

    mutating func breakLine() {
        placeWord()
        endLine()
    }

    mutating func openLine() {
        placeWord()
        if !line.isEmpty { endLine() }
    }

    mutating func putLine(_ whole: Line) {
        openLine()
        lines.append(whole)
    }

    mutating func finish() -> [Line] {
        openLine()
        return lines
    }

    private mutating func endLine() {
        line.trim()
        lines.append(line)
        line = Line()
        before = .none
    }

    private mutating func placeWord() {
        defer {
            word = Line()
            before = after
            after = .none
        }
        if word.isEmpty { return }
        var blank: Span?
        if case .space(let style) = before, !line.isEmpty { blank = Span(" ", style, width: 1) }
        if line.width + (blank?.width ?? 0) + word.width > width, !line.isEmpty {
            endLine()
            blank = nil
        }
        if word.width > width { return breakWord() }
        if let blank { line.append(blank) }
        line.append(word)
        line.longest = max(line.longest, word.width)
    }

    private mutating func breakWord() {
        for span in word.spans {
            var text = span.text
            text.withUTF8 { bytes in
                var start = 0
                while start < bytes.count {
                    let rest = UnsafeBufferPointer(rebasing: bytes[start...])
                    let cut = WordCut(rest, room: width - line.width, isFresh: line.isEmpty)
                    if cut.bytes > 0 {
                        let piece = String(decoding: UnsafeBufferPointer(rebasing: rest[..<cut.bytes]), as: UTF8.self)
                        line.append(Span(piece, span.style, width: cut.width))
                    }
                    start += cut.bytes
                    if start < bytes.count { endLine() }
                }
            }
        }
        line.longest = width
    }
}

extension PageFlow {
    mutating func add(_ field: Form.Field) {
        space(.text)
        switch FieldAppearance(field) {
        case .word(let before, let text, let after):
            let style = Self.style(of: field)
            let whole = Line([Span(before, .faint), Span(text, style), Span(after, .faint)])
            if whole.width <= width {
                for span in whole.spans { join(span) }
            } else {
                put(before, .faint)
                put(text, style)
                put(after, .faint)
            }
        case .box(let text): addBox(text)
        case .lines(let lines): addLines(lines)
        }
        for note in FieldAppearance.notes(on: field) {
            space(.text)
            put(note, .faint)
        }
        space(.text)
    }

    private mutating func addBox(_ text: String) {
        let own = DisplayWidth.of(text)
        let wanted = isNatural ? max(own, 12) : max(own, 24)
        guard own <= width - 2 else { return addLines([text]) }
        let inner = min(wanted, width - 2)
        join(Span("[", .faint))
        join(Span(text, .text, width: own))
        join(Span(String(repeating: " ", count: inner - own) + "]", .faint, width: inner - own + 1))
    }

    private mutating func addLines(_ lines: [String]) {
        openLine()
        let bar = Span("│ ", .faint)
        for text in lines {
            var flow = PageFlow(width: max(width - bar.width, 2), parts: parts, isNatural: isNatural)
            flow.put(PageText.line(text), .text)
            let wrapped = flow.finish()
            for line in wrapped.isEmpty ? [Line()] : wrapped {
                var whole = Line([bar])
                whole.append(line)
                whole.trim()
                whole.longest = line.longest + bar.width
                putLine(whole)
            }
        }
    }

    private static func style(of field: Form.Field) -> TextStyle {
        switch field.kind {
        case .submit, .button: TextStyle(.link, field.isDisabled ? [] : .bold)
        default: .text
        }
    }
}

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
