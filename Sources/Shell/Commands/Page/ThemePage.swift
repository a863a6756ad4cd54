import Notation
import NowWeb
import Rendering

/// What themes and their colours are called, and how colours are written.
enum ThemeName {
    /// The terminal's own colours.
    static let none = "none"
    static let rule = "A theme's name holds letters, digits, _, - and . only, and begins with a letter or a digit."

    /// What is wrong with `brand=#302F4B`.
    static func mistake(inColor name: String, at span: Range<Int>, value: BoundValue) -> ValueCheck.Mistake? {
        guard ThemeToken(named: name) != nil else {
            let near = DidYouMean.hints(for: name, among: ThemeToken.allCases.map(\.rawValue))
            return ValueCheck.Mistake(
                message: "A theme has no colour \(name).", span: span,
                hints: near + ["page theme show light lists the names."])
        }
        guard let color = NowColor(hex: value.text) else {
            return ValueCheck.Mistake(message: "This is no colour: one is written #RGB or #RRGGBB.", span: value.span)
        }
        guard color.alpha < 1 else { return nil }
        return ValueCheck.Mistake(
            message: "This colour can be seen through, and behind a page there is nothing.", span: value.span,
            hints: [String(color.withAlphaComponent(1).hex)])
    }
}

/// A page that shows a theme: each sort of text once, and every colour by name.
enum ThemePage {
    static func view(of theme: WebTheme) -> PageView {
        var document = Document()
        document.title = theme.name
        document.links = [Document.Link(target: "#", text: "a link")]
        let names = Grid(
            rows: [[header("color"), header("value")]]
                + ThemeToken.allCases.map { [cell($0.rawValue), cell(theme[$0].hex)] })
        document.blocks = [
            .heading(level: 1, [text(theme.name)]),
            .paragraph([text("Text, and "), .link(0, [text("a link")]), text(".")]),
            .notice([.paragraph([text("What the page wants noticed.")])]),
            .table(names),
        ]
        return PageView(
            document, address: "page theme show \(theme.name)", palette: ThemePalette.palette(of: theme))
    }

    private static func text(_ text: String) -> Inline { .text(text, []) }
    private static func header(_ name: String) -> Grid.Cell { Grid.Cell(isHeader: true, [.paragraph([text(name)])]) }
    private static func cell(_ value: String) -> Grid.Cell { Grid.Cell([.paragraph([text(value)])]) }
}

/// A theme as a terminal has it: eight colours of the many, letters always such that they can be read on what is behind
/// them.
enum ThemePalette {
    static func palette(of theme: WebTheme) -> PagePalette {
        let ground = theme[.backgroundPrimary].over(.white), header = theme[.brand].over(ground)
        let alert = theme[.alertCritical0].over(ground)
        return PagePalette(
            background: rgb(ground), text: rgb(theme[.textPrimary].over(ground).readable(on: ground)),
            heading: rgb(theme[.screenHeaderText].over(header).readable(on: header)), headingBackground: rgb(header),
            link: rgb(theme.link), faint: rgb(theme[.textTertiary].over(ground).readable(on: ground)),
            notice: rgb(theme[.alertCritical3].over(alert).readable(on: alert)), noticeBackground: rgb(alert))
    }

    private static func rgb(_ color: NowColor) -> PagePalette.RGB {
        let (red, green, blue) = color.bytes
        return PagePalette.RGB(red, green, blue)
    }
}
