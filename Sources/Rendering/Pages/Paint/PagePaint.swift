/// Says in which colours a piece of a page is written on a terminal.
///
/// With the colours of a theme and 256 of them or more, the ground of every line is painted too: letters are chosen for
/// their ground, and the terminal's own may be light or dark. With sixteen or without a theme the ground stays the
/// terminal's, and only hues that can be read on any are used.
struct PagePaint {
    /// Whether grounds are painted.
    let fillsLines: Bool
    private let hasColour: Bool
    private let depth: ColourDepth
    private let palette: PagePalette?
    private var known: [Ink: String] = [:]
    private var grounds: [Ink.Ground: String] = [:]

    init(hasColour: Bool, depth: ColourDepth, palette: PagePalette?) {
        self.hasColour = hasColour
        self.depth = depth
        self.palette = palette
        fillsLines = hasColour && depth >= .indexed && palette != nil
    }

    /// What comes before a line that stands on that ground. The line is erased before it is written: after a character
    /// in the last column, erasing would take that character.
    mutating func opening(_ ground: Ink.Ground) -> String {
        guard fillsLines, let palette else { return "" }
        if let known = grounds[ground] { return known }
        let sequence = "\u{1B}[\(colour(Self.ground(ground, palette), isGround: true))m\u{1B}[K"
        grounds[ground] = sequence
        return sequence
    }

    /// What comes before letters of that ink; empty when it is nothing.
    mutating func sequence(_ ink: Ink) -> String {
        guard hasColour else { return "" }
        if let known = known[ink] { return known }
        var codes = marks(ink)
        if depth > .none { codes += fillsLines ? themed(ink) : hue(ink) }
        let sequence = codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
        known[ink] = sequence
        return sequence
    }

    private func marks(_ ink: Ink) -> [String] {
        var codes: [String] = []
        if ink.marks.contains(.bold) || ink.role == .title { codes.append("1") }
        guard depth > .none else { return codes }
        if ink.marks.contains(.italic) { codes.append("3") }
        if ink.marks.contains(.underlined) { codes.append("4") }
        if ink.marks.contains(.reversed) { codes.append("7") }
        if ink.marks.contains(.struck) { codes.append("9") }
        return codes
    }

    /// The theme's colours.
    private func themed(_ ink: Ink) -> [String] {
        guard let palette else { return [] }
        let ground = Self.ground(ink.ground, palette)
        let least = ink.role == .faint ? Contrast.sign : Contrast.text
        let wanted = letters(ink.role, ground, palette)
        return [colour(wanted, on: ground, least: least), colour(ground, isGround: true)]
    }

    private func letters(_ role: Ink.Role, _ ground: PagePalette.RGB, _ palette: PagePalette) -> PagePalette.RGB {
        switch role {
        case .text: palette.text
        // Letters of headings may be meant for their own ground alone.
        case .title, .heading, .code:
            Contrast.between(palette.heading, ground) >= Contrast.sign ? palette.heading : palette.headingBackground
        case .faint: palette.faint
        case .notice: palette.notice
        // A theme may have its links in the colour of the page, for it draws them on something else. Then they are what
        // links were at first, or the light form of it.
        case .link:
            Contrast.between(palette.link, ground) >= 1.5
                ? palette.link
                : Contrast.luminance(ground) > 0.18 ? PagePalette.RGB(0, 0, 238) : PagePalette.RGB(138, 180, 248)
        }
    }

    private static func ground(_ ground: Ink.Ground, _ palette: PagePalette) -> PagePalette.RGB {
        switch ground {
        case .page: palette.background
        case .heading: palette.headingBackground
        case .notice: palette.noticeBackground
        }
    }

    private func colour(_ letters: PagePalette.RGB, on ground: PagePalette.RGB, least: Double) -> String {
        if depth == .truecolor { return colour(Contrast.readable(letters, on: ground, least: least), isGround: false) }
        let painted = IndexedColours.colour(IndexedColours.nearest(to: ground))
        return "38;5;\(IndexedColours.nearest(to: letters, on: painted, least: least))"
    }

    private func colour(_ colour: PagePalette.RGB, isGround: Bool) -> String {
        let place = isGround ? "48" : "38"
        if depth == .truecolor { return "\(place);2;\(colour.red);\(colour.green);\(colour.blue)" }
        return "\(place);5;\(IndexedColours.nearest(to: colour))"
    }

    /// Names of colours, on the terminal's own ground.
    private func hue(_ ink: Ink) -> [String] {
        let name: Int? =
            switch ink.role {
            case .text, .faint: nil
            case .title, .heading: palette.flatMap { NamedColours.nearest(to: $0.heading, $0.headingBackground) }
            case .link: palette.map { NamedColours.nearest(to: $0.link) } ?? 4
            case .notice: palette.map { NamedColours.nearest(to: $0.notice, $0.noticeBackground) } ?? 1
            case .code: palette == nil ? 6 : palette.flatMap { NamedColours.nearest(to: $0.heading) }
            }
        return (ink.role == .faint ? ["2"] : []) + (name.map { ["3\($0)"] } ?? [])
    }
}
