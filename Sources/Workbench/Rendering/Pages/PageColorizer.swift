import Glibc
import Notation

/// Chooses the colors of a page's text on a terminal.
///
/// With a theme and at least 256 colors, backgrounds are painted too, because the theme's text colors need them. With
/// sixteen colors or no theme, the terminal's background stays, and only hues that are readable on any are used.
struct PageColorizer {
    let fillsLines: Bool
    private let hasColor: Bool
    private let depth: ColorDepth
    private let palette: PagePalette?
    private var known: [TextStyle: String] = [:]
    private var backgrounds: [TextStyle.Background: String] = [:]

    init(hasColor: Bool, depth: ColorDepth, palette: PagePalette?) {
        self.hasColor = hasColor
        self.depth = depth
        self.palette = palette
        fillsLines = hasColor && depth >= .indexed && palette != nil
    }

    /// The sequence before a line with that background. The line is erased first: after a character in the last column,
    /// erasing would remove that character.
    mutating func opening(_ background: TextStyle.Background) -> String {
        guard fillsLines, let palette else { return "" }
        if let known = backgrounds[background] { return known }
        let sequence = "\u{1B}[\(color(Self.background(background, palette), isBackground: true))m\u{1B}[K"
        backgrounds[background] = sequence
        return sequence
    }

    mutating func sequence(_ style: TextStyle) -> String {
        guard hasColor else { return "" }
        if let known = known[style] { return known }
        var codes = marks(style)
        if depth > .none { codes += fillsLines ? themed(style) : hue(style) }
        let sequence = codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
        known[style] = sequence
        return sequence
    }

    private func marks(_ style: TextStyle) -> [String] {
        var codes: [String] = []
        if style.marks.contains(.bold) || style.role == .title { codes.append("1") }
        guard depth > .none else { return codes }
        if style.marks.contains(.italic) { codes.append("3") }
        if style.marks.contains(.underlined) { codes.append("4") }
        if style.marks.contains(.reversed) { codes.append("7") }
        if style.marks.contains(.struck) { codes.append("9") }
        return codes
    }

    private func themed(_ style: TextStyle) -> [String] {
        guard let palette else { return [] }
        let background = Self.background(style.background, palette)
        let least = style.role == .faint ? Contrast.sign : Contrast.text
        let wanted = letters(style.role, background, palette)
        return [color(wanted, on: background, least: least), color(background, isBackground: true)]
    }

    private func letters(_ role: TextStyle.Role, _ background: PagePalette.RGB, _ palette: PagePalette)
        -> PagePalette.RGB
    {
        switch role {
        case .text: palette.text
        // A heading's color may fit only its own background.
        case .title, .heading, .code:
            Contrast.between(palette.heading, background) >= Contrast.sign ? palette.heading : palette.headingBackground
        case .faint: palette.faint
        case .notice: palette.notice
        // A theme may give links the page's background color, because it draws them elsewhere. Then the traditional
        // color of links is used, or a lighter form.
        case .link:
            Contrast.between(palette.link, background) >= 1.5
                ? palette.link
                : Contrast.luminance(background) > 0.18 ? PagePalette.RGB(0, 0, 238) : PagePalette.RGB(138, 180, 248)
        }
    }

    private static func background(_ background: TextStyle.Background, _ palette: PagePalette) -> PagePalette.RGB {
        switch background {
        case .page: palette.background
        case .heading: palette.headingBackground
        case .notice: palette.noticeBackground
        }
    }

    private func color(_ letters: PagePalette.RGB, on background: PagePalette.RGB, least: Double) -> String {
        if depth == .truecolor {
            return color(Contrast.readable(letters, on: background, least: least), isBackground: false)
        }
        let painted = IndexedColors.color(IndexedColors.nearest(to: background))
        return "38;5;\(IndexedColors.nearest(to: letters, on: painted, least: least))"
    }

    private func color(_ color: PagePalette.RGB, isBackground: Bool) -> String {
        let place = isBackground ? "48" : "38"
        if depth == .truecolor { return "\(place);2;\(color.red);\(color.green);\(color.blue)" }
        return "\(place);5;\(IndexedColors.nearest(to: color))"
    }

    private func hue(_ style: TextStyle) -> [String] {
        let name: Int? =
            switch style.role {
            case .text, .faint: nil
            case .title, .heading: palette.flatMap { NamedColors.nearest(to: $0.heading, $0.headingBackground) }
            case .link: palette.map { NamedColors.nearest(to: $0.link) } ?? 4
            case .notice: palette.map { NamedColors.nearest(to: $0.notice, $0.noticeBackground) } ?? 1
            case .code: palette == nil ? 6 : palette.flatMap { NamedColors.nearest(to: $0.heading) }
            }
        return (style.role == .faint ? ["2"] : []) + (name.map { ["3\($0)"] } ?? [])
    }
}

/// Writes lines of a page with SGR sequences. Every line ends with a reset, so that scrolled areas are not painted.
struct LinePainter {
    private var colorizer: PageColorizer

    init(_ colorizer: PageColorizer) { self.colorizer = colorizer }

