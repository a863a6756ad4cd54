import Notation

/// Fills lines of a given width with words.
///
/// A word is unbreakable: characters of any style up to the next space. It is placed when the next one begins, so that
/// a link's number can be appended to it.
struct PageFlow {
    let width: Int
    let parts: PageParts
    private var lines: [Line] = []
    private var line = Line()
    private var word = Line()
    /// The styles of the spaces before and after the word; nil if there is none.
    private var before: TextStyle?
    private var after: TextStyle?

    init(width: Int, parts: PageParts) {
        self.width = max(width, 2)
        self.parts = parts
    }

    static func lines(of inlines: [Inline], width: Int, parts: PageParts, style: TextStyle = .text) -> [Line] {
        var flow = PageFlow(width: width, parts: parts)
        flow.add(inlines, style)
        return flow.finish()
    }

    private mutating func add(_ inlines: [Inline], _ style: TextStyle) {
        for inline in inlines {
            switch inline {
            case .text(let text, let emphasis): add(text, emphasis, style)
            case .lineBreak:
                placeWord()
                endLine()
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
        put((text.utf8.first == 0x20 ? " " : "") + "~~\(struck)~~" + (text.utf8.last == 0x20 ? " " : ""), style)
    }

    private mutating func put(_ text: String, _ style: TextStyle) {
        for (number, part) in text.utf8.split(separator: 0x20, omittingEmptySubsequences: false).enumerated() {
            if number > 0 { space(style) }
            if !part.isEmpty { join(Span(String(Substring(part)), style)) }
        }
    }

    private mutating func join(_ span: Span) {
        if after != nil { placeWord() }
        word.append(span)
    }

    private mutating func space(_ style: TextStyle) {
        if !word.isEmpty, after == nil { after = style }
    }

    private mutating func openLine() {
        placeWord()
        if !line.isEmpty { endLine() }
    }

    private mutating func finish() -> [Line] {
        openLine()
        return lines
    }

    private mutating func endLine() {
        line.trim()
        lines.append(line)
        line = Line()
        before = nil
    }

    private mutating func placeWord() {
        defer {
            word = Line()
            before = after
            after = nil
        }
        if word.isEmpty { return }
        let blank = line.isEmpty ? nil : before
        if line.width + (blank == nil ? 0 : 1) + word.width > width, !line.isEmpty {
            endLine()
        } else if let blank {
            line.append(Span(" ", blank, width: 1))
        }
        if word.width > width { breakWord() } else { line.append(word) }
    }

    private mutating func breakWord() {
        for span in word.spans {
            var text = span.text
            text.withUTF8 { bytes in
                var start = 0
                while start < bytes.count {
                    let rest = UnsafeBufferPointer(rebasing: bytes[start...])
                    let (count, cells) = Self.cut(rest, room: width - line.width, isFresh: line.isEmpty)
                    let piece = String(decoding: UnsafeBufferPointer(rebasing: rest[..<count]), as: UTF8.self)
                    line.append(Span(piece, span.style, width: cells))
                    start += count
                    if start < bytes.count { endLine() }
                }
            }
        }
    }

    /// An address is cut after a separator if that fills more than half of the room.
    private static func cut(_ text: UnsafeBufferPointer<UInt8>, room: Int, isFresh: Bool) -> (bytes: Int, width: Int) {
        let (count, width) = PageText.cut(text, room: room, isFresh: isFresh)
        guard count < text.count, count == width,
            let end = (count / 2..<count).last(where: { "/?&=-_.,".utf8.contains(text[$0]) })
        else { return (count, width) }
        return (end + 1, end + 1)
    }
}

// Fields.
extension PageFlow {
    private mutating func add(_ field: Form.Field) {
        space(.text)
        switch FieldAppearance(field) {
        case .word(let before, let text, let after):
            let isButton = field.kind == .submit || field.kind == .button
            let style = isButton ? TextStyle(.link, field.isDisabled ? [] : .bold) : .text
            let spans = [(before, TextStyle.faint), (text, style), (after, .faint)]
            let fits = DisplayWidth.of(before + text + after) <= width
            for (text, style) in spans { put(fits ? text.replacing(" ", with: "\u{A0}") : text, style) }
        case .box(let text):
            let own = DisplayWidth.of(text)
            let blanks = min(max((PageLayout.isNatural(width) ? 12 : 24) - own, 0), width - 2 - own)
            if blanks < 0 { return addLines([text]) }
            join(Span("[", .faint))
            if own > 0 { join(Span(text.replacing(" ", with: "\u{A0}"), .text, width: own)) }
            join(Span(String(repeating: "\u{A0}", count: blanks) + "]", .faint, width: blanks + 1))
        case .lines(let lines): addLines(lines)
        }
        for note in FieldAppearance.notes(on: field) {
            space(.text)
            put(note, .faint)
        }
        space(.text)
    }

    private mutating func addLines(_ texts: [String]) {
        openLine()
        let bar = Span("│ ", .faint)
        for text in texts {
            let wrapped = PageFlow.lines(of: [.text(text, [])], width: width - bar.width, parts: parts)
            lines += (wrapped.isEmpty ? [Line()] : wrapped).map { $0.after(bar) }
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
        case .submit, .button:
            // The value of a button may differ from its caption, such as `sysverb_update` for Update.
            let caption = [field.label, field.value].lazy.map(PageText.label).first { !$0.isEmpty }
            self = .word(before: "< ", caption ?? "Submit", after: " >")
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
        let chosen = field.options.filter(\.isSelected).map { PageText.label($0.shown) }
        return chosen.isEmpty ? PageText.label(field.value) : chosen.joined(separator: ", ")
    }
}

/// Labels and fields below each other, with the fields aligned.
struct FieldLayout {
    /// A label and its field. A checkbox is followed by its name instead.
    private typealias Pair = (label: [Inline], content: [Inline])

    private var pairs: [Pair] = []
    private var style = TextStyle.text
    /// The number of blocks that hold them.
    private(set) var blocks = 0

    init?(_ blocks: [Block], from start: Int, parts: PageParts) {
        var place = start
        while place < blocks.count, let inlines = blocks[place].paragraph {
            if let found = Self.pairs(in: inlines, parts) {
                pairs += found
                place += 1
            } else if place + 1 < blocks.count, inlines.allSatisfy(Self.isLabelPart), Self.holdsLabel(inlines),
                let next = blocks[place + 1].paragraph.map(parts.visible), !Self.holdsLabel(next),
                case .field? = next.first(where: { !Self.isBlank($0) })
            {
                pairs.append((inlines, next))
                place += 2
            } else {
                break
            }
        }
        self.blocks = place - start
        if pairs.isEmpty { return nil }
    }

    /// Terms with at most one paragraph each, such as a record's facts; nil for others.
    init?(_ definitions: [Block.Definition]) {
        for definition in definitions {
            let content = definition.meaning.first.map(\.paragraph) ?? []
            guard !definition.term.isEmpty, definition.meaning.count <= 1, let content else { return nil }
            pairs.append((definition.term, content))
        }
        style = .strong
        if pairs.isEmpty { return nil }
    }

    func lines(width: Int, parts: PageParts) -> [Line] {
        let labels = pairs.map { PageFlow.lines(of: $0.label, width: width * 2 / 5, parts: parts, style: style) }
        let longest = labels.joined().map(\.width).max() ?? 0
        let column = longest > 0 ? longest + 2 : 0
        return zip(pairs, labels).flatMap { pair, label -> [Line] in
            let content = PageFlow.lines(of: pair.content, width: width - column, parts: parts)
            return (0..<max(label.count, content.count)).map { number in
                var line = number < label.count ? label[number] : Line()
                guard number < content.count else { return line }
                line.pad(to: column)
                line.append(content[number])
                line.trim()
                return line
            }
        }
    }

    private static func pairs(in inlines: [Inline], _ parts: PageParts) -> [Pair]? {
        var pairs: [Pair] = []
        for part in parts.visible(inlines).split(whereSeparator: { $0 == .lineBreak }) where !part.allSatisfy(isBlank) {
            guard let pair = pair(Array(part), parts) else { return nil }
            pairs.append(pair)
        }
        return pairs.isEmpty ? nil : pairs
    }

    private static func pair(_ inlines: [Inline], _ parts: PageParts) -> Pair? {
        guard let place = inlines.firstIndex(where: { !isLabelPart($0) }),
            case .field(let form, let number) = inlines[place],
            let field = parts.shown(form: form, field: number)
        else { return nil }
        let label = Array(inlines[..<place]), content = Array(inlines[place...])
        if field.kind == .checkBox || field.kind == .radio, label.allSatisfy(isBlank) { return ([], content) }
        if holdsLabel(content) { return nil }
        if !label.allSatisfy(isBlank) { return (label, content) }
        let name = PageText.label(field.label)
        let isNamedAfter = [.checkBox, .radio, .submit, .button].contains(field.kind)
        guard !name.isEmpty, !isNamedAfter, !parts.labels.contains(name) else { return nil }
        return ([.text(name, .label)], content)
    }

    private static func isLabelPart(_ inline: Inline) -> Bool {
        switch inline {
        case .text(let text, _): inline.isLabel || text.utf8.count <= 2
        case .link(_, let inner): !inner.isEmpty && inner.allSatisfy(isLabelPart)
        case .image: true
        case .lineBreak, .field: false
        }
    }

    private static func holdsLabel(_ inlines: [Inline]) -> Bool {
        [.paragraph(inlines)].everyInline.contains(where: \.isLabel)
    }

    private static func isBlank(_ inline: Inline) -> Bool {
        if case .text(let text, _) = inline { return text.utf8.allSatisfy { $0 == 0x20 } }
        return false
    }
}

extension Inline {
    var isLabel: Bool { if case .text(_, let emphasis) = self { emphasis.contains(.label) } else { false } }
}
