/// Writes lines of a page with SGR sequences. Every line ends with a reset, so that scrolled areas are not painted.
///
/// With a theme and at least 256 colors, backgrounds are painted too, because the theme's text colors need them.
/// Otherwise the terminal's background stays, and only hues that are readable on any are used.
struct LinePainter {
    private let hasColor: Bool
    private let depth: ColorDepth
    /// The theme that is painted; nil for the terminal's own colors.
    private let palette: PagePalette?
    private var known: [TextStyle: String] = [:]

    init(hasColor: Bool, depth: ColorDepth, palette: PagePalette?) {
        self.hasColor = hasColor
        self.depth = depth
        self.palette = hasColor && (depth == .truecolor || depth == .indexed) ? palette : nil
    }

    mutating func write(_ line: Line, to out: inout ByteBuffer) {
        // The line is erased first: after a character in the last column, erasing would remove that character.
        if palette != nil { out.append("\u{1B}[\(code(line.background.ground, at: 48))m\u{1B}[K") }
        var current = ""
        for span in line.spans {
            var style = span.style
            style.background = line.background
            let sequence = sequence(style)
            if sequence != current {
                if !current.isEmpty { out.append(Style.plain) }
                out.append(sequence)
                current = sequence
            }
            out.append(span.shown)
        }
        if palette != nil || !current.isEmpty { out.append(Style.plain) }
        out.append(0x0A)
    }

    private mutating func sequence(_ style: TextStyle) -> String {
        guard hasColor else { return "" }
        if let known = known[style] { return known }
        var codes = style.marks.contains(.bold) ? ["1"] : []
        if depth != .none {
            codes += Self.marks.filter { style.marks.contains($0.mark) }.map(\.code)
            if palette != nil {
                codes.append(code(style.letters, at: 38))
                codes.append(code(style.background.ground, at: 48))
            } else if let hue = Self.hues[style.role] {
                codes.append(hue)
            }
        }
        let sequence = codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
        known[style] = sequence
        return sequence
    }

    private static let marks: [(mark: TextStyle.Marks, code: String)] = [
        (.italic, "3"), (.underlined, "4"), (.reversed, "7"), (.struck, "9"),
    ]

    private static let hues: [TextStyle.Role: String] = [.link: "34", .notice: "31", .code: "36", .faint: "2"]

    private func code(_ part: PagePalette.Part, at place: Int) -> String {
        let color = Int(palette?.colors[part] ?? 0), parts = [color >> 16, color >> 8 & 255, color & 255]
        if depth == .indexed { return "\(place);5;\(Self.nearestIndex(to: parts))" }
        return "\(place);2;\(parts[0]);\(parts[1]);\(parts[2])"
    }

    /// The nearest of the fixed colors of xterm's palette: the color cube (16 to 231) and, for colors without a hue, the
    /// grays (232 to 255). The first sixteen are configurable.
    private static func nearestIndex(to parts: [Int]) -> Int {
        let levels = [0, 95, 135, 175, 215, 255]
        func distance(_ other: [Int]) -> Int { zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        let hue = parts.map { part in
            levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) } ?? 0
        }
        let index = 16 + hue[0] * 36 + hue[1] * 6 + hue[2]
        guard (parts.max() ?? 0) - (parts.min() ?? 0) < 16 else { return index }
        // The gray nearest to the average of the parts has the least distance.
        let step = min(max((parts.reduce(0, +) - 10) / 30, 0), 23), gray = 8 + 10 * step
        return distance([gray, gray, gray]) < distance(hue.map { levels[$0] }) ? 232 + step : index
    }
}

extension TextStyle.Background {
    fileprivate var ground: PagePalette.Part {
        switch self {
        case .page: .background
        case .heading: .headingBackground
        case .notice: .noticeBackground
        }
    }
}

extension TextStyle {
    fileprivate var letters: PagePalette.Part {
        switch (background, role) {
        case (.heading, _): .heading
        case (.notice, _), (.page, .notice): .notice
        case (.page, .text): .text
        case (.page, .heading), (.page, .code): .accent
        case (.page, .faint): .faint
        case (.page, .link): .link
        }
    }
}

package enum ColorDepth: Sendable, Hashable, CaseIterable {
    case none
    case sixteen
    case indexed
    case truecolor

    /// The depth that a terminal declares.
    ///
    /// - Parameters:
    ///   - name: `TERM`. A suffix `-direct` means true color, `-256color` xterm's palette; `dumb`, `vt100` and similar
    ///     ones have no color, and all others sixteen.
    ///   - word: `COLORTERM`; `truecolor` and `24bit` mean true color, whatever the name.
    package init(terminal name: String?, colorTerm word: String?) {
        let parts = (name ?? "dumb").split(separator: "-")
        if Self.colorless.contains(parts.first ?? "dumb") || parts.contains("mono") || parts.contains("m") {
            self = .none
        } else if ["truecolor", "24bit"].contains(word?.lowercased()) || parts.contains("direct") {
            self = .truecolor
        } else {
            self = parts.contains("256color") ? .indexed : .sixteen
        }
    }

    private static let colorless: [Substring] = ["dumb", "unknown", "vt52", "vt100", "vt102", "vt220", "vt320"]
}

struct TextStyle: Sendable, Hashable {
    enum Role: Sendable, Hashable {
        case text, heading, link, faint, notice, code
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
    var marks: Marks
    /// That of the whole line, for the painter.
    fileprivate(set) var background = Background.page

    init(_ role: Role, _ marks: Marks = []) {
        self.role = role
        self.marks = marks
    }

    static let text = TextStyle(.text)
    static let faint = TextStyle(.faint)
    static let strong = TextStyle(.text, .bold)
    static let heading = TextStyle(.heading, .bold)
}

/// A text in one style. No-break spaces keep it together until it is written, as plain spaces.
struct Span: Sendable, Hashable {
    var text: String
    var style: TextStyle
    var width: Int

    init(_ text: String, _ style: TextStyle, width: Int? = nil) {
        self.text = text
        self.style = style
        self.width = width ?? DisplayWidth.of(text)
    }

    /// The text as it is written.
    var shown: String { text.utf8.contains(0xC2) ? text.replacing("\u{A0}", with: " ") : text }
}

struct Line: Sendable, Hashable {
    fileprivate(set) var spans: [Span] = []
    private(set) var width = 0
    var background = TextStyle.Background.page

    init(_ spans: Span...) {
        for span in spans { append(span) }
    }

    var isEmpty: Bool { spans.isEmpty }
    var shown: String { spans.map(\.shown).joined() }

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
        while let last = spans.popLast() {
            let blanks = last.text.unicodeScalars.reversed().prefix { $0 == " " || $0 == "\u{A0}" }.count
            width -= blanks
            let text = String(last.text.unicodeScalars.dropLast(blanks))
            if text.isEmpty { continue }
            spans.append(Span(text, last.style, width: last.width - blanks))
            return
        }
    }

    var noticed: Line {
        var line = self
        line.background = .notice
        for index in line.spans.indices where line.spans[index].style.role == .text {
            line.spans[index].style.role = .notice
        }
        return line
    }

    func after(_ prefix: Span) -> Line {
        var line = Line(prefix)
        line.append(self)
        line.background = background
        line.trim()
        return line
    }
}