    mutating func write(_ line: Line, to out: inout ByteBuffer) {
        var current = colorizer.opening(line.background)
        out.append(current)
        var isPlain = current.isEmpty
        current = ""
        for span in line.spans {
            var style = span.style
            if line.background != .page { style.background = line.background }
            let sequence = colorizer.sequence(style)
            if sequence != current {
                // A reset would lose the line's background, but with backgrounds every sequence sets its own.
                if !current.isEmpty { out.append(Style.plain) }
                out.append(sequence)
                current = sequence
            }
            out.append(span.text)
            if !sequence.isEmpty { isPlain = false }
        }
        if !isPlain, !(current.isEmpty && !colorizer.fillsLines) { out.append(Style.plain) }
        out.append(0x0A)
    }
}

/// Contrast ratios of colors (WCAG 2.2, success criterion 1.4.3).
enum Contrast {
    static let text = 4.5
    static let sign = 3.0

    static func between(_ one: PagePalette.RGB, _ other: PagePalette.RGB) -> Double {
        let (a, b) = (luminance(one), luminance(other))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    static func luminance(_ color: PagePalette.RGB) -> Double {
        0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    static func linear(_ byte: UInt8) -> Double {
        let part = Double(byte) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }

    static func readable(_ color: PagePalette.RGB, on background: PagePalette.RGB, least: Double) -> PagePalette.RGB {
        if between(color, background) >= least { return color }
        let black = PagePalette.RGB(0, 0, 0), white = PagePalette.RGB(255, 255, 255)
        let end = between(black, background) >= between(white, background) ? black : white
        for step in 1...16 {
            let mixed = mix(color, end, Double(step) / 16)
            if between(mixed, background) >= least { return mixed }
        }
        return end
    }

    private static func mix(_ one: PagePalette.RGB, _ other: PagePalette.RGB, _ part: Double) -> PagePalette.RGB {
        func between(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(Double(a) + (Double(b) - Double(a)) * part) }
        return PagePalette.RGB(
            between(one.red, other.red), between(one.green, other.green), between(one.blue, other.blue))
    }
}

/// The fixed colors of xterm's palette: the color cube (16 to 231) and the grays (232 to 255). The first sixteen are
/// configurable.
enum IndexedColors {
    static func color(_ index: Int) -> PagePalette.RGB {
        if index >= 232 {
            let grey = UInt8(8 + 10 * (min(index, 255) - 232))
            return PagePalette.RGB(grey, grey, grey)
        }
        let place = max(index - 16, 0)
        let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
        return PagePalette.RGB(levels[place / 36 % 6], levels[place / 6 % 6], levels[place % 6])
    }

    static func nearest(to color: PagePalette.RGB, on background: PagePalette.RGB? = nil, least: Double = 1) -> Int {
        let wanted = lab(color)
        var best = 16, distance = Double.infinity
        for index in 16...255 {
            let candidate = Self.color(index)
            if let background, Contrast.between(candidate, background) < least { continue }
            let found = lab(candidate)
            let parts = (found.0 - wanted.0, found.1 - wanted.1, found.2 - wanted.2)
            // Hue is weighted twice: a lighter blue is closer to dark blue than a dark gray.
            let sum = parts.0 * parts.0 + 4 * (parts.1 * parts.1 + parts.2 * parts.2)
            if sum < distance { (best, distance) = (index, sum) }
        }
        return best
    }

    private static func lab(_ color: PagePalette.RGB) -> (Double, Double, Double) {
        let (r, g, b) = (Contrast.linear(color.red), Contrast.linear(color.green), Contrast.linear(color.blue))
        let l = cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b)
        let m = cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b)
        let s = cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b)
        return (
            0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s
        )
    }
}

/// The colors that ECMA-48 names. Their appearance and the background depend on the terminal. Only the six with a hue
/// are readable on both light and dark backgrounds, so black, white and grays are replaced by the default color.
enum NamedColors {
    static func nearest(to colors: PagePalette.RGB...) -> Int? {
        guard let color = colors.max(by: { chroma($0) < chroma($1) }), chroma(color) >= 40 else { return nil }
        let (r, g, b) = (Double(color.red), Double(color.green), Double(color.blue))
        let most = max(r, g, b)
        let spread = most - min(r, g, b)
        let sixth =
            if most == r { (g - b) / spread } else if most == g { (b - r) / spread + 2 } else { (r - g) / spread + 4 }
        // Red, yellow, green, cyan, blue, magenta: a sixth of the color wheel each.
        return [1, 3, 2, 6, 4, 5][Int((sixth + 6).rounded()) % 6]
    }

    private static func chroma(_ color: PagePalette.RGB) -> Int {
        Int(max(color.red, color.green, color.blue)) - Int(min(color.red, color.green, color.blue))
    }
}

package enum ColorDepth: Int, Sendable, Hashable, CaseIterable, Comparable {
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
        let name = name ?? "dumb"
        let parts = name.split(separator: "-")
        if Self.colorless.contains(parts.first ?? "dumb") || parts.contains("mono") || parts.contains("m") {
            self = .none
        } else if ["truecolor", "24bit"].contains(word?.lowercased()) || parts.contains("direct") {
            self = .truecolor
        } else {
            self = parts.contains("256color") ? .indexed : .sixteen
        }
    }

    private static let colorless: [Substring] = ["dumb", "unknown", "vt52", "vt100", "vt102", "vt220", "vt320"]

    package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

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
