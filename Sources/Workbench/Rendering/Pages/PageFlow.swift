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
