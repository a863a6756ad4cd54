import Notation

extension PageFlow {
    /// A field between the words.
    mutating func add(_ field: Form.Field) {
        space(.text)
        switch FieldFace(field) {
        case .word(let before, let text, let after):
            let ink = Self.ink(of: field)
            let whole = Line([Span(before, .faint), Span(text, ink), Span(after, .faint)])
            if whole.width <= width {
                for span in whole.spans { join(span) }
            } else {
                put(before, .faint)
                put(text, ink)
                put(after, .faint)
            }
        case .box(let text): addBox(text)
        case .lines(let lines): addLines(lines)
        }
        for note in FieldFace.notes(on: field) {
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

    /// Lines behind a bar, wrapped.
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

    private static func ink(of field: Form.Field) -> Ink {
        switch field.kind {
        case .submit, .button: Ink(.link, field.isDisabled ? [] : .bold)
        default: .text
        }
    }
}
