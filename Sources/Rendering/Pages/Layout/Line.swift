/// Letters of one ink.
struct Span: Sendable, Hashable {
    var text: String
    var ink: Ink
    /// In cells.
    var width: Int

    init(_ text: String, _ ink: Ink, width: Int? = nil) {
        self.text = text
        self.ink = ink
        self.width = width ?? DisplayWidth.of(text)
    }
}

/// A line of a page, or a part of one.
struct Line: Sendable, Hashable {
    private(set) var spans: [Span] = []
    /// In cells.
    private(set) var width = 0
    /// The cells of its longest part that is better not broken, with what stands before it on every line.
    var longest = 0
    /// What the whole line stands on.
    var ground = Ink.Ground.page

    init(_ spans: [Span] = []) {
        for span in spans { append(span) }
    }

    var isEmpty: Bool { spans.isEmpty }

    mutating func append(_ span: Span) {
        if span.text.isEmpty { return }
        width += span.width
        if let last = spans.indices.last, spans[last].ink == span.ink {
            spans[last].text += span.text
            spans[last].width += span.width
        } else {
            spans.append(span)
        }
    }

    mutating func append(_ line: Line) {
        for span in line.spans { append(span) }
    }

    mutating func pad(to cells: Int) {
        if cells > width { append(Span(String(repeating: " ", count: cells - width), .text, width: cells - width)) }
    }

    /// Takes the spaces at its end away.
    mutating func trim() {
        while let last = spans.last {
            let blanks = last.text.utf8.reversed().prefix { $0 == 0x20 }.count
            if blanks == 0 { return }
            spans.removeLast()
            width -= blanks
            if blanks < last.text.utf8.count {
                spans.append(Span(String(last.text.utf8.dropLast(blanks)) ?? "", last.ink, width: last.width - blanks))
                return
            }
        }
    }

    /// The line as a part of something that stands on that ground.
    func standing(on ground: Ink.Ground) -> Line {
        var line = self
        line.ground = ground
        for index in line.spans.indices {
            line.spans[index].ink.ground = ground
            if line.spans[index].ink.role == .text { line.spans[index].ink.role = .notice }
        }
        return line
    }
}
