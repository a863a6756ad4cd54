import Notation

struct Span: Sendable, Hashable {
    var text: String
    var style: TextStyle
    var width: Int

    init(_ text: String, _ style: TextStyle, width: Int? = nil) {
        self.text = text
        self.style = style
        self.width = width ?? DisplayWidth.of(text)
    }
}

struct Line: Sendable, Hashable {
    private(set) var spans: [Span] = []
    private(set) var width = 0
    var longest = 0
    var background = TextStyle.Background.page

    init(_ spans: [Span] = []) {
        for span in spans { append(span) }
    }

    var isEmpty: Bool { spans.isEmpty }

    mutating func append(_ span: Span) {
        if span.text.isEmpty { return }
        width += span.width
        if let last = spans.indices.last, spans[last].style == span.style {
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

    mutating func trim() {
        while let last = spans.last {
            let blanks = last.text.utf8.reversed().prefix { $0 == 0x20 }.count
            if blanks == 0 { return }
            spans.removeLast()
            width -= blanks
            if blanks < last.text.utf8.count {
                spans.append(
                    Span(String(last.text.utf8.dropLast(blanks)) ?? "", last.style, width: last.width - blanks))
                return
            }
        }
    }

    func with(background: TextStyle.Background) -> Line {
        var line = self
        line.background = background
        for index in line.spans.indices {
            line.spans[index].style.background = background
            if line.spans[index].style.role == .text { line.spans[index].style.role = .notice }
        }
        return line
    }
}

/// The style of a piece of a page, independent of the terminal.
struct TextStyle: Sendable, Hashable {
    enum Role: Sendable, Hashable {
        case text, title, heading, link, faint, notice, code
    }

    enum Background: Sendable, Hashable {
        case page, heading, notice
    }

    struct Marks: OptionSet, Sendable, Hashable {
        let rawValue: UInt8
        static let bold = Marks(rawValue: 1)
        static let italic = Marks(rawValue: 2)
        static let underlined = Marks(rawValue: 4)
        static let struck = Marks(rawValue: 8)
        static let reversed = Marks(rawValue: 16)
    }

    var role: Role
    var background = Background.page
    var marks: Marks = []

    init(_ role: Role, background: Background = .page, _ marks: Marks = []) {
        self.role = role
        self.background = background
        self.marks = marks
    }

    static let text = TextStyle(.text)
    static let faint = TextStyle(.faint)
    static let strong = TextStyle(.text, .bold)
}

/// The prefix of every line of a part: a bullet and its indentation, the bar of a quotation.
struct Level {
    let first: Span
    let rest: Span
    var background: TextStyle.Background?
    var isSeenAlone = false
    var isUsed = false

    var width: Int { first.width }

    static func indent(_ cells: Int) -> Level {
        let blank = Span(String(repeating: " ", count: cells), .text, width: cells)
        return Level(first: blank, rest: blank)
    }

    static func item(_ mark: String, isSeenAlone: Bool = false) -> Level {
        let first = Span(mark + " ", .faint)
        let rest = Span(String(repeating: " ", count: first.width), .text, width: first.width)
        return Level(first: first, rest: rest, isSeenAlone: isSeenAlone)
    }

    static let quote = Level(first: Span("│ ", .faint), rest: Span("│ ", .faint))
    static let notice = Level(
        first: Span("▌ ! ", TextStyle(.notice, .bold)), rest: Span("▌   ", TextStyle(.notice, .bold)),
        background: .notice)
}

/// Headings, distinguishable without colors: underlined for the first three levels, a mark for the others.
enum Heading {
    static func lines(_ level: Int, _ title: [Line]) -> [Line] {
        if title.isEmpty { return [] }
        if level > 3 {
            let level = Level.item(level == 4 ? "■" : level == 5 ? "▪" : "▫")
            return title.enumerated().map { number, line in
                var whole = Line([number == 0 ? level.first : level.rest])
                whole.append(line)
                whole.longest = line.longest + level.width
                return whole
            }
        }
        let width = title.reduce(0) { max($0, $1.width) }
        let stroke = level <= 1 ? "═" : level == 2 ? "─" : "╌"
        let under = Line([Span(String(repeating: stroke, count: width), .faint, width: width)])
        return title.map { level <= 1 ? banner($0) : $0 } + [under]
    }

    static func banner(_ line: Line) -> Line {
        var banner = line
        banner.longest = line.longest
        banner.background = .heading
        return banner
    }
}

/// The lines around a named group.
enum GroupFrame {
    /// Without a width, it is as long as its text.
    static func opening(_ legend: [Line], width: Int?) -> [Line] {
        guard let first = legend.first else { return [stroke("┌", width)] }
        var line = Line([Span("┌ ", .faint)])
        line.append(first)
        line.longest = first.longest + 2
        if legend.count == 1, let width, line.width + 2 <= width {
            line.append(Span(" " + String(repeating: "─", count: width - line.width - 1), .faint))
        }
        return [line]
            + legend.dropFirst().map { further in
                var line = Line([Span("│ ", .faint)])
                line.append(further)
                line.longest = further.longest + 2
                return line
            }
    }

    static func closing(width: Int?) -> Line { stroke("└", width) }

    private static func stroke(_ corner: String, _ width: Int?) -> Line {
        Line([Span(corner + String(repeating: "─", count: max((width ?? 3) - 1, 0)), .faint)])
    }
}
